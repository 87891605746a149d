"""One game of a pairing, recorded as a line: who sat where, the margin, the cost of thinking, and which rules and which mind played.

The margin says by how much a game was won or lost, in points fine enough to tell two players apart: verdicts have two
or three levels, and between two computer players one side nearly always wins. It is calculated only from the end of
the game and from nothing in a declaration of aims, so that a change of those does not change the measure.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from hexbench import __version__
from hexbench.bootstrap import catalogue
from hexbench.engine.rules import GameDef
from hexbench.session.game import LoadedScenario
from hexbench.staff.aims import Aims
from hexbench.staff.planner import Planner
from hexbench.study.playout import maker_of
from tests.arena import play
from tests.strength import candidates
from tests.strength.greedy import Greedy

APP = Path(__file__).resolve().parents[2] / "app" / "hexbench"
MOST: Final = 20_000
"""Actions after which a game is stopped and counts as it stands."""
GREEDY: Final = "greedy"
"""An opponent that no game offers."""
TUNED: Final = "/"
"""The separator between the name of a level and each weight that is changed for a trial: ``quick/caution=0.8``."""


class Pairing(NamedTuple):
    """Two players in one scenario; margins count for ``one``."""

    scenario: str
    """``game/scenario``."""
    one: str
    other: str


class Seat(NamedTuple):
    """One game to be played: ``side`` is the side of ``one``."""

    pairing: Pairing
    seed: int
    side: str


# ---- margins
def _tigers(rules: Any, s: Any) -> float:
    """Objectives of both lists and quarters of divisions that left, in points: two for each of the four that win the
    Germans a historic victory, two for each of the eight quarters of a strategic one, one for each denied to the
    Allies.
    """
    from hexbench.games.tigers.ground import holder
    from hexbench.games.tigers.victory import score

    goals, denied = rules.zones["german_objectives"], rules.zones["allied_objectives"]
    german = sum(holder(rules, s, at) == "german" for at in goals)
    allied = sum(holder(rules, s, at) == "allied" for at in denied)
    return 2.0 * german + 2.0 * min(8, score(rules, s)) - 1.0 * allied


def _points(rules: Any, s: Any) -> float:
    """Points of the verdict for the first side less those for the second; if only one side scores, its points."""
    score, sides = dict(rules.verdict(s).score), rules.sides
    return float(score.get(sides[0], 0) - score.get(sides[1], 0))


def _blitzkrieg(rules: Any, s: Any) -> float:
    """The winner counts for as much as the whole rating, which is about cities and losses and not about levels (BK-VIC-08, BK-VIC-10).

    A short game that ends with its goal has no useful rating: a side that takes it in two rounds has fewer cities by
    then than one that takes four. There it counts how soon the goal fell, 100 for all rounds (BK-REC-11).
    """
    winner = rules.verdict(s).winner
    won = 0.0 if winner is None else 100.0 if winner == rules.sides[0] else -100.0
    if not s.goal:
        return won + _points(rules, s)
    soon = (s.last_turn - s.level_turn) / s.last_turn if s.level else 0.0
    return won + 100.0 * soon


MARGINS: Final[dict[str, Callable[[Any, Any], float]]] = {"tigers": _tigers, "blitzkrieg": _blitzkrieg}
"""game -> the margin of its first side; all others use the points of their verdict."""


def margin(loaded: LoadedScenario, s: Any) -> float:
    """The margin of the first side of a game."""
    return MARGINS.get(loaded.game.key, _points)(loaded.rules, s)


# ---- players
def maker(game: GameDef, name: str) -> Callable[[], Any]:
    """What makes a player: a level of the game, one with a manner (``quick:bold``), or one of the planner with
    changed weights of its declaration or its budget, which is how a change is compared with the present state. Raises
    ValueError (one sentence).
    """
    level, *weights = name.split(TUNED)
    if level == GREEDY:
        return partial(Greedy, aims_of(game))
    made = planned(game).get(level) or maker_of(game, level)
    return partial(_tuned, made, tuple(weights)) if weights else made


def aims_of(game: GameDef) -> Aims | None:
    """What a game declares to the planner, or could declare, if anything."""
    player = next(iter(planned(game).values()), lambda: None)()
    return player.aims if isinstance(player, Planner) else None


def planned(game: GameDef) -> dict[str, Callable[[], Any]]:
    """Every level the planner has for a game, including those not offered yet, or would have instead of its own opponent."""
    from hexbench.staff.levels import every

    found = next(
        (made() for made in game.opponents.values() if getattr(made, "func", None) is not None), None
    )
    return every(found.aims) if isinstance(found, Planner) else candidates.players(game.key)


def _tuned(made: Callable[[], Any], weights: tuple[str, ...]) -> Planner:
    player = made()
    if not isinstance(player, Planner):
        raise ValueError("Only players of the planner have weights to change.")
    aims, budget = type(player.aims)(), player.level
    for one in weights:
        name, _, value = one.partition("=")
        if name in budget._fields:
            budget = budget._replace(**{name: int(value)})
            continue
        if not isinstance(getattr(aims, name, None), (int, float)):
            raise ValueError(f'There is no weight "{name}".')
        setattr(aims, name, float(value))
    return Planner(aims, budget)


# ---- digests
_SHOWN: Final = re.compile(rb"(?m)^ *shown: ClassVar = \{[^}]*\}\n")


def rules_digest(loaded: LoadedScenario) -> str:
    """A digest of what was played: rules, tables and map."""
    bound = loaded.bound
    told = f"{bound.game.rules_version} {bound.tables_digest} {bound.map_digest}"
    return hashlib.blake2b(told.encode(), digest_size=6).hexdigest()


@cache
def mind_digest(key: str) -> str:
    """A digest of who played: the sources of the planner, and those of a game's declaration or of its own opponent."""
    own = APP / "games" / key
    files = [*(APP / "staff").glob("*.py"), *own.glob("opponent*.py")]
    if key in candidates.CANDIDATES:
        files.append(Path(candidates.__file__))
    elif planned(catalogue().games[key]):
        files.append(own / "game.py")  # the file with its declaration
    told = hashlib.blake2b(digest_size=6)
    for path in sorted(files):
        # what matches have shown is written into the declaration afterwards and does not change how it thinks
        text = _SHOWN.sub(b"", path.read_bytes())
        lines = (line for line in text.splitlines() if b"Shown" not in line)
        told.update(path.name.encode() + b"\0" + b"\n".join(lines))
    return told.hexdigest()


