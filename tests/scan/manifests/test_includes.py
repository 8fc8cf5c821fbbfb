"""Which files a dependency file brings in: pip, "Requirements File Format": paths are relative to the file."""

import pytest

from bot.scan.manifests.includes import included_paths
from bot.scan.manifests.selection import ManifestForm, is_unread_form, manifest_form

REQUIREMENTS = ManifestForm.REQUIREMENTS_TXT


@pytest.mark.parametrize(
    ("form", "path", "text", "included"),
    [
        pytest.param(REQUIREMENTS, "requirements.txt", "-r base.txt\n--requirement dev\n", {"base.txt", "dev"}, id="-r and --requirement"),
        pytest.param(REQUIREMENTS, "r/requirements.txt", "-c ../c.txt\n--constraint=x\n-ry\n", {"c.txt", "r/x", "r/y"}, id="-c, an equals sign, no space"),
        pytest.param(REQUIREMENTS, "requirements.txt", "-r ../up.txt\n-r /etc/x\n-r https://x.example/y\n-r a/../../b\n", set(), id="never out of the tree"),
        pytest.param(REQUIREMENTS, "requirements.txt", "# -r base.txt\npytest -r no\n", set(), id="the neighbours: a comment, an option of something else"),
        pytest.param(ManifestForm.TOX_INI, "tox.ini", "deps =\n  -rdev.txt\n  py39: -r old.txt\n", {"dev.txt", "old.txt"}, id="tox"),
        pytest.param(ManifestForm.DOCKERFILE, "d/Dockerfile", "RUN pip install -U -r deps.txt -c c.txt\nRUN rm -r src\n", {"d/deps.txt", "d/c.txt"}, id="a Dockerfile, its pip lines alone"),
        pytest.param(ManifestForm.WORKFLOW, ".github/workflows/ci.yml", "- run: pip install -r ci/reqs\n- run: cp -r a b\n", {"ci/reqs"}, id="a workflow runs at the root"),
        pytest.param(ManifestForm.ENVIRONMENT_YML, "environment.yml", "  - pip:\n    - -r deps.txt\n", {"deps.txt"}, id="conda's pip list"),
        pytest.param(ManifestForm.SETUP_CFG, "setup.cfg", "[metadata]\nlong_description = file: README.rst\n[options]\ninstall_requires = file: a.txt, b.txt\n", {"a.txt", "b.txt"}, id="setup.cfg's file directive, not its readme"),
        pytest.param(ManifestForm.PYPROJECT_TOML, "pyproject.toml", "[tool.setuptools.dynamic]\nreadme = {file = ['README.md']}\ndependencies = {file = ['a.txt']}\n", {"a.txt"}, id="setuptools' dynamic dependencies, not its readme"),
        pytest.param(ManifestForm.SETUP_PY, "setup.py", "-r x\n", set(), id="a form that includes nothing"),
    ],
)  # fmt: skip
def test_included_paths(form: ManifestForm, path: str, text: str, included: set[str]) -> None:
    assert included_paths(form, path, text.encode()) == included


@pytest.mark.parametrize(
    "text", [b"-r \xff\n", b"-r a\0b\n", b"-r\n", b"-r " * 50_000, b"dependencies" * 50_000, b"pip install " * 50_000]
)
@pytest.mark.parametrize("form", ManifestForm)
def test_hostile_bytes_include_nothing(form: ManifestForm, text: bytes) -> None:
    assert not {path for path in included_paths(form, "x", text) if path != "-r"}


def test_at_most_a_thousand_are_followed() -> None:
    text = b"".join(b"-r f%d\n" % number for number in range(5_000))
    assert len(included_paths(REQUIREMENTS, "requirements.txt", text)) == 1_000


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("requirements.txt", "requirements.txt"), ("requirements-dev.in", "requirements.txt"), ("requirements/base.txt", "requirements.txt"),
        ("dev_requirements.txt", "requirements.txt"), ("constraints.txt", "requirements.txt"), ("a/pyproject.toml", "pyproject.toml"),
        ("setup.cfg", "setup.cfg"), ("setup.py", "setup.py"), ("Pipfile", "Pipfile"), ("environment-dev.yaml", "environment.yml"),
        ("tox.ini", "tox.ini"), ("docker/Dockerfile.prod", "Dockerfile"), ("app.dockerfile", "Dockerfile"),
        (".github/workflows/ci.yml", "workflow"), ("uv.lock", "uv.lock"), ("pylock.dev.toml", "pylock.toml"), ("Pipfile.lock", "Pipfile.lock"),
        ("docs/words.txt", None), ("Dockerfiles.md", None), ("workflows/ci.yml", None), ("my_setup.py", None), ("pylock.a.b.toml", None),
    ],
)  # fmt: skip
def test_the_form_is_told_by_the_path(path: str, form: str | None) -> None:
    found = manifest_form(path)
    assert (found.value if found is not None else None) == form
    assert not is_unread_form(path)


def test_every_form_is_declaring_reported_or_a_lock_file() -> None:
    for form in ManifestForm:
        assert [form.declares, form.is_reported_only, form.is_lock].count(True) == 1
