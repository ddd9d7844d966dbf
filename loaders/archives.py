"""One opener for the files of a download: plain, gzip, bzip2, zip and tar, as streams with limits.

What a file is, is told by its first bytes and then held against its name. Nothing is ever unpacked to disk, so a
member of an archive cannot be written anywhere; names that point outside are refused all the same, as a mark of an
archive that is not what it says.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import stat
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO, cast

from contragraph.graph.errors import InputError

MAGIC = {"gzip": b"\x1f\x8b", "bzip2": b"BZh", "zip": b"PK\x03\x04", "xz": b"\xfd7zXZ\x00", "7z": b"7z\xbc\xaf'\x1c"}
MAGIC |= {"zstandard": b"\x28\xb5\x2f\xfd", "rar": b"Rar!"}
SUFFIXES = {".gz": "gzip", ".bz2": "bzip2", ".zip": "zip"}
READ = frozenset(SUFFIXES.values())
DATA = {".nt", ".ntx", ".ntriples", ".nq", ".nquads", ".ttl", ".turtle", ".trig", ".rdf", ".owl", ".xml", ".jsonld"}
DATA |= {".tsv", ".txt", *SUFFIXES}
"""How names of files of a download end: a folder of such a name stands in the place of one."""
RATIO = 200
"""Bytes unpacked for each byte packed, beyond which it is a bomb: dumps of graphs have 5 to 30."""
FREE_BYTES = 64 << 20
"""Unpacked bytes for which nobody asks about the ratio."""
MEMBERS = 10_000
"""Files in one archive."""
TAR_PLACE = 257
TAR_MAGIC = b"ustar"
BROKEN = (EOFError, zlib.error, lzma.LZMAError, zipfile.BadZipFile, tarfile.TarError)


@dataclass(frozen=True, slots=True, order=True)
class SourceFile:
    """One stream to read: a file, or a member of an archive."""

    path: Path
    member: str = ""

    @property
    def name(self) -> str:
        """For reports and messages: the name of the file, and of the member within it."""
        if self.path == Path("-"):
            return "standard input"
        return f"{self.path.name}/{self.member}" if self.member else self.path.name

    @property
    def source(self) -> str:
        """What tells it from all others: its whole path, and the member's within it."""
        return f"{self.path}/{self.member}" if self.member else str(self.path)

    @property
    def plain_name(self) -> str:
        """The last name without what says how it is packed: ``labels_en.nt`` of ``labels_en.nt.bz2``."""
        last = PurePosixPath(self.member).name if self.member else self.path.name
        while PurePosixPath(last).suffix.lower() in SUFFIXES:
            last = last[: last.rindex(".")]
        return last


STANDARD_INPUT = SourceFile(Path("-"))


class Stream(io.RawIOBase):
    """The plain bytes of a part; reading raises InputError for whatever is wrong with the file."""

    def __init__(self, part: SourceFile, file: BinaryIO, inner: BinaryIO, size: int) -> None:
        self.part = part
        self.size = size
        """Bytes of the file on disk when it was opened."""
        self._file = file
        self._inner = inner
        self._given = 0

    @property
    def position(self) -> int:
        """Bytes of the file on disk that are through; of standard input, those that were given out."""
        return self._file.tell() if self._file.seekable() else self._given

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """As of any raw stream."""
        piece = self.read(len(buffer))
        buffer[: len(piece)] = piece
        return len(piece)

    def read(self, size: int | None = -1) -> bytes:
        """As of any stream; fewer bytes than asked for only at the end.

        :raises InputError: if the file is cut short, damaged, a bomb, or became shorter
        """
        with saying(self.part):
            piece = self._inner.read(-1 if size is None else size)
        self._given += len(piece)
        if self._given > FREE_BYTES and self._given > RATIO * max(self.position, 1):
            raise InputError(
                f"{self.part.name} unpacks to more than {RATIO} times its size, as an archive made to fill a disk "
                "does; if it is what you want, unpack it yourself and give the plain file."
            )
        if not piece and size and self._inner is self._file and self._given < self.size:
            raise InputError(f"{self.part.name} became shorter while it was read; wait until it is complete.")
        return piece


@contextmanager
def saying(part: SourceFile) -> Iterator[None]:
    """Turn what goes wrong with a file into one plain sentence."""
    try:
        yield
    except FileNotFoundError as error:
        raise InputError(f"There is no file {part.path}; check the path.") from error
    except gzip.BadGzipFile as error:
        raise InputError(f"{part.path} is damaged or no gzip file; fetch it again or unpack it.") from error
    except BROKEN as error:
        raise InputError(f"{packing_of(part)} {part.path} is cut short or damaged; fetch it again.") from error
    except OSError as error:
        reason = error.strerror or "the packed data is damaged"
        raise InputError(f"{part.path} cannot be read ({reason}); check the file or fetch it again.") from error


