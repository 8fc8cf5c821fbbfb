"""The whole of what GitHub would hold, and where it can be reached."""

from dataclasses import dataclass

from bot.playground.world.accounts import Accounts
from bot.playground.world.apps import App, Apps, Registration
from bot.playground.world.branch_rules import BranchRules
from bot.playground.world.checks import Checks
from bot.playground.world.collaborators import Collaborators
from bot.playground.world.comments import Comments
from bot.playground.world.deliveries import Deliveries
from bot.playground.world.ids import Ids
from bot.playground.world.issues import Issues
from bot.playground.world.manifests import Manifests
from bot.playground.world.pulls import Pulls
from bot.playground.world.reactions import Reactions
from bot.playground.world.repositories import Repositories
from bot.playground.world.reviews import Reviews
from bot.playground.world.sign_ins import SignIns
from bot.playground.world.statuses import Statuses
from bot.playground.world.tokens import Tokens

GITHUB_ACTIONS_APP_ID = 15368
"""GitHub Actions' App on github.com; its runs stand for the repository's own CI."""

_NOBODY_YET = Registration("nobody-yet", "Nobody yet", "github", {})
"""Stands where the App under test will be, while none is registered: it has no key and is installed nowhere."""

_ACTIONS = Registration("github-actions", "GitHub Actions", "github", {"checks": "write"})


@dataclass(frozen=True, slots=True)
class Addresses:
    """Roots without a slash at the end: `web` for pages and git, `api` for REST as GHES has it (GITHUB.md §12)."""

    web: str
    api: str


class World:
    """Every resource in one place. `app` is the App under test; `actions` stands for other people's CI.

    `signed_commits` are those that GitHub made, and signed, for an App. Without a registration the App is yet to be
    registered, and `begin_at` may say where somebody begins with that.
    """

    def __init__(self, addresses: Addresses, registration: Registration | None) -> None:
        ids = Ids()
        self.addresses = addresses
        self.accounts = Accounts(ids)
        self.apps = Apps(ids, self.accounts)
        self.tokens = Tokens()
        self.sign_ins = SignIns()
        self.repositories = Repositories(ids)
        self.collaborators = Collaborators()
        self.branch_rules = BranchRules()
        self.signed_commits: set[str] = set()
        self.pulls = Pulls(ids)
        self.reviews = Reviews(ids)
        self.issues = Issues(ids)
        self.checks = Checks(ids)
        self.statuses = Statuses(ids)
        self.comments = Comments(ids)
        self.reactions = Reactions(ids)
        self.deliveries = Deliveries(ids)
        self.manifests = Manifests()
        self.awaits_app = registration is None
        self.begin_at = ""
        self.app: App = self.apps.register(registration or _NOBODY_YET)
        self.actions: App = self.apps.register(_ACTIONS, GITHUB_ACTIONS_APP_ID)

    def take(self, app: App) -> None:
        """From now on this is the App under test."""
        self.app, self.awaits_app = app, False
