"""The settings: complete or refused, all problems at once, and no secret in sight."""

from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from pydantic import SecretStr

from bot.kept_app import FILE_NAME, KeptAppError, can_keep_app, keep_app
from bot.models.bucket import Bucket
from bot.settings import (
    ConfigurationError,
    Settings,
    given_settings,
    is_loopback_name,
    read_server_settings,
    read_settings,
    read_settings_if_registered,
)
from bot.vocabulary import ProviderName


def pem(key: rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey) -> str:
    pkcs8 = serialization.PrivateFormat.PKCS8
    return key.private_bytes(serialization.Encoding.PEM, pkcs8, serialization.NoEncryption()).decode()


@pytest.fixture(scope="module")
def key() -> str:
    return pem(rsa.generate_private_key(public_exponent=65_537, key_size=2048))


@pytest.fixture
def complete(key: str) -> dict[str, object]:
    return {"GITHUB_APP_ID": 1, "GITHUB_PRIVATE_KEY": key, "GITHUB_WEBHOOK_SECRET": "hook-secret-7b1c"}


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """An environment without any of our variables, in an empty folder."""
    for field in Settings.model_fields.values():
        if field.alias:
            monkeypatch.delenv(field.alias, raising=False)
    monkeypatch.chdir(tmp_path)
    return monkeypatch


def problems(values: dict[str, object]) -> tuple[str, ...]:
    with pytest.raises(ConfigurationError) as caught:
        given_settings(values)
    return caught.value.problems


def test_every_missing_key_is_named_at_once(environment: pytest.MonkeyPatch) -> None:
    """A start without configuration tells all that is needed, not the first thing."""
    with pytest.raises(ConfigurationError) as caught:
        read_settings()
    named = {problem.partition(":")[0] for problem in caught.value.problems}
    assert named == {"GITHUB_APP_ID", "GITHUB_PRIVATE_KEY", "GITHUB_WEBHOOK_SECRET"}
    assert all(name in str(caught.value) for name in named)


def test_missing_and_wrong_keys_of_both_kinds_are_named_together(key: str) -> None:
    """A wrong limit does not hide a missing secret."""
    found = problems({"GITHUB_APP_ID": "x", "GITHUB_PRIVATE_KEY": key, "OBELIZE_LIMIT_RUNS": 0})
    assert [problem.partition(":")[0] for problem in found] == [
        "OBELIZE_LIMIT_RUNS",
        "GITHUB_APP_ID",
        "GITHUB_WEBHOOK_SECRET",
    ]


@pytest.mark.parametrize("name", ["GITHUB_WEBHOOK_SECRET", "GITHUB_PRIVATE_KEY", "GITHUB_APP_ID"])
def test_an_empty_variable_is_a_missing_one(
    name: str, complete: dict[str, object], environment: pytest.MonkeyPatch
) -> None:
    """`SECRET=` in a file does not become the empty secret, which everybody knows."""
    for other, value in complete.items():
        environment.setenv(other, str(value))
    environment.setenv(name, "")
    with pytest.raises(ConfigurationError, match=name):
        read_settings()


