INSTRUCTION = "You know the weather."


def question_about(thing):
    return f"What is {thing}?"
