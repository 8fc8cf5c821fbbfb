"""`check_run` and `check_suite`: somebody pressed "Re-run", "Re-run all checks" or a button of ours, or other CI ended.

Pull requests are found by the head in our own rows: GitHub names none of them for a fork.
"""

from bot.conversation.buttons import verb_of
from bot.models.decision import AskVerdict, Decision, PressButton, RunHeadAgain, nothing
from bot.models.run_key import run_key_of
from bot.vocabulary import DeliveryOutcome
from webhooks.events.payload import Check, CheckRunPayload, CheckSuitePayload, Event, InRepository, PressedPayload


def check_run_rerequested(event: Event) -> Decision:
    """Our run of one pull request is wanted again; which one, its `external_id` says, which only we could write."""
    asked = CheckRunPayload.read(event.payload)
    key = run_key_of(asked.check_run.external_id or "")
    return _again(asked, asked.check_run, event.app_id, key.pull if key else None)


def check_run_requested_action(event: Event) -> Decision:
    """A button of our check: a command, by the same people."""
    pressed = PressedPayload.read(event.payload)
    if pressed.check_run.app.id != event.app_id:
        return nothing(DeliveryOutcome.IGNORED_OTHER_APP)
    if not pressed.sender.is_person:
        return nothing(DeliveryOutcome.IGNORED_BOT)
    key = run_key_of(pressed.check_run.external_id or "")
    verb = verb_of(pressed.requested_action.identifier)
    if key is None or key.repository_id != pressed.repository.id or verb is None:
        return nothing(DeliveryOutcome.IGNORED_NO_COMMAND)
    return PressButton(
        installation_id=pressed.installation.id,
        repository=pressed.repository.facts,
        run=key,
        verb=verb,
        speaker_id=pressed.sender.id,
        speaker=pressed.sender.login,
    )


def check_suite_rerequested(event: Event) -> Decision:
    """All our runs on the commit are wanted again."""
    asked = CheckSuitePayload.read(event.payload)
    return _again(asked, asked.check_suite, event.app_id, None)


def check_suite_completed(event: Event) -> Decision:
    """Other CI has come to an end on a commit; more of it may follow."""
    told = CheckSuitePayload.read(event.payload)
    if told.check_suite.app.id == event.app_id:
        return nothing(DeliveryOutcome.IGNORED_OWN_CHECK)
    return AskVerdict(
        installation_id=told.installation.id, repository=told.repository.facts, sha=told.check_suite.head_sha
    )


def _again(payload: InRepository, check: Check, app_id: int, pull: int | None) -> Decision:
    if check.app.id != app_id:
        return nothing(DeliveryOutcome.IGNORED_OTHER_APP)
    return RunHeadAgain(
        installation_id=payload.installation.id,
        repository=payload.repository.facts,
        head_sha=check.head_sha,
        pull=pull,
    )
