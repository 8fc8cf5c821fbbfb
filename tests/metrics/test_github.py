"""What is told of GitHub: bounded words for any address, and the least of what is left."""

import pytest

from bot.metrics.github import Quotas, family_of

ROOT = "https://ghe.example.org/api/v3"


@pytest.mark.parametrize(
    ("path", "family"),
    [
        ("/repos/octo/app/pulls/7/reviews", "pulls"),
        ("/repos/octo/app/check-runs?x=1", "check-runs"),
        ("/repos/octo/check-runs", "repository"),
        ("/repos/octo/app/secret-name", "other"),
        ("/repositories/42", "repository"),
        ("/repositories/42/issues/1/comments", "issues"),
        ("/app/hook/deliveries", "app"),
        ("/installation/repositories", "installation"),
        ("/somebody/else", "other"),
        ("/", "other"),
    ],
)
def test_an_address_is_told_by_what_it_is_about(path: str, family: str) -> None:
    assert family_of(f"{ROOT}{path}", ROOT) == family
    assert family_of(f"https://api.github.com{path}", "https://api.github.com") == family


def test_graphql_lies_beside_rest_on_an_enterprise_server() -> None:
    assert family_of("https://ghe.example.org/api/graphql", ROOT) == "graphql"


class _Owner:
    """Somebody whose limit it is."""


def _left(remaining: str, reset: str = "2000", resource: str = "core") -> dict[str, str]:
    return {"x-ratelimit-remaining": remaining, "x-ratelimit-reset": reset, "x-ratelimit-resource": resource}


def test_the_least_that_is_left_is_told_until_the_limit_begins_anew() -> None:
    """Headers as in GitHub's documentation of its rate limits; what is no number is passed over."""
    now = 1000.0
    quotas, first, second = Quotas(lambda: now), _Owner(), _Owner()

    def told() -> dict[str, float]:
        (family,) = quotas.collect()
        return {sample.labels["resource"]: sample.value for sample in family.samples}

    quotas.note(first, _left("4000"))
    quotas.note(second, _left("12"))
    quotas.note(first, _left("9", resource="made-up"))
    quotas.note(first, _left("1e9"))
    quotas.note(first, {})
    assert told() == {"core": 12, "other": 9}
    quotas.note(second, _left("4999", "5600"))
    assert told()["core"] == 4000
    now = 2001.0
    assert told() == {"core": 4999}
