"""Pictures are made, edited and varied."""

from base64 import b64decode
from io import BytesIO

import openai

response = openai.Image.create(prompt="a house", n=2, size="256x256")
for picture in response["data"]:
    print(picture["url"])
print(b64decode(openai.Image.create(prompt="x", response_format="b64_json")["data"][0]["b64_json"]))
print(openai.Image.create_variation(image=BytesIO(b"png"), n=1, size="256x256")["data"][0]["url"])
print(openai.Image.create_edit(image=BytesIO(b"png"), mask=BytesIO(b"mask"), prompt="b", n=1).data[0].url)
