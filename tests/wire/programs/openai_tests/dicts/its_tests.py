"""Dicts in the place of answers become answers."""
import unittest
from unittest import mock
from unittest.mock import patch

import app

RESPONSE = {
    "choices": [
        {"message": {"role": "assistant", "content": " Hello "}},  # the only one
    ],
}


class Asking(unittest.TestCase):
    @patch("openai.ChatCompletion.create")
    def test_ask(self, create):
        create.return_value = {"choices": [{"message": {"content": "Hi "}}]}
        print(app.ask("Who?"))
        create.assert_called_once_with(model="gpt-4", messages=[{"role": "user", "content": "Who?"}])
        print(create.call_count, create.call_args.kwargs["model"])

    @patch("openai.Embedding.create", return_value={"data": [{"embedding": [0.5] * 3}]})
    @patch("openai.ChatCompletion.create")
    def test_two(self, create, embed):
        create.return_value = RESPONSE
        print(app.ask("Who?"), app.vector("Who?"))
        embed.assert_called_once()
        self.assertTrue(create.called)

    def test_within(self):
        with mock.patch("app.openai.ChatCompletion.create") as create, patch("openai.Image.create") as draw:
            create.side_effect = [RESPONSE, {"choices": [{"message": {"content": "two"}}]}, ValueError("no more")]
            draw.return_value = {"created": 1, "data": [{"url": "https://x"}]}
            print(app.ask("1"), app.ask("2"), app.picture("a cat"))
            with self.assertRaises(ValueError):
                app.ask("3")

    @mock.patch("openai.Completion.create", side_effect=Exception("over quota"))
    def test_error(self, create):
        try:
            app.complete("x")
        except Exception as error:
            print(error)

    @mock.patch("openai.Completion.create")
    def test_complete(self, create):
        create.return_value = {"choices": [{"text": "done"}], "usage": {"total_tokens": 3}}
        print(app.complete("x"))

    @mock.patch("openai.Moderation.create", return_value={"results": [{"flagged": False}]})
    def test_bad(self, check):
        print(app.is_bad("x"))

    @mock.patch("openai.Audio.transcribe", lambda **given: {"text": given["model"]})
    def test_spoken(self):
        print(app.spoken("app.py"))


unittest.main()
