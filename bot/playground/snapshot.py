"""What GitHub would hold about one pull request, in its own shapes; `obelize playground --once --json` prints it."""

from bot.playground.shapes import Json
from bot.playground.shapes.checks import annotation_shape, check_run_shape
from bot.playground.shapes.comments import comment_shape
from bot.playground.shapes.commits import commit_shape
from bot.playground.shapes.reviews import review_comment_shape, review_shape
from bot.playground.world.checks import CheckRun
from bot.playground.world.pulls import PullRequest
from bot.playground.world.reviews import Review
from bot.playground.world.world import World


async def snapshot(pull: PullRequest, world: World) -> Json:
    """`check_runs` (oldest first, on every commit that was the head, each with its `annotations`), `comments`,
    `reviews` (each with its `comments`), and the `commits` of the head branch since the merge base.
    """
    git = pull.repository.git
    base = await git.merge_base(pull.base_sha, pull.head_sha)
    commits = [] if base is None else await git.commits_between(base, pull.head_sha)
    runs = [run for sha in pull.heads for run in world.checks.runs_on(pull.repository, sha)]
    return {
        "check_runs": [_run(run, world) for run in sorted(runs, key=lambda run: run.id)],
        "comments": [comment_shape(comment, world.addresses) for comment in world.comments.on(pull)],
        "reviews": [_review(review, world) for review in world.reviews.of(pull) if not review.pending],
        "commits": [commit_shape(commit, pull.repository, world.addresses) for commit in commits],
    }


def _review(review: Review, world: World) -> Json:
    comments = [each for each in world.reviews.comments.values() if each.review is review]
    shown = [review_comment_shape(each, world.addresses) for each in comments]
    return {**review_shape(review, world.addresses), "comments": shown}


def _run(run: CheckRun, world: World) -> Json:
    annotations = [annotation_shape(each, run, world) for each in run.annotations]
    return {**check_run_shape(run, world), "annotations": annotations}
