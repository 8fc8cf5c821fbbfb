"""What is made of the facts: one line or more a part, in the order of `Part`. Pure."""

from collections.abc import Iterator, Sequence
from itertools import chain

from bot.models.health import AppFacts, DatabaseFacts, Diagnosis, Facts, ModelFacts
from bot.vocabulary import Health, Part

OLDEST_GIT = (2, 31)
"""The first with GIT_CONFIG_COUNT, which keeps a token out of every argument (git's release notes for 2.31)."""

_MOST_AHEAD = 30.0
"""Seconds. What we sign is dated a minute back and holds nine (GITHUB.md §1.1): half of the shorter is still well."""

_RANK = ("read", "write", "admin")
_NOT_FOUND, _UNAUTHORIZED = 404, 401


def diagnoses(facts: Facts) -> tuple[Diagnosis, ...]:
    """Every part, well or not."""
    parts = (
        [_well(Part.SETTINGS, "Complete.")],
        _key(facts),
        [_clock(facts.app)],
        _permissions(facts),
        [_events(facts)],
        _webhook(facts),
        [_deliveries(facts.app)],
        [_database(facts.database)],
        [_storage(facts.storage_failure)],
        [_git(facts.git_version)],
        [_model(facts.model)],
    )
    return tuple(chain.from_iterable(parts))


def of_settings(problems: Sequence[str]) -> tuple[Diagnosis, ...]:
    """Where the settings cannot be used, nothing else can be looked at; without problems no App is configured."""
    if not problems:
        mend = "Start `obelize serve` and open the address that it prints."
        return (_problem(Part.SETTINGS, "No App is configured.", mend),)
    return tuple(
        _problem(Part.SETTINGS, f"{each.rstrip('.')}.", "Set the variable, or its line in .env.") for each in problems
    )


def is_well(found: Sequence[Diagnosis]) -> bool:
    """Whether nothing has to be mended, as far as could be seen."""
    return all(each.health is not Health.PROBLEM for each in found)


def _key(facts: Facts) -> Iterator[Diagnosis]:
    app = facts.app
    match app.status:
        case None:
            yield _problem(
                Part.KEY,
                f"{facts.api_url} gave no answer: {app.failure}.",
                "Look at the network and at GITHUB_API_URL; if the key cannot sign, set another one.",
            )
        case status if status == _NOT_FOUND:
            yield _problem(Part.KEY, "GitHub knows no App of that number.", "Set GITHUB_APP_ID to the App's number.")
        case status if status == _UNAUTHORIZED:
            yield _problem(
                Part.KEY,
                f"GitHub does not accept what the key signs: {app.failure}.",
                "If the clock is right, make a new private key on the App's settings page and set it.",
            )
        case status if app.slug is None:
            yield _problem(Part.KEY, f"GitHub answers {status}: {app.failure}.", "Try again later.")
        case _:
            yield _well(Part.KEY, f"GitHub knows it as the key of the App {app.slug}.")
    for path in facts.shared_files:
        yield _problem(Part.KEY, f"Other users of this machine can read {path}.", f"chmod 600 {path}")


def _clock(app: AppFacts) -> Diagnosis:
    if app.ahead is None:
        return _unknown(Part.CLOCK, "GitHub gave no time to compare with.")
    seconds = round(abs(app.ahead))
    if abs(app.ahead) <= _MOST_AHEAD:
        return _well(Part.CLOCK, f"Within {max(seconds, 1)} s of GitHub's.")
    side = "ahead of" if app.ahead > 0 else "behind"
    return _problem(
        Part.CLOCK,
        f"It is {seconds} s {side} GitHub's; what is signed with a wrong time is refused.",
        "Let the machine set its clock by the network (NTP).",
    )


def _permissions(facts: Facts) -> Iterator[Diagnosis]:
    app = facts.app
    if app.permissions is None:
        yield _unknown(Part.PERMISSIONS, "GitHub did not say which the App has.")
        return
    lacking = _lacking(facts.wanted_permissions, app.permissions)
    if lacking:
        where = f"{app.settings_url}/permissions" if app.settings_url else "the App's settings page"
        yield _problem(
            Part.PERMISSIONS,
            f"The App does not ask for {lacking}.",
            f"Add it at {where}; every owner is then asked to accept.",
        )
    late = [each for each in app.installations or () if _lacking(app.permissions, each.permissions)]
    for each in late:
        yield _problem(
            Part.PERMISSIONS,
            f"{each.account} has not granted {_lacking(app.permissions, each.permissions)}.",
            f"Its owner accepts at {each.settings_url}",
        )
    if not lacking and not late:
        more = sorted(app.permissions.keys() - facts.wanted_permissions.keys())
        besides = f" The App also has {', '.join(more)}, which is never used." if more else ""
        count = "" if app.installations is None else f" by {_count(len(app.installations), 'installation')}"
        yield _well(Part.PERMISSIONS, f"All that app.yml names, granted{count}.{besides}")


def _lacking(wanted: dict[str, str], granted: dict[str, str]) -> str:
    """What is missing, as `name: level`; empty where nothing is."""
    return ", ".join(
        f"{name}: {level}" for name, level in sorted(wanted.items()) if _rank(granted.get(name)) < _rank(level)
    )