def packing_of(part: SourceFile) -> str:
    """What to call the file in a message: by its suffix, or by its first bytes."""
    suffix = SUFFIXES.get(part.path.suffix.lower())
    with part.path.open("rb") as file:
        kind = packing(file.read(TAR_PLACE + len(TAR_MAGIC))) or suffix
    return f"The {kind} file" if kind else "The file"


def packing(head: bytes) -> str | None:
    """How a file is packed, by its first bytes; None for a plain one."""
    if head[TAR_PLACE:].startswith(TAR_MAGIC):
        return "tar"
    return next((kind for kind, magic in MAGIC.items() if head.startswith(magic)), None)


def files_of(
    paths: Iterable[Path], fits: Callable[[SourceFile], bool], *, wanted: str, lacking: str
) -> tuple[SourceFile, ...]:
    """The files named, and of folders and archives those that fit.

    ``wanted`` says what to give where nothing is named, ``lacking`` what is not in what was named.

    :raises InputError: if nothing is named, there is no such file or folder, or none fits
    """
    named = tuple(paths)
    if not named:
        raise InputError(f"No file was named; give {wanted}.")
    alone = {path for path in named if not path.is_dir()}
    found = tuple(part for part in parts(named) if fits(part) or (part.path in alone and not part.member))
    if not found:
        raise InputError(f"{named[0]} has no file of {lacking}.")
    return found


def parts(paths: Iterable[Path]) -> tuple[SourceFile, ...]:
    """The streams in files, folders (one level, by name) and archives, in that order.

    A file that is there both plain and packed is read once, plain. Hidden files are left out.

    :raises InputError: if there is nothing, a link or folder is where a file should be, or an archive is damaged,
        encrypted, too large, or has a dangerous name
    """
    found: list[SourceFile] = []
    for path in paths:
        if path == STANDARD_INPUT.path:
            found.append(STANDARD_INPUT)
        elif path.is_dir():
            inside = [each for each in sorted(path.iterdir()) if not each.name.startswith(".")]
            names = {each.name for each in inside if each.is_file()}
            twice = [each for each in inside if each.suffix.lower() in SUFFIXES and each.stem in names]
            kept = [each for each in inside if each not in twice and (each.is_file() or stands_for_a_file(each))]
            if not kept:
                raise InputError(f"The folder {path} has no files; give the folder that holds the download.")
            for each in kept:
                found += members(each)
        else:
            found += members(path)
    return tuple(dict.fromkeys(found))


def stands_for_a_file(path: Path) -> bool:
    """Whether a link to nothing, or a folder, is where a file should be that is not there packed either.

    To leave it out would be to load a part of the download without a word; opening it says what it is.
    """
    if not path.exists():
        return True
    packed = any(path.with_name(path.name + suffix).is_file() for suffix in SUFFIXES)
    return path.is_dir() and path.suffix.lower() in DATA and not packed


def members(path: Path) -> list[SourceFile]:
    """The file itself, or the files in it if it is a zip or tar archive."""
    whole = SourceFile(path)
    with saying(whole), ExitStack() as stack:
        file = stack.enter_context(path.open("rb"))
        kind = packing(file.read(TAR_PLACE + len(TAR_MAGIC)))
        file.seek(0)
        if kind == "zip":
            return [SourceFile(path, name) for name in zip_names(path, file)]
        if kind == "tar" or (kind in READ and path.stem.lower().endswith(".tar")) or path.suffix.lower() == ".tgz":
            return [SourceFile(path, name) for name in tar_names(stack.enter_context(opened(whole)), path)]
    return [whole]


def zip_names(path: Path, file: BinaryIO) -> list[str]:
    """The names of the files in a zip archive, by name."""
    with zipfile.ZipFile(file) as archive:
        listed = [each for each in archive.infolist() if not each.is_dir()]
        links = [each.filename for each in listed if stat.S_ISLNK(each.external_attr >> 16)]
        if any(each.flag_bits & 1 for each in listed):
            raise InputError(f"The zip file {path} is encrypted; unpack it with its password and give the files.")
        plain, packed = sum(each.file_size for each in listed), max(path.stat().st_size, 1)
        if plain > FREE_BYTES and plain > RATIO * packed:
            raise InputError(
                f"The zip file {path} says that it unpacks to {plain / packed:,.0f} times its size, as an archive "
                "made to fill a disk does; if it is what you want, unpack it yourself and give the plain files."
            )
        return safe_names(path, [each.filename for each in listed], links)


def tar_names(stream: Stream, path: Path) -> list[str]:
    """The names of the files in a tar archive, by name."""
    with tarfile.open(fileobj=cast(BinaryIO, stream), mode="r|") as archive:
        names, links = [], []
        for each in archive:
            if each.isfile():
                names.append(each.name)
            elif not each.isdir():
                links.append(each.name)
            if len(names) > MEMBERS:
                break
    return safe_names(path, names, links)


