"""`obelize`: the commands. Each imports what it needs when it is called, so that `--help` stays quick."""

from pathlib import Path
from typing import Annotated

import typer

from bot import __version__
from bot.cli.arguments import MOST_JOBS, STATUSES, named_statuses, one_folder
from bot.cli.errors import CommandError

app = typer.Typer(
    name="obelize",
    help="Find every use of a library being retired, rewrite what can be proven, and say why for the rest.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

pack_app = typer.Typer(
    name="pack", help="Look after packs: what a migration is, as data.", no_args_is_help=True, rich_markup_mode=None
)
app.add_typer(pack_app)

Repo = Annotated[
    Path | None, typer.Argument(metavar="[REPO]", help="Folder of the repository; the current one if not given.")
]
RepoOption = Annotated[Path | None, typer.Option("--repo", help="The same, as an option.")]
Packs = Annotated[
    list[str] | None,
    typer.Option("--pack", metavar="ID|PATH", help="Run this pack only, used or not. May be given more than once."),
]
Answers = Annotated[
    list[str] | None,
    typer.Option(
        "--answer",
        metavar="KEY=VALUE",
        help="Answer a question of the plan, before what .obelize.yml answers. May be given more than once.",
    ),
]
Plain = Annotated[bool, typer.Option("--no-color", help="No colour or other styling; NO_COLOR does the same.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"obelize {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    del version


@app.command()
def scan(
    repo: Repo = None,
    repo_option: RepoOption = None,
    pack: Packs = None,
    rev: Annotated[
        str | None,
        typer.Option("--rev", metavar="SHA|REF", help="Scan this commit through git, without checking it out."),
    ] = None,
    as_json: AsJson = False,
    as_sarif: Annotated[bool, typer.Option("--sarif", help="Print one SARIF 2.1.0 document and nothing else.")] = False,
    fail_on: Annotated[
        list[str] | None,
        typer.Option(
            "--fail-on",
            metavar="STATUS",
            help=f"Exit with 4 if a row is {STATUSES}. May be given more than once.",
        ),
    ] = None,
    save: Annotated[bool, typer.Option("--save", help="Keep a run folder under .obelize/runs/ as well.")] = False,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", metavar="N", min=1, max=MOST_JOBS, help="Files read at once; by default one a core."),
    ] = None,
    no_color: Plain = False,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Analyse every file anew.")] = False,
) -> None:
    """Show every place where a retired library is used. Nothing is written unless --save is given.

    Exits with 0 whatever was found, with 4 if --fail-on names a status that a row has, with 2 for a wrong command line
    or configuration, and with 7 for a pack that cannot be used.
    """
    from bot.cli.scan import scan_command
    from bot.cli.scan_options import ScanOptions

    options = ScanOptions(
        packs=tuple(pack or ()),
        revision=rev,
        jobs=jobs,
        as_json=as_json,
        as_sarif=as_sarif,
        save=save,
        fail_on=named_statuses(fail_on or ()),
        plain=no_color,
        cached=not no_cache,
    )
    raise typer.Exit(scan_command(one_folder(repo, repo_option), options))


VerifyCommands = Annotated[
    list[str] | None,
    typer.Option(
        "--verify",
        metavar="CMD",
        help="A command that has to pass, run without a shell. May be given more than once.",
    ),
]
Timeout = Annotated[
    int | None, typer.Option("--timeout", metavar="S", min=1, max=86_400, help="Seconds that each command may take.")
]
NonInteractive = Annotated[bool, typer.Option("--non-interactive", help="Ask nothing; what would be asked is refused.")]
TrustRepository = Annotated[
    bool, typer.Option("--trust-repo-config", help="Run the verification commands that .obelize.yml names.")
]
RunOption = Annotated[
    str | None, typer.Option("--run", metavar="ID", help="The run that wrote; the newest one if not given.")
]


@app.command()
def fix(
    repo: Repo = None,
    repo_option: RepoOption = None,
    pack: Packs = None,
    answer: Answers = None,
    apply: Annotated[bool, typer.Option("--apply", help="Write the planned edits; git must hold all else.")] = False,
    allow_dirty: Annotated[
        bool, typer.Option("--allow-dirty", help="Write into a folder with changes that are in no commit.")
    ] = False,
    verify: VerifyCommands = None,
    timeout: Timeout = None,
    non_interactive: NonInteractive = False,
    trust_repo_config: TrustRepository = False,
    model: Annotated[
        str | None,
        typer.Option(
            "--model",
            metavar="PROVIDER",
            help="Ask a model about what no rule repairs: openai_compat, relay or none. Else what your own file says.",
        ),
    ] = None,
    accept_model: Annotated[
        bool, typer.Option("--accept-model", help="Write what the model proposed and the guard let pass, with --apply.")
    ] = False,
    show_context: Annotated[
        bool, typer.Option("--show-context", help="Print what a model would be asked, send nothing, and end.")
    ] = False,
    screen: Annotated[
        bool, typer.Option("--screen", help="Let the model amend the plan first: it answers what is asked.")
    ] = False,
    revise: Annotated[
        str | None, typer.Option("--revise", metavar="TEXT", help="Have the model amend the plan as the text says.")
    ] = None,
    as_json: AsJson = False,
    no_color: Plain = False,
) -> None:
    """Plan the migration and show it as a diff; with --apply, write it. The run is kept under .obelize/runs/.

    Exits with 0 if nothing is left, with 4 if places are left for a person, with 5 if a policy forbids the write, with
    3 if a command passed before the write and fails after it, with 6 if the commands cannot tell, and with 2 for a
    wrong command line or configuration.
    """
    from bot.cli.fix import FixOptions, fix_command
    from bot.cli.model_run import ModelOptions
    from bot.cli.verification import VerifyOptions

    verification = VerifyOptions(tuple(verify or ()), timeout, non_interactive, trust_repo_config)
    options = FixOptions(
        packs=tuple(pack or ()),
        answers=tuple(answer or ()),
        apply=apply,
        allow_dirty=allow_dirty,
        verify=verification,
        as_json=as_json,
        plain=no_color,
        model=ModelOptions(model, accept_model, show_context, screen, revise),
    )
    raise typer.Exit(fix_command(one_folder(repo, repo_option), options))


ModelClassOption = Annotated[
    str | None,
    typer.Option(
        "--model-class", metavar="CLASS", help="What kind of model is asked: standard or reasoning. Else your own file."
    ),
]


@app.command()
def step(
    repo: Repo = None,
    repo_option: RepoOption = None,
    pack: Packs = None,
    answer: Answers = None,
    reply: Annotated[
        str | None, typer.Option("--reply", metavar="FILE|-", help="The reply to the turn that is open.")
    ] = None,
    model_class: ModelClassOption = None,
    as_json: AsJson = False,
    no_color: Plain = False,
) -> None:
    """Ask a model out of band. Prints a turn to be answered anywhere; --reply brings the answer.

    Exits with 12 where the pack's notes say nothing about what was changed, with 5 where another class of model has to
    answer, with 2 for a reply that is not taken; at the end with 0 or 4, as `fix`.
    """
    from bot.cli.step import step_command, step_options

    options = step_options(pack, answer, [reply] if reply is not None else [], model_class, as_json, no_color)
    raise typer.Exit(step_command(one_folder(repo, repo_option), options))


@app.command()
def run(
    repo: Repo = None,
    repo_option: RepoOption = None,
    pack: Packs = None,
    answer: Answers = None,
    reply: Annotated[
        list[str] | None,
        typer.Option("--reply", metavar="FILE|-", help="The reply to the next turn. May be given more than once."),
    ] = None,
    model_class: ModelClassOption = None,
    as_json: AsJson = False,
    no_color: Plain = False,
) -> None:
    """Step on until a turn waits that no reply is given for. Exits as `step` does."""
    from bot.cli.step import run_command, step_options

    options = step_options(pack, answer, reply or [], model_class, as_json, no_color)
    raise typer.Exit(run_command(one_folder(repo, repo_option), options))


@app.command()
def mcp(
    repo: Repo = None,
    repo_option: RepoOption = None,
    pack: Packs = None,
    answer: Answers = None,
    model_class: ModelClassOption = None,
) -> None:
    """Offer the relay's turns to a coding agent. It speaks the Model Context Protocol on standard input and output."""
    try:
        from bot.cli.turns_server import mcp_command
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "mcp":
            raise
        raise CommandError("The server for agents is an extra: pip install 'obelize-bot[mcp]' adds it.") from error
    from bot.cli.step import step_options

    mcp_command(one_folder(repo, repo_option), step_options(pack, answer, [], model_class, as_json=True, plain=True))


@app.command()
def verify(
    run: RunOption = None,
    repo: Annotated[Path, typer.Option("--repo", help="Folder of the repository; the current one if not given.")] = (
        Path()
    ),
    commands: VerifyCommands = None,
    timeout: Timeout = None,
    non_interactive: NonInteractive = False,
    trust_repo_config: TrustRepository = False,
) -> None:
    """Run the verification commands again over what a run wrote. They are compared with how they went before it."""
    from bot.cli.verification import VerifyOptions
    from bot.cli.verify import verify_command

    options = VerifyOptions(tuple(commands or ()), timeout, non_interactive, trust_repo_config)
    raise typer.Exit(verify_command(repo, run, options))


@app.command()
def undo(
    run: RunOption = None,
    repo: Annotated[Path, typer.Option("--repo", help="Folder of the repository; the current one if not given.")] = (
        Path()
    ),
) -> None:
    """Take back what a run wrote, also one that was interrupted. Files that were changed since stay as they are."""
    from bot.cli.undo import undo_command

    raise typer.Exit(undo_command(repo, run))


@app.command()
def replay(
    run_folder: Annotated[Path, typer.Argument(metavar="RUN-FOLDER", help="A run folder, unpacked.")],
    repo: Annotated[
        Path | None, typer.Option("--repo", help="A clone that holds the commit; else the one around the run folder.")
    ] = None,
) -> None:
    """Make a run's patch again and compare it. The run's own commit and packs are used, so the bytes must agree."""
    from bot.cli.replay import replay_command

    raise typer.Exit(replay_command(run_folder, repo))


PackPaths = Annotated[
    list[Path] | None,
    typer.Argument(metavar="[PATH]...", help="A pack.yaml or its folder; the packs of Obelize if not given."),
]


@pack_app.command("validate")
def pack_validate(paths: PackPaths = None) -> None:
    """Say whether packs can be used, or every reason why not. Exits with 7 if one cannot."""
    from bot.cli.pack import validate_command

    raise typer.Exit(validate_command(paths or []))


@pack_app.command("test")
def pack_test(paths: PackPaths = None) -> None:
    """Run the examples beside packs. Each is planned twice; exits with 7 if a plan is not what its example says."""
    from bot.cli.pack import test_command

    raise typer.Exit(test_command(paths or []))


@pack_app.command("new")
def pack_new(
    pack_id: Annotated[str, typer.Argument(metavar="OWNER/OLD-TO-NEW", help="The id of the pack.")],
    old: Annotated[str, typer.Option("--old", metavar="DISTRIBUTION", help="The library that is being retired.")],
    new: Annotated[str, typer.Option("--new", metavar="DISTRIBUTION", help="The library that replaces it.")],
    into: Annotated[Path, typer.Option("--into", metavar="FOLDER", help="Where the pack's folder is made.")] = Path(),
    old_module: Annotated[
        str | None, typer.Option("--old-module", metavar="NAME", help="Its module, if it is called otherwise.")
    ] = None,
    new_module: Annotated[
        str | None, typer.Option("--new-module", metavar="NAME", help="Its module, if it is called otherwise.")
    ] = None,
) -> None:
    """Begin a pack. What is written can be used and tested at once, and says what to fill in."""
    from bot.cli.new_pack import new_pack_command

    raise typer.Exit(new_pack_command(pack_id, old, new, into, old_module, new_module))


@app.command()
def serve() -> None:
    """Serve the GitHub App. Webhooks, pages and, on SQLite, the work itself; settings come from the environment."""
    from bot.cli.serve import serve_command

    raise typer.Exit(serve_command())


@app.command()
def worker() -> None:
    """Do a server's work in a process of its own. Not built yet: `serve` works itself, and this only waits."""
    from bot.cli.serve import worker_command

    raise typer.Exit(worker_command())


@app.command()
def doctor(as_json: AsJson = False, no_color: Plain = False) -> None:
    """Look whether everything the App needs is in order, and say how to mend what is not. No model is called.

    Exits with 1 if something has to be mended, and with 2 if the settings cannot be used.
    """
    from bot.cli.doctor import doctor_command

    raise typer.Exit(doctor_command(as_json=as_json, plain=no_color))


@app.command()
def deliver(
    payload: Annotated[Path, typer.Argument(metavar="PAYLOAD.json", help="A saved webhook payload.")],
    event: Annotated[str, typer.Option("--event", help="GitHub's name of the event, such as pull_request.")],
    delivery: Annotated[
        str | None, typer.Option("--delivery", metavar="GUID", help="The delivery's id; a new one if not given.")
    ] = None,
    url: Annotated[
        str | None, typer.Option("--url", help="Where to post; else the webhook address of the running server.")
    ] = None,
) -> None:
    """Post a saved payload to a running server. It is signed with the webhook secret, as GitHub would."""
    from bot.cli.deliver import deliver_command

    raise typer.Exit(deliver_command(payload, event, delivery, url))


@app.command()
def playground(
    repo: Repo = None,
    base: Annotated[str | None, typer.Option("--base", help="The branch that the pull request is against.")] = None,
    head: Annotated[str | None, typer.Option("--head", help="The branch that the pull request is of.")] = None,
    port: Annotated[int, typer.Option("--port", min=0, max=65_535, help="Port of the stand-in; 0 takes any.")] = 0,
    say: Annotated[
        list[str] | None,
        typer.Option(
            "--say",
            help="'LOGIN: comment' once the bot has settled; again for the next. Logins: maintainer, reader, author.",
        ),
    ] = None,
    ci: Annotated[
        list[str] | None,
        typer.Option("--ci", help="How the repository's own CI ends on the first head; again for the next head."),
    ] = None,
    once: Annotated[
        bool, typer.Option("--once", help="Let the bot finish, print what GitHub would now hold, and exit.")
    ] = False,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Begin with nothing configured: register and install the App on the pages.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Try the bot on this machine alone. A stand-in for GitHub opens one pull request: an example, or REPO's own."""
    try:
        from bot.cli.fresh_playground import fresh_playground_command
        from bot.cli.playground import playground_command
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "githubkit":
            raise
        raise CommandError("The playground is an extra: pip install 'obelize-bot[playground]' adds it.") from error

    if fresh and (once or say or ci):
        raise CommandError("--fresh waits for somebody at the pages: it goes with none of --once, --say and --ci.")
    if fresh:
        raise typer.Exit(fresh_playground_command(repo, base, head, port, as_json=as_json))
    raise typer.Exit(playground_command(repo, base, head, port, say=say or (), ci=ci or (), once=once, as_json=as_json))
