"""A rule kind is one module of `bot/rules/`, found by walking."""

import pkgutil

import bot.rules
from bot.models.light_record import LightRecord
from bot.rules.engine.judge import judge_sightings
from bot.rules.engine.kinds import rule_kinds
from bot.scan.examine import Examined, examine
from bot.scan.reach import Reach
from tests.demo_pack import PACK, SURFACE


def test_every_module_of_the_folder_is_a_kind_with_parameters_and_a_judge() -> None:
    found = rule_kinds()
    assert set(found) == {m.name for m in pkgutil.iter_modules(bot.rules.__path__) if not m.ispkg}
    for module in found.values():
        assert issubclass(module.Parameters, LightRecord)
        assert hasattr(module, "judge") or hasattr(module, "judge_declaration")
        assert module.__doc__


def test_a_rule_that_breaks_costs_its_own_rows_and_the_others_stand(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(rule_kinds()["rename_import"], "judge", broken)
    examined = examine(b"import oldlib\noldlib.LegacyReader(f)\n", SURFACE, Reach({}))
    assert isinstance(examined, Examined)
    judgements = judge_sightings(examined.view, examined.sightings, PACK)
    assert [(j.change, str(j.bail)) for j in judgements] == [
        ("rename-import", "rule_failed"),
        ("left-to-a-person", "flag_only_surface"),
    ]
