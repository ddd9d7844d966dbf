"""Packed files: every packing gives the same bytes, and every broken or hostile file one plain sentence."""

from __future__ import annotations

import bz2
import gzip
import io
import os
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from contragraph.graph.errors import InputError
from contragraph.loaders.archives import FREE_BYTES, MEMBERS, SourceFile, Stream, opened, parts
from contragraph.loaders.lines import Tally, blocks

TEXT = b"".join(b"line %d of a file, not too short\n" % number for number in range(5000))


def read(part: SourceFile) -> bytes:
    with opened(part) as stream:
        return b"".join(iter(lambda: stream.read(1 << 16), b""))


def drain(stream: Stream) -> None:
    while stream.read(1 << 20):
        pass


def read_all(path: Path) -> None:
    for part in parts([path]):
        with opened(part) as stream:
            drain(stream)


def zipped(*files: tuple[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return buffer.getvalue()


def tarred(*files: tuple[str, bytes], mode: str = "w:gz") -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=mode) as archive:  # type: ignore[call-overload]
        for name, content in files:
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


PACKED: list[tuple[str, bytes]] = [
    ("a.nt", TEXT),
    ("a.nt.gz", gzip.compress(TEXT)),
    ("a.nt.bz2", bz2.compress(TEXT)),
    ("a.nt.bz2", bz2.compress(TEXT[:7000]) + bz2.compress(TEXT[7000:])),
    ("a.nt.gz", gzip.compress(TEXT[:7000]) + gzip.compress(TEXT[7000:])),
    ("a.zip", zipped(("b.nt", TEXT))),
    ("a.zip", zipped(("folder/b.nt.gz", gzip.compress(TEXT)), ("__MACOSX/b.nt", b"resource fork"))),
    ("a.tar.gz", tarred(("folder/b.nt", TEXT))),
    ("a.tgz", tarred(("b.nt", TEXT))),
    ("a.tar", tarred(("b.nt", TEXT), mode="w:")),
    ("a.tar.bz2", tarred(("b.nt", TEXT), mode="w:bz2")),
    ("no-suffix", gzip.compress(TEXT)),
    ("empty.gz", b""),
]


@pytest.mark.parametrize(("name", "content"), PACKED, ids=[name for name, _ in PACKED])
def test_every_packing_gives_the_same_bytes(tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    found = parts([path])
    assert b"".join(map(read, found)) == (TEXT if content else b"")
    assert found == parts([tmp_path])
    tally = Tally(found[0].name)
    assert sum(frame.height for frame in blocks(found[0], tally)) == (5000 if content else 0)


def test_names_for_reports_and_for_telling_what_a_file_is() -> None:
    part = SourceFile(Path("somewhere/dump.zip"), "core/labels_en.nt.bz2")
    assert (part.name, part.plain_name) == ("dump.zip/core/labels_en.nt.bz2", "labels_en.nt")
    assert SourceFile(Path("labels_lang=en.ttl.BZ2")).plain_name == "labels_lang=en.ttl"


def test_a_folder_is_read_by_name_and_each_file_once(tmp_path: Path) -> None:
    for name in ("b.nt", "a.nt.gz", "a.nt", ".hidden"):
        (tmp_path / name).write_bytes(gzip.compress(TEXT) if name.endswith(".gz") else TEXT)
    (tmp_path / "inner").mkdir()
    assert [part.name for part in parts([tmp_path, tmp_path / "b.nt"])] == ["a.nt", "b.nt"]


def link_in_zip() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        info = zipfile.ZipInfo("link.nt")
        info.external_attr = 0o120777 << 16
        archive.writestr(info, "/etc/hostname")
    return buffer.getvalue()


def link_in_tar() -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        info = tarfile.TarInfo("link.nt")
        info.type, info.linkname = tarfile.SYMTYPE, "/etc/hostname"
        archive.addfile(info)
    return buffer.getvalue()


BROKEN: list[tuple[str, Callable[[], bytes], str]] = [
    ("cut.gz", lambda: gzip.compress(TEXT)[:-900], "cut short or damaged"),
    ("cut.bz2", lambda: bz2.compress(TEXT)[:-900], "bzip2 file .* is cut short or damaged"),
    ("cut.zip", lambda: zipped(("a.nt", TEXT))[:-900], "zip file .* is cut short or damaged"),
    ("cut.tar.gz", lambda: tarred(("a.nt", TEXT))[:-900], "cut short or damaged"),
    ("flipped.bz2", lambda: bz2.compress(TEXT)[:300] + b"\0" * 50 + bz2.compress(TEXT)[350:], "damaged"),
    ("flipped.gz", lambda: gzip.compress(TEXT)[:300] + b"\0" * 50 + gzip.compress(TEXT)[350:], "damaged"),
    ("flipped.zip", lambda: zipped(("a.nt", TEXT))[:300] + b"\0" * 50 + zipped(("a.nt", TEXT))[350:], "damaged"),
    ("plain.gz", lambda: TEXT, "damaged or no gzip file"),
    ("plain.bz2", lambda: TEXT, "is not packed, not with bzip2 as its name says"),
    ("plain.zip", lambda: TEXT, "is not packed, not with zip as its name says"),
    ("other.gz", lambda: bz2.compress(TEXT), "is packed with bzip2, not with gzip as its name says"),
    ("other.bz2", lambda: gzip.compress(TEXT), "is packed with gzip, not with bzip2 as its name says"),
    ("a.xz", lambda: b"\xfd7zXZ\x00" + TEXT, "packed with xz, which is not read here"),
    ("a.7z", lambda: b"7z\xbc\xaf'\x1c" + TEXT, "packed with 7z, which is not read here"),
    ("up.zip", lambda: zipped(("../../etc/a.nt", TEXT)), "points outside of it"),
    ("root.zip", lambda: zipped(("/etc/a.nt", TEXT)), "points outside of it"),
    ("drive.zip", lambda: zipped(("C:/a.nt", TEXT)), "points outside of it"),
    ("up.tar.gz", lambda: tarred(("a/../../b.nt", TEXT)), "points outside of it"),
    ("link.zip", link_in_zip, "points outside of it"),
    ("link.tar.gz", link_in_tar, "points outside of it"),
    ("inner.zip", lambda: zipped(("b.zip", zipped(("a.nt", TEXT)))), "zip archive within another"),
    ("many.zip", lambda: zipped(*((f"{n}.nt", b"") for n in range(MEMBERS + 1))), "more than 10,000 files"),
    ("bomb.zip", lambda: zipped(("a.nt", bytes(FREE_BYTES + 1))), "times its size"),
    ("bomb.gz", lambda: gzip.compress(bytes(16 << 20)) * 5, "more than 200 times its size"),
    ("bomb.bz2", lambda: bz2.compress(bytes(16 << 20)) * 5, "more than 200 times its size"),
]


@pytest.mark.parametrize(("name", "content", "sentence"), BROKEN, ids=[name for name, _, _ in BROKEN])
def test_a_broken_or_hostile_file_is_refused_in_one_sentence(
    tmp_path: Path, name: str, content: Callable[[], bytes], sentence: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content())
    with pytest.raises(InputError, match=sentence) as caught:
        read_all(path)
    assert "\n" not in str(caught.value)


def test_a_zip_that_lies_about_its_size_is_stopped(tmp_path: Path) -> None:
    path = tmp_path / "lies.zip"
    honest = zipped(("a.nt", bytes(FREE_BYTES + (8 << 20))))
    path.write_bytes(honest.replace((FREE_BYTES + (8 << 20)).to_bytes(4, "little"), (5000).to_bytes(4, "little")))
    with pytest.raises(InputError, match="damaged"):
        read_all(path)


def test_an_encrypted_zip_is_refused(tmp_path: Path) -> None:
    content = bytearray(zipped(("a.nt", TEXT)))
    content[6] |= 1
    content[content.index(b"PK\x01\x02") + 8] |= 1
    path = tmp_path / "secret.zip"
    path.write_bytes(content)
    with pytest.raises(InputError, match="is encrypted"):
        parts([path])


def test_a_file_that_shrinks_while_it_is_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.nt"
    path.write_bytes(TEXT * 20)
    with opened(SourceFile(path)) as stream:
        assert stream.read(1 << 16)
        os.truncate(path, 1 << 16)
        with pytest.raises(InputError, match="became shorter while it was read"):
            drain(stream)


def test_a_missing_file_and_an_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="There is no file"):
        parts([tmp_path / "none.nt"])
    with pytest.raises(InputError, match="has no files"):
        parts([tmp_path])
