"""Games by mail: two homes, letters between them, and everything somebody might try."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from hexbench.engine.opponent import RandomOpponent
from hexbench.engine.values import Refused
from hexbench.session import mail
from hexbench.session.library import Library
from hexbench.session.mailing import MailSession, last_number, open_desk, open_letter, write_last
from hexbench.session.opening import open_file
from hexbench.session.session import Stopped
from hexbench.store import letters
from hexbench.store.strict import BadFile, CannotWrite
from hexbench.study.playout import Chance
from tests.session import toybox
from tests.session.same_secrets import fix_secrets


@pytest.fixture(autouse=True)
def _same_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    fix_secrets(monkeypatch)


class Post:
    """Two players with a home each, and the letters between them."""

    def __init__(self, folder: Path, scenario: str = "contact") -> None:
        self.folder = folder
        self.homes: dict[str, Library] = {}
        for side in ("red", "blue"):
            self.homes[side] = toybox.library(toybox.write_data(folder / side))
        self.count = 0
        self.desks: dict[str, Path] = {}
        invitation = self.file()
        self.desks["red"] = mail.invite(self.homes["red"], "ridge", scenario, "red", invitation)
        answer = self.file()
        self.desks["blue"] = mail.answer(self.homes["blue"], invitation, answer)
        session, _ = open_letter(self.homes["red"], answer)
        session.close()

    def file(self) -> Path:
        self.count += 1
        return self.folder / f"{self.count}.hexmail"

    def open(self, side: str) -> MailSession:
        return open_desk(self.homes[side], self.desks[side])

    def play(self, side: str, seed: int = 1) -> Path:
        """Play until the letter can be written, and write it."""
        session = self.open(side)
        play_on(session, seed)
        letter = self.file()
        session.write(letter)
        session.close()
        return letter

    def to(self, side: str, letter: Path) -> MailSession:
        session, _ = open_letter(self.homes[side], letter)
        return session


def play_on(session: MailSession, seed: int = 1) -> None:
    chance, opponent = Chance(seed), RandomOpponent()
    while session.waits is None:
        action, _ = opponent.choose(session.seat(), chance)
        session.do(action)


@pytest.fixture
def post(tmp_path: Path) -> Post:
    return Post(tmp_path)


def other(side: str) -> str:
    return "blue" if side == "red" else "red"


def run(post: Post, exchanges: int, side: str = "red") -> list[Path]:
    """Letters to and fro; returns them."""
    out = []
    for n in range(exchanges):
        out.append(post.play(side, n))
        side = other(side)
        session = post.to(side, out[-1])
        over = session.is_over
        session.close()
        if over:
            break
    return out


def test_a_whole_game_goes_by_mail_and_both_copies_agree(post: Post) -> None:
    sent = run(post, 60)
    assert len(sent) > 6
    red, blue = post.open("red"), post.open("blue")
    last = red if red.node >= blue.node else blue
    shorter = blue if last is red else red
    assert [n.record.digest for n in shorter.history.line() if n.record] == [
        n.record.digest for n in last.history.line() if n.record
    ][: shorter.node]
    rolled = [n.record.numbers for n in last.history.line() if n.record and n.record.numbers]
    assert len(rolled) > 2, "dice fell"
    assert last.header.dice == "mail"


def _with_dice(post: Post) -> tuple[str, MailSession]:
    """Play until an action waits for dice; returns whose it is, and his open game."""
    side = "red"
    for n in range(30):
        session = post.open(side)
        play_on(session, n)
        if session.pending is not None:
            return side, session
        letter = post.file()
        session.write(letter)
        session.close()
        side = other(side)
        post.to(side, letter).close()
    raise AssertionError("nobody rolled")


def test_an_action_that_needs_dice_waits_for_the_other_players_link(post: Post) -> None:
    side, session = _with_dice(post)
    node, action = session.node, session.pending
    assert action is not None
    assert "the dice come with the answer" in str(session.waits)
    assert not session.seat().prompt.offers
    with pytest.raises(Refused):
        session.do(action)
    session.undo()
    assert session.seat().prompt.offers
    session.do(action)
    assert session.pending == action
    assert session.node == node
    letter = post.file()
    session.write(letter)
    assert str(session.undo_refusal()) == "That has already been sent."
    with pytest.raises(Stopped):
        session.undo()
    session.close()
    answering = post.to(other(side), letter)
    record = answering.history.nodes[node + 1].record
    assert record is not None
    assert record.action == action
    assert record.numbers
    answering.close()
    back = post.to(side, post.play(other(side)))
    mine = back.history.nodes[node + 1].record
    assert mine == record


def test_trying_again_gives_the_same_dice_and_another_letter_is_refused(post: Post, tmp_path: Path) -> None:
    side, session = _with_dice(post)
    desk = post.desks[side]
    session.undo()
    before = desk.read_bytes()
    session.close()
    first = post.play(side, 3)
    theirs = post.desks[other(side)]
    unopened = theirs.read_bytes()
    rolled: list[object] = []
    for _ in range(3):  # opening a letter again from a kept copy does not roll again
        theirs.write_bytes(unopened)
        answering = post.to(other(side), first)
        rolled.append([n.record.numbers for n in answering.history.line() if n.record])
        answering.close()
    assert rolled[0] == rolled[1] == rolled[2]
    desk.write_bytes(before)  # the writer goes back to a kept copy and decides otherwise
    second = post.play(side, 8)
    assert second.read_bytes() != first.read_bytes()
    with pytest.raises(BadFile, match="the letter sent first stands"):
        post.to(other(side), second)
    assert theirs.exists()


def test_dice_of_ones_own_are_refused(post: Post) -> None:
    """A program that has been changed writes numbers it likes better."""
    side, session = _with_dice(post)
    letter = post.file()
    session.write(letter)
    session.close()
    answering = post.to(other(side), letter)
    play_on(answering)
    desk = answering._desk
    place = next(n for n, row in enumerate(desk.rows) if n >= desk.sent and row.record.numbers)
    row = desk.rows[place]
    swapped = tuple(n % 6 + 1 for n in row.record.numbers)
    rows = (
        *desk.rows[:place],
        replace(row, record=replace(row.record, numbers=swapped)),
        *desk.rows[place + 1 :],
    )
    forged = mail.written(replace(desk, rows=rows), answering.rules).last
    answering.close()
    path = post.file()
    path.write_bytes(forged)
    kept = post.desks[side].read_bytes()
    with pytest.raises(BadFile, match="dice that do not match both players' secrets"):
        post.to(side, path)
    assert post.desks[side].read_bytes() == kept


def test_a_link_of_another_chain_is_refused(post: Post) -> None:
    side, session = _with_dice(post)
    desk = replace(session._desk, root=letters.fresh())
    forged = mail.written(desk, session.rules).last
    session.close()
    path = post.file()
    path.write_bytes(forged)
    with pytest.raises(BadFile, match="not the ones committed to"):
        post.to(other(side), path)


def test_an_action_against_the_rules_is_refused_with_its_reason(post: Post) -> None:
    side = "red"
    while True:
        session = post.open(side)
        play_on(session, 2)
        desk = session._desk
        fresh = desk.rows[desk.sent :]
        if fresh and not fresh[0].record.numbers:
            break
        letter = post.file()
        session.write(letter)
        session.close()
        side = other(side)
        post.to(side, letter).close()
    row = fresh[0]
    wrong = replace(row, record=replace(row.record, action=replace(row.record.action, verb="dance")))
    forged = mail.written(
        replace(desk, rows=(*desk.rows[: desk.sent], wrong, *fresh[1:])), session.rules
    ).last
    session.close()
    path = post.file()
    path.write_bytes(forged)
    with pytest.raises(BadFile, match=r'the rules do not allow .*There is no verb "dance"'):
        post.to(other(side), path)


# ---- peeking and tampering
def test_nobody_reads_a_letter_or_a_copy_without_the_key_of_the_seat(post: Post) -> None:
    letter = post.play("red")
    data = letter.read_bytes()
    for word in (b"r1", b"attack", b"declare", b"end_movement", b"move"):
        assert word not in data
        assert word not in post.desks["red"].read_bytes()[len(letters.DESK_MAGIC) :]
    envelope = letters.read_letter(letter)
    red = letters.read_desk(post.desks["red"])
    with pytest.raises(letters.BadSeal):
        letters.unseal(red.box, envelope.body, envelope.around)
    with pytest.raises(BadFile, match="a letter that you wrote yourself"):
        post.to("red", letter)
    blue = letters.read_desk(post.desks["blue"])
    letters.write_desk(
        post.desks["blue"], letters.read_key(post.desks["blue"]), replace(blue, box=letters.fresh())
    )
    with pytest.raises(BadFile, match="sealed for another player"):
        post.to("blue", letter)
    key = letters.key_path(post.desks["red"])
    assert key.stat().st_mode & 0o777 == 0o600
    key.unlink()
    with pytest.raises(BadFile, match="the key of this seat is missing"):
        post.open("red")


def test_the_copy_shows_one_seat_only(post: Post) -> None:
    session = post.open("red")
    for side in ("blue", None):
        session.viewer = side
        assert session.viewer == "red"
        assert session.seat().side == session.seat(side).side == "red"
        assert session.log(side) == session.log("red")
        assert session.then(0).side == "red"
    with pytest.raises(BadFile, match="one seat only"):
        session.set_study(True, session.rules.sides)
    with pytest.raises(BadFile, match="stays where it is"):
        session.save_as(post.folder / "open.hexgame")


def test_every_byte_of_a_letter_counts(post: Post) -> None:
    letter = post.play("red")
    data = letter.read_bytes()
    path = post.file()
    kept = post.desks["blue"].read_bytes()
    for place in range(0, len(data), 7):
        path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        with pytest.raises(BadFile):
            post.to("blue", path)
    for end in (0, 5, len(data) // 2, len(data) - 1):
        path.write_bytes(data[:end])
        with pytest.raises(BadFile):
            post.to("blue", path)
    assert post.desks["blue"].read_bytes() == kept
    post.to("blue", letter)


def test_letters_come_in_their_order(post: Post) -> None:
    first, second, third = run(post, 3)
    with pytest.raises(BadFile, match=r"letter 2 has already been opened; number 5 comes next"):
        post.to("blue", first)
    with pytest.raises(BadFile, match="already been opened"):
        post.to("red", second)
    fourth = post.play("blue")
    other_post = Post(post.folder / "other")
    with pytest.raises(BadFile, match="a game that does not exist here"):
        other_post.to("red", fourth)
    post.to("red", fourth).close()
    assert third.exists()


def test_a_letter_ahead_of_its_time_is_refused(post: Post) -> None:
    kept = post.desks["blue"].read_bytes()
    sent = run(post, 3)
    post.desks["blue"].write_bytes(kept)
    with pytest.raises(BadFile, match="this is letter 4, but letter 2 comes first"):
        post.to("blue", sent[2])


def test_a_letter_that_was_lost_is_written_again_byte_for_byte(post: Post) -> None:
    letter = post.play("red")
    session = post.open("red")
    again = post.file()
    session.write_again(again)
    assert again.read_bytes() == letter.read_bytes()
    with pytest.raises(BadFile, match=r"Waiting for letter 3"):
        session.write(post.file())


def test_a_letter_that_cannot_be_written_is_kept_and_a_copy_that_cannot_changes_nothing(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = post.open("red")
    node, number = session.node, session.number
    assert session.waits is None
    action, _ = RandomOpponent().choose(session.seat(), Chance(1))
    full = OSError(28, "No space left on device")

    def fails(*_: object) -> None:
        raise full

    with monkeypatch.context() as patch:
        patch.setattr("hexbench.store.canon.os.fsync", fails)
        with pytest.raises(CannotWrite, match="disk is full"):
            session.do(action)
    assert (session.node, session.number, session.pending) == (node, number, None)
    play_on(session)
    blocked = post.folder / "a file"
    blocked.write_text("in the way")
    with pytest.raises(CannotWrite, match="The letter has been kept"):
        session.write(blocked / "x.hexmail")
    letter = post.file()
    session.write_again(letter)
    session.close()
    post.to("blue", letter)


def test_an_invitation_is_answered_once_and_by_the_other_player_only(tmp_path: Path) -> None:
    home = toybox.library(toybox.write_data(tmp_path / "a"))
    invitation, answer = tmp_path / "i.hexmail", tmp_path / "a.hexmail"
    mine = mail.invite(home, "ridge", "contact", "blue", invitation)
    with pytest.raises(BadFile, match="begins with the answer to your invitation"):
        open_desk(home, mine)
    with pytest.raises(BadFile, match='There is no side "green"'):
        mail.invite(home, "ridge", "contact", "green", tmp_path / "x.hexmail")
    guest = toybox.library(toybox.write_data(tmp_path / "b"))
    envelope, found = mail.read_invitation(invitation)
    assert (envelope.number, found.header.scenario, found.player.side) == (0, "contact", "blue")
    assert mail.other_side(guest, found) == "red"
    theirs = mail.answer(guest, invitation, answer)
    with pytest.raises(BadFile, match="already been answered here"):
        mail.answer(guest, invitation, tmp_path / "y.hexmail")
    with pytest.raises(BadFile, match="begins with the other player's first letter"):
        open_desk(guest, theirs)
    second = toybox.library(toybox.write_data(tmp_path / "c"))
    late = tmp_path / "late.hexmail"
    mail.answer(second, invitation, late)
    session, _ = open_letter(home, answer)
    assert session.owner == "blue"
    session.close()
    with pytest.raises(BadFile):
        open_letter(home, late)


def test_undo_goes_back_to_what_was_sent_and_no_further(post: Post) -> None:
    sides = run(post, 2)
    assert sides
    session = post.open("red")
    floor = session.node
    actions = 0
    chance, opponent = Chance(5), RandomOpponent()
    while session.waits is None and actions < 2:
        action, _ = opponent.choose(session.seat(), chance)
        session.do(action)
        actions += 1
    while session.undo_refusal() is None:
        session.undo()
    assert session.node >= floor
    assert str(session.go_refusal(0)) != "None"
    node = session.node
    session.close()
    assert post.open("red").node == node


def test_a_game_that_is_over_is_open_to_both_and_saved_like_any_other(post: Post) -> None:
    sent = run(post, 400)
    assert len(sent) < 400, "it ends"
    for side in ("red", "blue"):
        session = post.open(side)
        if not session.is_over:
            last = post.play(other(side))
            session.close()
            session = post.to(side, last)
        assert session.is_over
        assert str(session.waits) == "The game is over."
        session.viewer = None
        assert session.seat().side is None
        path = post.folder / f"{side}.hexgame"
        session.save_as(path)
        session.set_study(True, session.rules.sides)
        digest, node = session.rules.digest(session.state), session.node
        session.close()
        saved, _ = open_file(post.homes[side], path)
        assert (saved.rules.digest(saved.state), saved.node, saved.owner) == (digest, node, None)
        saved.close()
        again = post.open(side)
        assert again.is_over, "the copy itself is still there"
        again.close()


def test_a_game_whose_first_letter_cannot_be_written_is_not_begun(tmp_path: Path) -> None:
    home = toybox.library(toybox.write_data(tmp_path / "a"))
    guest = toybox.library(toybox.write_data(tmp_path / "b"))
    blocked = tmp_path / "blocked"
    blocked.touch()
    with pytest.raises(CannotWrite):
        mail.invite(home, "ridge", "contact", "blue", blocked / "x.hexmail")
    assert not list(letters.desks(mail.folder(home)))
    invitation, answer = tmp_path / "i.hexmail", tmp_path / "a.hexmail"
    mail.invite(home, "ridge", "contact", "blue", invitation)
    with pytest.raises(CannotWrite):
        mail.answer(guest, invitation, blocked / "x.hexmail")
    assert not [path for path in mail.folder(guest).rglob("*") if path.is_file()]
    mail.answer(guest, invitation, answer)
    session, _ = open_letter(home, answer)
    session.close()


def test_an_invitation_and_an_answer_that_were_lost_are_written_again(tmp_path: Path) -> None:
    home = toybox.library(toybox.write_data(tmp_path / "a"))
    guest = toybox.library(toybox.write_data(tmp_path / "b"))
    invitation, answer, again = (tmp_path / name for name in ("i.hexmail", "a.hexmail", "again.hexmail"))
    mine = mail.invite(home, "ridge", "contact", "blue", invitation)
    assert last_number(write_last(mine, again)) == 0
    assert again.read_bytes() == invitation.read_bytes()
    theirs = mail.answer(guest, invitation, answer)
    assert last_number(write_last(theirs, again)) == 1
    assert again.read_bytes() == answer.read_bytes()


def test_an_invitation_is_no_letter_to_be_opened(tmp_path: Path) -> None:
    home = toybox.library(toybox.write_data(tmp_path / "a"))
    guest = toybox.library(toybox.write_data(tmp_path / "b"))
    mail.invite(home, "ridge", "contact", "blue", tmp_path / "i.hexmail")
    with pytest.raises(BadFile, match="this is an invitation"):
        open_letter(guest, tmp_path / "i.hexmail")
