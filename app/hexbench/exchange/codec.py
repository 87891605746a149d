"""How VASSAL writes things: sequences within sequences, counters as nested traits, obfuscated saved games.

The format is that of VASSAL's own SequenceEncoder, BasicCommandEncoder and ObfuscatingOutputStream, byte for byte.
"""

from __future__ import annotations

import io
import lzma
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from hexbench.engine.values import say
from hexbench.store.strict import BadFile

TAB, ESCAPE = "\t", "\x1b"
_STAMP = (1980, 1, 1, 0, 0, 0)
"""The time of every entry of an archive: equal positions give equal bytes."""
_HEAD = b"!VCSK"
_DAMAGED: Final = say("this archive is damaged, or it is not an archive.")
MOST_FILES, MOST_BYTES = 20_000, 2**30
"""The most entries of an archive, and bytes after unpacking; the largest published modules have a tenth of either."""
LARGEST_SAVE = 64 * 2**20
"""The most bytes of a saved game after unpacking; two thousand counters take a million."""
LONGEST_TRAITS = 2**18
"""The most characters of one counter. Backslashes double with each trait, so a text of this length cannot nest deeply."""
DEEPEST = 100
"""The deepest nesting of commands. VASSAL nests twice."""


# ---- sequences
def encode(parts: Iterable[object], delim: str) -> str:
    """Parts as one text. A delimiter within a part gets a backslash; a part that would be misread gets quotes."""
    out = []
    for part in parts:
        text = part if isinstance(part, str) else str(part).lower() if isinstance(part, bool) else str(part)
        quote = text.startswith("\\") or (text.startswith("'") and text.endswith("'"))
        if delim in text:
            text = text.replace(delim, "\\" + delim)
        out.append(f"'{text}'" if quote else text)
    return delim.join(out)


def decode(text: str, delim: str) -> list[str]:
    """The parts of one text, as VASSAL reads it: a part that ends in a backslash is not recovered, there or here."""
    parts = re.split(r"(?<!\\)" + re.escape(delim), text)
    plain = (part.replace("\\" + delim, delim) for part in parts)
    return [p[1:-1] if len(p) > 1 and p[0] == p[-1] == "'" else p for p in plain]


def nested(parts: Sequence[str]) -> str:
    """Traits or their states, outermost first, as one text: each contains all those within it, escaped once more."""
    text = parts[-1]
    for part in reversed(parts[:-1]):
        text = encode((part, text), TAB)
    return text


def unnested(text: str) -> list[str]:
    """The traits in a text, outermost first. Raises BadFile for more of them than any counter has."""
    if len(text) > LONGEST_TRAITS:
        raise BadFile(say("a counter in it is too large."))
    out: list[str] = []
    while True:
        parts = decode(text, TAB)
        out.append(parts[0])
        if len(parts) < 2:
            return out
        text = parts[1]


def commands(text: str) -> Iterator[str]:
    """Every command of a saved game: the first part of a sequence is one, each further part is a sequence of its own.

    Raises BadFile for deeper nesting than VASSAL writes.
    """
    todo = [(text, 0)]
    while todo:
        one, deep = todo.pop()
        if deep > DEEPEST:
            raise BadFile(say("this is nested too deeply to be a VASSAL saved game."))
        first, *rest = decode(one, ESCAPE)
        if first:
            yield first
        todo += [(part, deep + 1) for part in reversed(rest) if part]


# ---- files
def obfuscate(text: str, key: int = 0x5A) -> bytes:
    """Text as a saved game contains it: a header, the key in hex, every byte XOR the key in hex. Any key will do."""
    table = bytes(b ^ key for b in range(256))
    return _HEAD + b"%02x" % key + text.encode().translate(table).hex().encode()


def clear(data: bytes) -> str:
    """The text of a saved game; without the header it is plain already. Raises BadFile."""
    try:
        if data.startswith(_HEAD):
            key = int(data[5:7], 16)
            table = bytes(b ^ key for b in range(256))
            data = bytes.fromhex(data[7:].decode("ascii")).translate(table)
        return data.decode()
    except ValueError:
        raise BadFile(say("this is not a VASSAL saved game, or it is damaged.")) from None


def zipped(files: Mapping[str, bytes]) -> bytes:
    """An archive of these files; the same bytes for the same files, whenever it is made."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name, _STAMP)
            info.create_system = 3  # otherwise it depends on the system, and files made on Windows differ
            info.compress_type = zipfile.ZIP_STORED if name.endswith(".png") else zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    return out.getvalue()


def unzipped(data: bytes, wanted: Iterable[str], most: int = LARGEST_SAVE) -> dict[str, bytes]:
    """The ``wanted`` entries that an archive has, each of at most ``most`` bytes; nothing else in it is touched.

    Raises BadFile, also for an archive that is too large or has names that lead out of it.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = _names(archive)
            return {name: _entry(archive, name, most) for name in wanted if name in names}
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, ArithmeticError, LookupError):
        raise BadFile(_DAMAGED) from None
    except (RuntimeError, ValueError, EOFError, OSError):
        raise BadFile(_DAMAGED) from None


def _names(archive: zipfile.ZipFile) -> frozenset[str]:
    infos = archive.infolist()
    if len(infos) > MOST_FILES or sum(info.file_size for info in infos) > MOST_BYTES:
        raise BadFile(say("this archive is too large for a VASSAL file."))
    if any(_leads_out(info.filename) for info in infos):
        raise BadFile(say("a file name in this archive points outside the archive."))
    return frozenset(info.filename for info in infos)


def _leads_out(name: str) -> bool:
    return name.startswith("/") or ":" in name or ".." in name.replace("\\", "/").split("/")


def _entry(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    """One entry, read only up to the limit: the sizes in an archive may be false."""
    with archive.open(name) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise BadFile(say("this archive is too large for a VASSAL file."))
    return data
