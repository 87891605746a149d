"""The requests of the engine protocol (docs/engine-protocol.md), decoded strictly: an unknown key is refused with its path."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from hexbench.engine.opponent import Manner
from hexbench.engine.values import Action
from hexbench.engine.what_if import Supposed
from hexbench.session.to_json import Answer, Bad, capital
from hexbench.store.strict import BadFile, convert, parse_json


class Request(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag=str.lower, tag_field="do"
):
    """One line from a client."""


class Games(Request, frozen=True, kw_only=True):
    """What can be played."""


class Describe(Request, frozen=True, kw_only=True):
    """The vocabulary of a game as data."""

    game: str


class New(Request, frozen=True, kw_only=True):
    """Begin a scenario or a shipped position. ``tables`` is a file of the player's own; ``numbers`` None: seeded."""

    game: str
    scenario: str
    options: dict[str, Any] = {}
    tables: str = ""
    seed: int = 0
    numbers: tuple[int, ...] | None = None
    study: bool = False
    words: dict[str, str] = {}
    """side -> its password: what is saved of the game is sealed with them."""


class Load(Request, frozen=True, kw_only=True):
    """Set up a position, or continue from a file: a saved game, a scenario or a position."""

    game: str = ""
    position: dict[str, Any] | None = None
    base: str = ""
    map: str | dict[str, Any] = ""
    options: dict[str, Any] = {}
    tables: str = ""
    file: str = ""
    seed: int | None = None
    numbers: tuple[int, ...] | None = None
    study: bool = False
    words: dict[str, str] = {}
    """side -> its password, if a saved game is sealed."""


class Seated(Request, frozen=True, kw_only=True):
    """A request that is answered from a seat: a side, or "umpire"; empty: the side that decides, or the umpire if
    everybody may see everything (nothing is hidden, study mode, the game is over).
    """

    side: str = ""


class Prompt(Seated, frozen=True, kw_only=True):
    """Whose decision it is and what is offered."""


class Targets(Seated, frozen=True, kw_only=True):
    """Every legal way to use a verb with a subject."""

    verb: str
    subject: tuple[str, ...] = ()


class Refuse(Seated, frozen=True, kw_only=True):
    """All reasons against an action, at any time."""

    action: Action


class Checklist(Seated, frozen=True, kw_only=True):
    """What would be left undone if the step were ended now."""


class Apply(Seated, frozen=True, kw_only=True):
    """Do an action. ``side`` says to whom the report of what happened is addressed; empty: the side that acts."""

    action: Action
    numbers: tuple[int, ...] | None = None


class Forecast(Seated, frozen=True, kw_only=True):
    """What an action may lead to."""

    action: Action


class Attacks(Seated, frozen=True, kw_only=True):
    """The attacks a side could make, the best first; ``by`` empty: the side itself. ``far``: also later ones."""

    by: str = ""
    far: bool = False


class Suppose(Seated, frozen=True, kw_only=True):
    """A hypothetical attack, presented as a combat."""

    what: Supposed


class Odds(Seated, frozen=True, kw_only=True):
    """What may come of a plan: who holds ``hexes``, what becomes of ``units`` (described by ``fields``), which of the
    units in ``supply`` are in supply, what the ``score`` is.
    """

    plan: tuple[Action, ...] = ()
    hexes: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    supply: tuple[str, ...] = ()
    score: bool = False
    own: str = "default"
    enemy: str = "default"
    until: str = "combat"
    worlds: int = 8
    cap: int = 20_000
    samples: int = 1_000
    seed: int = 0


class Chance(Seated, frozen=True, kw_only=True):
    """Who wins from here, by ``games`` between opponents with together at most ``cap`` actions; ``against``: compared
    with the position at that node, by the same games from both.
    """

    opponents: tuple[str, ...] = ("random",)
    games: int = 20
    cap: int = 50_000
    seed: int = 0
    against: int | None = None


class Supply(Seated, frozen=True, kw_only=True):
    """The supply ``of`` a side (empty: of the asking side) if these ``units`` and ``bridges`` were gone and the enemy
    had these ``hexes``; and the ``worst`` hexes that it could lose (how many of them to list).
    """

    of: str = ""
    units: tuple[str, ...] = ()
    bridges: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    worst: int = 0


class Review(Seated, frozen=True, kw_only=True):
    """The review of the game so far; with a ``level`` also its decisions from action ``since`` on, until the computer
    has done ``cap`` actions.
    """

    level: str = ""
    since: int = 0
    cap: int = 2_000


