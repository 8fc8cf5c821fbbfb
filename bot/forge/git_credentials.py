"""How git gets the token without anybody else seeing it: by its environment, not by argv and not by a file.

Pure. Whoever runs git passes settings of their own as `-c key=value`: the variables below count from zero.
"""

from base64 import b64encode

from bot.forge.token import Token

USER = "x-access-token"
"""What GitHub wants for a user name beside an installation token."""


def fetch_environment(web_url: str, token: Token) -> dict[str, str]:
    """Variables to add to git's environment for a fetch from that host (`https://github.com`, or an Enterprise's).

    The header goes to that host only. Redirects are not followed: the address is made from a repository's present
    name, and whoever answers with one shall not see the token. No helper is asked and nobody is prompted.
    """
    secret = b64encode(f"{USER}:{token.reveal()}".encode()).decode("ascii")
    host = f"http.{web_url.rstrip('/')}/"
    settings = (
        # An empty value drops the headers that a configuration file added.
        (f"{host}.extraHeader", ""),
        (f"{host}.extraHeader", f"Authorization: Basic {secret}"),
        (f"{host}.followRedirects", "false"),
        ("credential.helper", ""),
    )
    environment = {"GIT_CONFIG_COUNT": str(len(settings)), "GIT_TERMINAL_PROMPT": "0"}
    for number, (key, value) in enumerate(settings):
        environment |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    return environment
