"""A line of the engine protocol into a request, and an answer into a line."""

from __future__ import annotations

from typing import Any

import msgspec

from hexbench.session import requests as rq
from hexbench.session.to_json import Answer, Bad, capital
from hexbench.store.strict import BadFile, convert, parse_json


def encode(answer: Answer) -> bytes:
    """An answer as a line; should it hold what cannot be written, the client is told that instead."""
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


def decode(raw: dict[str, Any]) -> rq.AnyRequest:
    """The request that an object is. Raises Bad."""
    name = raw.get("do")
    if not isinstance(name, str) or name not in rq.KINDS:
        raise Bad("request", f"There is no such request; there are {', '.join(rq.NAMES)}.", path="do")
    try:
        found: rq.AnyRequest = convert(
            raw, rq.KINDS[name]
        )  # of all requests together others' keys would be suggested
    except BadFile as fault:
        raise Bad("request", capital(fault.reason), path=fault.where) from None
    return found
