"""Stands for python-dotenv: there is no file to read."""


def load_dotenv(*_, **__):
    return True
