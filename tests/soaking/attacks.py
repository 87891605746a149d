"""Junk for the engine, and a player by mail who tries everything that an honest program would not."""

from __future__ import annotations

import json
import random
import tempfile
import time
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from hexbench.engine.opponent import RandomOpponent
from hexbench.session import mail as mails
from hexbench.session import requests as rq
from hexbench.session.mailing import MailSession, open_desk, open_letter
from hexbench.session.wire import Engine
from hexbench.store import letters
from hexbench.store.letters import Desk, Envelope, Play
from hexbench.store.strict import BadFile
from hexbench.study.playout import Chance
from tests.session import toybox
from tests.soaking.mutants import STRANGE, spoilt_bytes, spoilt_json

LINES: tuple[dict[str, Any], ...] = (
    *({"do": name} for name in rq.NAMES if name not in ("quit", "save", "invite", "accept", "send")),
    {"do": "new", "game": "ridge", "scenario": "meeting", "seed": 4},
    {"do": "prompt", "side": "blue"},
    {"do": "targets", "verb": "move", "subject": ["r1"], "side": "red"},
    {"do": "refuse", "action": {"verb": "move", "subject": ["r1"], "object": "0202", "via": ["0202"]}},
    {"do": "apply", "action": {"verb": "move", "subject": ["r1"], "object": "0202"}, "numbers": [1]},
    {"do": "forecast", "action": {"verb": "attack", "subject": ["r1", "r2"], "object": "0404"}},
    {"do": "overlay", "kind": "zoc", "subject": "red"},
    {"do": "facts", "ref": "b1"},
    {"do": "levers", "of": "unit", "ref": "b1"},
    {"do": "amend", "subject": ["r1"], "to": "0707", "consent": ["red", "blue"]},
    {"do": "attacks", "by": "blue", "far": True},
    {"do": "suppose", "what": {"side": "red", "hexes": ["0101"], "target": "", "units": [["r1", "0101"]]}},
    {
        "do": "load",
        "game": "ridge",
        "map": "ridge",
        "position": {"phase": "red.movement", "turn": 2, "units": {}},
    },
    {"do": "load", "file": "/dev/zero"},
    {"do": "calculate", "game": "ridge", "settings": {}, "units": []},
    {"do": "log", "side": "umpire"},
)


def junk(seed: int, count: int) -> dict[str, Any]:
    """``count`` lines that are hardly ever valid; each must be answered by a sentence with a code, and soon."""
    chance = random.Random(seed)
    faults: list[str] = []
    slowest = 0.0
    codes: dict[str, int] = {}
    with tempfile.TemporaryDirectory(prefix="hexbench-soak-") as name:
        engine = Engine(toybox.library(toybox.write_data(Path(name))))
        for n in range(count):
            if n % 50 == 0:
                engine.answer(json.dumps(LINES[len(rq.NAMES) - 5]).encode())
            line = _line(chance)
            begun = time.perf_counter()
            try:
                answer = engine.answer(line)
            except BaseException as fault:  # noqa: BLE001 - it never raises
                faults.append(f"junk seed {seed} line {n}: {type(fault).__name__}: {line[:200]!r}")
                continue
            slowest = max(slowest, time.perf_counter() - begun)
            code = "ok" if answer["ok"] else str(answer["code"])
            codes[code] = codes.get(code, 0) + 1
            if code == "internal":
                faults.append(f"junk seed {seed} line {n}: {answer['sentence'][:200]} {line[:300]!r}")
            elif code != "ok" and (len(answer["sentence"]) > 1200 or not answer["sentence"].isprintable()):
                faults.append(f"junk seed {seed} line {n}: no sentence: {answer['sentence'][:200]!a}")
        engine.close()
    return {"faults": faults, "slowest": slowest, "by": codes}


def _line(chance: random.Random) -> bytes:
    what = chance.random()
    base = json.dumps(chance.choice(LINES)).encode()
    if what < 0.1:
        return chance.randbytes(chance.randrange(1, 200))
    if what < 0.3:
        return spoilt_bytes(base, chance)
    if what < 0.4:
        return json.dumps({"do": chance.choice(rq.NAMES[:-1]), "side": chance.choice(STRANGE)}).encode()
    found = json.loads(base)
    do = found.pop("do")
    if not found:
        return base
    spoilt = json.loads(_whole(spoilt_json(json.dumps(found).encode(), chance)))
    return json.dumps({**spoilt, "do": do} if isinstance(spoilt, dict) else spoilt).encode()


def _whole(data: bytes) -> bytes:
    try:
        json.loads(data)
    except ValueError:
        return b"{}"
    return data


# ---- by mail
def mail(seed: int, count: int) -> dict[str, Any]:
    """``count`` games by mail in which one side tries forged letters before every honest one."""
    faults: list[str] = []
    tried = 0
    slowest = 0.0
    for n in range(count):
        chance = random.Random(seed * 1000 + n)
        with tempfile.TemporaryDirectory(prefix="hexbench-soak-") as name:
            try:
                done, slow = _attacked(Path(name), chance)
                tried, slowest = tried + done, max(slowest, slow)
            except Exception as fault:  # noqa: BLE001 - every one of them is a fault
                faults.append(f"mail seed {seed} game {n}: {type(fault).__name__}: {fault}"[:500])
    return {"faults": faults, "slowest": slowest, "by": {"forged letters": tried}}


