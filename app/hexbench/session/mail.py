"""Games by mail: inviting, answering and writing letters (docs/adr/0008-play-by-mail.md).

Each player has a copy of the whole game, locked with the key of that seat, and replays every letter by the rules
before accepting it. Dice come from one secret link of each player: an action that needs some waits until the other
player's program has opened the letter it is in, so that nobody can try again, and nobody can know a number before
being committed to its use.

Letters alternate; the player who invites writes those with even numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from hexbench.engine.events import Broadcast
from hexbench.engine.history import Record
from hexbench.engine.options import options_of
from hexbench.engine.rules import Rules
from hexbench.engine.state import Dice
from hexbench.engine.values import Action, NeedDice, Refused, Say, said, say
from hexbench.session.game import Bound, Catalogue, LoadedScenario
from hexbench.session.opening import bind_header, header_of, with_own_of
from hexbench.store import canon, letters
from hexbench.store.customs import brief
from hexbench.store.letters import Answer, Desk, Envelope, Invitation, MailRow, Play, Player
from hexbench.store.saves import Row, SaveHeader
from hexbench.store.strict import BadFile

# An invitation as a contract: what is taken over from it, and every term that differs from what ships.
#
# Somebody else wrote it. So only the game, the scenario, the options, the tables, the map and their digests are taken
# from its header; who plays what, study mode, dice, titles and whatever else a save may contain come from this
# computer. The digests are compared with those calculated from what it has, and whatever differs from what ships is
# reported before anybody agrees.

MOST = 12
"""The most sentences about one invitation; further ones are only counted."""


def taken(catalogue: Catalogue, header: SaveHeader, file: str = "") -> tuple[SaveHeader, LoadedScenario]:
    """The header that is played with here, and the scenario bound to what it names. Raises BadFile if the two differ."""
    bound = bind_header(catalogue, header, file)
    if header.rules_version != bound.game.rules_version:
        raise BadFile(
            say(
                "the other player has a different version of the rules: both need "
                "the same version of Hexbench."
            ),
            file,
        )
    if (header.map_digest, header.tables_digest) != (bound.map_digest, bound.tables_digest):
        raise BadFile(
            say(
                "the other player has a different map or different tables: both "
                "need the same version of Hexbench."
            ),
            file,
        )
    loaded = with_own_of(catalogue, header, file).load_scenario(header.game, header.scenario, header.options)
    if header.sheet is not None and loaded.bound.map_digest != bound.map_digest:
        loaded = LoadedScenario(bound, loaded.info, loaded.scenario, loaded.position, loaded.catalogue)
    mine = replace(header_of(loaded), dice="mail", sheet=header.sheet, own=header.own)
    if (mine.map_digest, mine.tables_digest) != (header.map_digest, header.tables_digest):
        raise BadFile(
            say(
                "the other player has a different map or different tables: both "
                "need the same version of Hexbench."
            ),
            file,
        )
    return mine, loaded


def terms(catalogue: Catalogue, header: SaveHeader, file: str = "") -> tuple[Say, ...]:
    """Everything that is not as it ships, a sentence each; none: all of it is. Raises BadFile."""
    mine, loaded = taken(catalogue, header, file)
    plain = catalogue.with_own(None).load_scenario(header.game, header.scenario)
    out = [*_map(plain.bound, loaded.bound, mine), *_tables(mine), *_options(plain.bound, loaded.bound)]
    if header.players or header.study or header.dice != "mail":
        out.append(say("The invitation asks for things that a game by mail cannot have: they are left out."))
    if len(out) > MOST:
        out = [*out[:MOST], say("And {n} more.", n=len(out) - MOST)]
    return tuple(out)


def _map(plain: Bound, bound: Bound, header: SaveHeader) -> list[Say]:
    if header.sheet is None and plain.map_digest == bound.map_digest:
        return []
    sheet, ours = bound.sheet, plain.rules.atlas.sheet
    if sheet is None or plain.map_digest == bound.map_digest:
        return []
    return [
        say(
            "Its map is not the standard one but {title}. Differences: hexes {hexes}, "
            "hexsides {sides}, roads {roads}, zones {zones}, lines {lines}.",
            title=brief(sheet.title),
            hexes=_apart(sheet.cells, ours.cells),
            sides=_apart({one.side: one for one in sheet.hexsides}, {one.side: one for one in ours.hexsides}),
            roads=_apart({one.side: one for one in sheet.roads}, {one.side: one for one in ours.roads}),
            zones=_apart(sheet.zones, ours.zones),
            lines=_apart({one.name: one for one in sheet.lines}, {one.name: one for one in ours.lines}),
        )
    ]


def _apart(theirs: Mapping[str, Any], ours: Mapping[str, Any]) -> int:
    """How many entries differ, or are in only one of the two."""
    return sum(theirs.get(key) != ours.get(key) for key in {**theirs, **ours})


def _tables(header: SaveHeader) -> list[Say]:
    if header.own is None:
        return []
    tables: Mapping[str, Any] = header.own.get("tables") or {}
    scenario: Mapping[str, Any] = header.own.get("scenario") or {}
    out = [say("The table {name} is the other player's own.", name=brief(name)) for name in tables]
    for name, given in scenario.items():
        n = len(given) if isinstance(given, dict) else 1
        text = say(
            "The set-up is changed in {name}: 1 entry."
            if n == 1
            else "The set-up is changed in {name}: {n} entries.",
            name=brief(name),
            n=n,
        )
        out.append(text)
    return out


def _options(plain: Bound, bound: Bound) -> list[Say]:
    out = []
    for one in options_of(bound.game.Options):
        ours, theirs = getattr(plain.options, one.key, None), getattr(bound.options, one.key, None)
        if ours != theirs:
            out.append(
                say(
                    "{option}: {theirs} (standard: {ours})",
                    option=Say(one.title),
                    theirs=Say(one.reading(theirs)) if one.readings else _word(theirs),
                    ours=Say(one.reading(ours)) if one.readings else _word(ours),
                )
            )
    return out


def _word(value: object) -> Say | str:
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    return brief(str(value))


_TAMPERED: Final = say(
    "this letter was altered on its way, or someone else wrote it. Nothing was changed here."
)


def folder(catalogue: Catalogue) -> Path:
    """Where games by mail are kept."""
    return catalogue.places.data / "mail"


# ---- inviting and answering
def invite(
    catalogue: Catalogue,
    game: str,
    scenario: str,
    side: str,
    to: Path,
    options: Mapping[str, Any] | None = None,
) -> Path:
    """Write an invitation to a game in which ``side`` is played here; returns our desk. Raises BadFile."""
    loaded = catalogue.load_scenario(game, scenario, options)
    sides = loaded.rules.sides
    if len(sides) != 2:
        raise BadFile(say("a game by mail is for two players."))
    if side not in sides:
        raise BadFile(say('there is no side "{side}"; there are {names}.', side=side, names=", ".join(sides)))
    header = replace(header_of(loaded), dice="mail")
    game_id = letters.fresh()[:8].hex()
    desk = replace(_new_desk(header, game_id, side), invited=True)
    body = letters.pack(Invitation(header=header, player=desk.me, scenario=_scenario_digest(loaded)))
    envelope = _signed(desk, "invitation", body)
    return _begin_desk(catalogue, desk, envelope, to)


def read_invitation(path: Path) -> tuple[Envelope, Invitation]:
    """What an invitation offers. Raises BadFile, also for any other letter."""
    envelope = letters.read_letter(path)
    if envelope.kind != "invitation" or envelope.number:
        raise BadFile(say("this letter is not an invitation."), str(path))
    found = letters.unpack(envelope.body, Invitation, str(path))
    _check_signed(envelope, found.player, str(path))
    _check_player(found.player, str(path))
    return envelope, found


def _check_player(player: Player, file: str) -> None:
    """Raise BadFile for keys with which nothing can be sealed: after accepting them no letter could ever be written."""
    try:
        letters.seal(player.box, b"", b"")
        good = (
            len(player.anchor) == len(player.sign) == letters.KEY and len(player.side) <= letters.LONGEST_NAME
        )
    except letters.BadSeal:
        good = False
    if not good:
        raise BadFile(say("the keys in this letter cannot be used. Nothing was changed here."), file)


def other_side(catalogue: Catalogue, invitation: Invitation, file: str = "") -> str:
    """The side that is left for the invited player. Raises BadFile if the game, map or tables are not the same here."""
    sides = taken(catalogue, invitation.header, file)[1].rules.sides
    if len(sides) != 2 or invitation.player.side not in sides:
        raise BadFile(say("this invitation is for a side that the game does not have."), file)
    return next(side for side in sides if side != invitation.player.side)


def answer(catalogue: Catalogue, invitation: Path, to: Path) -> Path:
    """Take the other side of the offered game and write the answer; returns our desk. Raises BadFile."""
    envelope, found = read_invitation(invitation)
    side = other_side(catalogue, found, str(invitation))
    path = letters.desk_path(folder(catalogue), envelope.game_id, side)
    if path.exists():
        raise BadFile(say("this invitation has already been answered here."), str(invitation))
    header, loaded = taken(catalogue, found.header, str(invitation))
    try:
        begun = _scenario_digest(loaded)
    except (LookupError, ValueError):
        begun = ""  # a map of the other player's on which this scenario cannot begin
    if begun != found.scenario:
        raise BadFile(
            say("the other player's scenario is different from the one of this name here."), str(invitation)
        )
    desk = replace(_new_desk(header, envelope.game_id, side), other=found.player, shown=1)
    desk = replace(desk, letters=(envelope.digest,))
    body = letters.pack(Answer(player=desk.me, link=letters.link(desk.root, 0)))
    return _begin_desk(catalogue, desk, _signed(desk, "answer", body), to)


def _scenario_digest(loaded: LoadedScenario) -> str:
    """A digest of what a scenario begins with, apart from its dice."""
    return loaded.rules.digest(loaded.begin(1).state)


def _new_desk(header: SaveHeader, game_id: str, side: str) -> Desk:
    sign, box, root = letters.fresh(), letters.fresh(), letters.fresh()
    me = Player(
        side=side, sign=letters.sign_key(sign), box=letters.box_key(box), anchor=letters.link(root, -1)
    )
    return Desk(header=header, game_id=game_id, me=me, other=None, sign=sign, box=box, root=root, letters=())


def _begin_desk(catalogue: Catalogue, desk: Desk, envelope: Envelope, to: Path) -> Path:
    """Keep our desk and write the letter that begins it: both, or neither, because nobody could start again with half of it."""
    path = letters.desk_path(folder(catalogue), desk.game_id, desk.me.side)
    data = letters.letter_bytes(envelope)
    desk = replace(desk, letters=(*desk.letters, envelope.digest), last=data)
    key = letters.new_key(path)
    try:
        letters.write_desk(path, key, desk)
        canon.write_bytes(to, data)
    except BadFile:
        letters.forget_desk(path)
        raise
    _note_recent(catalogue, path, desk, "")
    return path


def _note_recent(catalogue: Catalogue, path: Path, desk: Desk, turn: str) -> None:
    """Add a game by mail to the games played last."""
    header = desk.header
    catalogue.recent.note(path, title=header.title, game=header.game, scenario=header.scenario, turn=turn)


def _signed(desk: Desk, kind: letters.Kind, body: bytes) -> Envelope:
    bare = Envelope(
        version=letters.VERSION,
        kind=kind,
        game_id=desk.game_id,
        number=len(desk.letters),
        sender=desk.me.side,
        before=desk.letters[-1] if desk.letters else b"",
        body=body,
    )
    return replace(bare, signature=letters.sign(desk.sign, bare.signed))


def _check_signed(envelope: Envelope, player: Player, file: str) -> None:
    """Raise BadFile unless the player wrote exactly this."""
    try:
        letters.check(player.sign, envelope.signature, envelope.signed)
    except letters.BadSeal:
        raise BadFile(_TAMPERED, file) from None
    if envelope.sender != player.side:
        raise BadFile(_TAMPERED, file)


def _bound_of(catalogue: Catalogue, header: SaveHeader, file: str) -> Bound:
    """The game as it is here. Raises BadFile if rules, map or tables differ from the other player's."""
    bound = bind_header(catalogue, header, file)
    if header.rules_version != bound.game.rules_version:
        raise BadFile(
            say(
                "the other player has a different version of the rules: both need "
                "the same version of Hexbench."
            ),
            file,
        )
    if header.map_digest != bound.map_digest or not bound.plays_like(header.tables_digest):
        raise BadFile(
            say(
                "the other player has a different map or different tables: both "
                "need the same version of Hexbench."
            ),
            file,
        )
    return bound


