"""Reads back what was written into a PDF: the sizes of its pages, the words on each, and pictures laid straight on a page."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass


@dataclass(frozen=True)
class Page:
    """One page: its size in points, its words in the order drawn, how many pictures lie on it, and its fonts."""

    width: float
    height: float
    words: str
    pictures: int
    fonts: frozenset[str]


def _stream(thing: bytes) -> bytes:
    start = thing.index(b"stream") + 6
    start += 2 if thing[start : start + 2] == b"\r\n" else 1
    data = thing[start : thing.rindex(b"endstream")]
    return zlib.decompressobj().decompress(data) if b"FlateDecode" in thing[:start] else data


def _letters(table: bytes) -> dict[int, str]:
    out: dict[int, str] = {}
    for first, last, what in re.findall(rb"<(\w+)> <(\w+)> (<\w+>|\[[^\]]*\])", table):
        found = [chr(int(code, 16)) for code in re.findall(rb"<(\w+)>", what)]
        codes = range(int(first, 16), int(last, 16) + 1)
        if len(found) == 1 and len(codes) > 1:
            found = [chr(ord(found[0]) + n) for n in range(len(codes))]
        out.update(zip(codes, found, strict=True))
    return out


def read(data: bytes) -> list[Page]:
    """The pages of a PDF that Qt has written."""
    assert data.startswith(b"%PDF")
    things = {int(m[1]): m[2] for m in re.finditer(rb"(\d+) 0 obj\s(.*?)endobj", data, re.DOTALL)}
    fonts: dict[bytes, tuple[str, dict[int, str]]] = {}
    for number, thing in things.items():
        unicode = re.search(rb"/ToUnicode (\d+) 0 R", thing)
        if unicode is not None:
            name = re.search(rb"/BaseFont /(\S+)", thing)
            assert name is not None
            fonts[b"F%d" % number] = (name[1].decode(), _letters(_stream(things[int(unicode[1])])))
    out = []
    for thing in things.values():
        if not re.search(rb"/Type /Page\b", thing):
            continue
        box = re.search(rb"/MediaBox \[([^\]]+)\]", thing)
        content = re.search(rb"/Contents (\d+) 0 R", thing)
        assert box is not None
        assert content is not None
        _, _, width, height = map(float, box[1].split())
        text = _stream(things[int(content[1])])
        words: list[str] = []
        used: set[str] = set()
        letters: dict[int, str] = {}
        for token in re.finditer(rb"/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)> Tj|\b(BT)\b", text):
            if token[1]:
                name_, letters = fonts[token[1]]
                used.add(name_)
            elif token[2]:
                words += [letters.get(int(token[2][k : k + 4], 16), "?") for k in range(0, len(token[2]), 4)]
            else:
                words.append(" ")
        out.append(
            Page(
                width,
                height,
                "".join(words).replace("\t", " "),
                len(re.findall(rb"/Im\w+ Do", text)),
                frozenset(used),
            )
        )
    return out


def is_sound(data: bytes) -> bool:
    """Whether no path on a page is closed or filled before it has begun: strict readers complain of that."""
    things = {int(m[1]): m[2] for m in re.finditer(rb"(\d+) 0 obj\s(.*?)endobj", data, re.DOTALL)}
    for number in re.findall(rb"/Contents (\d+) 0 R", data):
        content = things[int(number)]
        begun = False
        for word in re.finditer(rb"\b(m|re|h|f\*?|S|n|B\*?)\b", _stream(content)):
            if word[1] in (b"m", b"re"):
                begun = True
            elif not begun:
                return False
            elif word[1] != b"h":
                begun = False
    return True
