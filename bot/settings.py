"""What the operator decides: the only reader of the environment (and of a `.env` file) in the project.

Everything else takes a `Settings`. A key that is missing or wrong stops the start with one error that names all of
them at once; a secret has no default and is masked wherever a `Settings` is printed.
"""

import os
from collections.abc import Callable, Mapping
from ipaddress import ip_address
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any
from urllib.parse import SplitResult, urlsplit

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from dotenv import dotenv_values
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from bot.kept_app import APP_VARIABLES, KeptAppError, kept_app
from bot.models.bucket import Bucket
from bot.vocabulary import ModelClass, ProviderName, Stage


class ConfigurationError(Exception):
    """The settings cannot be used; `problems` holds one sentence a key, and never a value."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("The configuration cannot be used:\n" + "\n".join(f"  {problem}" for problem in problems))
        self.problems = problems


def is_loopback_name(host: str) -> bool:
    """Whether `host` (a name or an address without a port, brackets allowed) can only mean this machine.

    `localhost` and the names below it are loopback by RFC 6761, 6.3. Nothing is resolved; an empty host, `0.0.0.0` and
    `::` are not loopback.
    """
    name = host.strip("[]").rstrip(".").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


def _needed_by_a_model(value: str, info: ValidationInfo) -> str:
    if not value and info.data.get("model_provider") is ProviderName.OPENAI_COMPAT:
        raise ValueError("is needed with OBELIZE_MODEL_PROVIDER=openai_compat")
    return value


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _web_address(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.query or parts.fragment:
        raise ValueError("expected an address such as https://example.org")
    if parts.username or parts.password:
        raise ValueError("an address must not hold a name or a password")
    return text.rstrip("/")


WebAddress = Annotated[str, AfterValidator(_web_address)]


SUBJECT = "{subject}"
"""Where the subject of a commit stands in `OBELIZE_COMMIT_SUBJECT`."""

_LIMIT = "OBELIZE_LIMIT_"
_SHORTEST_TOKEN = 16


class Limits(BaseModel):
    """What a process may take, each under `OBELIZE_LIMIT_<NAME>`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    runs: Annotated[int, Field(ge=1, le=64)] = 2
    """Runs at work at once in this process."""
    deliveries: Annotated[int, Field(ge=1, le=128)] = 32
    """Deliveries taken from their queue at once; each takes milliseconds, and the queue is asked 4 times a second."""
    api_calls: Annotated[int, Field(ge=20, le=5_000)] = 300
    """GitHub calls that one run may make; an installation has 5,000 an hour."""
    questions: Annotated[int, Field(ge=0, le=1_000)] = 50
    """Questions that one run may ask a model."""
    questions_a_day: Annotated[int, Field(ge=0, le=100_000)] = 500
    """Questions that the runs of one installation may ask in a day (UTC)."""
    body_days: Annotated[int, Field(ge=1, le=90)] = 7
    """Days for which a delivery's raw body, and what was written in a command, is kept."""
    run_days: Annotated[int, Field(ge=14, le=3_650)] = 90
    """Days for which runs are kept; a closed pull request counts from its closing. GitHub delivers again for 3 days."""
    fetch_mb: Annotated[int, Field(ge=1, le=1_000_000)] = 2_000
    """Megabytes that one fetch may bring, packed. Of a repository over it only files that may be read are fetched."""
    fetch_seconds: Annotated[int, Field(ge=10, le=86_400)] = 600
    """Seconds for which a fetch may wait and take."""
    git_memory_mb: Annotated[int, Field(ge=100, le=1_000_000)] = 1_000
    """Megabytes that a git may allocate which fetches."""
    files: Annotated[int, Field(ge=100, le=10_000_000)] = 500_000
    """Files that a commit may name."""
    read_mb: Annotated[int, Field(ge=1, le=1_000_000)] = 2_000
    """Megabytes of files that one run may read."""
    run_seconds: Annotated[int, Field(ge=1, le=86_400)] = 1_800
    """Seconds that one run may take to search and analyse a commit."""
    cache_mb: Annotated[int, Field(ge=100, le=10_000_000)] = 10_000
    """Megabytes that the git cache may take; what was not used for longest goes first."""
    cache_days: Annotated[int, Field(ge=1, le=3_650)] = 30
    """Days after which a repository that was not used leaves the git cache."""


