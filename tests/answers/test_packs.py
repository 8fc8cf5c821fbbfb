"""A pack that was read before is the pack that would be read now."""

from pathlib import Path

import pytest

from bot.answers import packs
from bot.answers.cache import NO_ANSWERS, AnswerCache
from bot.answers.key import Circumstances
from bot.answers.packs import remembered_packs
from bot.packs import loader
from bot.packs.loaded import LoadedPack
from bot.packs.loader import bundled_packs
from bot.packs.schema import Pack
from bot.rules.engine.kinds import parameter_models

HERE = Circumstances("repository", "engine", {})


def told(packs: tuple[LoadedPack, ...]) -> list[object]:
    return [(one.stamp, one.at_hand.head, one.at_hand.document, one.pack, one.data, one.source) for one in packs]


def test_packs_are_read_once_and_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = bundled_packs(parameter_models())
    with AnswerCache(tmp_path / "answers.sqlite3", HERE) as answers:
        assert told(remembered_packs(answers)) == told(whole)
        answers.write()
    monkeypatch.setattr(loader, "load_pack", None)
    with AnswerCache(tmp_path / "answers.sqlite3", HERE) as answers:
        assert told(remembered_packs(answers)) == told(whole)


def test_without_a_memory_they_are_read() -> None:
    assert told(remembered_packs(NO_ANSWERS)) == told(bundled_packs(parameter_models()))


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


def test_a_pack_is_not_read_for_its_head(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with AnswerCache(tmp_path / "answers.sqlite3", HERE) as answers:
        remembered_packs(answers)
        answers.write()
    monkeypatch.setattr(packs, "_pack", None)
    with AnswerCache(tmp_path / "answers.sqlite3", HERE) as answers:
        for one in remembered_packs(answers):
            assert one.stamp.id == one.at_hand.head.id
            with pytest.raises(TypeError):
                one.pack  # noqa: B018 - it would be read


def test_a_document_that_is_no_pack_is_read_anew(tmp_path: Path) -> None:
    """What lies in the file is not trusted."""
    with AnswerCache(tmp_path / "answers.sqlite3", HERE) as answers:
        whole = remembered_packs(answers)
        for one in whole:
            answers.keep_document(f"pack {one.sha256}", b'{"schema":1}', shared=True)
        answers.write()
    with AnswerCache(tmp_path / "answers.sqlite3", HERE) as answers:
        assert [one.pack for one in remembered_packs(answers)] == [one.pack for one in whole]
