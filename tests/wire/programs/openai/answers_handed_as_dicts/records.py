import openai


def ask_all(prompts):
    found = []
    for prompt in prompts:
        answer = openai.Completion.create(model="m", prompt=prompt)
        found.append({"prompt": prompt, "answer": answer, "length": len(prompt)})
    return found
