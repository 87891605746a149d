"""How a file is damaged: bytes, lines, and values of JSON."""

from __future__ import annotations

import json
import random
from typing import Any

STRANGE: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    2**63,
    10**40,
    1e308,
    "",
    "x" * 5000,
    "<b>x</b><!--",
    "a\nb\x1b[2J",
    "../../x",
    "\u202e",
    [],
    {},
    [[]] * 50,
    {"": {}},
)
BYTES = (b"\x00", b"\xff\xfe", b"\r", b"\n\n", b'"', b"{" * 200, b"9" * 400, b"\xed\xa0\x80", b"-", b"1e999")


def spoilt_bytes(data: bytes, chance: random.Random) -> bytes:
    """Make a few changes to the bytes."""
    out = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        if not out:
            break
        at = chance.randrange(len(out))
        length = chance.choice((1, 1, 4, 40, 400, 4096))
        what = chance.randrange(7)
        if what == 0:
            out[at] ^= 1 << chance.randrange(8)
        elif what == 1:
            del out[at : at + length]
        elif what == 2:
            del out[at:]
        elif what == 3:
            out[at:at] = out[at : at + length]
        elif what == 4:
            out[at : at + length] = bytes(min(length, len(out) - at))
        elif what == 5:
            out[at:at] = chance.choice(BYTES)
        else:
            out[at : at + length] = chance.randbytes(min(length, len(out) - at))
    return bytes(out)


def spoilt_json(data: bytes, chance: random.Random) -> bytes:
    """Change, remove or double some values; now and then damage the bytes instead."""
    if chance.random() < 0.3:
        return spoilt_bytes(data, chance)
    raw = json.loads(data)
    for _ in range(chance.choice((1, 1, 2, 4))):
        raw = _changed(raw, chance)
    return json.dumps(raw).encode()


def _changed(raw: Any, chance: random.Random) -> Any:
    """Change one value somewhere inside."""
    if not isinstance(raw, dict | list) or not raw or chance.random() < 0.12:
        return chance.choice(STRANGE)
    if isinstance(raw, dict):
        key = chance.choice(list(raw))
        out = dict(raw)
        what = chance.random()
        if what < 0.1:
            del out[key]
        elif what < 0.15:
            out[chance.choice(("x", "", "k" * 300, "\u202e", "units"))] = out[key]
        else:
            out[key] = _changed(raw[key], chance)
        return out
    rows = list(raw)
    at = chance.randrange(len(rows))
    if chance.random() < 0.1:
        rows.insert(at, rows[chance.randrange(len(rows))])
    else:
        rows[at] = _changed(rows[at], chance)
    return rows
