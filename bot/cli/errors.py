"""What a command says when it cannot do what was asked: one sentence, and the exit code that goes with it."""

from bot.vocabulary import ExitCode


class CommandError(Exception):
    """Shown as it is, without a traceback; what to do next belongs into the sentence."""

    def __init__(self, sentence: str, exit_code: ExitCode = ExitCode.USAGE) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.exit_code = exit_code
