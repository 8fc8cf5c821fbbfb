"""The rules of rulesets that hold for a branch; classic protection is not among them (GITHUB.md §6.5)."""

from bot.playground.rest.call import Answer, Call
from bot.playground.rest.paging import page_of
from bot.playground.rest.route import Routes

routes = Routes()


@routes.add(
    "GET",
    "/repos/{owner}/{repo}/rules/branches/{branch...}",
    page="repos/rules#get-rules-for-a-branch",
    answer=tuple(f"RepositoryRuleDetailedOneof{number}" for number in range(25)),
)
async def get_branch_rules(call: Call) -> Answer:
    """The active rules."""
    page = page_of(call, call.world.branch_rules.of(call.repository, call.params["branch"]))
    return Answer(body=list(page.items), headers=page.headers)