# ---- dice
def _rollseed_of(game_id: str, roll: int, letter: bytes, one: bytes, other: bytes) -> int:
    """The seed of one roll: from a link of each player, ``one`` being the first side's, and the letter that needed it."""
    found = letters.digest(b"hexbench-mail-dice/1", game_id.encode(), b"%d" % roll, letter, one, other)
    return int.from_bytes(found[:8], "big") >> 1


def _seed_of(desk: Desk, rules: Rules[Any, Any, Any], roll: int, letter: bytes, theirs: bytes) -> int:
    """The seed of one roll of a game: from our link and ``theirs``, for the letter that needed it."""
    mine = letters.link(desk.root, roll)
    pair = (mine, theirs) if desk.me.side == rules.sides[0] else (theirs, mine)
    return _rollseed_of(desk.game_id, roll, letter, *pair)


def _numbers_of(rules: Rules[Any, Any, Any], state: Any, action: Action, seed: int) -> tuple[int, ...]:
    """The numbers a seed gives to an action."""
    return rules.apply(replace(state, dice=Dice(seed=seed)), action, None, trusted=True).numbers


# ---- the first position
def start(catalogue: Catalogue, desk: Desk, bound: Bound, theirs: bytes) -> Desk:
    """The first position, from the first link of each player. Raises BadFile."""
    header = desk.header
    _, loaded = taken(catalogue, header)
    seed = _seed_of(desk, bound.rules, 0, desk.letters[1], theirs)
    out = loaded.begin(0, loaded.begin(seed).numbers)
    packed = bound.rules.pack(out.state)
    return replace(desk, start=packed, here=packed, opening=msgspec.msgpack.encode(out.told), rolls=1)


