"""The handlers: what each event means, and that no payload breaks one."""

import hashlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any, get_args, get_origin

import githubkit_schemas.v2026_03_10.models as github
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from bot.models import decision as made
from bot.models.decision import Decision, PullFacts, RepositoryFacts
from bot.models.run_key import RunKey
from bot.vocabulary import CommandVerb, DeliveryOutcome, RunDemand
from tests.webhooks import payloads
from tests.webhooks.payloads import BASE, HEAD, Payload
from tests.webhooks.serving import APP_ID
from webhooks.events import payload as parts
from webhooks.events.handlers import HANDLERS, decide

APP = RepositoryFacts(id=7, full_name="octo/app", private=True, default_branch="main")
SHORT = RepositoryFacts(id=7, full_name="octo/app", private=False, default_branch=None)
NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
EXTERNAL_ID = f"7/3/{HEAD}/1"


def facts(*, closed: bool = False) -> PullFacts:
    return PullFacts(number=3, head_sha=HEAD, base_sha=BASE, closed=closed, updated_at=NOON)


def started(demand: RunDemand) -> Decision:
    return made.StartRun(installation_id=5, repository=APP, pull=facts(), demand=demand)


def rerun(pull: int | None) -> Decision:
    return made.RunHeadAgain(installation_id=5, repository=APP, head_sha=HEAD, pull=pull)


def edited(**changes: object) -> Payload:
    return payloads.pull_request("edited") | {"changes": changes}


SPOKEN = "/obelize help"
A_BOT = {"login": "helper[bot]", "id": 4, "type": "Bot"}
PRESSED = made.PressButton(
    installation_id=5,
    repository=APP,
    run=RunKey(repository_id=7, pull=3, head_sha=HEAD, attempt=1),
    verb=CommandVerb.APPLY,
    speaker_id=2,
    speaker="octocat",
)


def heard(body: str, *, is_pull: bool = True) -> Decision:
    return made.HearComment(
        installation_id=5,
        repository=APP,
        number=3,
        is_pull=is_pull,
        comment_id=11,
        speaker_id=2,
        speaker="octocat",
        lines=(SPOKEN,),
        body_sha256=hashlib.sha256(body.encode()).hexdigest(),
        spoken_at=NOON,
    )


def written_by(**comment: object) -> Payload:
    payload = payloads.issue_comment("created", SPOKEN)
    return payload | {"comment": payload["comment"] | comment}


ONCE = started(RunDemand.ONCE)
ASKED = made.AskVerdict(installation_id=5, repository=APP, sha=HEAD)
RECORDED = made.RecordRepository(installation_id=5, repository=APP)
OTHER = payloads.short_repository(8, "octo/other")


