"""An invitation is a contract: nothing of it is believed, and every term that differs from what ships is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from hexbench.session import mail
from hexbench.session.library import Library
from hexbench.session.mailing import open_desk, open_letter
from hexbench.store import letters, maps
from hexbench.store.letters import Answer, Envelope, Invitation
from hexbench.store.strict import BadFile
from hexbench.store.tables import read_own
from tests.session import toybox

EVIL = "<b>Meeting</b><!-- \x1b[2J\u202e"


@pytest.fixture
def homes(tmp_path: Path) -> tuple[Library, Library]:
    one, two = (toybox.library(toybox.write_data(tmp_path / name)) for name in ("red", "blue"))
    return one, two


def forged(path: Path, desk: Path, **header: Any) -> None:
    """Write an invitation anew as its own writer could: signed with his key, and with another header."""
    made = letters.read_desk(desk)
    envelope, found = mail.read_invitation(path)
    body = letters.pack(replace(found, header=replace(found.header, **header)))
    put(path, envelope, body, made.sign)
    known = letters.read_letter(path).digest
    letters.write_desk(desk, letters.read_key(desk), replace(made, letters=(known,)))


def put(path: Path, envelope: Envelope, body: bytes, sign: bytes) -> None:
    bare = replace(envelope, body=body, signature=b"")
    path.write_bytes(letters.letter_bytes(replace(bare, signature=letters.sign(sign, bare.signed))))


def test_of_an_invitation_only_the_game_itself_is_taken_over(
    homes: tuple[Library, Library], tmp_path: Path
) -> None:
    """The header offered a computer that plays the victim's own side, and an umpire's view."""
    red, blue = homes
    invitation, answer, first = (tmp_path / f"{n}.hexmail" for n in range(3))
    desk = mail.invite(red, "ridge", "contact", "red", invitation)
    forged(
        invitation,
        desk,
        players={"blue": "random"},
        study=True,
        dice="typed",
        title=EVIL,
        first_turn=EVIL,
        program=EVIL,
        amended=True,
        salt="x",
        commitment="y",
    )
    theirs = mail.answer(blue, invitation, answer)
    header = letters.read_desk(theirs).header
    mine = letters.read_desk(desk).header
    assert header == replace(mine, program=header.program)
    assert (header.players, header.study, header.dice, header.amended) == ({}, False, "mail", False)
    assert "<b>" not in header.title
    told = mail.terms(blue, mail.read_invitation(invitation)[1].header)
    assert [str(one) for one in told] == [
        "The invitation asks for things that a game by mail cannot have: they are left out."
    ]
    session, _ = open_letter(red, answer)
    while session.waits is None:
        default = session.seat().prompt.default
        assert default is not None
        session.do(default)
    session.write(first)
    session.close()
    other, _ = open_letter(blue, first)
    assert (other.viewer, dict(other.header.players)) == ("blue", {})
    other.close()


def test_the_plain_game_has_no_terms(homes: tuple[Library, Library], tmp_path: Path) -> None:
    red, blue = homes
    mail.invite(red, "ridge", "contact", "red", tmp_path / "0.hexmail")
    _, found = mail.read_invitation(tmp_path / "0.hexmail")
    assert mail.terms(blue, found.header) == ()


def test_other_tables_and_options_are_terms(homes: tuple[Library, Library], tmp_path: Path) -> None:
    red, blue = homes
    shipped = red.load_scenario("ridge", "contact").rules.tables
    names = [name for name in shipped.__struct_fields__ if name not in ("format", "version")]
    value = msgspec.to_builtins(getattr(shipped, names[0]))
    (tmp_path / "own.json").write_text(
        json.dumps(
            {
                "format": "hexbench-own-tables",
                "version": 1,
                "game": "ridge",
                "title": EVIL,
                "tables": {names[0]: value},
            }
        ),
        encoding="utf-8",
    )
    own = red.with_own(read_own(tmp_path / "own.json"))
    invitation = tmp_path / "0.hexmail"
    mail.invite(own, "ridge", "contact", "red", invitation, {"turns": 9})
    _, found = mail.read_invitation(invitation)
    told = [str(one) for one in mail.terms(blue, found.header)]
    assert told[0] == f"The table {names[0]} is the other player's own."
    assert any("9 (standard" in one for one in told[1:]), told
    assert all(one.isprintable() for one in told)


def test_another_map_is_a_term_that_counts_what_differs(
    homes: tuple[Library, Library], tmp_path: Path
) -> None:
    red, blue = homes
    mail.invite(red, "ridge", "contact", "red", tmp_path / "1.hexmail")
    header = mail.read_invitation(tmp_path / "1.hexmail")[1].header
    sheet = blue.load_scenario("ridge", "contact", {}).rules.atlas.sheet
    (one, cell), *_ = sheet.cells.items()
    other = replace(
        sheet,
        title=EVIL,
        cells={**sheet.cells, one: replace(cell, elevation=cell.elevation + 1)},
        roads=sheet.roads[1:],
        zones={**sheet.zones, "edge.new": (one,)},
    )
    raw = json.loads(msgspec.json.encode(other))
    (term,) = mail.terms(blue, replace(header, sheet=raw, map_digest=maps.digest(other)))
    roads = min(1, len(sheet.roads))
    assert f"Differences: hexes 1, hexsides 0, roads {roads}, zones 1, lines 0." in str(term)
    assert str(term).isprintable()


def test_digests_are_held_against_what_we_have(homes: tuple[Library, Library], tmp_path: Path) -> None:
    red, blue = homes
    invitation = tmp_path / "0.hexmail"
    desk = mail.invite(red, "ridge", "contact", "red", invitation)
    for wrong in ({"map_digest": "0" * 32}, {"tables_digest": "0" * 32}, {"rules_version": 0}):
        forged(invitation, desk, **wrong)
        with pytest.raises(BadFile, match="both need the same version of Hexbench"):
            mail.answer(blue, invitation, tmp_path / "1.hexmail")
    for wrong in ({"scenario": "../contact"}, {"scenario": "n" * 5000}, {"game": EVIL}, {"map": EVIL}):
        forged(invitation, desk, **{"map_digest": "x", **wrong})
        with pytest.raises(BadFile) as told:
            mail.answer(blue, invitation, tmp_path / "1.hexmail")
        assert str(told.value).isprintable()
        assert len(str(told.value)) < 600
    assert not (tmp_path / "1.hexmail").exists()
    assert not list(mail.folder(blue).glob("*"))


@pytest.mark.parametrize("box", [bytes(32), b"\x01" + bytes(31), b"short", b""])
def test_keys_that_nothing_can_be_sealed_to_are_refused_on_arrival(
    homes: tuple[Library, Library], tmp_path: Path, box: bytes
) -> None:
    red, blue = homes
    invitation, answer = tmp_path / "0.hexmail", tmp_path / "1.hexmail"
    desk = mail.invite(red, "ridge", "contact", "red", invitation)
    made = letters.read_desk(desk)
    good = invitation.read_bytes()
    envelope, found = mail.read_invitation(invitation)
    bad: Invitation = replace(found, player=replace(found.player, box=box))
    put(invitation, envelope, letters.pack(bad), made.sign)
    with pytest.raises(BadFile, match=r"cannot be used\. Nothing"):
        mail.answer(blue, invitation, answer)
    invitation.write_bytes(good)
    theirs = letters.read_desk(mail.answer(blue, invitation, answer))
    envelope = letters.read_letter(answer)
    body = letters.unpack(envelope.body, Answer, "")
    put(answer, envelope, letters.pack(replace(body, player=replace(body.player, box=box))), theirs.sign)
    before = desk.read_bytes()
    with pytest.raises(BadFile, match=r"cannot be used\. Nothing"):
        open_letter(red, answer)
    assert desk.read_bytes() == before
    with pytest.raises(BadFile, match="begins with the answer"):
        open_desk(red, desk)


def test_a_sender_of_five_thousand_letters_is_one_sentence(
    homes: tuple[Library, Library], tmp_path: Path
) -> None:
    red, _ = homes
    for sender in ("s" * 5000, "../../x", "", "a\0b", "\u202e"):
        envelope = Envelope(
            version=1,
            kind="play",
            game_id="a" * 16,
            number=3,
            sender=sender,
            before=b"",
            body=b"",
            signature=b"",
        )
        path = tmp_path / "x.hexmail"
        path.write_bytes(letters.letter_bytes(envelope))
        with pytest.raises(BadFile, match="damaged") as told:
            open_letter(red, path)
        assert len(str(told.value)) < 400


def test_fingerprints_are_words_that_differ(homes: tuple[Library, Library], tmp_path: Path) -> None:
    red, _ = homes
    prints = []
    for n in range(3):
        desk = mail.invite(red, "ridge", "contact", "red", tmp_path / f"{n}.hexmail")
        prints.append(letters.read_desk(desk).me.fingerprint)
        assert mail.read_invitation(tmp_path / f"{n}.hexmail")[1].player.fingerprint == prints[-1]
    assert len(set(prints)) == 3
    for words in prints:
        assert [len(word) for word in words.split(" ")] == [5] * 5
        assert words.replace(" ", "").isalpha()