def safe_names(path: Path, names: Sequence[str], links: Sequence[str]) -> list[str]:
    """The names sorted, if none points outside of the archive and there are not too many.

    :raises InputError: else
    """
    if len(names) > MEMBERS:
        raise InputError(f"The archive {path} has more than {MEMBERS:,} files; unpack it and give those of the graph.")
    outside = [name for name in names if name.startswith("/") or "\\" in name or ":" in name.partition("/")[0]]
    outside += [name for name in names if ".." in PurePosixPath(name).parts]
    for name in (*outside, *links):
        raise InputError(f"The archive {path} has a file that points outside of it ({name!r}); do not trust it.")
    if len(set(names)) < len(names):
        raise InputError(f"The archive {path} has two files of one name; unpack it and give those of the graph.")
    hidden = ("__MACOSX/", ".")
    return sorted(name for name in names if not name.startswith(hidden) and "/." not in name)


@contextmanager
def opened(part: SourceFile) -> Iterator[Stream]:
    """The plain bytes of a part, read bit by bit.

    :raises InputError: if it is missing or unreadable, or packed in another way than its name says or than we read
    """
    with saying(part), ExitStack() as stack:
        if part == STANDARD_INPUT:
            file, size = cast(BinaryIO, sys.stdin.buffer), 0
        else:
            file, size = cast(BinaryIO, stack.enter_context(part.path.open("rb"))), part.path.stat().st_size
        if part.member:
            inner = stack.enter_context(member_of(part, file, stack))
            inner = unpacked(inner, part, PurePosixPath(part.member).suffix)
        else:
            inner = unpacked(file, part, part.path.suffix)
        yield Stream(part, file, inner, size)


def walked(path: Path) -> Iterator[tuple[SourceFile, Stream]]:
    """The streams in a file or archive, one after the other; each is used up before the next.

    A tar archive is read once, where opening its members one by one would read it from the start for each.

    :raises InputError: as ``opened``
    """
    listed = members(path)
    if len(listed) < 2 or zipfile.is_zipfile(path):
        for part in listed:
            with opened(part) as stream:
                yield part, stream
        return
    names = {part.member for part in listed}
    with saying(SourceFile(path)), ExitStack() as stack:
        file = cast(BinaryIO, stack.enter_context(path.open("rb")))
        size = path.stat().st_size
        tar = tarfile.open(fileobj=unpacked(file, SourceFile(path), path.suffix), mode="r|")  # noqa: SIM115
        stack.callback(tar.close)
        for each in tar:
            found = tar.extractfile(each) if each.name in names else None
            if found is not None:
                part = SourceFile(path, each.name)
                inner = unpacked(cast(BinaryIO, found), part, PurePosixPath(each.name).suffix)
                yield part, Stream(part, file, inner, size)


def member_of(part: SourceFile, file: BinaryIO, stack: ExitStack) -> BinaryIO:
    """A member of a zip or tar archive as a stream."""
    if file.read(4) == MAGIC["zip"]:
        archive = stack.enter_context(zipfile.ZipFile(file))
        return cast(BinaryIO, archive.open(part.member))
    file.seek(0)
    outer = unpacked(file, part, part.path.suffix)
    tar = tarfile.open(fileobj=outer, mode="r|")  # noqa: SIM115
    stack.callback(tar.close)
    for each in tar:
        if each.name == part.member and (found := tar.extractfile(each)) is not None:
            return cast(BinaryIO, found)
    raise InputError(f"The archive {part.path} has no file {part.member!r} any more; was it replaced?")


def unpacked(file: BinaryIO, part: SourceFile, suffix: str) -> BinaryIO:
    """The plain bytes of a packed stream that starts here; a plain one as it is."""
    buffered = file if isinstance(file, io.BufferedReader) else io.BufferedReader(cast(io.RawIOBase, file))
    head = buffered.peek(TAR_PLACE + len(TAR_MAGIC))
    kind, said = packing(head), SUFFIXES.get(suffix.lower())
    if kind == "tar":
        kind = None
    if kind and kind not in READ:
        raise InputError(f"{part.name} is packed with {kind}, which is not read here; unpack it and give the files.")
    if said == "gzip" and kind is None and head:
        raise gzip.BadGzipFile
    if said and kind != said and head:
        is_packed = f"packed with {kind}" if kind else "not packed"
        raise InputError(f"{part.name} is {is_packed}, not with {said} as its name says; rename it or fetch it again.")
    match kind:
        case "gzip":
            return cast(BinaryIO, gzip.GzipFile(fileobj=buffered))
        case "bzip2":
            return cast(BinaryIO, bz2.BZ2File(buffered))
        case "zip":
            raise InputError(f"{part.name} is a zip archive within another; unpack the outer one and give the files.")
    return cast(BinaryIO, buffered)