@pytest.mark.parametrize(
    ("event", "payload", "expected"),
    [
        pytest.param("pull_request", payloads.pull_request("opened"), ONCE, id="opened: a run of the head"),
        pytest.param("pull_request", payloads.pull_request("synchronize"), ONCE, id="synchronize: a run of the head"),
        pytest.param("pull_request", payloads.pull_request("reopened"), ONCE, id="reopened: a run, if there was none"),
        pytest.param(
            "pull_request", payloads.pull_request("ready_for_review"), ONCE, id="ready for review: a run, if none"
        ),
        pytest.param(
            "push",
            payloads.push(),
            made.ScanBranch(installation_id=5, repository=APP, head_sha=HEAD),
            id="a push to the default branch: it is scanned",
        ),
        pytest.param(
            "push",
            payloads.push("refs/heads/other"),
            made.nothing(DeliveryOutcome.IGNORED_OTHER_BRANCH),
            id="a push to another branch: nothing",
        ),
        pytest.param(
            "push",
            payloads.push("refs/tags/main"),
            made.nothing(DeliveryOutcome.IGNORED_OTHER_BRANCH),
            id="a tag of the branch's name: nothing",
        ),
        pytest.param(
            "push",
            payloads.push(after="0" * 40, deleted=True),
            made.nothing(DeliveryOutcome.IGNORED_OTHER_BRANCH),
            id="the default branch is deleted: nothing",
        ),
        pytest.param(
            "pull_request",
            edited(base={"ref": {"from": "old"}, "sha": {"from": BASE}}),
            started(RunDemand.AGAIN),
            id="another base branch: one more run, for the diff is another",
        ),
        pytest.param(
            "pull_request",
            edited(title={"from": "old"}),
            made.nothing(DeliveryOutcome.IGNORED_UNCHANGED),
            id="another title: nothing",
        ),
        pytest.param(
            "pull_request",
            payloads.pull_request("closed", state="closed"),
            made.ClosePull(installation_id=5, repository=APP, pull=facts(closed=True)),
            id="closed: runs end",
        ),
        pytest.param(
            "pull_request",
            payloads.pull_request("labeled"),
            made.nothing(DeliveryOutcome.IGNORED_ACTION),
            id="labeled: nothing",
        ),
        pytest.param(
            "check_run", payloads.check_run("rerequested", EXTERNAL_ID), rerun(3), id="Re-run: of the run's own pull"
        ),
        pytest.param(
            "check_run", payloads.check_run("rerequested", "?"), rerun(None), id="Re-run of a run without our id"
        ),
        pytest.param(
            "check_run",
            payloads.check_run("rerequested", EXTERNAL_ID, app_id=APP_ID + 1),
            made.nothing(DeliveryOutcome.IGNORED_OTHER_APP),
            id="Re-run of another App's run: nothing, though it imitates our id",
        ),
        pytest.param(
            "check_run",
            payloads.check_run("completed"),
            made.nothing(DeliveryOutcome.IGNORED_ACTION),
            id="a check was completed: nothing",
        ),
        pytest.param("check_run", payloads.pressed("apply", EXTERNAL_ID), PRESSED, id="a button: a command"),
        pytest.param(
            "check_run",
            payloads.pressed("apply", EXTERNAL_ID, app_id=APP_ID + 1),
            made.nothing(DeliveryOutcome.IGNORED_OTHER_APP),
            id="a button of another App's run: nothing, though it imitates our id",
        ),
        pytest.param(
            "check_run",
            payloads.pressed("reboot", EXTERNAL_ID),
            made.nothing(DeliveryOutcome.IGNORED_NO_COMMAND),
            id="a button that we do not have",
        ),
        pytest.param(
            "check_run",
            payloads.pressed("apply", EXTERNAL_ID.replace("7/", "8/", 1)),
            made.nothing(DeliveryOutcome.IGNORED_NO_COMMAND),
            id="a button of a run in another repository",
        ),
        pytest.param(
            "check_run",
            payloads.pressed("apply", EXTERNAL_ID) | {"sender": A_BOT},
            made.nothing(DeliveryOutcome.IGNORED_BOT),
            id="a button that a program pressed",
        ),
        pytest.param(
            "issue_comment", payloads.issue_comment("created", f"Hi\n{SPOKEN}"), heard(f"Hi\n{SPOKEN}"), id="a command"
        ),
        pytest.param(
            "issue_comment",
            payloads.issue_comment("created", SPOKEN, is_pull=False),
            heard(SPOKEN, is_pull=False),
            id="a command on an issue",
        ),
        pytest.param(
            "issue_comment",
            payloads.issue_comment("created", "Thanks"),
            made.nothing(DeliveryOutcome.IGNORED_NO_COMMAND),
            id="a comment that is none",
        ),
        pytest.param(
            "issue_comment",
            payloads.issue_comment("created", SPOKEN, state="closed"),
            made.nothing(DeliveryOutcome.IGNORED_CLOSED),
            id="a command where all is over",
        ),
        pytest.param(
            "issue_comment",
            payloads.issue_comment("created", SPOKEN) | {"sender": A_BOT},
            made.nothing(DeliveryOutcome.IGNORED_BOT),
            id="a command by a program",
        ),
        pytest.param(
            "issue_comment",
            written_by(performed_via_github_app={"id": 9, "slug": "helper"}),
            made.nothing(DeliveryOutcome.IGNORED_BOT),
            id="a command by a program in a person's name",
        ),
        pytest.param(
            "issue_comment",
            written_by(user={"login": "other", "id": 12, "type": "User"}),
            made.nothing(DeliveryOutcome.IGNORED_BOT),
            id="a command that the sender did not write",
        ),
        *(
            pytest.param(
                "issue_comment",
                payloads.issue_comment(action, SPOKEN),
                made.nothing(DeliveryOutcome.IGNORED_ACTION),
                id=f"a comment was {action}: nothing",
            )
            for action in ("edited", "deleted")
        ),
        pytest.param("check_suite", payloads.check_suite("rerequested"), rerun(None), id="Re-run all: every pull"),
        pytest.param(
            "check_suite",
            payloads.check_suite("rerequested", app_id=1),
            made.nothing(DeliveryOutcome.IGNORED_OTHER_APP),
            id="Re-run all of another App: nothing",
        ),
        pytest.param("check_suite", payloads.check_suite("completed", app_id=1), ASKED, id="other CI ended"),
        pytest.param(
            "check_suite",
            payloads.check_suite("completed"),
            made.nothing(DeliveryOutcome.IGNORED_OWN_CHECK),
            id="our own suite ended: nothing",
        ),
        pytest.param("status", payloads.status(), ASKED, id="other CI set a status"),
        pytest.param(
            "check_suite",
            payloads.check_suite("requested"),
            made.nothing(DeliveryOutcome.IGNORED_ACTION),
            id="a suite is requested on every push: nothing",
        ),
        pytest.param(
            "installation",
            payloads.installation("created"),
            made.RecordInstallation(installation_id=5, account="octo", repositories=(SHORT,)),
            id="installed: recorded",
        ),
        pytest.param(
            "installation",
            payloads.installation("new_permissions_accepted", []),
            made.RecordInstallation(installation_id=5, account="octo", repositories=()),
            id="permissions accepted: recorded",
        ),
        pytest.param(
            "installation",
            payloads.installation("deleted"),
            made.ForgetInstallation(installation_id=5),
            id="uninstalled: forgotten",
        ),
        pytest.param(
            "installation",
            payloads.installation("suspend"),
            made.SuspendInstallation(installation_id=5, account="octo", suspended=True),
            id="suspended: stops",
        ),
        pytest.param(
            "installation",
            payloads.installation("unsuspend"),
            made.SuspendInstallation(installation_id=5, account="octo", suspended=False),
            id="no longer suspended: goes on",
        ),
        pytest.param(
            "installation_repositories",
            payloads.installation_repositories("added", [payloads.short_repository(7, "octo/app")], []),
            made.ChangeRepositories(installation_id=5, account="octo", added=(SHORT,), removed=()),
            id="repositories were added",
        ),
        pytest.param(
            "installation_repositories",
            payloads.installation_repositories("removed", [], [OTHER]),
            made.ChangeRepositories(installation_id=5, account="octo", added=(), removed=(8,)),
            id="repositories were removed",
        ),
        *(
            pytest.param("repository", payloads.in_repository(action), RECORDED, id=f"repository {action}: recorded")
            for action in ("renamed", "transferred", "privatized", "publicized")
        ),
        pytest.param(
            "repository",
            payloads.in_repository("starred"),
            made.nothing(DeliveryOutcome.IGNORED_ACTION),
            id="an action of the future: nothing",
        ),
        pytest.param(
            "ping", {"zen": "Design for failure.", "hook_id": 1}, made.nothing(DeliveryOutcome.ANSWERED), id="ping"
        ),
        pytest.param(
            "brand_new_event",
            payloads.in_repository("created"),
            made.nothing(DeliveryOutcome.IGNORED_EVENT),
            id="an event of the future: nothing",
        ),
    ],
)
def test_what_an_event_means(event: str, payload: Payload, expected: Decision) -> None:
    assert decide(event, payload, APP_ID) == expected


