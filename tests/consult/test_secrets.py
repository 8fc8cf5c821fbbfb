"""What is taken out of a text before it is sent. None of the keys is one: each has only the form."""

import pytest

from bot.consult.secrets import REDACTED, redacted

LETTERS = "4f9aGk2LmQpXz8RtVw1YbC3dE5hJ7nKs0uTiOoPlAaSsDdFf"
KEYS = {
    "openai": f"sk-proj-{LETTERS}",
    "openai, the older form": "sk-abcdEFGHijklMNOPqrst" + "T3BlbkFJ" + "uvwxYZ0123456789abcd",
    "anthropic": f"sk-ant-api03-{LETTERS}-AbCdEfAA",
    "google": f"AIza{'SyD4x8mQpLk2RtVw9YbC3dE5hJ7nKs0uTiO'}",
    "github": f"ghp_{LETTERS[:36]}",
    "gitlab": f"glpat-{LETTERS[:20]}",
    "aws": "AKIA" + "Q3EGRTZ7XK2MPLWV",
    "slack": "xoxb" + "-2345678901-2345678901234-AbCdEfGhIjKlMnOpQrStUvWx",
    "stripe": f"sk_live_{LETTERS[:24]}",
    "hugging face": "hf_QmXzLkRtVwYbCdEhJnKsuTiOoPlAaSsDd",
    "openrouter": "sk-or-v1-" + "0f3c9a7e5d1b8642" * 4,
    "groq": f"gsk_{LETTERS[:20]}WGdyb3FY{LETTERS[20:40]}",
    "azure": "3f8a9c1e5b7d2f4a6c8e0b1d3f5a7c9e",
    "sendgrid": "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",
    "jwt": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
    "npm": f"npm_{LETTERS[:36]}",
    "mistral": "J3kQ9xZ2mV7nB4tR8wL5yH6cD1gF0sAp",
    "groq, of other letters": "gsk_" + "aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW3xY5zA7bC9dE2fG4hJ6kL8m",
    "linear": "lin_api_" + "kX2vB9nM4qW7eR1tY6uI3oP8aS5dF0gHjK2lZ9xC",
    "new relic": "NRAK-" + "4K8QZ1M7TX2VB9WR5YH3NC6PJ0L",
    "azure, a client's": "a1b8Q~kZ3xV7mN2qW9eR4tY6uI1oP8aS5dF0gHjK",
    "heroku": "9f3a2c71-4b8e-4d06-a5f1-7c2e9b40d813",
    "age": "AGE-SECRET-KEY-1" + "QPZ7RY9X8GF2TVDW0S3JN54KHCE6MUA7LQPZ7RY9X8GF2TVDW0S3JN54KHC",
    "thirty-two bytes": "q3Zk9vX2mN7pL4tR8wYbC1dE5hJ6nKs0uTiOoPlAaS0=",
    "pypi": "pypi-" + "AgEIcHlwaS5vcmcCJDQ1YzFkYjc2LWFiY2QtNDU2Nw",
}
FORMS = {
    "a comment": "# the key is {} for now",
    "an assignment": 'api_key = "{}"',
    "an argument": 'client = Client("{}", timeout=3)',
    "a line of its own": "    {}",
    "an address": "https://example.com/v1?key={}",
    "a dictionary": "{{'Authorization': 'Bearer {}'}}",
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("key", KEYS.values(), ids=KEYS)
def test_no_part_of_a_key_is_left(key: str, form: str) -> None:
    text = redacted(f"a = 1\n{form.format(key)}\nb = 2")
    assert text.split("\n")[0] == "a = 1"
    assert text.split("\n")[2] == "b = 2"
    assert REDACTED in text
    assert not [start for start in range(len(key) - 11) if key[start : start + 12] in text]


def test_a_private_key_is_taken_out_with_all_its_lines() -> None:
    text = (
        "key = '''-----BEGIN RSA PRIVATE KEY-----\nMIIBOgIBAAJBAKj34Gkx\nabc\n-----END RSA PRIVATE KEY-----'''\nb = 2"
    )
    assert redacted(text) == f"key = '''{REDACTED}\n\n\n'''\nb = 2"


@pytest.mark.parametrize(
    "block",
    [
        "-----BEGIN OPENSSH PRIVATE KEY-----\n{}\n-----END OPENSSH PRIVATE KEY-----",
        "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n{}\n-----END PGP PRIVATE KEY BLOCK-----",
        "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n{}\n---- END SSH2 ENCRYPTED PRIVATE KEY ----",
        "# -----BEGIN PRIVATE KEY-----\n# {}\n# -----END PRIVATE KEY-----",
        'key = (\n    "-----BEGIN PRIVATE KEY-----\\n"\n    "{}"\n    "-----END PRIVATE KEY-----"\n)',
        '{{"type": "service_account", "private_key": "-----BEGIN PRIVATE KEY-----\\n{}\\n-----END PRIVATE KEY-----\\n"}}',
        "-----BEGIN PRIVATE KEY-----\n{}",
    ],
)
def test_private_keys_have_many_frames(block: str) -> None:
    """The body is too short and plain to be taken out by itself."""
    text = redacted(f"a = 1\n{block.format('abcabcabc')}\nb = 2")
    assert "abcabc" not in text
    assert text.startswith("a = 1\n")


@pytest.mark.parametrize(
    "password",
    [
        'password = "hunter2"',
        "postgres://user:hunter2@db.example.com/x",
        "mysql+pymysql://root:hunter2!x@10.0.0.1/x",
        "redis://:hunter2@cache:6379/0",
        "https://admin:hunter2@api.example.com/v1",
        "machine api.example.com login me password hunter2",
    ],
)
def test_what_is_called_a_secret_is_one(password: str) -> None:
    assert REDACTED in redacted(password)
    assert "hunter2" not in redacted(password)


@pytest.mark.parametrize(
    "line",
    [
        'genai.configure(api_key=os.getenv("GEMINI_API_KEY"))',
        'openai.api_key = os.environ["OPENAI_API_KEY"]',
        'response = openai.ChatCompletion.create(model="gpt-3.5-turbo-0613", messages=messages, max_tokens=500)',
        'openai.api_base = "https://my-resource-name.openai.azure.com/"',
        "from google.generativeai.types.generation_types import BlockedPromptException, StopCandidateException",
        '    "HARM_CATEGORY_SEXUALLY_EXPLICIT": "BLOCK_MEDIUM_AND_ABOVE",',
        "def get_response_from_gemini_with_retries_and_backoff(prompt_text_for_model):",
        'model = genai.GenerativeModel("gemini-2.5-flash-preview-05-20")',
        "token = tokenizer.encode(text)",
        "from githubkit.models import ReposOwnerRepoActionsWorkflowsGetResponse200",
        'answer = ask("gemini-2.5-flash-lite-preview-06-17", "gpt-4-1106-vision-preview", "text-embedding-3-large")',
        "https://generativelanguage.googleapis.com/v1beta/models/gemini-1.5-flash-latest:generateContent",
    ],
)
def test_ordinary_code_stays(line: str) -> None:
    assert redacted(line) == line


def test_a_line_that_is_data_is_taken_out_as_a_whole() -> None:
    assert redacted("x = '" + "a" * 3_000 + "'") == REDACTED