# ---- writing letters
def my_letter(desk: Desk) -> bool:
    """Whether the next letter must be written here."""
    return bool(desk.start) and len(desk.letters) % 2 == (0 if desk.invited else 1)


def written(desk: Desk, rules: Rules[Any, Any, Any]) -> Desk:
    """The desk after the next letter was written; ``last`` is the letter. Raises BadFile."""
    assert desk.other is not None, "nobody writes before the answer"
    upto = desk.rolls + (desk.pending is not None)
    if upto > letters.LINKS:
        raise BadFile(say("this game has used up its dice: start a new game from this position."))
    fresh = desk.rows[desk.sent :]
    rows = tuple(
        MailRow(
            side=row.record.side or "",
            action=row.record.action,
            numbers=row.record.numbers,
            digest=row.record.digest,
            auto=row.auto,
        )
        for row in fresh
    )
    play = Play(
        rows=rows,
        links=tuple(letters.link(desk.root, n) for n in range(desk.shown, upto)),
        pending=desk.pending,
        digest=rules.digest(rules.unpack(desk.here)),
    )
    bare = _signed(desk, "play", b"")
    try:
        body = letters.seal(desk.other.box, letters.pack(play), bare.around)
    except letters.BadSeal:
        raise BadFile(
            say("nothing can be sealed with the other player's key: this game cannot continue.")
        ) from None
    envelope = _signed(desk, "play", body)
    return replace(
        desk,
        letters=(*desk.letters, envelope.digest),
        sent=len(desk.rows),
        shown=upto,
        pending_sent=desk.pending is not None,
        last=letters.letter_bytes(envelope),
    )


