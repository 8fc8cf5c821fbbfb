"""Settings and safety are said at each call."""

import google.generativeai as genai

genai.configure(api_key="k1")
S = [{"category": "HARM_CATEGORY_HARASSMENT", "threshold": "BLOCK_NONE"}]


def ask(t, temp):
    return (
        genai.GenerativeModel("m")
        .generate_content(
            t, generation_config={"temperature": temp, "max_output_tokens": 9}, safety_settings=S
        )
        .text
    )


print(ask("a", 0.1), ask("b", 1))
