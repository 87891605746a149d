"""Air steps for tests: the air forces of the order of battle, some of which have flown or are down."""

from __future__ import annotations

from typing import Any

from hexbench.games.tigers.rules import TgRules
from tests.games.tigers.field import ALLIED, GERMAN, PLAIN, Situation, position
from tests.games.tigers.shipped import TABLES

USAAF = tuple(key for key, group in TABLES.air_units.items() if group.side == ALLIED)
LUFTWAFFE = tuple(key for key, group in TABLES.air_units.items() if group.side == GERMAN)


def fleet(*flown: str, **marks: dict[str, Any]) -> dict[str, Any]:
    """All air units, of which ``flown`` have flown; ``marks``: other fields, "FW190_1" for "FW190-1", "_365FG"."""
    found: dict[str, dict[str, Any]] = {
        key: {"side": group.side, "type": group.type, "from_turn": group.from_turn}
        for key, group in TABLES.air_units.items()
    }
    for key in flown:
        found[key]["flown"] = True
    for key, fields in marks.items():
        found[key.lstrip("_").replace("_", "-")] |= fields
    return found


def sky(
    units: dict[str, Any],
    rules: TgRules = PLAIN,
    *,
    phasing: str = ALLIED,
    weather: str = "Fog",
    turn: int = 9,
    **state: Any,
) -> Situation:
    """The air step of a player; unless ``air`` says otherwise nobody is there to intercept."""
    state.setdefault("air", fleet(*(LUFTWAFFE if phasing == ALLIED else USAAF)))
    return position(units, rules, phase="air", phasing=phasing, weather=weather, turn=turn, **state)


def hit(now: Situation, uid: str, how: str, *faces: int) -> Situation:
    """A ground attack on the hex of a unit that nobody intercepts."""
    return now.act("bomb", to=now[uid].at, how=how, numbers=faces)