# ---- a game
_KEPT: dict[str, LoadedScenario] = {}


def loaded(scenario: str) -> LoadedScenario:
    """A scenario, loaded once in a process. Raises ValueError."""
    if scenario not in _KEPT:
        key, _, name = scenario.partition("/")
        _KEPT[scenario] = catalogue().load_scenario(key, name, {})
    return _KEPT[scenario]


def play_one(seat: Seat) -> dict[str, Any]:
    """Play one game and return its line, which contains everything needed for the figures."""
    pairing, seed, side = seat
    at = loaded(pairing.scenario)
    sides = at.game.sides
    names = {one: pairing.one if one == side else pairing.other for one in sides}
    makers = {one: maker(at.game, name) for one, name in names.items()}
    game = play(at, {one: made() for one, made in makers.items()}, seed, MOST)
    sign = 1.0 if side == sides[0] else -1.0
    won = "" if game.winner is None or not game.ended else ("one" if game.winner == side else "other")
    return {
        "scenario": pairing.scenario,
        "one": pairing.one,
        "other": pairing.other,
        "side": side,
        "seed": seed,
        "margin": round(sign * margin(at, game.last), 3),
        "won": won,
        "level": game.level,
        "score": game.score,
        "actions": game.actions,
        "ended": game.ended,
        "seconds": [round(game.seconds[one][0], 3) for one in sorted(sides, key=lambda s: s != side)],
        "longest": [round(game.seconds[one][1], 3) for one in sorted(sides, key=lambda s: s != side)],
        "applied": [game.applied[one] for one in sorted(sides, key=lambda s: s != side)],
        "version": __version__,
        "rules": rules_digest(at),
        "mind": mind_digest(at.game.key),
    }
