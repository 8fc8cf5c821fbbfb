"""A method of a model is called by a helper."""

import time
import google.generativeai as genai

genai.configure(api_key="k1")
model = genai.GenerativeModel("m")


def with_retry(call, *args, times=3):
    for one in range(times):
        try:
            return call(*args)
        except Exception:
            if one == times - 1:
                raise
            time.sleep(0)


print(with_retry(model.generate_content, "x").text)