def told_of(data: bytes) -> tuple[Broadcast, ...]:
    """What was reported before the first decision."""
    return msgspec.msgpack.decode(data, type=tuple[Broadcast, ...]) if data else ()


def standing(desk: Desk) -> Say:
    """The state of a game by mail, from its desk alone."""
    if not desk.start:
        return say("Waiting for the answer") if desk.invited else say("Waiting for the first letter")
    if not my_letter(desk):
        return say("Waiting for letter {n}", n=len(desk.letters))
    return say("Your move: letter {n} comes next", n=len(desk.letters))


# Opening a letter of a game by mail: nothing is accepted before it has been checked, and replayed by the rules.

NOT_YOURS: Final = say("this letter is sealed for another player: the key of this seat does not open it.")


def find_desk(catalogue: Catalogue, envelope: Envelope, file: str) -> Path:
    """Our desk to which a letter belongs. Raises BadFile."""
    found = [
        path
        for path in letters.desks(folder(catalogue))
        if path.stem.startswith(f"{envelope.game_id}-")
        and path.stem != f"{envelope.game_id}-{envelope.sender}"
    ]
    if not found:
        mine = letters.desk_path(folder(catalogue), envelope.game_id, envelope.sender)
        if mine.exists():
            raise BadFile(say("this is a letter that you wrote yourself: send it to the other player."), file)
        if envelope.kind == "invitation":
            raise BadFile(say("this is an invitation: answer it before you open any letter."), file)
        raise BadFile(say("this letter belongs to a game that does not exist here."), file)
    return found[0]