def test_drafts_are_looked_at_like_any_other() -> None:
    payload = payloads.pull_request("opened")
    payload["pull_request"]["draft"] = True
    assert decide("pull_request", payload, APP_ID) == ONCE


def test_a_bots_pull_request_is_looked_at_like_any_other() -> None:
    """Most dependency bumps are a bot's."""
    payload = payloads.pull_request("opened") | {"sender": {"login": "dependabot[bot]", "id": 3, "type": "Bot"}}
    assert decide("pull_request", payload, APP_ID) == ONCE


@pytest.mark.parametrize("handler", HANDLERS, ids=lambda handler: handler.decide.__name__)
def test_a_handler_is_named_for_its_fact(handler: Any) -> None:
    """And its docstring says what it means."""
    name = handler.event if handler.action is None else f"{handler.event}_{handler.action}"
    assert handler.decide.__name__ == name
    assert handler.decide.__doc__


def test_the_list_is_sorted_and_names_nothing_twice() -> None:
    """It is read at a glance."""
    names = [(handler.event, handler.action or "") for handler in HANDLERS]
    assert names == sorted(set(names))


def test_a_repositorys_own_hook_is_not_an_installation() -> None:
    """Such a delivery is the same but for the missing `installation` (PEERS.md B3)."""
    payload = payloads.pull_request("opened")
    del payload["installation"]
    assert decide("pull_request", payload, APP_ID) == made.nothing(DeliveryOutcome.IGNORED_NO_INSTALLATION)


