"""Everybody but the bot."""

from bot.playground.people.checks import CheckActs
from bot.playground.people.installations import InstallationActs
from bot.playground.people.pulls import PullActs
from bot.playground.people.repositories import RepositoryActs


class People(PullActs, CheckActs, RepositoryActs, InstallationActs):
    """All that people can do here."""
