"""An awaited answer without text is caught."""

import asyncio
import google.generativeai as genai

genai.configure(api_key="k1")
m = genai.GenerativeModel("m")


async def f(t):
    try:
        r = await m.generate_content_async(t)
        return r.text
    except Exception:
        return "x"


async def main():
    print(await f("a"), await f("blocked"))


asyncio.run(main())
