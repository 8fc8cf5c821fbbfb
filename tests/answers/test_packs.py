"""A pack that was read before is the pack that would be read now."""

from pathlib import Path

import pytest

from bot.answers.cache import NO_ANSWERS, AnswerCache
from bot.answers.key import Circumstances
from bot.answers.packs import remembered_packs
from bot.packs import loader
from bot.packs.loader import bundled_packs
from bot.packs.schema import Pack
from bot.rules.engine.kinds import parameter_models

HERE = Circumstances("repository", "engine", {})


def test_packs_are_read_once_and_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = bundled_packs(parameter_models())
    with AnswerCache(tmp_path / "answers.sqlite3", HERE) as answers:
        assert remembered_packs(answers) == whole
        answers.write()
    monkeypatch.setattr(loader, "load_pack", None)
    with AnswerCache(tmp_path / "answers.sqlite3", HERE) as answers:
        assert remembered_packs(answers) == whole


def test_without_a_memory_they_are_read() -> None:
    assert remembered_packs(NO_ANSWERS) == bundled_packs(parameter_models())


def test_another_engine_reads_them_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with AnswerCache(tmp_path / "answers.sqlite3", HERE) as answers:
        remembered_packs(answers)
        answers.write()
    read: list[bytes] = []
    load = loader.load_pack

    def noted(data: bytes, kinds: loader.RuleKinds | None) -> Pack:
        read.append(data)
        return load(data, kinds)

    monkeypatch.setattr(loader, "load_pack", noted)
    with AnswerCache(tmp_path / "answers.sqlite3", Circumstances("repository", "newer", {})) as answers:
        assert len(remembered_packs(answers)) == len(read) == 3
