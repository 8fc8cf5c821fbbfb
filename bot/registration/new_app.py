"""What GitHub answers once, when a manifest became an App: its number, its key and its secrets."""

from collections.abc import Mapping
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, SecretStr


class NewApp(BaseModel):
    """The App as it was registered; secrets are masked wherever it is printed."""

    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)

    id: Annotated[int, Field(ge=1, strict=True)]
    name: Annotated[str, Field(max_length=200)]
    html_url: Annotated[str, Field(max_length=2_000)]
    client_id: Annotated[str, Field(min_length=1, max_length=200)]
    client_secret: Annotated[SecretStr, Field(min_length=1, max_length=1_000)]
    webhook_secret: Annotated[SecretStr, Field(min_length=1, max_length=1_000)]
    pem: Annotated[SecretStr, Field(min_length=1, max_length=20_000)]

    def is_of(self, github_url: str) -> bool:
        """Whether its pages are at that GitHub: nobody is led anywhere else."""
        page, home = urlsplit(self.html_url), urlsplit(github_url)
        return (page.scheme, page.netloc) == (home.scheme, home.netloc) and not page.query and not page.fragment

    @property
    def installation_page(self) -> str:
        """Where its owner chooses repositories."""
        return f"{self.html_url}/installations/new"

    def variables(self, github_url: str, api_url: str) -> dict[str, str]:
        """What configures a server for it, by variable name."""
        return {
            "GITHUB_APP_ID": str(self.id),
            "GITHUB_PRIVATE_KEY": self.pem.get_secret_value(),
            "GITHUB_WEBHOOK_SECRET": self.webhook_secret.get_secret_value(),
            "GITHUB_CLIENT_ID": self.client_id,
            "GITHUB_CLIENT_SECRET": self.client_secret.get_secret_value(),
            "GITHUB_URL": github_url,
            "GITHUB_API_URL": api_url,
        }


def as_environment(variables: Mapping[str, str]) -> str:
    """Lines of a `.env` file; the ends of a key's lines are written as backslash and n."""
    lines = ((name, value.strip().replace("\n", "\\n")) for name, value in variables.items())
    return "".join(f'{name}="{value}"\n' for name, value in lines)
