"""Everybody but the bot."""

from bot.playground.people.collaborators import CollaboratorActs
from bot.playground.people.conversations import ConversationActs
from bot.playground.people.installations import InstallationActs
from bot.playground.people.issues import IssueActs
from bot.playground.people.pulls import PullActs
from bot.playground.people.registrations import RegistrationActs
from bot.playground.people.repositories import RepositoryActs
from bot.playground.people.reviews import ReviewActs
from bot.playground.people.sign_ins import SignInActs


class People(
    PullActs,
    ReviewActs,
    ConversationActs,
    CollaboratorActs,
    IssueActs,
    RepositoryActs,
    InstallationActs,
    SignInActs,
    RegistrationActs,
):
    """All that people can do here."""
