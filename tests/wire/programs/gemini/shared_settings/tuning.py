CAREFUL = {"temperature": 0.1, "top_p": 0.5, "stop_sequences": ["END"]}
QUICK: dict = {"temperature": 0.9, "max_output_tokens": 64}


def given():
    return {"temperature": 0.4}
