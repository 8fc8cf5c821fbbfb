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

    def test_started(self):
        patcher = patch("openai.ChatCompletion.create")
        create = patcher.start()
        create.side_effect = fake_create
        print(app.ask("started"), create.call_count)
        patcher.stop()
        other = patch.object(ai.ChatCompletion, "create", side_effect=ValueError("other")).start()
        self.addCleanup(patch.stopall)
        with self.assertRaises(ValueError):
            app.ask("once more")
        print(other.called)

    @patch.object(ai.ChatCompletion, "create", fake_create)
    def test_object(self):
        print(app.ask("third"))


unittest.main()
