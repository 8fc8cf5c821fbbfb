def first_text(answer):
    for choice in answer.choices:
        return choice.text


def tokens(answer):
    return answer.usage.total_tokens
