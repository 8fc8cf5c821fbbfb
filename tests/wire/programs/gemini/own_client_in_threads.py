"""Threads ask at once where the key is that of the environment."""

import threading
import google.generativeai as genai
out = []
def ask(i):
    out.append(genai.GenerativeModel("m").generate_content(f"x").text)
ts = [threading.Thread(target=ask, args=(i,)) for i in range(3)]
for t in ts:
    t.start()
for t in ts:
    t.join()
print(len(out))
