"""Several files are waited for and become a part of a chat."""

import time
import google.generativeai as genai

genai.configure(api_key="k1")


def wait(files):
    for name in (file.name for file in files):
        file = genai.get_file(name)
        while file.state.name == "PROCESSING":
            print(".", end="")
            file = genai.get_file(name)
        if file.state.name != "ACTIVE":
            raise Exception(f"File {file.name} failed")
    print("ready")


files = [genai.upload_file("note.txt", mime_type="text/plain")]
wait(files)
c = genai.GenerativeModel("m").start_chat(history=[{"role": "user", "parts": [files[0], "x"]}])
print(c.send_message("y").text)
