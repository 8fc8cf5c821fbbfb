"""The App under test, other Apps whose checks stand beside its own, and installations."""

import secrets
from dataclasses import dataclass, field
from datetime import datetime

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from bot.playground.world.accounts import Account, Accounts
from bot.playground.world.clock import now
from bot.playground.world.ids import Ids, Kind, node_id

Permissions = dict[str, str]

DEFAULT_PERMISSIONS: Permissions = {
    "metadata": "read",
    "checks": "write",
    "pull_requests": "write",
    "issues": "write",
    "contents": "write",
    "statuses": "read",
    "actions": "read",
    "merge_queues": "read",
}
"""What an owner has granted: the table of GITHUB.md §2.1."""

DEFAULT_EVENTS = ("issue_comment", "pull_request", "pull_request_review_comment", "push", "repository", "status")
"""What the App is subscribed to: GITHUB.md §2.2, of the optional ones `push` alone."""

LEVELS = {"read": 1, "write": 2, "admin": 3}


@dataclass(frozen=True, slots=True)
class KeyPair:
    """An App's RSA key in PEM, both halves."""

    private: str = field(repr=False)
    public: str = field(repr=False)


def new_key_pair() -> KeyPair:
    """2,048 bits, in the form in which GitHub hands a key out."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
    )
    public = key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    return KeyPair(private.decode(), public.decode())


NO_KEY = KeyPair("", "")
"""For an App that never signs anything here."""


@dataclass(frozen=True, slots=True)
class Registration:
    """What its owner fills in for an App: a manifest's fields, its secret, its key."""

    slug: str
    name: str
    owner: str
    permissions: Permissions
    events: tuple[str, ...] = ()
    webhook_secret: str = field(default="", repr=False)
    key: KeyPair = NO_KEY
    url: str = ""
    description: str | None = None
    public: bool = True
    hook_url: str | None = None
    callback_urls: tuple[str, ...] = ()
    setup_url: str | None = None


@dataclass(slots=True)
class App:
    """A GitHub App: who it is, what it signs with, where its deliveries go; one that is not public stays at home."""

    id: int
    slug: str
    name: str
    owner: Account
    bot: Account
    hook_id: int
    permissions: Permissions
    events: tuple[str, ...]
    external_url: str
    key: KeyPair
    webhook_secret: str = field(repr=False)
    client_id: str
    client_secret: str = field(repr=False)
    hook_url: str | None = None
    callback_urls: tuple[str, ...] = ()
    setup_url: str | None = None
    description: str | None = None
    public: bool = True
    created_at: datetime = field(default_factory=now)

    @property
    def node_id(self) -> str:
        """The global id."""
        return node_id(Kind.APP, self.id)


@dataclass(slots=True)
class Installation:
    """An App on an account, with the repositories the owner chose (all of them when `selection` is "all")."""

    id: int
    app: App
    account: Account
    permissions: Permissions
    events: tuple[str, ...]
    selection: str = "selected"
    repository_ids: set[int] = field(default_factory=set)
    created_at: datetime = field(default_factory=now)
    updated_at: datetime = field(default_factory=now)
    suspended_at: datetime | None = None
    suspended_by: Account | None = None

    @property
    def node_id(self) -> str:
        """The global id, which deliveries carry."""
        return node_id(Kind.INSTALLATION, self.id)


class Apps:
    """Apps and installations. An uninstalled one is gone, as on GitHub."""

    def __init__(self, ids: Ids, accounts: Accounts) -> None:
        self._ids = ids
        self._accounts = accounts
        self._by_id: dict[int, App] = {}
        self.installations: dict[int, Installation] = {}

    def register(self, filled_in: Registration, app_id: int | None = None) -> App:
        """A new App, with a bot account of its own."""
        number = self._ids.next(Kind.APP) if app_id is None else app_id
        app = App(
            id=number,
            slug=filled_in.slug,
            name=filled_in.name,
            owner=self._accounts.ensure(filled_in.owner),
            bot=self._accounts.ensure(f"{filled_in.slug}[bot]", "Bot"),
            hook_id=self._ids.next(Kind.HOOK),
            permissions=dict(filled_in.permissions),
            events=filled_in.events,
            external_url=filled_in.url or f"https://{filled_in.slug}.example",
            key=filled_in.key,
            webhook_secret=filled_in.webhook_secret,
            client_id=f"Iv23li{secrets.token_hex(7)}",
            client_secret=secrets.token_hex(20),
            hook_url=filled_in.hook_url,
            callback_urls=filled_in.callback_urls,
            setup_url=filled_in.setup_url,
            description=filled_in.description,
            public=filled_in.public,
        )
        self._by_id[number] = app
        return app

    def by_slug(self, slug: str) -> App | None:
        """The App of that slug."""
        return next((app for app in self._by_id.values() if app.slug == slug), None)

    def by_issuer(self, issuer: str) -> App | None:
        """The App that a JWT's `iss` names: the client id, or the numeric id (GITHUB.md §1.1)."""
        return next((app for app in self._by_id.values() if issuer in (app.client_id, str(app.id))), None)

    def by_client_id(self, client_id: str) -> App | None:
        """The App of that client id."""
        return next((app for app in self._by_id.values() if app.client_id == client_id), None)

    def install(self, app: App, account: Account) -> Installation:
        """The App's installation on that account, made when it is new."""
        for known in self.installations.values():
            if known.app is app and known.account is account:
                return known
        made = Installation(self._ids.next(Kind.INSTALLATION), app, account, dict(app.permissions), app.events)
        self.installations[made.id] = made
        return made

    def of_app(self, app: App) -> list[Installation]:
        """That App's installations, oldest first."""
        return [each for each in self.installations.values() if each.app is app]

    def holding(self, app: App, repository_id: int) -> Installation | None:
        """The installation through which the App reaches the repository."""
        return next((each for each in self.of_app(app) if repository_id in each.repository_ids), None)
