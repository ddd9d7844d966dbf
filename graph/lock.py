"""Locks: of an embedded store, one writer alone or any number of readers, and of a folder that a run writes.

The engine lets a second process open a file beside a writer, and shows it a state that may be torn. So every
opening holds a lock on a file beside the store, exclusive to write and shared to read. The operating system
lets go of it when the process ends, however it ends; the file stays and says who opened last. That of a folder is
removed with the last holder.
"""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from contragraph.graph.errors import InputError, StoreError, StoreLockedError

_FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS)


def lock_path(store: Path) -> Path:
    """The lock file of a store."""
    return store.with_name(store.name + ".lock")


class StoreLock:
    """A held lock; :meth:`release` lets go of it, twice is fine."""

    def __init__(self, store: Path, *, shared: bool) -> None:
        path = lock_path(store)
        writable = True
        try:
            self._file: int | None = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
        except OSError as error:
            if error.errno not in _FORBIDDEN:
                raise StoreError(f"Cannot make the lock file {path}: {error.strerror}.") from error
            if not shared:
                raise StoreError(
                    f"Cannot write the lock file {path} ({error.strerror}): check the rights of its folder."
                ) from None
            # A reader needs no more than to see the lock: others may write by another way to the same folder. Where
            # there is none, nobody has ever written here.
            writable = False
            try:
                self._file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
            except FileNotFoundError:
                self._file = None
                return
            except OSError as why:
                raise StoreError(f"Cannot read the lock file {path}: {why.strerror}; check its rights.") from None
        try:
            fcntl.flock(self._file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            holders = _holders(self._file)
            self.release()
            raise StoreLockedError(
                f"The store {store} is open in {holders}: wait until that ends, or use another store."
            ) from None
        if not shared:
            os.ftruncate(self._file, 0)
        if writable:
            os.write(self._file, f"{os.getpid()} {'reading' if shared else 'writing'}\n".encode())

    def release(self) -> None:
        """Let others open the store."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold a folder that is to be written, from the first look at it to the last file; a second run is refused.

    :raises InputError: if another process holds it, or its lock cannot be made
    """
    path = folder.absolute().with_name(folder.absolute().name + ".writing")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = _locked(path)
    except OSError as error:
        raise InputError(f"Cannot make the lock {path}: {error.strerror}; give --out another folder.") from None
    if isinstance(file, str):
        raise InputError(f"{folder} is being written in {file}: wait until that ends, or give --out another folder.")
    try:
        os.ftruncate(file, 0)
        os.write(file, f"{os.getpid()} writing\n".encode())
        yield
    finally:
        path.unlink(missing_ok=True)  # still under the lock; who has it open sees that it is not that file any more
        os.close(file)


def _locked(path: Path) -> int | str:
    """The open lock file, or who holds it."""
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holders = _holders(file)
            os.close(file)
            return holders
        if path.exists() and os.path.samestat(os.fstat(file), path.stat()):
            return file
        os.close(file)  # its holder has just removed it


def _holders(file: int) -> str:
    """Which live processes are noted in the lock file; those that ended are left out."""
    size = os.fstat(file).st_size
    lines = os.pread(file, 4096, max(0, size - 4096)).decode("ascii", "replace").splitlines()
    found = {}
    for line in lines:
        number, _, what = line.partition(" ")
        if number.isdecimal() and is_running(int(number)):
            found[int(number)] = what
    if not found:
        return "another process"
    return ", ".join(f"process {pid} ({what})" for pid, what in sorted(found.items()))


def is_running(pid: int) -> bool:
    """Is there a process of this number?"""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
