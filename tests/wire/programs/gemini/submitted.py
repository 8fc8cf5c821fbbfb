"""Calls are submitted to a pool, and read as they are completed."""

from concurrent.futures import ThreadPoolExecutor, as_completed

import google.generativeai as genai

genai.configure(api_key="k1")
model = genai.GenerativeModel("m")


def run(texts):
    out = []
    with ThreadPoolExecutor(max_workers=1) as pool:
        futures = {pool.submit(model.generate_content, t): t for t in texts}
        for future in as_completed(futures):
            try:
                out.append(future.result().text)
            except Exception as e:
                out.append("none")
    return sorted(out)


print(run(["a", "blocked"]))
