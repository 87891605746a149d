"""Keep saved games of this version: ``python -m tests.saves.make VERSION`` adds them; what is there is never written again.

A set is made once for each version that changes what is in a save, and committed with it.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from hexbench import bootstrap
from hexbench.engine.opponent import RandomOpponent
from hexbench.engine.values import Action
from hexbench.session.library import Library, Shelf
from hexbench.session.opening import open_new
from hexbench.session.session import Session
from hexbench.store.paths import Places, find_places
from hexbench.store.saves import Note
from hexbench.study.playout import Chance

HERE = Path(__file__).parent
LIST = "kept.json"
GAMES = (
    ("iron_tide", "ten_turn", 90, 1),
    ("iron_tide", "twenty_turn", 40, 2),
    ("iron_tide", "campaign", 90, 3),
    ("iron_tide", "17_december", 70, 4),
    ("iron_tide", "example_of_play", 60, 5),
    ("tide_of_iron", "lanzerath", 130, 6),
    ("tide_of_iron", "noville", 130, 7),
    ("tide_of_iron", "stoumont", 130, 8),
    ("tigers", "campaign", 150, 9),
    ("tigers", "19_december", 120, 10),
    ("tigers", "24_december", 120, 11),
    ("trumpets", "losheim", 220, 12),
    ("trumpets", "rocherath", 220, 13),
    ("blitzkrieg", "campaign", 150, 12),
    ("blitzkrieg", "five_days", 120, 13),
    ("blitzkrieg", "bastogne", 90, 14),
)


SHELF = Shelf()
"""What ships, read once for all homes; a test that changes rules takes a shelf of its own."""


def player_home(folder: Path, shelf: Shelf = SHELF) -> Library:
    """The games that ship, and a home of their own."""
    places = find_places({"HEXBENCH_HOME": str(folder)})
    home = Places(places.resources, places.scenarios, places.config, places.data)
    return Library(bootstrap.GAMES, home, shelf=shelf)


def choose(session: Session, chance: Chance) -> Action:
    """Mostly the default, so that a game gets on; else anything."""
    seat = session.seat(session.decider)
    default = seat.prompt.default
    if default is not None and chance.number(5) == 1:
        return default
    action, _ = RandomOpponent().choose(seat, chance)
    return action


def play(session: Session, actions: int, seed: int) -> None:
    """Play on, with a branch, a bookmark and a comment on the way."""
    chance = Chance(seed)
    for n in range(actions):
        if session.decider is None:
            break
        session.do(choose(session, chance))
        if n == actions // 2:
            session.note(session.node, Note("Half of it.", mark=True))
            if session.undo_refusal() is None:
                session.undo()


def make(version: str) -> None:
    """Play and keep one game of each scenario that the set does not have yet."""
    folder = HERE / version
    folder.mkdir(exist_ok=True)
    listed: dict[str, Any] = json.loads((HERE / LIST).read_text()) if (HERE / LIST).exists() else {}
    with tempfile.TemporaryDirectory() as home:
        library = player_home(Path(home))
        for game, scenario, actions, seed in GAMES:
            path = folder / f"{game}-{scenario}.hexgame"
            if path.exists():
                continue
            session = open_new(library, game, scenario, seed=seed, where=path)
            play(session, actions, seed)
            listed[f"{version}/{path.name}"] = {
                "game": game,
                "scenario": scenario,
                "actions": len(session.history.nodes) - 1,
                "node": session.node,
                "turn": session.turn,
                "notes": {str(node): note.text for node, note in session.notes.items()},
                "digest": session.rules.digest(session.state),
                "rules_version": session.game.rules_version,
            }
            session.close()
    (HERE / LIST).write_text(json.dumps(listed, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    make(sys.argv[1])