def test_the_environment_and_the_file_are_read(
    complete: dict[str, object], environment: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A variable beats the line of `.env` with the same name."""
    for name, value in complete.items():
        environment.setenv(name, str(value))
    environment.setenv("OBELIZE_LIMIT_RUNS", "5")
    (tmp_path / ".env").write_text("OBELIZE_LIMIT_API_CALLS=77\nOBELIZE_LIMIT_RUNS=9\nPORT=9001\nSOMETHING_ELSE=1\n")
    settings = read_settings()
    assert (settings.limits.runs, settings.limits.api_calls, settings.port) == (5, 77, 9001)


@pytest.fixture
def kept(complete: dict[str, object], environment: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, str]:
    """An App that setup registered at an Enterprise server, in the data folder that the environment names."""
    environment.setenv("OBELIZE_DATA", str(tmp_path / "kept"))
    variables = {name: str(value) for name, value in complete.items()} | {"GITHUB_URL": "https://ghe.example.org"}
    keep_app(tmp_path / "kept", variables)
    return variables


def test_the_app_that_setup_kept_is_read_where_nothing_names_another(
    kept: dict[str, str], environment: pytest.MonkeyPatch
) -> None:
    """An App is taken as a whole, from outside or from the file: half of each is none."""
    settings = read_settings_if_registered()
    assert settings is not None
    assert (settings.app_id, settings.github_api_url) == (1, "https://ghe.example.org/api/v3")
    environment.setenv("GITHUB_WEBHOOK_SECRET", "another")
    with pytest.raises(ConfigurationError, match="GITHUB_APP_ID"):
        read_settings()


def test_an_app_of_another_github_is_refused(kept: dict[str, str], environment: pytest.MonkeyPatch) -> None:
    environment.setenv("GITHUB_URL", "https://github.com")
    with pytest.raises(ConfigurationError, match=r"ghe\.example\.org"):
        read_settings()


def test_the_kept_app_is_for_the_servers_own_user_and_is_written_once(kept: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "kept" / FILE_NAME
    before = path.read_bytes()
    assert path.stat().st_mode & 0o777 == 0o600
    with pytest.raises(KeptAppError, match="there already"):
        keep_app(tmp_path / "kept", kept)
    assert not can_keep_app(tmp_path / "kept")
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == [FILE_NAME]


@pytest.mark.parametrize(
    "text", ["", "[]", '{"GITHUB_APP_ID": 1}', '{"OBELIZE_HOST": "0.0.0.0"}', "{" * 100_000], ids=str.__len__
)
def test_a_kept_app_of_another_form_is_one_sentence(
    text: str, kept: dict[str, str], tmp_path: Path, environment: pytest.MonkeyPatch
) -> None:
    (tmp_path / "kept" / FILE_NAME).write_text(text)
    with pytest.raises(ConfigurationError, match=r"app\.json"):
        read_settings_if_registered()


def test_without_an_app_the_rest_is_read_all_the_same(environment: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """And one variable of an App is an App that is incomplete, not none."""
    environment.setenv("PORT", "8123")
    environment.setenv("GITHUB_URL", "https://octo.ghe.com/")
    assert read_settings_if_registered() is None
    settings = read_server_settings()
    assert (settings.public_url, settings.github_api_url) == ("http://127.0.0.1:8123", "https://api.octo.ghe.com")
    environment.setenv("OBELIZE_MODEL_CONCURRENCY", "0")
    with pytest.raises(ConfigurationError, match="OBELIZE_MODEL_CONCURRENCY"):
        read_settings_if_registered()
    environment.delenv("OBELIZE_MODEL_CONCURRENCY")
    (tmp_path / ".env").write_text("GITHUB_APP_ID=1\n")
    with pytest.raises(ConfigurationError, match="GITHUB_WEBHOOK_SECRET"):
        read_settings_if_registered()


def test_given_settings_do_not_look_at_the_environment(
    complete: dict[str, object], environment: pytest.MonkeyPatch
) -> None:
    """The playground's made-up settings cannot be changed by what is set outside."""
    environment.setenv("PORT", "9001")
    environment.setenv("OBELIZE_LIMIT_RUNS", "9")
    settings = given_settings(complete)
    assert (settings.port, settings.limits.runs) == (8000, 2)


def test_no_secret_is_shown(complete: dict[str, object], key: str) -> None:
    """Neither the repr nor a problem repeats a secret, a key or a database's password."""
    database = "postgresql://bot:db-password-9d2e@localhost/obelize"
    settings = given_settings(
        complete
        | {"OBELIZE_DATABASE_URL": database, "GITHUB_CLIENT_ID": "Iv1", "GITHUB_CLIENT_SECRET": "client-secret-11aa"}
    )
    shown = repr(settings) + str(settings) + "\n".join(problems({"GITHUB_PRIVATE_KEY": "key-text-5f5f"}))
    for secret in ("hook-secret-7b1c", "db-password-9d2e", "client-secret-11aa", "key-text-5f5f", key.split("\n")[1]):
        assert secret not in shown
    assert settings.database_address.get_secret_value() == database


def test_the_key_comes_from_text_or_from_a_file(complete: dict[str, object], key: str, tmp_path: Path) -> None:
    """A variable of one line may spell its line ends as backslash n."""
    path = tmp_path / "key.pem"
    path.write_text(key)
    from_text = given_settings(complete | {"GITHUB_PRIVATE_KEY": key.replace("\n", "\\n")})
    without = {name: value for name, value in complete.items() if name != "GITHUB_PRIVATE_KEY"}
    from_file = given_settings(without | {"GITHUB_PRIVATE_KEY_PATH": path})
    assert from_text.private_key.get_secret_value() == from_file.private_key.get_secret_value() == key


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        pytest.param({"GITHUB_PRIVATE_KEY_PATH": "x"}, "not both", id="the key is given twice"),
        pytest.param({"GITHUB_PRIVATE_KEY": "none"}, "PEM", id="the key is no key"),
        pytest.param(
            {"GITHUB_PRIVATE_KEY": pem(ec.generate_private_key(ec.SECP256R1()))}, "RSA", id="the key is not an RSA key"
        ),
        pytest.param({"OBELIZE_HOST": "192.0.2.1"}, "OBELIZE_PUBLIC_URL", id="bound to the world, address unknown"),
        pytest.param({"OBELIZE_PUBLIC_URL": "ftp://example.org"}, "OBELIZE_PUBLIC_URL", id="an address of no web page"),
        pytest.param({"GITHUB_API_URL": "https://me:pw@host"}, "GITHUB_API_URL", id="an address that holds a password"),
        pytest.param({"GITHUB_CLIENT_ID": "Iv1"}, "GITHUB_CLIENT_SECRET", id="half of the client's pair"),
        pytest.param({"PORT": 70_000}, "PORT", id="a port that there is not"),
        pytest.param({"OBELIZE_COMMIT_SUBJECT": "chore"}, "OBELIZE_COMMIT_SUBJECT", id="a subject without its place"),
        pytest.param({"OBELIZE_COMMIT_SUBJECT": "a\n{subject}"}, "one line", id="a subject of two lines"),
        pytest.param({"OBELIZE_MODEL_JUDGMENT": "critic,cook"}, "stages of the relay", id="a stage that there is not"),
        pytest.param({"OBELIZE_MODEL_PROVIDER": "openai_compat"}, "is needed", id="a model without its address"),
        pytest.param({"OBELIZE_DATAA": "x"}, "OBELIZE_DATAA", id="a name that there is not"),
    ],
)
def test_wrong_settings_are_refused(complete: dict[str, object], change: dict[str, object], sentence: str) -> None:
    assert any(sentence in problem for problem in problems(complete | change))


