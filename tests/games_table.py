"""``python -m tests.games_table``: write docs/games.md, one table of what each game offers, made from the code."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from hexbench import bootstrap
from hexbench.engine import parity

PAGE = Path(__file__).resolve().parent.parent / "docs" / "games.md"
HEAD = """# What each game offers

Made from the code by `python -m tests.games_table`; `tests/test_parity.py` fails when it is stale. A number refers to what the
game says about having none: whoever asks for it over the [engine protocol](engine-protocol.md) hears that sentence.
"""


class Shown(NamedTuple):
    """One game as the table shows it."""

    game: Any
    rules: Any
    seat: Any
    scenarios: int
    clauses: int


def shown() -> list[Shown]:
    """Every game that ships, at the beginning of its first scenario."""
    library = bootstrap.catalogue()
    out = []
    for key in library.games:
        names = [info.name for info in library.scenarios(key)]
        loaded = library.load_scenario(key, names[0])
        state = loaded.begin(seed=1).state
        clauses = len(loaded.ledger or ())
        out.append(Shown(loaded.game, loaded.rules, loaded.rules.seat(state, None), len(names), clauses))
    return out


FIGURES: tuple[tuple[str, Callable[[Shown], str]], ...] = (
    ("Scenarios", lambda one: str(one.scenarios)),
    ("Clauses in the ledger", lambda one: str(one.clauses)),
    ("Things a player can do", lambda one: str(len(one.rules.verbs))),
    ("Kinds of overlays", lambda one: str(len(one.seat.overlays()))),
    ("Players besides people", lambda one: ", ".join(sorted(one.game.opponents))),
)


def page() -> str:
    """The text of docs/games.md."""
    games = shown()
    notes: dict[str, int] = {}

    def cell(one: Shown, capability: parity.Capability) -> str:
        why = parity.lacks(one.rules, capability.key)
        return "yes" if why is None else f"no ({notes.setdefault(str(why), len(notes) + 1)})"

    rows = [
        ["", *(one.game.title for one in games)],
        ["---", *("---" for _ in games)],
        *([name, *(tell(one) for one in games)] for name, tell in FIGURES),
        *([one.what, *(cell(game, one) for game in games)] for one in parity.CAPABILITIES),
    ]
    table = "\n".join("| " + " | ".join(row) + " |" for row in rows)
    return f"{HEAD}\n{table}\n\n" + "\n".join(f"{n}. {why}" for why, n in notes.items()) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"{PAGE}\n")
