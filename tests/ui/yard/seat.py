"""What a seat in the yard shows: one of every display value."""

from __future__ import annotations

from typing import Any

from hexbench.engine.display import (
    Box,
    Card,
    Cards,
    Chip,
    Choice,
    Face,
    Fact,
    Facts,
    Legend,
    Mark,
    Overlay,
    OverlayKind,
    Panel,
    Points,
    Pool,
    Profile,
    ProfilePoint,
    Roster,
    RosterEntry,
    Shade,
    Table,
    Track,
    Trail,
)
from hexbench.engine.seat import Seat
from hexbench.engine.values import Action, say
from tests.ui.yard.verbs import ways

SIZE = {"infantry": "II", "armor": "III", "artillery": "II", "leader": ""}


class YardSeat(Seat):
    """One side's seat."""

    def face(self, unit: str) -> Face | None:
        """Its counter."""
        man = self.s.units.get(unit)
        if man is None:
            return None
        marks = (Mark("entrenched", "D", say("Dug in"), "Y8.1"),) if man.dug else ()
        return Face(
            unit=unit,
            side=man.side,
            title=say("{name} ({group})", name=man.name, group=man.group),
            colour=man.side,
            symbol=man.kind,
            echelon=SIZE[man.kind],
            name=man.name[:4],
            parent=man.group.rpartition("/")[2],
            bar=man.group.rpartition("/")[2].lower(),
            left=str(man.strength or ""),
            right=str(man.moves),
            spent=man.acted,
            marks=marks,
            group=man.group,
        )

    def chips(self) -> tuple[Chip, ...]:
        """Bridges."""
        return tuple(Chip("bridge", at, say=say("A bridge."), rule="Y5.1") for at in self.s.spans)

    def facts(self, ref: str) -> Facts | None:
        """A hex: its terrain and what it costs."""
        atlas = self.rules.atlas
        if ref not in atlas.index:
            return None
        cell = atlas.cell(ref)
        return Facts(
            say("Hex {hex}", hex=ref),
            (
                Fact(say("Terrain"), say(cell.terrain)),
                Fact(say("To enter"), say("{n} points", n=2 if cell.terrain != "clear" else 1), ("Y2.1",)),
                Fact(say("Units"), say("{n}", n=len(self.board.units_at(ref))), ("Y3.1",), atlas.near[ref]),
            ),
        )

    def panels(self) -> tuple[Panel, ...]:
        """One of each."""
        s = self.s
        boxes = tuple(
            Box(str(n), f"Turn {n}", (say("Rain"),) if n % 2 else (), tone="reach" if n == s.turn else "")
            for n in range(1, s.turns + 1)
        )
        heaps = tuple(
            Points(side, say("Luck of {side}", side=side), s.luck[side], 1, side) for side in self.rules.sides
        )
        rows = (("1", ("miss", "miss", "hit")), ("2", ("miss", "hit", "hit")), ("3", ("hit", "hit", "hit")))
        pray = tuple(
            Choice(say("Pray"), Action("pray"), main=True)
            for offer in self.prompt.offers
            if offer.verb == "pray"
        )
        plans = tuple(
            Card(k, say("Plan of {side}", side=k), say(v), "2", bool(pray), pray) for k, v in s.plans.items()
        )
        return (
            Track("turns", say("Turn record"), boxes, s.turn - 1),
            Pool("luck", say("Luck"), heaps, "Y6.1"),
            Table(
                "hits",
                say("Hits"),
                ("1-2", "1-1", "2-1"),
                rows,
                ((1, 1),),
                "reconstruction",
                "made up for the tests",
            ),
            Cards("plans", say("Plans"), plans),
            Roster("order", say("Order of battle"), self._entries()),
            Facts(
                say("Score"), (Fact(say("Red"), say("6 units"), ("Y9.1",)), Fact(say("Blue"), say("5 units")))
            ),
        )

    def _entries(self) -> tuple[RosterEntry, ...]:
        return tuple(
            RosterEntry(
                uid, man.at, say("moved") if man.acted else say("ready"), (man.side, *man.group.split("/"))
            )
            for uid, man in self.s.units.items()
        )

    def overlays(self) -> tuple[OverlayKind, ...]:
        """Reach and zones."""
        return (
            OverlayKind("reach", say("Reach"), "unit"),
            OverlayKind("enemy_zones", say("Enemy zones of control"), "side"),
            OverlayKind("supply", say("Supply")),
            OverlayKind("range", say("Range"), "hex"),
            OverlayKind("line", say("Line of sight"), "pair"),
        )

    def overlay(self, kind: str, subject: str = "") -> Overlay | None:
        """One of them."""
        s, atlas = self.s, self.rules.atlas
        legend = (Legend(kind, say(kind)),)
        if kind == "reach" and subject in s.units and s.units[subject].on_map:
            shades = tuple(
                Shade(at, "reach", f"{cost / 12:g}") for at, (cost, _) in ways(self, subject).items()
            )
            return Overlay(kind, say("Reach"), shades, legend=legend)
        if kind == "enemy_zones":
            side = subject or (self.side or "red")
            foes = [m.at for m in s.units.values() if m.side != side and m.on_map]
            hexes = dict.fromkeys(n for at in foes for n in atlas.near[at])
            return Overlay(kind, say("Zones"), tuple(Shade(h, "enemy_zoc") for h in hexes), legend=legend)
        if kind == "supply":
            trails = tuple(Trail((m.at, atlas.near[m.at][0]), "supply") for m in s.units.values() if m.on_map)
            return Overlay(kind, say("Supply"), trails=trails, legend=legend)
        if kind == "range" and subject in atlas.index:
            near: Any = atlas.near[subject]
            return Overlay(kind, say("Range"), tuple(Shade(h, "range") for h in near), legend=legend)
        if kind == "line" and all(at in atlas.index for at in subject.split()):
            return self._line(*subject.split())
        return None

    def _line(self, a: str, b: str) -> Overlay:
        """In the yard rough ground blocks every line, wherever it ends."""
        ends = (a, b)
        points = tuple(
            ProfilePoint(at, 0, int(self.rules.atlas.cell(at).terrain == "rough"), "Y2.1") for at in ends
        )
        clear = not any(point.top for point in points)
        title = say("{a} sees {b}", a=a, b=b) if clear else say("{a} does not see {b}", a=a, b=b)
        facts = (Fact(say("Ends"), say("{a}, {b}", a=a, b=b), ("Y2.1",), ends),)
        trail = Trail(ends, "route" if clear else "route_bad")
        return Overlay("line", title, trails=(trail,), facts=facts, profile=Profile(title, points, clear))