def _attacked(folder: Path, chance: random.Random) -> tuple[int, float]:
    homes = {side: toybox.library(toybox.write_data(folder / side)) for side in ("red", "blue")}
    invitation, answer = folder / "0.hexmail", folder / "1.hexmail"
    desks = {"red": mails.invite(homes["red"], "ridge", "contact", "red", invitation)}
    desks["blue"] = mails.answer(homes["blue"], invitation, answer)
    open_letter(homes["red"], answer)[0].close()
    tried, slowest, side = 0, 0.0, "red"
    sent = [invitation, answer]
    for number in range(2, 12):
        other = "blue" if side == "red" else "red"
        before = letters.read_desk(desks[side])
        session = open_desk(homes[side], desks[side])
        over = _play(session, chance)
        if over:
            session.close()
            break
        letter = folder / f"{number}.hexmail"
        session.write(letter)
        session.close()
        victim = desks[other].read_bytes()
        for forged in _forgeries(letter, letters.read_desk(desks[side]), before, sent, chance):
            path = folder / "forged.hexmail"
            path.write_bytes(forged)
            begun = time.perf_counter()
            try:
                open_letter(homes[other], path)[0].close()
            except BadFile as fault:
                told = str(fault)
            else:
                raise AssertionError("a forged letter was taken")
            assert told.isprintable(), ascii(told)
            assert desks[other].read_bytes() == victim, "a forged letter changed the copy"
            slowest = max(slowest, time.perf_counter() - begun)
            tried += 1
        open_letter(homes[other], letter)[0].close()
        sent.append(letter)
        side = other
    return tried, slowest


def _play(session: MailSession, chance: random.Random) -> bool:
    """Play until a letter can be written; True: the game is over."""
    mind, luck = RandomOpponent(), Chance(chance.randrange(10**6))
    while session.waits is None:
        session.do(mind.choose(session.seat(), luck)[0])
    return not session.may_write


def _forgeries(
    letter: Path, mine: Desk, before: Desk, sent: list[Path], chance: random.Random
) -> list[bytes]:
    """Letters that must not be accepted: damaged, old, of another number, and such as the writer's own keys can sign."""
    data = letter.read_bytes()
    envelope = letters.read_letter(letter)
    out = [spoilt for _ in range(4) if (spoilt := spoilt_bytes(data, chance)) != data]
    out += [path.read_bytes() for path in chance.sample(sent, min(2, len(sent)))]
    for change in (
        {"number": envelope.number + chance.choice((-2, -1, 1, 2, 1000))},
        {"sender": chance.choice(("red", "blue", "x" * 64, ""))},
        {"before": chance.randbytes(32)},
        {"kind": chance.choice(("invitation", "answer"))},
        {"game_id": "0" * 16},
        {"version": 99},
        {"body": chance.randbytes(200)},
    ):
        changed = replace(envelope, **change)
        if changed != envelope:
            out.append(_signed(changed, mine))
    out += [_signed(_sealed(envelope, mine, play), mine) for play in _plays(before, mine, chance)]
    return out


def _plays(before: Desk, mine: Desk, chance: random.Random) -> list[Play]:
    """What a cheat could put inside: rows that are not theirs, dice of their choice, links that are not due."""
    rows = mine.rows[before.sent : mine.sent]
    played = tuple(
        letters.MailRow(
            side=row.record.side or "",
            action=row.record.action,
            numbers=row.record.numbers,
            digest=row.record.digest,
            auto=row.auto,
        )
        for row in rows
    )
    whole = Play(
        rows=played,
        links=tuple(letters.link(mine.root, n) for n in range(before.shown, mine.shown)),
        pending=mine.pending,
        digest="0" * 32,
    )
    out = [whole, replace(whole, links=(chance.randbytes(32),)), replace(whole, links=(*whole.links, b"x"))]
    if played:
        first = played[0]
        other = mine.other.side if mine.other is not None else ""
        out += [
            replace(whole, rows=(replace(first, side=other), *played[1:])),
            replace(whole, rows=(replace(first, numbers=(6, 6, 6)), *played[1:])),
            replace(whole, rows=(replace(first, digest="f" * 32), *played[1:])),
            replace(whole, rows=(*played, *played)),
        ]
    return out


def _sealed(envelope: Envelope, mine: Desk, play: Play) -> Envelope:
    assert mine.other is not None
    return replace(envelope, body=letters.seal(mine.other.box, letters.pack(play), envelope.around))


def _signed(envelope: Envelope, mine: Desk) -> bytes:
    bare = replace(envelope, signature=b"")
    return letters.letter_bytes(replace(bare, signature=letters.sign(mine.sign, bare.signed)))
