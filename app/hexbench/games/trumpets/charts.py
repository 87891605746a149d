"""The printed charts as tables: both results tables, weapons, terrain, positions, advance; with notes of doubtful cells, and
what the results mean in a sentence each (TT-CRT-01..14, TT-BLZ-05, TT-CAN-05).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from hexbench.engine.display import Light, Table
from hexbench.engine.results import sentences
from hexbench.engine.values import Say, counted, say

if TYPE_CHECKING:
    from hexbench.games.trumpets.seat import TtSeat
    from hexbench.games.trumpets.tables import Effect, Tables


CRT: Final = "crt"
BLITZ: Final = "blitz"
"""The keys of the two tables a combat is read on."""
_NIGHT = ("day", "night", "superior_attack", "superior_defence")


def tables(t: Tables) -> tuple[Table, ...]:
    """Every chart, without lights."""
    return (results(t), blitz(t), weapons(t), terrain(t), positions(t), advance(t))


def notes(t: Tables, *about: str) -> Say:
    """What is doubtful of the cells whose names begin so, a sentence each."""
    found = [
        say("{cell} ({kind}): {text}", cell=note.cell, kind=note.kind, text=note.text)
        for note in t.notes
        if note.cell.startswith(about)
    ]
    keys = [f"note{n}" for n in range(len(found))]
    template = " ".join(f"{{{key}}}" for key in ("all", *keys))
    return Say(template, (("all", t.provenance), *zip(keys, found, strict=True)))


def results(t: Tables, lights: tuple[Light, ...] = (), lit: tuple[tuple[int, int], ...] = ()) -> Table:
    """The ground combat results table: red die left of the slash, white die right of it."""
    rows = tuple((key, cells) for key, cells in t.crt.rows.items())
    title = say("Combat results")
    about = notes(t, "crt")
    return Table(CRT, title, t.crt.columns, rows, lit, t.source, about, "TT-ODD-13", lights, (COMBAT,))


def blitz(t: Tables, lights: tuple[Light, ...] = (), lit: tuple[tuple[int, int], ...] = ()) -> Table:
    """The Blitzkrieg table: one die."""
    rows = tuple((key, cells) for key, cells in t.blitz.rows.items())
    title = say("Blitz table")
    about = notes(t, "blitz")
    return Table(
        BLITZ, title, t.blitz.columns, rows, lit, t.source, about, "TT-BLZ-05", lights, (BLITZ_KINDS,)
    )


def columns(n: int) -> str:
    """A shift as the charts print it."""
    return f"{n}R" if n > 0 else f"{-n}L" if n < 0 else ""


def weapons(t: Tables) -> Table:
    """The weapons effects chart."""
    rows = []
    for row in t.weapons:
        attacker, _, defender = row.text.partition(" / ")
        effect = "by ER" if row.by_er else columns(row.shift) or f"{row.drm:+d} drm"
        rows.append((row.id, (attacker, defender, effect)))
    heads = ("Attacker", "Defender", "Effect")
    about = ("WPN", "tiger_scare")
    return Table("weapons", say("Weapons"), heads, tuple(rows), (), t.source, notes(t, *about), "TT-WPN-30")


def effect(one: Effect) -> str:
    """A cell of the terrain chart."""
    parts = (
        f"DF x{one.df}" if one.df > 1 else "",
        f"{one.drm:+d} drm" if one.drm else "",
        columns(one.shift),
    )
    return ", ".join(x for x in parts if x) or "-"


def terrain(t: Tables) -> Table:
    """The terrain chart, with the columns of German superiority at night."""
    rows = tuple(
        (
            row.name,
            (
                *(effect(getattr(row, key)) for key in _NIGHT),
                columns(row.combined_arms) or "-",
                f"{row.stg_assault:+d} drm" if row.stg_assault else "-",
            ),
        )
        for row in t.terrain.values()
    )
    heads = ("Day", "Night", "1SS 2SS 2Pz attack", "1SS 2SS 2Pz defence", "Combined arms", "Inf-StuG")
    return Table(
        "terrain",
        say("Terrain"),
        heads,
        rows,
        (),
        t.source,
        notes(t, "terrain"),
        "TT-TER-33",
    )


def positions(t: Tables) -> Table:
    """The defensive positions chart, its rows as printed."""
    spots = list(t.positions.values())

    def part(n: int) -> str:
        return {1: "-", 2: "half", 4: "quarter"}.get(n, f"1/{n}")

    def yes(flag: bool) -> str:
        return "yes" if flag else "no"

    rows = (
        ("Built by", tuple(p.builder.replace("_", " ") for p in spots)),
        ("Where", tuple(p.where.replace("_", " ") for p in spots)),
        ("Combined arms", tuple(yes(p.combined_arms) for p in spots)),
        ("Flank attack", tuple(yes(p.flank_attack) for p in spots)),
        ("Inf-StuG assault", tuple(yes(p.stg_assault) for p in spots)),
        ("Overrun", tuple(yes(p.overrun) for p in spots)),
        ("ER", tuple(str(p.er) if p.er else "-" for p in spots)),
        ("FA", tuple(part(p.fa) for p in spots)),
        ("NW", tuple(part(p.nw) for p in spots)),
        ("Time on target", tuple(part(p.tot) for p in spots)),
        ("CRT", tuple(columns(p.shift) or (f"hit from {p.hit_from}" if p.hit_from else "-") for p in spots)),
        ("Ignore CA", tuple(yes(p.ignores_counterattack) for p in spots)),
        ("Advance", tuple(p.advance if p.advance != "none" else "-" for p in spots)),
    )
    heads = tuple(p.name for p in spots)
    return Table(
        "positions",
        say("Positions"),
        heads,
        rows,
        (),
        t.source,
        notes(t, "positions"),
        "TT-DEF-21",
    )


def advance(t: Tables) -> Table:
    """The advance chart."""
    words = {"DE": "Eliminated by DE", "STEP": "Eliminated by 1 or 1*"}
    rows = tuple((words.get(key, key), tuple(str(n) for n in row)) for key, row in t.advance.rows.items())
    heads = ("Recon", "Road", "Basic")
    return Table(
        "advance",
        say("Advance"),
        heads,
        rows,
        (),
        t.source,
        notes(t, "advance"),
        "TT-ADV-01",
    )


COMBAT: Final = "combat"
BLITZ_KINDS: Final = "blitz"
"""The kinds of the results of the two tables."""
_CANCELLED: Final = say("The attack is cancelled, and has no result at all.")
NOTHING: Final = say("Nothing happens to either side.")
_ENGAGED: Final = say("Both sides are engaged.")
_WORN: Final = {"1": say("The attacker loses a step."), "1*": say("The attacker loses an AFV step.")}
"""The left half of a cell, which the red die brings."""
_RIGHT: Final = {
    "1": say("The defender loses a step."),
    "1*": say("The defender loses an AFV step."),
    "DE": say("All defenders are eliminated."),
    "AE": say("All attackers are eliminated."),
    "Eng": _ENGAGED,
    "CA": say("The defender may counterattack."),
}
_MOVES = re.compile(r"^(1?)(DR|AR)([1-9])$")


def result(seat: TtSeat, what: str, code: str) -> Say:
    """What a result means; empty for one that no table has."""
    if code == "cancelled":
        return _CANCELLED
    if what == BLITZ_KINDS:
        return blitz_told(code, loss=seat.rules.options.blitz_a == "loss")
    return combat(code) if what == COMBAT else Say("")


def combat(code: str) -> Say:
    """A cell of the results table, "left/right": what the red die costs the attacker, then the combat result."""
    left, _, right = code.partition("/")
    if code == "-" or not (left or right):
        return NOTHING
    parts = [_WORN[left]] if left in _WORN else []
    parts += _combat_result(right)
    return sentences(parts) if parts and (not left or left in _WORN) else Say("")


def _combat_result(right: str) -> list[Say]:
    if right in _RIGHT:
        return [_RIGHT[right]]
    found = _MOVES.match(right)
    if found is None:
        return []
    n, back = int(found[3]), found[2] == "DR"
    hit = [_RIGHT["1"] if back else _WORN["1"]] if found[1] else []
    if back:
        return [
            *hit,
            counted(n, say("The defender retreats 1 hex."), say("The defender retreats {n} hexes.", n=n)),
        ]
    return [
        *hit,
        counted(n, say("The attacker retreats 1 hex."), say("The attacker retreats {n} hexes.", n=n)),
    ]


def blitz_told(code: str, *, loss: bool = False) -> Say:
    """A cell of the Blitzkrieg table; ``loss``: A1 and A2 are read as steps lost."""
    if code == "-":
        return NOTHING
    if code == "Eng":
        return _ENGAGED
    ahead = code.startswith("Adv")
    digits = code[3:] if ahead else code[1:]
    if not digits.isdigit() or not code.startswith("A"):
        return Say("")
    n = int(digits)
    if ahead:
        return counted(
            n, say("The attackers may advance 1 hex."), say("The attackers may advance {n} hexes.", n=n)
        )
    if loss:
        return counted(n, say("The attackers lose a step."), say("The attackers lose {n} steps.", n=n))
    return counted(n, say("The attackers retreat 1 hex."), say("The attackers retreat {n} hexes.", n=n))


# What the log says of A Time for Trumpets where an event holds codes.

_POSITIONS: Final = {
    "IP5": say("an improved position (ER 5)"),
    "IP6": say("an improved position (ER 6)"),
    "SP": say("a strong point"),
    "FT": say("a fort"),
    "RB": say("a road block"),
}
_WORDS: Final = {
    ("UnitChanged", "engaged", "yes"): say("{unit} is engaged."),
    ("UnitChanged", "engaged", ""): say("{unit} is no longer engaged."),
    ("UnitChanged", "supply", "yes"): say("{unit} is in supply again."),
    ("UnitChanged", "supply", "out"): say("{unit} is out of supply."),
    ("UnitChanged", "communication", "yes"): say("{unit} is in communication again."),
    ("UnitChanged", "communication", "out"): say("{unit} is out of communication."),
    ("UnitRemoved", "eliminated", ""): say("{unit} is eliminated."),
    ("UnitRemoved", "exited", ""): say("{unit} has left the map."),
    ("MarkerChanged", "position", ""): say("The position in {hex} is gone."),
    ("MarkerChanged", "road_block", "yes"): say("There is a road block in {hex}."),
    ("MarkerChanged", "road_block", ""): say("The road block in {hex} is gone."),
    ("MarkerChanged", "building", ""): say("Nothing is being built in {hex} any more."),
    ("Declared", "normal", "one"): say("{units} attacks {object}."),
    ("Declared", "normal", "many"): say("{units} attack {object}."),
    ("Declared", "ardennes_44", "one"): say("{units} makes an Ardennes '44 attack on {object}."),
    ("Declared", "ardennes_44", "many"): say("{units} make an Ardennes '44 attack on {object}."),
    ("Declared", "tigers_in_the_mist", "one"): say("{units} makes a Tigers in the Mist attack on {object}."),
    ("Declared", "tigers_in_the_mist", "many"): say("{units} make a Tigers in the Mist attack on {object}."),
    ("Declared", "support", "one"): say("{units} supports the combat on {object}."),
    ("Declared", "support", "many"): say("{units} support the combat on {object}."),
}


def wording(seat: TtSeat, kind: str, what: str, now: str) -> Say:
    """A sentence for an event: see :meth:`hexbench.engine.seat.Seat.wording`."""
    built = _POSITIONS.get(now)
    if built is not None and (kind, what) == ("UnitChanged", "builds"):
        return say("{unit} begins to build {position}.", position=built)
    if built is not None and (kind, what) == ("MarkerChanged", "building"):
        return say("In {hex} {position} is being built.", position=built)
    if built is not None and (kind, what) == ("MarkerChanged", "position"):
        return say("In {hex} stands {position}.", position=built)
    return _WORDS.get((kind, what, now), Say(""))