class Combatant(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One unit of a sheet: its party, its kind, and what is filled in for its fields."""

    party: str
    kind: str
    values: dict[str, str | int] = {}


class Calculate(Request, frozen=True, kw_only=True):
    """The calculator of a game; without ``settings`` and ``units`` what can be filled in. ``rolled``: the faces of its dice."""

    game: str
    settings: dict[str, str | int] | None = None
    units: tuple[Combatant, ...] | None = None
    rolled: tuple[int, ...] = ()


class Hint(Seated, frozen=True, kw_only=True):
    """What an opponent of a ``level`` (empty: the second, if there are several) in this ``manner`` would do in the
    place of the side that decides, in at most so many ``steps``; 0: to the end of the phase or of the player turn,
    according to the ``goal``.
    """

    level: str = ""
    manner: Manner = "balanced"
    goal: Literal["phase", "turn"] = "phase"
    steps: Annotated[int, msgspec.Meta(ge=0, le=150)] = 0


class Overlay(Seated, frozen=True, kw_only=True):
    """One overlay, or without ``kind`` the list of the overlays there are."""

    kind: str = ""
    subject: str = ""


class View(Seated, frozen=True, kw_only=True):
    """What a side may know of the position."""


class Faces(Seated, frozen=True, kw_only=True):
    """Every counter a side may see, with its place."""


class Facts(Seated, frozen=True, kw_only=True):
    """An inspector's page about a unit or a hex."""

    ref: str


class Panels(Seated, frozen=True, kw_only=True):
    """The game's own docks: tracks, pools, tables."""


class Log(Seated, frozen=True, kw_only=True):
    """The log as a side may read it."""


class Levers(Seated, frozen=True, kw_only=True):
    """What the umpire's hand may change of units (``of``: "unit"), a hex, a hexside ("side") or the "game", as ``side`` sees it."""

    of: Literal["unit", "hex", "side", "game"] = "game"
    ref: str = ""


class Amend(Seated, frozen=True, kw_only=True):
    """A free change by the umpire's hand: in study mode, or with the ``consent`` of every side."""

    subject: tuple[str, ...] = ()
    what: str = "at"
    to: str = ""
    consent: tuple[str, ...] = ()


class Undo(Request, frozen=True, kw_only=True):
    """Take back the last action."""


class Redo(Request, frozen=True, kw_only=True):
    """Redo what was taken back last."""


class State(Request, frozen=True, kw_only=True):
    """The whole position, as the umpire sees it; ``load`` accepts it."""


class Audit(Request, frozen=True, kw_only=True):
    """What is wrong with the position."""


class Save(Request, frozen=True, kw_only=True):
    """Write the game to a file and continue in it."""

    file: str


class Invite(Request, frozen=True, kw_only=True):
    """Begin a game by mail as one side; ``file`` is the invitation that is written."""

    game: str
    scenario: str
    side: str
    file: str
    options: dict[str, Any] = {}
    tables: str = ""


class Accept(Request, frozen=True, kw_only=True):
    """Take the other side of an invitation; ``answer`` is the letter that is written."""

    file: str
    answer: str


class Letter(Request, frozen=True, kw_only=True):
    """Open a letter of the other player."""

    file: str


class Send(Request, frozen=True, kw_only=True):
    """Write the next letter; ``again``: the last one once more."""

    file: str
    again: bool = False


class Quit(Request, frozen=True, kw_only=True):
    """End; so does the end of the input."""


AnyRequest = (
    Games
    | Describe
    | New
    | Load
    | Prompt
    | Targets
    | Refuse
    | Checklist
    | Apply
    | Forecast
    | Attacks
    | Suppose
    | Odds
    | Chance
    | Supply
    | Review
    | Calculate
    | Hint
    | Overlay
    | View
    | Faces
    | Facts
    | Panels
    | Log
    | Levers
    | Amend
    | Undo
    | Redo
    | State
    | Audit
    | Save
    | Invite
    | Accept
    | Letter
    | Send
    | Quit
)
KINDS: dict[str, type[AnyRequest]] = {kind.__name__.lower(): kind for kind in AnyRequest.__args__}
"""The name of a request -> its type."""
NAMES: tuple[str, ...] = tuple(KINDS)


# A line into a request, and an answer into a line.


def encode(answer: Answer) -> bytes:
    """An answer as a line; if it contains what cannot be written, the client is told so instead."""
    try:
        return msgspec.json.encode(answer)
    except Exception as fault:  # noqa: BLE001 - the process goes on, whatever an answer holds
        text = ascii(str(fault))[1:-1]
        return msgspec.json.encode(
            Bad("internal", f"The answer could not be written ({type(fault).__name__}: {text}).").answer
        )


def parse(line: bytes) -> dict[str, Any]:
    """The object on a line. Raises Bad."""
    try:
        raw = parse_json(line.decode("utf-8-sig"))
    except UnicodeDecodeError as fault:
        raise Bad("json", f"The line is not UTF-8 (byte {fault.start}).") from None
    except BadFile as fault:
        raise Bad("json", capital(fault.reason), path=fault.where) from None
    if not isinstance(raw, dict):
        raise Bad("json", "A line holds one JSON object.")
    return raw


def decode(raw: dict[str, Any]) -> AnyRequest:
    """The request that an object is. Raises Bad."""
    name = raw.get("do")
    if not isinstance(name, str) or name not in KINDS:
        raise Bad("request", f"There is no such request; there are {', '.join(NAMES)}.", path="do")
    try:
        found: AnyRequest = convert(
            raw, KINDS[name]
        )  # with all requests at once, keys of other requests would be suggested
    except BadFile as fault:
        raise Bad("request", capital(fault.reason), path=fault.where) from None
    return found