def take(catalogue: Catalogue, desk: Desk, envelope: Envelope, file: str) -> Desk:
    """The desk with a letter added. Everything is checked first; ``desk`` stays as it is. Raises BadFile."""
    if envelope.kind == "invitation":
        raise BadFile(say("this invitation has already been answered here."), file)
    body = _answer(desk, envelope, file) if desk.other is None else None
    other = body.player if body is not None else desk.other
    assert other is not None, "an answer names the other player"
    _check_signed(envelope, other, file)
    if body is not None:
        sides = _bound_of(catalogue, desk.header, file).rules.sides
        if other.side not in sides:
            raise BadFile(_TAMPERED, file)
    _in_order(desk, envelope, file)
    bound = _bound_of(catalogue, desk.header, file)
    if body is not None:
        if not letters.follows(other.anchor, body.link):
            raise BadFile(_TAMPERED, file)
        desk = replace(desk, other=other, seen=1, other_link=body.link)
        desk = replace(desk, letters=(*desk.letters, envelope.digest))
        return start(catalogue, desk, bound, body.link)
    return _take_play(catalogue, desk, bound, envelope, file)


def _answer(desk: Desk, envelope: Envelope, file: str) -> Answer:
    if envelope.kind != "answer":
        raise BadFile(say("the answer to your invitation must be opened first."), file)
    body = letters.unpack(envelope.body, Answer, file)
    if body.player.side == desk.me.side:
        raise BadFile(_TAMPERED, file)
    _check_player(body.player, file)
    return body


def _in_order(desk: Desk, envelope: Envelope, file: str) -> None:
    """Check that the letters follow one another, each written after the one before it was opened."""
    number, known = envelope.number, len(desk.letters)
    if number < known:
        if desk.letters[number] == envelope.digest:
            raise BadFile(
                say(
                    "letter {number} has already been opened; number {known} comes next.",
                    number=number,
                    known=known,
                ),
                file,
            )
        raise BadFile(
            say(
                "this is a different letter {number} from the one that was opened: the "
                "letter sent first stands.",
                number=number,
            ),
            file,
        )
    if number > known:
        raise BadFile(
            say("this is letter {number}, but letter {known} comes first.", number=number, known=known), file
        )
    if envelope.before != desk.letters[-1]:
        raise BadFile(say("this letter does not follow on from the previous one."), file)


def _take_play(catalogue: Catalogue, desk: Desk, bound: Bound, envelope: Envelope, file: str) -> Desk:
    if envelope.kind != "play":
        raise BadFile(_TAMPERED, file)
    try:
        plain = letters.unseal(desk.box, envelope.body, envelope.around)
    except letters.BadSeal:
        raise BadFile(NOT_YOURS, file) from None
    play = letters.unpack(plain, Play, file)
    theirs = _links(desk, play, file)
    if not desk.start:
        if 0 not in theirs:
            raise BadFile(_TAMPERED, file)
        desk = start(catalogue, desk, bound, theirs[0])
    return _Taking(desk, bound.rules, theirs, file).take(play, envelope)


def _links(desk: Desk, play: Play, file: str) -> dict[int, bytes]:
    assert desk.other is not None, "play begins after the answer"
    before = desk.other_link or desk.other.anchor
    found: dict[int, bytes] = {}
    for place, one in enumerate(play.links):
        if not letters.follows(before, one):
            raise BadFile(
                say("the dice in this letter are not the ones committed to. Nothing was changed."),
                file,
            )
        before = found[desk.seen + place] = one
    return found


