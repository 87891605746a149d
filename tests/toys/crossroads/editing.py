"""What the editor may change in scenarios and positions of Crossroads, and what a map may contain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from hexbench.engine.documents.base import PlainEditing, choice, flag, number, text
from hexbench.engine.documents.editing import DataTable, Form, Format, MapVocabulary, Turn
from hexbench.engine.values import Say, say
from tests.toys.crossroads.pieces import ELIMINATED, SIDES

SIDE: Final = (("german", say("German")), ("american", say("American")))
FIELDS: Final = (
    choice("side", say("Side"), SIDE, needed=True, blank="german"),
    text("name", say("Name"), needed=True, face=True),
    number("factor", say("Combat factor"), needed=True, face=True, blank=4, least=0, most=20),
    number("mf", say("Movement factor"), needed=True, face=True, blank=6, least=0, most=20),
)


class CrEditing(PlainEditing):
    """See :class:`hexbench.engine.documents.editing.Editing`."""

    phases: ClassVar = tuple(f"{side}.{name}" for side in SIDES for name in ("movement", "combat"))
    apart: ClassVar = ("units",)
    always: ClassVar = ("turn", "last_turn", "held")

    def ground(self, tables: Any) -> MapVocabulary:
        """CR-MOV-02."""
        return MapVocabulary(
            terrains=(("clear", say("clear")), ("woods", say("woods"))),
            features=(("village", say("village")),),
            roads=(("road", say("road")),),
        )

    def blank(self, rules: Any, kind: Format) -> dict[str, Any]:
        """Six turns, without units."""
        blank: dict[str, Any] = {"units": {}, "last_turn": 6}
        return blank if kind == "scenario" else {**blank, "turn": 1, "phase": self.phases[0]}

    def rolls(self, rules: Any, kind: Format) -> tuple[DataTable, ...]:
        """The order of battle."""
        moved = (flag("moved", say("Has moved")),) if kind == "position" else ()
        fields = (*FIELDS, *moved)
        return (DataTable(key="units", name=say("Units"), path=("units",), fields=fields, counters=True),)

    def forms(self, rules: Any, kind: Format) -> tuple[Form, ...]:
        """The length of the game."""
        last = number("last_turn", say("Last turn"), needed=True, blank=6, least=1, most=30)
        now = (number("turn", say("Turn"), needed=True, blank=1, least=1, most=30),)
        return (Form(key="turns", name=say("Turns"), fields=(last, *(now if kind == "position" else ()))),)

    def turns(self, rules: Any, kind: Format, content: Mapping[str, Any]) -> tuple[Turn, ...]:
        """All units begin on the map: no turn has a box."""
        last = content.get("last_turn", 6)
        known = range(1, (last if isinstance(last, int) else 6) + 1)
        return tuple(Turn(id=str(n), name=say("Turn {n}", n=n), box="") for n in known)

    def boxes(self, rules: Any, kind: Format, content: Mapping[str, Any]) -> tuple[tuple[str, Say], ...]:
        """In a position, the box of eliminated units."""
        return ((ELIMINATED, say("Eliminated")),) if kind == "position" else ()

    def fresh(self, rules: Any, kind: Format, side: str) -> dict[str, Any]:
        """A battalion."""
        return {"side": side, "name": "New", "factor": 4, "mf": 6, "at": ELIMINATED}

    def standing(self, unit: Any) -> dict[str, Any]:
        """With its side, which is in no roster here."""
        return {**super().standing(unit), "side": unit.side}

    def printed_of(self, state: Any, uid: str) -> Any:
        """There is no roster: everything about a unit is in the unit."""
        return None


EDITING: Final = CrEditing()