def test_what_is_derived(complete: dict[str, object], tmp_path: Path) -> None:
    """Unless set, everything lies in the data folder, and the public address is the bound one."""
    settings = given_settings(complete | {"OBELIZE_DATA": tmp_path, "PORT": 8123})
    assert settings.database_address.get_secret_value() == f"sqlite:///{tmp_path}/obelize.sqlite3"
    assert settings.artifacts_address == (tmp_path / "artifacts").as_uri()
    assert settings.cache_folder == tmp_path / "cache"
    assert settings.public_url == "http://127.0.0.1:8123"
    assert given_settings(complete | {"OBELIZE_HOST": "::1"}).public_url == "http://[::1]:8000"
    assert (settings.github_url, settings.github_api_url) == ("https://github.com", "https://api.github.com")
    assert settings.model_provider is ProviderName.NONE


def test_settings_cannot_be_changed(complete: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="frozen"):
        given_settings(complete).port = 1  # type: ignore[misc]


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.9.1", "::1", "[::1]", "localhost", "LOCALHOST.", "a.localhost"])
def test_loopback(host: str) -> None:
    assert is_loopback_name(host)


@pytest.mark.parametrize(
    "host",
    ["", "0.0.0.0", "::", "10.0.0.1", "localhost.example.org", "example.org", "127.0.0.1.x"],  # noqa: S104
)
def test_not_loopback(host: str) -> None:
    assert not is_loopback_name(host)


def test_a_bucket_is_reached_by_what_the_operator_names(complete: dict[str, object]) -> None:
    """Whatever is left out is left to obstore; http goes to loopback only."""
    named = {
        "OBELIZE_ARTIFACTS_URL": "s3://bucket/some/where",
        "OBELIZE_ARTIFACTS_ENDPOINT": "http://127.0.0.1:9000/",
        "OBELIZE_ARTIFACTS_REGION": "eu-north-7",
        "OBELIZE_ARTIFACTS_KEY_ID": "id",
        "OBELIZE_ARTIFACTS_SECRET": "hush",
    }
    bucket = given_settings({**complete, **named}).bucket
    assert bucket == Bucket("http://127.0.0.1:9000", "eu-north-7", "id", SecretStr("hush"), allow_http=True)
    assert given_settings({**complete, "OBELIZE_ARTIFACTS_URL": "s3://bucket"}).bucket == Bucket()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("OBELIZE_ARTIFACTS_URL", "gopher://example.org/x"),
        ("OBELIZE_ARTIFACTS_URL", "s3:///prefix"),
        ("OBELIZE_ARTIFACTS_URL", "s3://id:hush@bucket"),
        ("OBELIZE_ARTIFACTS_URL", "s3://bucket?secret=hush"),
        ("OBELIZE_ARTIFACTS_ENDPOINT", "http://storage.example.org"),
        ("OBELIZE_ARTIFACTS_SECRET", "hush"),
    ],
)
def test_a_place_for_artifacts_that_cannot_be_used_stops_the_start(
    complete: dict[str, object], name: str, value: str
) -> None:
    with pytest.raises(ConfigurationError, match=name) as caught:
        given_settings({**complete, name: value})
    assert "hush" not in str(caught.value)
