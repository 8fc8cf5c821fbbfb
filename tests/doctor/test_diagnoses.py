"""What `obelize doctor` makes of what it sees: each fault has its line and says how to mend it, and no other line."""

from typing import Any

import pytest

from bot.doctor.diagnoses import diagnoses, is_well, of_settings
from bot.models.health import AppFacts, DatabaseFacts, Delivery, Facts, Granted, ModelFacts
from bot.vocabulary import Health, Part

HOOK = "https://bot.example.org/webhooks/github"
SETTINGS = "https://github.com/settings/apps/obelize"
WANTED = {"checks": "write", "metadata": "read"}
ARRIVED, LOST, UNSIGNED = (Delivery(event="push", status_code=code) for code in (202, 502, 401))
WELL_APP = AppFacts(
    status=200,
    failure=None,
    ahead=-1.4,
    slug="obelize",
    settings_url=SETTINGS,
    permissions=WANTED,
    events=("push", "status"),
    hook_url=HOOK,
    hook_secret=True,
    deliveries=(ARRIVED, LOST),
    installations=(Granted(account="octo", permissions=WANTED, settings_url="https://github.com/x/1"),),
)
UNANSWERED = AppFacts(
    status=None, failure="GitHub cannot be reached", ahead=None, slug=None, settings_url=None, permissions=None,
    events=None, hook_url=None, hook_secret=None, deliveries=None, installations=None,
)  # fmt: skip


def facts(app: AppFacts = WELL_APP, **other: Any) -> Facts:
    well: dict[str, Any] = {
        "api_url": "https://api.github.com",
        "hook_url": HOOK,
        "wanted_permissions": WANTED,
        "wanted_events": ("push", "status"),
        "shared_files": (),
        "app": app,
        "database": DatabaseFacts(failure=None, revision="0006", newest="0006", journal="wal"),
        "storage_failure": None,
        "git_version": (2, 39, 5),
        "model": None,
    }
    return Facts(**(well | other))


def app(**change: Any) -> Facts:
    return facts(WELL_APP.model_copy(update=change))


def refused(status: int) -> Facts:
    return facts(UNANSWERED.model_copy(update={"status": status, "ahead": 0.0}))


def test_where_all_is_well_every_part_says_so() -> None:
    found = diagnoses(facts())
    assert [each.part for each in found] == list(Part)
    assert {each.health for each in found} == {Health.WELL}
    assert is_well(found)
    assert all(not each.mend for each in found)


@pytest.mark.parametrize(
    ("seen", "part", "sentence", "mend"),
    [
        pytest.param(refused(404), Part.KEY, "no App", "GITHUB_APP_ID", id="another App's number"),
        pytest.param(refused(401), Part.KEY, "does not accept", "private key", id="a key that was revoked"),
        pytest.param(facts(UNANSWERED), Part.KEY, "no answer", "GITHUB_API_URL", id="a GitHub that does not answer"),
        pytest.param(facts(shared_files=("data/app.json",)), Part.KEY, "Other users", "chmod 600", id="a key for all to read"),
        pytest.param(app(ahead=61.0), Part.CLOCK, "61 s ahead", "NTP", id="a clock that is a minute fast"),
        pytest.param(app(ahead=-600.0), Part.CLOCK, "600 s behind", "NTP", id="a clock that is slow"),
        pytest.param(app(permissions={"checks": "read"}, installations=()), Part.PERMISSIONS, "checks: write, metadata: read", f"{SETTINGS}/permissions", id="an App that asks for less"),
        pytest.param(app(installations=(Granted(account="octo", permissions={"metadata": "read"}, settings_url="https://x/7"),)), Part.PERMISSIONS, "octo has not granted checks: write", "https://x/7", id="an owner who has not accepted yet"),
        pytest.param(app(events=("push",)), Part.EVENTS, "not sent status", SETTINGS, id="an event that is not subscribed"),
        pytest.param(app(hook_url="https://old.example.org/"), Part.WEBHOOK, "delivers to https://old.example.org/", "OBELIZE_PUBLIC_URL", id="an address of before"),
        pytest.param(app(hook_secret=False), Part.WEBHOOK, "no secret", "GITHUB_WEBHOOK_SECRET", id="no secret at GitHub"),
        pytest.param(app(deliveries=(LOST, ARRIVED)), Part.DELIVERIES, "failed with 502, 1 of the last 2 attempts", "proxy", id="a server that is not reached"),
        pytest.param(app(deliveries=(UNSIGNED,)), Part.DELIVERIES, "401", "secret", id="two secrets that differ"),
        pytest.param(facts(database=DatabaseFacts(failure="OperationalError", revision=None, newest="2", journal=None)), Part.DATABASE, "OperationalError", "OBELIZE_DATABASE_URL", id="no database"),
        pytest.param(facts(database=DatabaseFacts(failure=None, revision="1", newest="2", journal="wal")), Part.DATABASE, "revision 1", "obelize serve", id="tables of before"),
        pytest.param(facts(database=DatabaseFacts(failure=None, revision="2", newest="2", journal="delete")), Part.DATABASE, "delete", "WAL", id="a journal that is slow"),
        pytest.param(facts(storage_failure="artifacts: PermissionError"), Part.STORAGE, "PermissionError", "OBELIZE_ARTIFACTS_URL", id="a storage that cannot be written"),
        pytest.param(facts(git_version=None), Part.GIT, "not found", "2.31", id="no git"),
        pytest.param(facts(git_version=(2, 30, 2)), Part.GIT, "2.30.2", "2.31", id="a git that is too old"),
    ],
)  # fmt: skip
def test_each_fault_is_one_line_that_says_how_to_mend_it(seen: Facts, part: Part, sentence: str, mend: str) -> None:
    found = diagnoses(seen)
    (problem,) = [each for each in found if each.health is Health.PROBLEM]
    assert problem.part is part
    assert sentence in problem.sentence
    assert mend in problem.mend
    assert not is_well(found)
    assert {each.part for each in found} == set(Part)


def test_what_github_does_not_say_is_unknown_and_no_fault_of_its_own() -> None:
    found = {each.part: each.health for each in diagnoses(facts(UNANSWERED))}
    silent = {Part.CLOCK, Part.PERMISSIONS, Part.EVENTS, Part.WEBHOOK, Part.DELIVERIES}
    assert {part for part, health in found.items() if health is Health.UNKNOWN} == silent


def test_a_model_is_named_by_its_host_and_never_by_its_key() -> None:
    model = ModelFacts(name="tiny", host="127.0.0.1:11434", key_variable="MY_KEY", has_key=False)
    (line,) = [each for each in diagnoses(facts(model=model)) if each.part is Part.MODEL]
    assert line.health is Health.WELL
    assert line.sentence == "tiny at 127.0.0.1:11434, without a key (MY_KEY is not set); it was not called."


def test_settings_that_cannot_be_used_are_a_line_each() -> None:
    found = of_settings(("PORT: is wrong", "GITHUB_APP_ID: is missing"))
    assert [each.sentence for each in found] == ["PORT: is wrong.", "GITHUB_APP_ID: is missing."]
    (nothing,) = of_settings(())
    assert "obelize serve" in nothing.mend