def rest_address(github_url: str) -> str:
    """Where the REST interface of that GitHub is: on its own name for github.com and ghe.com, else below the host's."""
    parts = urlsplit(github_url)
    name = (parts.hostname or "").lower()
    if name == "github.com" or name.endswith(".ghe.com"):
        return f"{parts.scheme}://api.{parts.netloc}"
    return f"{github_url}/api/v3"


class ServerSettings(BaseModel):
    """What a server needs to answer at all, an App or none: which GitHub, which address, which folder; frozen."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    github_url: Annotated[WebAddress, Field(alias="GITHUB_URL")] = "https://github.com"
    github_api_url: Annotated[str, Field(alias="GITHUB_API_URL", validate_default=True)] = ""

    host: Annotated[str, Field(alias="OBELIZE_HOST", min_length=1)] = "127.0.0.1"
    port: Annotated[int, Field(alias="PORT", ge=1, le=65_535)] = 8000
    public_url: Annotated[str, Field(alias="OBELIZE_PUBLIC_URL", validate_default=True)] = ""
    data: Annotated[Path, Field(alias="OBELIZE_DATA")] = Path("data")
    setup_prints: Annotated[bool, Field(alias="OBELIZE_SETUP_PRINTS")] = False

    @field_validator("github_api_url")
    @classmethod
    def _of_that_github(cls, value: str, info: ValidationInfo) -> str:
        return _web_address(value or rest_address(info.data.get("github_url", "https://github.com")))

    @field_validator("public_url")
    @classmethod
    def _public_where_bound(cls, value: str, info: ValidationInfo) -> str:
        if value:
            return _web_address(value)
        host: str = info.data.get("host", "127.0.0.1")
        if not is_loopback_name(host):
            raise ValueError("is needed once OBELIZE_HOST is not a loopback address")
        return f"http://{f'[{host}]' if ':' in host else host}:{info.data.get('port', 8000)}"

    @property
    def public_parts(self) -> SplitResult:
        """The public address, taken apart."""
        return urlsplit(self.public_url)


class Settings(ServerSettings):
    """The operator's settings, by the names of DESIGN §9; frozen."""

    app_id: Annotated[int, Field(alias="GITHUB_APP_ID", ge=1)]
    private_key_path: Annotated[Path | None, Field(alias="GITHUB_PRIVATE_KEY_PATH")] = None
    private_key: Annotated[SecretStr, Field(alias="GITHUB_PRIVATE_KEY", validate_default=True)] = SecretStr("")
    webhook_secret: Annotated[SecretStr, Field(alias="GITHUB_WEBHOOK_SECRET", min_length=1)]
    client_id: Annotated[str | None, Field(alias="GITHUB_CLIENT_ID")] = None
    client_secret: Annotated[SecretStr | None, Field(alias="GITHUB_CLIENT_SECRET", validate_default=True)] = None
    database_url: Annotated[SecretStr, Field(alias="OBELIZE_DATABASE_URL")] = SecretStr("")
    artifacts_url: Annotated[str, Field(alias="OBELIZE_ARTIFACTS_URL")] = ""
    artifacts_endpoint: Annotated[WebAddress | None, Field(alias="OBELIZE_ARTIFACTS_ENDPOINT")] = None
    artifacts_region: Annotated[str | None, Field(alias="OBELIZE_ARTIFACTS_REGION", min_length=1)] = None
    artifacts_key_id: Annotated[str | None, Field(alias="OBELIZE_ARTIFACTS_KEY_ID", min_length=1)] = None
    artifacts_secret: Annotated[SecretStr | None, Field(alias="OBELIZE_ARTIFACTS_SECRET", validate_default=True)] = None
    metrics_token: Annotated[SecretStr | None, Field(alias="OBELIZE_METRICS_TOKEN")] = None
    metrics_host: Annotated[str, Field(alias="OBELIZE_METRICS_HOST", min_length=1)] = "127.0.0.1"
    metrics_port: Annotated[int | None, Field(alias="OBELIZE_METRICS_PORT", ge=1, le=65_535)] = None
    link_seconds: Annotated[int, Field(alias="OBELIZE_LINK_SECONDS", ge=0, le=365 * 86_400)] = 0
    public_pages: Annotated[bool, Field(alias="OBELIZE_PUBLIC_PAGES")] = False
    proxies: Annotated[int, Field(alias="OBELIZE_PROXIES", ge=0, le=8)] = 0
    model_provider: Annotated[ProviderName, Field(alias="OBELIZE_MODEL_PROVIDER")] = ProviderName.NONE
    model_base_url: Annotated[str, Field(alias="OBELIZE_MODEL_BASE_URL", validate_default=True)] = ""
    model_name: Annotated[str, Field(alias="OBELIZE_MODEL_NAME", validate_default=True)] = ""
    model_api_key_env: Annotated[str, Field(alias="OBELIZE_MODEL_API_KEY_ENV")] = "OBELIZE_MODEL_API_KEY"
    model_concurrency: Annotated[int, Field(alias="OBELIZE_MODEL_CONCURRENCY", ge=1, le=64)] = 4
    model_screening: Annotated[bool, Field(alias="OBELIZE_MODEL_SCREENING")] = False
    model_class: Annotated[ModelClass, Field(alias="OBELIZE_MODEL_CLASS")] = ModelClass.STANDARD
    model_judgment: Annotated[str, Field(alias="OBELIZE_MODEL_JUDGMENT")] = ""
    log_prompts: Annotated[bool, Field(alias="OBELIZE_LOG_PROMPTS")] = False
    commit_subject: Annotated[str, Field(alias="OBELIZE_COMMIT_SUBJECT")] = SUBJECT
    settle_seconds: Annotated[float, Field(alias="OBELIZE_SETTLE_SECONDS", ge=0.05, le=3_600)] = 60.0
    sign_off: Annotated[bool, Field(alias="OBELIZE_SIGN_OFF")] = False
    limits: Limits = Limits()

    @field_validator("commit_subject")
    @classmethod
    def _one_line_with_a_subject(cls, value: str) -> str:
        if SUBJECT not in value or not value.isprintable() or len(value) > 100:
            raise ValueError(f"expected one line with {SUBJECT} in it, such as chore: {SUBJECT}")
        return value

    @field_validator("private_key")
    @classmethod
    def _one_usable_key(cls, value: SecretStr, info: ValidationInfo) -> SecretStr:
        """PEM text, from the variable (where a backslash and an n may stand for a line's end) or from the file."""
        path: Path | None = info.data.get("private_key_path")
        text = value.get_secret_value()
        if bool(text) == bool(path):
            raise ValueError("set it or GITHUB_PRIVATE_KEY_PATH, and not both")
        return SecretStr(_rsa_key(_key_file(path) if path else text.replace("\\n", "\n")))

    @field_validator("client_secret")
    @classmethod
    def _goes_with_client_id(cls, value: SecretStr | None, info: ValidationInfo) -> SecretStr | None:
        if (value is None) != (info.data.get("client_id") is None):
            raise ValueError("goes together with GITHUB_CLIENT_ID")
        return value

    @field_validator("metrics_token")
    @classmethod
    def _not_guessable(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and len(value.get_secret_value()) < _SHORTEST_TOKEN:
            raise ValueError(f"expected at least {_SHORTEST_TOKEN} characters, such as `openssl rand -hex 16` prints")
        return value

    @field_validator("metrics_host")
    @classmethod
    def _nobody_else_without_a_token(cls, value: str, info: ValidationInfo) -> str:
        if not is_loopback_name(value) and info.data.get("metrics_token") is None:
            raise ValueError("needs OBELIZE_METRICS_TOKEN, but for a loopback address")
        return value

    @field_validator("model_judgment")
    @classmethod
    def _stages(cls, value: str) -> str:
        unknown = [one for one in _listed(value) if one not in {stage.value for stage in Stage}]
        if unknown:
            raise ValueError(f"expected stages of the relay, divided by commas: {', '.join(Stage)}")
        return value

    @field_validator("artifacts_url")
    @classmethod
    def _a_folder_or_a_bucket(cls, value: str) -> str:
        parts = urlsplit(value)
        if parts.username or parts.password or parts.query or parts.fragment:
            raise ValueError("an address must not hold a name, a password or options")
        if value and not (parts.scheme == "file" and parts.path) and not (parts.scheme == "s3" and parts.hostname):
            raise ValueError("expected file:///folder or s3://bucket/prefix")
        return value

    @field_validator("artifacts_endpoint")
    @classmethod
    def _encrypted_on_the_way(cls, value: str | None) -> str | None:
        if value and urlsplit(value).scheme != "https" and not is_loopback_name(urlsplit(value).hostname or ""):
            raise ValueError("is to begin with https, but for a loopback address")
        return value

    @field_validator("artifacts_secret")
    @classmethod
    def _goes_with_its_id(cls, value: SecretStr | None, info: ValidationInfo) -> SecretStr | None:
        if (value is None) != (info.data.get("artifacts_key_id") is None):
            raise ValueError("goes together with OBELIZE_ARTIFACTS_KEY_ID")
        return value

    @field_validator("model_base_url")
    @classmethod
    def _address_of_a_model(cls, value: str, info: ValidationInfo) -> str:
        needed = _needed_by_a_model(value, info)
        return _web_address(needed) if needed else needed

    @field_validator("model_name")
    @classmethod
    def _name_of_a_model(cls, value: str, info: ValidationInfo) -> str:
        return _needed_by_a_model(value, info)

    @property
    def judgment(self) -> frozenset[Stage]:
        """The stages of the relay that only a model may answer that reasons before it does."""
        return frozenset(stage for stage in Stage if stage in _listed(self.model_judgment))

    @property
    def is_out_of_band(self) -> bool:
        """Whether questions are handed out as turns, and people bring the replies."""
        return self.model_provider is ProviderName.RELAY

    @property
    def screens(self) -> bool:
        """Whether an endpoint may amend plans."""
        return self.model_provider is ProviderName.OPENAI_COMPAT and self.model_screening

    @property
    def model_key(self) -> SecretStr | None:
        """The key of the model's endpoint, from the variable that the operator named; null where none is set."""
        name = self.model_api_key_env
        value = os.environ.get(name) or dotenv_values(".env").get(name)
        return SecretStr(value.strip()) if value and value.strip() else None

    @property
    def sign_in_on(self) -> bool:
        """Whether people can sign in with GitHub to see pages."""
        return self.client_id is not None

    @property
    def database_address(self) -> SecretStr:
        """The SQLAlchemy URL of the one database: a SQLite file in the data folder unless set."""
        return self.database_url or SecretStr(f"sqlite:///{self.data.absolute() / 'obelize.sqlite3'}")

    @property
    def is_sqlite(self) -> bool:
        """Whether one process does everything: a SQLite file has room for no second one."""
        return self.database_address.get_secret_value().startswith("sqlite")

    @property
    def artifacts_address(self) -> str:
        """The obstore URL of the artifacts: a folder beside the database unless set."""
        return self.artifacts_url or (self.data.absolute() / "artifacts").as_uri()

    @property
    def bucket(self) -> Bucket:
        """How a bucket is reached, where the artifacts lie in one."""
        endpoint = self.artifacts_endpoint
        return Bucket(
            endpoint=endpoint,
            region=self.artifacts_region,
            key_id=self.artifacts_key_id,
            secret=self.artifacts_secret,
            allow_http=endpoint is not None and urlsplit(endpoint).scheme == "http",
        )

    @property
    def cache_folder(self) -> Path:
        """Where the bare repositories are kept, one `<repository id>.git` each."""
        return self.data.absolute() / "cache"


class _EnvironmentLimits(BaseSettings, Limits):
    model_config = SettingsConfigDict(
        env_prefix=_LIMIT, env_file=".env", extra="ignore", env_ignore_empty=True, frozen=True
    )


_FROM_OUTSIDE = SettingsConfigDict(env_file=".env", extra="ignore", env_ignore_empty=True, frozen=True)


class _EnvironmentServer(BaseSettings, ServerSettings):
    model_config = _FROM_OUTSIDE


class _KeptApp(PydanticBaseSettingsSource):
    """The App that `/setup` registered, where nothing outside names one."""

    def get_field_value(self, field: object, field_name: str) -> tuple[Any, str, bool]:
        """Not asked: all values come at once."""
        raise NotImplementedError

    def __call__(self) -> dict[str, Any]:
        """By variable name."""
        outside = self.current_state
        if not outside.keys().isdisjoint(APP_VARIABLES):
            return {}
        kept = kept_app(Path(outside.get("OBELIZE_DATA", "data")))
        registered_at, wanted = kept.get("GITHUB_URL"), outside.get("GITHUB_URL")
        if registered_at and wanted and wanted.rstrip("/") != registered_at:
            raise KeptAppError(f"it holds an App of {registered_at}, and GITHUB_URL says otherwise")
        return dict(kept)


class _EnvironmentSettings(BaseSettings, Settings):
    model_config = _FROM_OUTSIDE

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """What is set from outside wins."""
        del file_secret_settings
        return init_settings, env_settings, dotenv_settings, _KeptApp(settings_cls)


def read_settings(app: Mapping[str, str] = MappingProxyType({})) -> Settings:
    """The settings in the environment, in `.env` of the working folder, and the App that `/setup` kept.

    `app` are the variables of an App that is known otherwise. Raises `ConfigurationError`.
    """
    given: dict[str, Any] = dict(app)
    return _collected(lambda limits: _EnvironmentSettings(limits=limits, **given), _EnvironmentLimits)


def read_settings_if_registered() -> Settings | None:
    """Null where nothing, neither outside nor in the data folder, says anything of an App, be it complete or not.

    Raises `ConfigurationError` for everything else that is wrong.
    """
    try:
        return read_settings()
    except ConfigurationError as error:
        others = tuple(problem for problem in error.problems if not problem.startswith(APP_VARIABLES))
        if others or _is_app_named():
            raise ConfigurationError(others or error.problems) from None
        return None


def read_server_settings() -> ServerSettings:
    """The part that needs no App; raises `ConfigurationError`."""
    try:
        return _EnvironmentServer()
    except ValidationError as error:
        raise ConfigurationError(tuple(_problems(error))) from None


def _is_app_named() -> bool:
    outside = {name for name, value in {**dotenv_values(".env"), **os.environ}.items() if value}
    return not outside.isdisjoint(APP_VARIABLES) or bool(kept_app(read_server_settings().data))


def given_settings(values: Mapping[str, Any]) -> Settings:
    """The settings in `values` alone, by variable name (for the playground and tests); raises `ConfigurationError`."""
    limits = {name.removeprefix(_LIMIT).lower(): value for name, value in values.items() if name.startswith(_LIMIT)}
    rest = {name: value for name, value in values.items() if not name.startswith(_LIMIT)}
    return _collected(lambda found: Settings(limits=found, **rest), lambda: Limits(**limits))


def _collected(settings: Callable[[Limits], Settings], limits: Callable[[], Limits]) -> Settings:
    """Both, with the problems of both in one error."""
    problems: list[str] = []
    found = Limits()
    try:
        found = limits()
    except ValidationError as error:
        problems += _problems(error)
    try:
        result = settings(found)
    except ValidationError as error:
        problems += _problems(error)
    except KeptAppError as error:
        problems.append(f"OBELIZE_DATA: {error}")
    if problems:
        raise ConfigurationError(tuple(problems))
    return result


def _problems(error: ValidationError) -> list[str]:
    """One sentence a key; pydantic's own text would repeat the value that it refuses."""
    sentences = []
    for entry in error.errors(include_input=False, include_url=False, include_context=False):
        field = str(entry["loc"][0])
        name = Settings.model_fields[field].alias if field in Settings.model_fields else field
        name = f"{_LIMIT}{field.upper()}" if field in Limits.model_fields else name
        what = "is missing" if entry["type"] == "missing" else entry["msg"].removeprefix("Value error, ")
        sentences.append(f"{name}: {what}")
    return sentences


def _key_file(path: Path) -> str:
    try:
        return path.read_text("ascii")
    except (OSError, UnicodeDecodeError):
        raise ValueError("the file named by GITHUB_PRIVATE_KEY_PATH cannot be read") from None


def _rsa_key(text: str) -> str:
    try:
        key = load_pem_private_key(text.encode(), password=None)
    except (ValueError, TypeError):
        raise ValueError("not a private key in PEM form without a password") from None
    if not isinstance(key, RSAPrivateKey):
        raise ValueError("not an RSA key, and GitHub takes no other")  # noqa: TRY004 (pydantic takes only ValueError)
    return text
