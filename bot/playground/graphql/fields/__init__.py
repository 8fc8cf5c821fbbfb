"""The fields of `Query` and `Mutation` that are built, one module each."""

from bot.playground.graphql.asking import Resolver
from bot.playground.graphql.fields.create_commit_on_branch import create_commit_on_branch
from bot.playground.graphql.fields.minimize_comment import minimize_comment
from bot.playground.graphql.fields.repository import repository
from bot.playground.graphql.fields.resolve_review_thread import resolve_review_thread

FIELDS: dict[str, Resolver] = {
    "repository": repository,
    "createCommitOnBranch": create_commit_on_branch,
    "minimizeComment": minimize_comment,
    "resolveReviewThread": resolve_review_thread,
}
"""Few, and each weighs; a test compares them with the schema."""