class _Taking:
    """A letter being replayed on a copy of the game, action by action."""

    def __init__(
        self, desk: Desk, rules: Rules[Any, Any, Any], theirs: Mapping[int, bytes], file: str
    ) -> None:
        self.desk, self.rules, self.theirs, self.file = desk, rules, theirs, file
        self.state = rules.unpack(desk.here)
        self.rows = list(desk.rows)
        self.rolls = desk.rolls

    def take(self, play: Play, envelope: Envelope) -> Desk:
        """Replay all of it. Raises BadFile at the first thing that is not possible."""
        desk, rest = self.desk, play.rows
        if desk.pending is not None:
            if not rest or rest[0].action != desk.pending or rest[0].side != desk.me.side:
                raise self._bad(say("leaves out the dice of your last action"))
            wanted = self._roll(desk.pending, desk.letters[-1])
            if rest[0].numbers != wanted:
                raise self._bad(say("gives dice that do not match both players' secrets"))
            self._do(rest[0])
            rest = rest[1:]
        for row in rest:
            if row.side == desk.me.side:
                raise self._bad(say("decides something that is yours to decide"))
            if row.numbers:
                raise self._bad(say("rolls dice on its own"))
            self._do(row)
        if self.rules.digest(self.state) != play.digest:
            raise self._bad(say("ends in a different position from the one it states"))
        sent = len(self.rows)
        side = self.rules.decider(self.state)
        if play.pending is not None:
            self._resolve(play.pending, envelope)
        elif side is not None and side != desk.me.side:
            raise self._bad(say("stops before its writer had finished"))
        seen = desk.seen + len(play.links)
        if seen != self.rolls:
            raise self._bad(say("does not show the links for its dice"))
        return replace(
            desk,
            letters=(*desk.letters, envelope.digest),
            rows=tuple(self.rows),
            sent=sent,
            rolls=self.rolls,
            seen=seen,
            other_link=play.links[-1] if play.links else desk.other_link,
            pending=None,
            pending_sent=False,
            here=self.rules.pack(self.state),
        )

    def _resolve(self, action: Action, envelope: Envelope) -> None:
        """The other player's action gets its dice: the player was committed to it before they could be known."""
        side = self.rules.decider(self.state)
        if side is None or side == self.desk.me.side:
            raise self._bad(say("decides something that its writer may not decide"))
        action = self._settled(action)
        numbers = self._roll(action, envelope.digest)
        if not numbers:
            raise self._bad(say("asks for dice where none are needed"))
        self._carry_out(action, side, numbers)

    def _roll(self, action: Action, letter: bytes) -> tuple[int, ...]:
        theirs = self.theirs.get(self.rolls)
        if theirs is None:
            raise self._bad(say("does not show the links for its dice"))
        seed = _seed_of(self.desk, self.rules, self.rolls, letter, theirs)
        self.rolls += 1
        return _numbers_of(self.rules, self.state, action, seed)

    def _do(self, row: MailRow) -> None:
        if self.rules.decider(self.state) != row.side:
            raise self._bad(say("plays out of turn"))
        self._carry_out(self._settled(row.action), row.side, row.numbers, auto=row.auto)
        if self.rows[-1].record.digest != row.digest:
            raise self._bad(say("leads to a different position from the one it states"))

    def _settled(self, action: Action) -> Action:
        try:
            return self.rules.settle(self.state, action)
        except Refused as refused:
            reason = say("contains an action that the rules do not allow ({why})", why=said(refused))
            raise self._bad(reason) from None

    def _carry_out(self, action: Action, side: str, numbers: Sequence[int], auto: bool = False) -> None:
        try:
            out = self.rules.apply(self.state, action, numbers, trusted=True)
        except (NeedDice, ValueError):
            raise self._bad(say("has dice that do not match what its actions need")) from None
        self.state = out.state
        record = Record(
            side=side,
            action=action,
            numbers=out.numbers,
            told=out.told,
            barrier=out.barrier,
            digest=self.rules.digest(out.state),
        )
        self.rows.append(Row(len(self.rows) + 1, len(self.rows), record, auto))

    def _bad(self, what: Say) -> BadFile:
        return BadFile(
            say("this letter {what}. It was not accepted, and nothing was changed.", what=what), self.file
        )