def _rank(level: str | None) -> int:
    return _RANK.index(level) if level in _RANK else -1


def _events(facts: Facts) -> Diagnosis:
    app = facts.app
    if app.events is None:
        return _unknown(Part.EVENTS, "GitHub did not say which it sends.")
    missing = [event for event in facts.wanted_events if event not in app.events]
    if missing:
        where = f"{app.settings_url}/permissions" if app.settings_url else "its settings page"
        return _problem(
            Part.EVENTS, f"The App is not sent {', '.join(missing)}.", f"Subscribe to events at the end of {where}."
        )
    return _well(Part.EVENTS, "All that app.yml names.")


def _webhook(facts: Facts) -> Iterator[Diagnosis]:
    app = facts.app
    if app.hook_url is None:
        yield _unknown(Part.WEBHOOK, "GitHub did not say where it delivers to.")
        return
    page = app.settings_url or "the App's settings page"
    if app.hook_url != facts.hook_url:
        yield _problem(
            Part.WEBHOOK,
            f"GitHub delivers to {app.hook_url or 'nowhere'}, and this server's address is {facts.hook_url}",
            f"Change the webhook's address at {page}, or OBELIZE_PUBLIC_URL here.",
        )
    if app.hook_secret is False:
        yield _problem(
            Part.WEBHOOK, "GitHub signs nothing: it has no secret.", f"Set GITHUB_WEBHOOK_SECRET's value at {page}."
        )
    if app.hook_url == facts.hook_url and app.hook_secret is not False:
        yield _well(Part.WEBHOOK, f"GitHub delivers to {app.hook_url} and signs it.")


def _deliveries(app: AppFacts) -> Diagnosis:
    if app.deliveries is None:
        return _unknown(Part.DELIVERIES, "GitHub did not say how they went.")
    if not app.deliveries:
        return _well(Part.DELIVERIES, "None was made in the last days.")
    failed = [each for each in app.deliveries if not 200 <= each.status_code < 300]
    newest, count = app.deliveries[0], len(app.deliveries)
    if newest not in failed:
        lost = f", {len(failed)} of the last {count} attempts did not" if failed else ""
        return _well(Part.DELIVERIES, f"The newest ({newest.event}) arrived{lost}.")
    sentence = (
        f"The newest ({newest.event}) failed with {newest.status_code}, {len(failed)} of the last {count} attempts did."
    )
    if newest.status_code == _UNAUTHORIZED:
        mend = "The secret on the App's settings page is another than GITHUB_WEBHOOK_SECRET: set both to the same."
    else:
        mend = "See that GitHub reaches the public address from outside: name, certificate, proxy, firewall."
    return _problem(Part.DELIVERIES, sentence, mend)


def _database(facts: DatabaseFacts) -> Diagnosis:
    if facts.failure is not None:
        return _problem(
            Part.DATABASE, f"It cannot be used: {facts.failure}.", "Look at OBELIZE_DATABASE_URL and OBELIZE_DATA."
        )
    if facts.revision is None:
        return _well(Part.DATABASE, "It is empty; the first start makes its tables.")
    if facts.revision != facts.newest:
        return _problem(
            Part.DATABASE,
            f"Its tables are of revision {facts.revision}, and this version's are of {facts.newest}.",
            "Start `obelize serve` of this version once, or install the version that made them.",
        )
    if facts.journal not in {None, "wal"}:
        return _problem(
            Part.DATABASE,
            f"SQLite's journal is {facts.journal}, which makes it slow.",
            "Start `obelize serve` once on a disk that lets SQLite use WAL, not on a network's.",
        )
    return _well(Part.DATABASE, "It opens, and its tables are this version's.")


def _storage(failure: str | None) -> Diagnosis:
    if failure is not None:
        return _problem(
            Part.STORAGE,
            f"It cannot be used: {failure}.",
            "Look at OBELIZE_ARTIFACTS_URL, its credentials, and the space that is left.",
        )
    return _well(Part.STORAGE, "A file was written, read and deleted.")


def _git(version: tuple[int, ...] | None) -> Diagnosis:
    oldest = _dotted(OLDEST_GIT)
    if version is None:
        return _problem(Part.GIT, "It is not found, or does not say its version.", f"Install git {oldest} or newer.")
    if version < OLDEST_GIT:
        return _problem(Part.GIT, f"It is {_dotted(version)}.", f"Install git {oldest} or newer.")
    return _well(Part.GIT, f"It is {_dotted(version)}.")


def _model(model: ModelFacts | None) -> Diagnosis:
    if model is None:
        return _well(Part.MODEL, "No endpoint is configured, so Obelize calls none itself.")
    key = (
        f"with the key in {model.key_variable}" if model.has_key else f"without a key ({model.key_variable} is not set)"
    )
    return _well(Part.MODEL, f"{model.name} at {model.host}, {key}; it was not called.")


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _well(part: Part, sentence: str) -> Diagnosis:
    return Diagnosis(part=part, health=Health.WELL, sentence=sentence)


def _unknown(part: Part, sentence: str) -> Diagnosis:
    return Diagnosis(part=part, health=Health.UNKNOWN, sentence=sentence)


def _problem(part: Part, sentence: str, mend: str) -> Diagnosis:
    return Diagnosis(part=part, health=Health.PROBLEM, sentence=sentence, mend=mend)
