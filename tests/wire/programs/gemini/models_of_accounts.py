"""Accounts, of which nothing is known where they are used, keep a model each."""

import google.generativeai as genai


class Account:
    def __init__(self, name):
        self.name = name
        self.model = None


def rephrase(account, text):
    try:
        response = account.model.generate_content(text)
        return response.text.strip()
    except Exception:
        return f"{account.name} keeps silent"


def plain(account, text):
    first = account.model.generate_content(text)
    return first.text or text


def ready(accounts):
    for account in accounts:
        genai.configure(api_key="k1")
        account.model = genai.GenerativeModel("m")
    return accounts


WAYS = {"rephrase": rephrase, "plain": plain}
for account in ready([Account("one"), Account("other")]):
    for way in WAYS.values():
        print(way(account, "x"))
    print(WAYS["rephrase"](account, "blocked"))
