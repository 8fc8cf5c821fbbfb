"""Awaited calls ask Azure where the module is set to it."""

import asyncio
import os

import openai


async def main():
    openai.api_type = "azure"
    openai.api_base = os.environ["SERVICE"]
    openai.api_version = "2023-07-01-preview"
    openai.api_key = "azure-key"
    response = await openai.ChatCompletion.acreate(engine="chat", messages=[], temperature=0)
    print(response["choices"][0]["message"]["content"])
    print((await openai.Embedding.acreate(engine="embed", input="a", api_key="other"))["data"][0]["index"])


asyncio.run(main())
