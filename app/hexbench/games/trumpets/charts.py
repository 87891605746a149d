"""The printed charts as tables: results, Blitzkrieg, weapons, terrain, positions, advance; with notes on
doubtful cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexbench.engine.display import Light, Table
from hexbench.engine.values import Say, say
from hexbench.games.trumpets import results as meanings

if TYPE_CHECKING:
    from hexbench.games.trumpets.tables import Effect, Tables

CRT: Final = "crt"
BLITZ: Final = "blitz"
"""The keys of the two tables on which combats are resolved."""
_NIGHT = ("day", "night", "superior_attack", "superior_defence")


def tables(t: Tables) -> tuple[Table, ...]:
    """Every chart, without highlighted cells."""
    return (results(t), blitz(t), weapons(t), terrain(t), positions(t), advance(t))


def notes(t: Tables, *about: str) -> Say:
    """The provenance and the notes on doubtful cells whose names begin with one of ``about``."""
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
    return Table(
        CRT, title, t.crt.columns, rows, lit, t.source, about, "TT-ODD-13", lights, (meanings.COMBAT,)
    )


def blitz(t: Tables, lights: tuple[Light, ...] = (), lit: tuple[tuple[int, int], ...] = ()) -> Table:
    """The Blitzkrieg table: one die."""
    rows = tuple((key, cells) for key, cells in t.blitz.rows.items())
    title = say("Blitz table")
    about = notes(t, "blitz")
    return Table(
        BLITZ, title, t.blitz.columns, rows, lit, t.source, about, "TT-BLZ-05", lights, (meanings.BLITZ,)
    )


def columns(n: int) -> str:
    """A column shift as printed: "2R", "1L"; empty for none."""
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
