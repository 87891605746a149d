"""Packs: scenarios, positions, maps and own tables passed on as one file (``.hexpack``, docs/packs.md).

A pack is a ZIP that begins with ``manifest.json``: who made it, under which licence, for which games, and the size
and SHA-256 of every other file in it. Each kind of file has its place::

    scenarios/<game>/<name>.json    a scenario, a position, or a part that some of them include
    maps/<key>.json                 a map
    tables/<name>.toml (or .json)   a player's own tables
    traces/<key>.json               the picture a map is traced from, and how it is aligned
    pictures/<name>                 that picture
    licence.txt                     the text of the licence

What comes from outside is checked against limits before anything in it is unpacked, and nothing in it is ever
executed. The same contents give the same bytes: names in order, one date, documents written canonically.
"""

from __future__ import annotations

import hashlib
import io
import re
import stat
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from hexbench.engine.values import Say, say
from hexbench.store import canon, customs
from hexbench.store.customs import brief
from hexbench.store.strict import BadFile, check_header, convert, parse_json

SUFFIX: Final = ".hexpack"
FORMAT: Final = "hexbench-pack"
VERSION: Final = 1
_MANIFEST: Final = "manifest.json"
LICENCE: Final = "licence.txt"
MOST_ENTRIES: Final = 500
"""The most files in a pack: twenty times everything that ships for one game."""
MOST_UNPACKED: Final = 256 * 2**20
"""The most bytes of all of them together."""
LARGEST_LICENCE: Final = 2**18
LONGEST: Final = 100
"""The most characters of a name."""
LONGEST_WORDS: Final = 300
"""The most characters of a title, an author, or a licence's name."""

Kind = Literal["document", "map", "tables", "trace", "picture", "licence"]
_PLACES: Final[tuple[tuple[Kind, re.Pattern[str]], ...]] = (
    ("document", re.compile(r"scenarios/(?P<game>[a-z0-9_]{1,60})/(?P<name>[^/]+)\.json")),
    ("map", re.compile(r"maps/(?P<name>[^/]+)\.json")),
    ("tables", re.compile(r"tables/(?P<name>[^/]+)\.(?:toml|json)")),
    ("trace", re.compile(r"traces/(?P<name>[^/]+)\.json")),
    ("picture", re.compile(r"pictures/(?P<name>[^/]+)\.(?:png|jpg|jpeg|bmp|webp|gif)")),
    ("licence", re.compile(r"(?P<name>licence)\.txt")),
)
_RESERVED: Final = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
"""Names that Windows reserves for devices."""
_FORBIDDEN: Final = frozenset('\\/:*?"<>|')
_END: Final = struct.Struct("<4s4H2LH")
_SIGNATURE: Final = b"PK\x05\x06"
_WIDE: Final = b"PK\x06\x07"
_DATE: Final = (1980, 1, 1, 0, 0, 0)
_DIRECTORY_ROW: Final = 46 + 400
"""The most bytes of the directory for one entry: more than its longest name takes."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A file of a pack, as described in its manifest."""

    path: str
    bytes: int
    sha256: str


