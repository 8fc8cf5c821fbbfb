"""An organization that is an empty text is none: no header names it."""

import asyncio
import os

import openai

openai.organization = os.environ.get("NO_SUCH_ORGANIZATION", "")


def ask(prompt):
    return openai.Completion.create(model="m", prompt=prompt)["choices"][0]["text"]


async def later(prompt):
    return (await openai.Completion.acreate(model="m", prompt=prompt))["choices"][0]["text"]


def configure(named, asked):
    openai.organization = f"{named}"
    print(ask("named"), asyncio.run(later("named")))
    openai.organization = named if asked else ""
    print(ask("asked"))
    openai.organization = named
    print(ask("given"))
    openai.organization = asked and named
    print(ask("both"))


print(ask("default"), asyncio.run(later("default")))
openai.organization = ""
print(ask("blank"))
openai.organization = None
print(ask("none"))
openai.organization = "" or "org-1"
print(ask("one"))
openai.organization = f"org-{len('ab')}"
print(ask("two"))
configure("", True)
configure("org-3", True)
configure("org-4", 0)
print(openai.Completion.create(model="m", prompt="p", organization="")["choices"][0]["text"])
