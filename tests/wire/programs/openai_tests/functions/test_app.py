"""Functions in the place of a call keep what they are called with."""
import unittest
from unittest.mock import patch

import openai as ai

import app


def fake_create(model, messages):
    if not messages:
        raise ValueError("nothing asked")
    text = messages[0]["content"]
    return {
        "choices": [{"message": {"role": "assistant", "content": text.upper()}}],
        "usage": {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3},
    }


class Asking(unittest.TestCase):
    def test_set(self):
        with patch("openai.ChatCompletion.create", fake_create):
            print(app.ask("first"))

    @patch("openai.ChatCompletion.create", side_effect=fake_create)
    def test_effect(self, create):
        print(app.ask("second"), create.call_count)

    @patch.object(ai.ChatCompletion, "create", fake_create)
    def test_object(self):
        print(app.ask("third"))


unittest.main()