class MadeFor(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game that something in a pack is for."""

    title: str
    rules_version: int


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a pack says about itself."""

    format: Literal["hexbench-pack"] = FORMAT
    version: Literal[1] = VERSION
    made_with: str
    """The version of Hexbench it was made with."""
    title: str
    author: str = ""
    licence: str = ""
    games: dict[str, MadeFor] = {}
    files: tuple[Entry, ...] = ()


class Pack(msgspec.Struct, frozen=True, kw_only=True):
    """A pack whose contents match its manifest. ``files``: path within it -> bytes, without the manifest."""

    manifest: Manifest
    files: dict[str, bytes]

    @property
    def licence_text(self) -> str:
        """The text of the licence; empty: there is none."""
        return self.files.get(LICENCE, b"").decode("utf-8", errors="replace")


# ---- names
def bad_name(name: str) -> Say | None:
    """Why a name is not allowed, as the end of a sentence; None: it is. The same on every system."""
    if not name or len(name) > LONGEST:
        return say("it must have 1 to {most} characters", most=LONGEST)
    if not name.isprintable() or _FORBIDDEN & set(name):
        return say("it contains a character that is not allowed in file names on every system")
    if name.startswith((".", " ", "-")) or name.endswith((".", " ")):
        return say("it begins or ends with a full stop, space or dash")
    if _RESERVED.fullmatch(name):
        return say("Windows reserves this name for a device")
    if unicodedata.normalize("NFC", name) != name:
        return say("its accents are encoded in a way that not every system supports")
    return None


def kind_of(path: str) -> tuple[Kind, str, str] | None:
    """(kind, name, game) of a path within a pack; None: there is no such place. The game is empty except for documents."""
    for kind, place in _PLACES:
        found = place.fullmatch(path)
        if found and not bad_name(path.rpartition("/")[2]) and not bad_name(found["name"]):
            return kind, found["name"], found.groupdict().get("game", "")
    return None


# ---- writing
def document_bytes(raw: Any) -> bytes:
    """A document as it is written to a pack."""
    return canon.dumps(raw).encode()


def pack_bytes(manifest: Manifest, files: Mapping[str, bytes]) -> bytes:
    """A pack of these files; the manifest's list of them is made here. Raises BadFile for what is not allowed in a pack."""
    for path in files:
        if kind_of(path) is None:
            raise BadFile(say("a pack cannot contain {name}.", name=brief(path)))
    rows = tuple(
        Entry(path=path, bytes=len(files[path]), sha256=hashlib.sha256(files[path]).hexdigest())
        for path in sorted(files)
    )
    made = msgspec.structs.replace(manifest, files=rows, games=dict(sorted(manifest.games.items())))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path, data in ((_MANIFEST, document_bytes(made)), *((row.path, files[row.path]) for row in rows)):
            info = zipfile.ZipInfo(path, _DATE)
            info.create_system = 3
            info.external_attr = (stat.S_IFREG | 0o644) << 16
            picture = path.startswith("pictures/")  # compressed already
            info.compress_type = zipfile.ZIP_STORED if picture else zipfile.ZIP_DEFLATED
            archive.writestr(info, data, compresslevel=9)
    data = out.getvalue()
    read_bytes(data)  # what could not be read back is not written
    return data


def write_pack(path: Path, manifest: Manifest, files: Mapping[str, bytes]) -> None:
    """Write a pack, as a whole or not at all. Raises BadFile, CannotWrite."""
    canon.write_bytes(path, pack_bytes(manifest, files))


# ---- reading
def is_pack(path: Path) -> bool:
    """Whether a file has the name of a pack; its contents are checked only when it is read."""
    return path.name.casefold().endswith(SUFFIX)


def read_pack(path: Path) -> Pack:
    """A pack, with all of it within the limits and as its manifest says. Raises BadFile."""
    return read_bytes(customs.take(path), str(path))


def read_bytes(data: bytes, file: str = "") -> Pack:
    """The same from bytes. ``file`` is the name used in sentences."""
    _check_frame(data, file)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = archive.infolist()
            _check_entries(infos, file)
            found: dict[str, bytes] = {}
            left = MOST_UNPACKED
            for info in infos:
                found[info.filename] = _unpacked(archive, info, left, file)
                left -= len(found[info.filename])
    except BadFile:
        raise
    except (zipfile.BadZipFile, zlib.error, RuntimeError) as fault:
        raise BadFile(say("this pack is damaged: {why}", why=_told(fault)), file) from None
    except (EOFError, OSError, ValueError, OverflowError, struct.error, IndexError, KeyError):
        raise BadFile(say("this pack is damaged or cut short."), file) from None
    return _checked(found, file)


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo, left: int, file: str) -> bytes:
    """One file, whatever its size says: never more than allowed for it, or than is left for the pack."""
    most = min(left, _largest(info.filename))
    with archive.open(info) as inside:
        content = inside.read(most + 1)
    if len(content) > most:
        raise BadFile(say("this unpacks to more than any Hexbench pack may contain."), file, info.filename)
    return content


def _told(fault: Exception) -> str:
    text = brief(str(fault)) or "it is damaged."
    return text if text.endswith(".") else f"{text}."


