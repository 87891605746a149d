"""Victory: cities held for a turn, the three German levels, the rating (BK-VIC)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hexbench.engine.board import remembered
from hexbench.engine.events import FactChanged, GameEnded, Noted
from hexbench.engine.values import Say, Verdict, say
from hexbench.games.blitzkrieg import weather
from hexbench.games.blitzkrieg.pieces import ALLIED, GERMAN, GROUND

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.seat import BkBoard, BkPlay, Position

ANTWERP: Final = "antwerp"
LIEGE: Final = "liege"
_SOME: Final = 3
"""How many major cities level 2 requires in addition to Liège (BK-VIC-02)."""
GOAL: Final = 4
"""The level that wins a short game (BK-REC-11)."""
LEVELS: Final = {
    0: "Allied victory",
    1: "German victory: Antwerp",
    2: "German victory: Liège and three major cities",
    3: "German tactical victory: the six major cities",
    GOAL: "German victory",
}
_FOR_CITY, _FOR_LIEGE, _FOR_ANTWERP, _MOST = 12, 25, 15, 100
_POINTS_LOST = 10
"""How many strength points lost equal one point of the rating (BK-VIC-10)."""


# ---- who holds what --------------------------------------------------------------------------------------------------
@remembered
def cities(rules: BkRules) -> dict[str, tuple[str, ...]]:
    """The victory cities, Antwerp, Liège and the major ones -> their hexes. Those a map lacks are left out."""
    given = rules.tables.cities
    named = {ANTWERP: given.antwerp, LIEGE: given.liege, **given.major}
    return {name: hexes for name, hexes in named.items() if hexes}


def sought(rules: BkRules, s: Position) -> dict[str, tuple[str, ...]]:
    """What can win -> its hexes: the cities, and the goals of a short game that are single hexes (BK-REC-11)."""
    return {**cities(rules), **{at: (at,) for at in s.goal if at in rules.atlas.index}}


def occupied(s: Position, board: BkBoard, hexes: tuple[str, ...]) -> tuple[str, ...]:
    """The hexes of a city that contain German ground units (BK-VIC-09)."""
    return tuple(
        at
        for at in hexes
        if any(s.units[u].side == GERMAN and s.roster[u].type in GROUND for u in board.at.get(at, ()))
    )


def taken(rules: BkRules, s: Position, board: BkBoard) -> tuple[str, ...]:
    """The cities with Germans in all of their hexes, and the goals of a short game that are single hexes."""
    return tuple(
        name for name, hexes in sought(rules, s).items() if len(occupied(s, board, hexes)) == len(hexes)
    )


def level_of(rules: BkRules, held: tuple[str, ...], goal: tuple[str, ...] = ()) -> int:
    """The best level for which these cities are enough, 1 being the highest; 0: none (BK-VIC-01..03,
    BK-REC-11).
    """
    if goal:
        return GOAL if all(name in held for name in goal) else 0
    major = [name for name in rules.tables.cities.major if name in held]
    if ANTWERP in held:
        return 1
    if LIEGE in held and len(major) >= _SOME:
        return 2
    return 3 if major and len(major) == len(rules.tables.cities.major) else 0


# ---- in the course of play -------------------------------------------------------------------------------------------
def note_holds(play: BkPlay) -> None:
    """At the end of a German turn: record the cities that Germans are in."""
    play.set(holding=taken(play.rules, play, play.board))


def test_holds(play: BkPlay) -> None:
    """At the start of a German turn: test what has been held for one turn (BK-VIC-05). Level 1 ends the game
    (BK-VIC-07), and so does the goal of a short one (BK-REC-11).
    """
    now = taken(play.rules, play, play.board)
    level = level_of(play.rules, tuple(name for name in play.holding if name in now), play.goal)
    if level and (not play.level or level < play.level):
        play.set(level=level, level_turn=play.turn)
        play.tell(FactChanged("level", str(level), say("{level}.", level=LEVELS[level])))
    if play.level in (1, GOAL):
        finish(play)


def finish(play: BkPlay) -> None:
    """The game is over."""
    play.stack.clear()
    winner = None if play.quit_by else _winner(play)
    german = rating(play.rules, play, play.board)
    play.tell(Noted("BK-VIC-08", rated(german)))
    play.tell(GameEnded(winner, str(_name(play.rules, play))))


def verdict(rules: BkRules, s: Position) -> Verdict:
    """The current standing: the level reached so far, and the rating of both sides."""
    german = rating(rules, s, rules.board(s))
    over = not s.stack
    return Verdict(
        over,
        _winner(s) if over and not s.quit_by else None,
        str(_name(rules, s)),
        ((GERMAN, german), (ALLIED, _MOST - german)),
    )


def rated(german: int) -> Say:
    """The ratings of both sides."""
    return say("Rating: German {german}, Allied {allied}.", german=german, allied=_MOST - german)


def summary(rules: BkRules, s: Position) -> Say:
    """How a finished game ended."""
    german = rating(rules, s, rules.board(s))
    return say("The game is over. {how}. {rating}", how=_name(rules, s), rating=rated(german))


def _winner(s: Position) -> str:
    return GERMAN if s.level else ALLIED


def _name(rules: BkRules, s: Position) -> Say:
    if s.quit_by:
        return say("The {side} player has conceded", side=rules.side_name(s.quit_by))
    if s.level or not s.stack:
        return say("{level}", level=LEVELS[s.level])
    return say("Undecided")


def rating(rules: BkRules, s: Position, board: BkBoard) -> int:
    """The German performance so far, 0 to 100; the Allied rating is the remainder of 100 (BK-VIC-10)."""
    total = 0
    for name, hexes in cities(rules).items():
        have = len(occupied(s, board, hexes))
        if name == ANTWERP:
            total += _FOR_ANTWERP * have
        elif have == len(hexes):
            total += _FOR_LIEGE if name == LIEGE else _FOR_CITY
    tenths = _POINTS_LOST * total - s.lost.get(GERMAN, 0) + s.lost.get(ALLIED, 0)
    return min(max((2 * tenths + _POINTS_LOST) // (2 * _POINTS_LOST), 0), _MOST)


def standing(rules: BkRules, s: Position, board: BkBoard) -> list[tuple[str, tuple[str, ...], str]]:
    """For the victory panel: each city, its hexes, and its state: "taken", "held" (for one turn), "part" or
    "free".
    """
    now = taken(rules, s, board)
    out = []
    for name, hexes in sought(rules, s).items():
        if name in now:
            state = "held" if name in s.holding else "taken"
        else:
            state = "part" if occupied(s, board, hexes) else "free"
        out.append((name, hexes, state))
    return out


def last_round(s: Position) -> Say:
    """When the game ends, for the calendar."""
    return weather.date(s.last_turn)
