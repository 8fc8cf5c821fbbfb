"""Objects with attributes in the place of answers stay, but for the dicts in them."""
import unittest
from types import SimpleNamespace
from unittest.mock import MagicMock, Mock, patch

import openai

import app


class Message:
    def __init__(self, content):
        self.content = content


class Response:
    def __init__(self, content):
        self.choices = [type("Choice", (object,), {"message": type("M", (), {"content": content})()})()]


def made(text):
    return SimpleNamespace(choices=[SimpleNamespace(message=SimpleNamespace(content=text))])


class Asking(unittest.TestCase):
    @patch.object(openai.ChatCompletion, "create")
    def test_stored(self, create):
        create.return_value.choices = [Mock(message=Mock(content="a")), MagicMock(message=MagicMock(content="b"))]
        print(app.ask("x"))

    @patch.object(openai.ChatCompletion, "create")
    def test_deep(self, create):
        create.return_value.choices[0].message = {"content": "deep"}
        print(app.first("x"))

    def test_named(self):
        response = MagicMock()
        response.choices = [MagicMock()]
        response.choices[0].message.content = "named"
        with patch("openai.ChatCompletion.create", return_value=response) as create:
            print(app.ask("x"))
            create.assert_called_once()
        self.assertEqual(response.choices[0].message.content, "named")

    def test_mixed(self):
        with patch("openai.ChatCompletion.create") as create:
            create.return_value = SimpleNamespace(choices=[SimpleNamespace(message={"role": "x", "content": "mixed"})])
            print(app.first("x"))

    @patch("openai.ChatCompletion.create")
    def test_classes(self, create):
        create.side_effect = [Response("one"), made("two")]
        print(app.ask("x"), app.ask("y"))

    @patch("openai.ChatCompletion.create", new=Mock(return_value=made("new")))
    def test_new(self):
        print(app.ask("x"))

    @patch("openai.ChatCompletion.create")
    def test_nothing_said(self, create):
        app.ask("x")
        print(create.mock_calls)


unittest.main()