def _check_frame(data: bytes, file: str) -> None:
    """Check the size of the directory as the ZIP gives it, before it is read."""
    if not data.startswith(b"PK\x03\x04"):
        raise BadFile(say("this is not a Hexbench pack."), file)
    if len(data) < _END.size or data[-_END.size :][:4] != _SIGNATURE:
        raise BadFile(say("this pack is damaged: it is cut short, or something follows it."), file)
    _, disk, first, here, entries, size, _, comment = _END.unpack(data[-_END.size :])
    wide = data[-_END.size - 20 :][:4] == _WIDE
    if wide or comment or disk or first or here != entries:
        raise BadFile(say("this is not a Hexbench pack but another kind of archive."), file)
    if entries > MOST_ENTRIES + 1 or size > (MOST_ENTRIES + 1) * _DIRECTORY_ROW:
        raise BadFile(
            say(
                "this contains more than {most} files, the most that a Hexbench pack may have.",
                most=MOST_ENTRIES,
            ),
            file,
        )


def _check_entries(infos: list[zipfile.ZipInfo], file: str) -> None:
    """Check names, kinds and sizes before anything is unpacked."""
    if not infos or infos[0].filename != _MANIFEST:
        raise BadFile(say("this is not a Hexbench pack: it does not begin with a manifest."), file)
    seen: dict[str, str] = {}
    total = 0
    for info in infos:
        name = info.orig_filename
        mode = info.external_attr >> 16
        if "\0" in name or (name != _MANIFEST and kind_of(name) is None):
            raise BadFile(say("a pack cannot contain {name}.", name=brief(name)), file)
        if mode and stat.S_IFMT(mode) not in (0, stat.S_IFREG):
            raise BadFile(say("{name} is a link or a device, not a file.", name=brief(name)), file)
        if info.flag_bits & 0x1 or info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise BadFile(
                say("{name} is encrypted, or packed in a way that Hexbench does not use.", name=brief(name)),
                file,
            )
        alike = unicodedata.normalize("NFC", name).casefold()
        if alike in seen:
            one, other = brief(name), brief(seen[alike])
            raise BadFile(
                say("{name} is in it twice.", name=one)
                if seen[alike] == name
                else say("{name} and {other} would be the same file on some systems.", name=one, other=other),
                file,
            )
        seen[alike] = name
        total += info.file_size
        if info.file_size > _largest(name) or total > MOST_UNPACKED:
            raise BadFile(say("this unpacks to more than any Hexbench pack may contain."), file, name)


def _largest(name: str) -> int:
    if name == LICENCE:
        return LARGEST_LICENCE
    return customs.LARGEST_TOML if name.endswith(".toml") or name == _MANIFEST else customs.LARGEST


def _checked(found: dict[str, bytes], file: str) -> Pack:
    """Check against the manifest: nothing is missing, nothing is extra, and everything is what was packed."""
    raw = parse_json(_text(found.pop(_MANIFEST), file, _MANIFEST), file)
    check_header(raw, (FORMAT,), VERSION, file)
    manifest: Manifest = convert(raw, Manifest, file)
    for words in (manifest.title, manifest.author, manifest.licence, manifest.made_with):
        if len(words) > LONGEST_WORDS:
            raise BadFile(say("its title, author or licence is too long."), file)
    listed = {row.path: row for row in manifest.files}
    if len(listed) != len(manifest.files) or listed.keys() != found.keys():
        other = sorted(listed.keys() ^ found.keys())
        raise BadFile(_not_listed(other), file)
    for path, data in found.items():
        row = listed[path]
        if len(data) != row.bytes or hashlib.sha256(data).hexdigest() != row.sha256:
            raise BadFile(
                say("{name} is not the file that was packed: its checksum differs.", name=brief(path)), file
            )
    if LICENCE in found:
        _text(found[LICENCE], file, LICENCE)
    return Pack(manifest=manifest, files=found)


def _not_listed(paths: Iterable[str]) -> Say:
    first = next(iter(paths), "")
    if first:
        return say("its manifest does not match its contents ({name}).", name=brief(first))
    return say("its manifest does not match its contents.")


def _text(data: bytes, file: str, where: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise BadFile(say("this is not UTF-8 text."), file, where) from None
