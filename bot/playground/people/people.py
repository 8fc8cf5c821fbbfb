"""Everybody but the bot."""

from bot.playground.people.branches import BranchActs
from bot.playground.people.checks import CheckActs
from bot.playground.people.collaborators import CollaboratorActs
from bot.playground.people.conversations import ConversationActs
from bot.playground.people.installations import InstallationActs
from bot.playground.people.pulls import PullActs
from bot.playground.people.repositories import RepositoryActs


class People(PullActs, BranchActs, ConversationActs, CollaboratorActs, CheckActs, RepositoryActs, InstallationActs):
    """All that people can do here."""