@pytest.mark.parametrize(
    ("bend", "place"),
    [
        pytest.param(lambda p: p.pop("pull_request"), "pull_request", id="no pull request"),
        pytest.param(lambda p: p["pull_request"]["head"].update(sha="abc"), "pull_request.head.sha", id="a short sha"),
        pytest.param(lambda p: p["repository"].update(id=2**63), "repository.id", id="a number beyond the database"),
        pytest.param(lambda p: p["repository"].update(id="7"), "repository.id", id="a number as text"),
        pytest.param(lambda p: p["repository"].update(id=True), "repository.id", id="a truth for a number"),
        pytest.param(lambda p: p["repository"].update(full_name="../x/y"), "repository.full_name", id="a path"),
        pytest.param(
            lambda p: p["repository"].update(default_branch="\ud800"),
            "repository.default_branch",
            id="half a character",
        ),
        pytest.param(lambda p: p["installation"].update(id=0), "installation.id", id="an installation number zero"),
        pytest.param(
            lambda p: p["pull_request"].update(updated_at="secret"), "pull_request.updated_at", id="a time that is none"
        ),
    ],
)
def test_an_incomplete_payload_is_told_by_its_place(bend: Any, place: str) -> None:
    """The place is in our own field names; what stands there is not repeated."""
    payload = payloads.pull_request("opened")
    bend(payload)
    assert decide("pull_request", payload, APP_ID) == made.nothing(DeliveryOutcome.IGNORED_INCOMPLETE, place)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def places(value: object, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield (*path, name)
            yield from places(inner, (*path, name))


MADE_BY: dict[str, Callable[[Any], dict[str, Any]]] = {
    "pull_request": lambda action: payloads.pull_request(action) | {"changes": {"base": {}}},
    "check_run": lambda action: payloads.check_run(action) | {"requested_action": {"identifier": "fix"}},
    "check_suite": payloads.check_suite,
    "installation": payloads.installation,
    "installation_repositories": lambda action: payloads.installation_repositories(action, [OTHER], [OTHER]),
    "issue_comment": payloads.issue_comment,
    "push": lambda _: payloads.push(),
    "status": lambda _: payloads.status(),
    "repository": payloads.in_repository,
    "ping": payloads.in_repository,
}
GOOD = {(one.event, one.action): MADE_BY[one.event](one.action) for one in HANDLERS}


@given(st.data())
def test_no_payload_breaks_a_handler(data: st.DataObject) -> None:
    """A good payload with anything in one place is still decided upon; GitHub's shapes are not ours to rely on."""
    event, action = data.draw(st.sampled_from(sorted(GOOD, key=str)))
    payload = dict(GOOD[event, action])
    place = data.draw(st.sampled_from(sorted(places(payload))))
    target = payload
    for name in place[:-1]:
        target[name] = dict(target[name])
        target = target[name]
    target[place[-1]] = data.draw(ANYTHING)
    assert isinstance(decide(event, payload, APP_ID), BaseModel)


READS: dict[str, type[parts.Part]] = {
    "WebhookPullRequestOpened": parts.PullPayload,
    "WebhookPullRequestSynchronize": parts.PullPayload,
    "WebhookPullRequestReopened": parts.PullPayload,
    "WebhookPullRequestReadyForReview": parts.PullPayload,
    "WebhookPullRequestClosed": parts.PullPayload,
    "WebhookPullRequestEdited": parts.EditedPullPayload,
    "WebhookCheckRunRequestedAction": parts.PressedPayload,
    "WebhookCheckRunRerequested": parts.CheckRunPayload,
    "WebhookCheckSuiteCompleted": parts.CheckSuitePayload,
    "WebhookCheckSuiteRerequested": parts.CheckSuitePayload,
    "WebhookIssueCommentCreated": parts.CommentPayload,
    "WebhookInstallationCreated": parts.InstallationPayload,
    "WebhookInstallationDeleted": parts.InstallationPayload,
    "WebhookInstallationNewPermissionsAccepted": parts.InstallationPayload,
    "WebhookInstallationSuspend": parts.InstallationPayload,
    "WebhookInstallationUnsuspend": parts.InstallationPayload,
    "WebhookInstallationRepositoriesAdded": parts.RepositoriesPayload,
    "WebhookInstallationRepositoriesRemoved": parts.RepositoriesPayload,
    "WebhookPush": parts.PushPayload,
    "WebhookRepositoryRenamed": parts.InRepository,
    "WebhookRepositoryTransferred": parts.InRepository,
    "WebhookRepositoryPrivatized": parts.InRepository,
    "WebhookRepositoryPublicized": parts.InRepository,
    "WebhookStatus": parts.StatusPayload,
}


def models_in(annotation: object) -> Iterator[type[BaseModel]]:
    """The models that an annotation names, behind unions, sequences and `Annotated`."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    elif get_origin(annotation) is not dict:
        for argument in get_args(annotation):
            yield from models_in(argument)


def unknown_to_github(ours: type[BaseModel], theirs: list[type[BaseModel]], path: str = "") -> Iterator[str]:
    for name, field in ours.model_fields.items():
        found = [
            known.annotation
            for model in theirs
            for key, known in model.model_fields.items()
            if (known.alias or key) == name
        ]
        if not found:
            yield f"{path}{name}"
        inner = [model for annotation in found for model in models_in(annotation)]
        for part in models_in(field.annotation):
            yield from unknown_to_github(part, inner, f"{path}{name}.")


@pytest.mark.parametrize("name", READS)
def test_every_field_that_is_read_is_githubs(name: str) -> None:
    """By GitHub's OpenAPI description, as githubkit generates it; a misspelt field would be ignored without a word."""
    assert list(unknown_to_github(READS[name], [getattr(github, name)])) == []


def test_a_misspelt_field_is_found() -> None:
    class Misspelt(parts.InRepository):
        pull_requests: parts.Pull

    assert list(unknown_to_github(Misspelt, [github.WebhookPullRequestOpened])) == [
        "pull_requests",
        "pull_requests.number",
        "pull_requests.state",
        "pull_requests.head",
        "pull_requests.head.sha",
        "pull_requests.base",
        "pull_requests.base.sha",
        "pull_requests.updated_at",
    ]


def test_every_handler_is_compared() -> None:
    """But ping, which reads nothing."""
    compared = {name.removeprefix("Webhook").lower() for name in READS}
    names = {handler.decide.__name__.replace("_", "") for handler in HANDLERS if handler.event != "ping"}
    assert names == compared
