"""The desk at which reviewers work: what they may do, each act in one transaction on the store.

The store is open only while something is read or written, so that several desks, and other commands, can work on it at
the same time. Whatever is decided is checked against what the store says at that moment.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import RLock

from contragraph.annotation.assignment import Assignment
from contragraph.annotation.criteria import DEMONSTRATION, NEEDED, NO_DEMONSTRATION, demand_verdict
from contragraph.annotation.decisions import (
    Decision,
    kinds_of,
    last_decided,
    next_number,
    read_decisions,
    withdrawals,
    write_decisions,
)
from contragraph.annotation.demonstrations import by_relation, needed
from contragraph.annotation.editing import Objection, objections, one_line
from contragraph.annotation.exchange import export_decisions, import_decisions
from contragraph.annotation.items import DemonstrationCandidate, ReviewItem, read_items
from contragraph.annotation.progress import ReviewProgress, progress_of
from contragraph.annotation.proposals import proposal_rows
from contragraph.annotation.state import ReviewState, read_state
from contragraph.graph.engines.address import parse_address
from contragraph.graph.errors import InputError, StoreLayoutError, StoreLockedError
from contragraph.graph.model import Instance, SideName
from contragraph.graph.store import GraphStore
from contragraph.graph.stores.open import open_store
from contragraph.graph.tables.rows import Rows
from contragraph.graph.versions.edits import Edit, edit, restore, review
from contragraph.graph.versions.history import VersionContent, content

WAIT = 10.0
"""Seconds for which a desk tries to open a store that another process has open."""
PAUSE = 0.02


class StaleError(InputError):
    """What a reviewer judged was changed in the meantime; nothing was noted."""

    def __init__(self, seen: Sequence[str], current: Sequence[str]) -> None:
        super().__init__("This was changed after you opened it, so nothing was noted: look at it again.")
        self.seen = tuple(seen)
        self.current = tuple(current)


class ObjectionsError(InputError):
    """A text was not kept, since something is wrong with it."""

    def __init__(self, found: Sequence[Objection]) -> None:
        super().__init__(" ".join(each.said for each in found))
        self.found = tuple(found)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a reviewer stands with an item."""

    item: ReviewItem
    current: tuple[str, ...]
    own: Decision | None
    """The verdict on the present versions."""
    outdated: Decision | None
    """The verdict on an earlier version, if there is none on the present one."""
    others: tuple[Decision, ...]
    """What others say of the present versions; nothing before the reviewer has said something."""
    assigned: bool


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of decisions that were imported."""

    given: int
    new: int
    unknown: int
    """Those that judge what the store does not have."""


class Desk:
    """The things of a dataset that are judged, and the store that keeps what is said of them."""

    def __init__(self, dataset: Path, address: str, assignment: Assignment) -> None:
        self.dataset, self.address, self.assignment = dataset, address, assignment
        self.items = read_items(dataset)
        self.by_id = {item.id: item for item in self.items}
        self.places = {item.id: place for place, item in enumerate(self.items)}
        self._lock = RLock()
        self._contents: dict[str, VersionContent] = {}
        self._read: list[tuple[int, int]] | None = None
        with self._brought_forward() as store:
            self._demand_pairs(store)
            self._state = read_state(store, self.items)

    def _demand_pairs(self, store: GraphStore) -> None:
        wanted = [item.id for item in self.items if item.kind == "pair"]
        there = {row["id"] for row in store.run("review.pairs", ids=list(wanted))} if wanted else set()
        if missing := [pair for pair in wanted if pair not in there]:
            raise InputError(
                f"{store.address} lacks {len(missing):,} of the {len(wanted):,} pairs of {self.dataset}, such as "
                f"{missing[0]}: give the --store that it was made into, or bring its run there with "
                "`contragraph runs load`."
            )

    @contextmanager
    def _writing(self) -> Iterator[GraphStore]:
        with self._lock, self._opened(read_only=False, wait=WAIT) as store:
            yield store

    def _brought_forward(self) -> GraphStore:
        """The store to read; one of an older layout is written to, which brings it to that of this version."""
        try:
            return self._opened(read_only=True, wait=WAIT)
        except StoreLayoutError:
            return self._opened(read_only=False, wait=WAIT)

    def _opened(self, *, read_only: bool, wait: float) -> GraphStore:
        until = time.monotonic() + wait
        while True:
            try:
                return open_store(self.address, read_only=read_only)
            except StoreLockedError:
                if time.monotonic() >= until:
                    raise
                time.sleep(PAUSE)

    # -- reading ---------------------------------------------------------------------------------------------

    def state(self) -> ReviewState:
        """What the store says now; where it is in use, what it said when it was last read."""
        with self._lock:
            if (mark := self._mark()) is None or mark != self._read:
                with suppress(StoreLockedError), self._opened(read_only=True, wait=PAUSE) as store:
                    # Taken while nobody can write, so that no later change is overlooked.
                    self._read = self._mark()
                    self._state = read_state(store, self.items)
            return self._state

    @property
    def known(self) -> ReviewState:
        """What the store said when it was last read."""
        return self._state

    def _mark(self) -> list[tuple[int, int]] | None:
        """What changes whenever the file of an embedded store, or its log, does; None for a server."""
        parsed = parse_address(self.address)
        if parsed.engine != "ladybug":
            return None
        files = (parsed.path, parsed.path.with_name(parsed.path.name + ".wal"))
        return [(its.st_mtime_ns, its.st_size) for its in (file.stat() for file in files if file.exists())]

    def place(self, state: ReviewState, item: ReviewItem, reviewer: str) -> Place:
        """Where a reviewer stands with an item."""
        own = state.said.get(reviewer, {}).get(item.id)
        others = [its[item.id] for name, its in sorted(state.said.items()) if name != reviewer and item.id in its]
        return Place(
            item,
            state.current[item.id],
            own,
            state.outdated.get(reviewer, {}).get(item.id),
            tuple(others) if own else (),
            self.assignment.is_for(reviewer, item.id),
        )

    def to_do(self, state: ReviewState, reviewer: str) -> list[ReviewItem]:
        """What is assigned to a reviewer and waits for a verdict on its present versions."""
        done = state.said.get(reviewer, {})
        return [i for i in self.items if i.id not in done and self.assignment.is_for(reviewer, i.id)]

    def candidates(self, state: ReviewState, reviewer: str) -> dict[str, list[DemonstrationCandidate]]:
        """What a reviewer may choose from as demonstrations, by relation."""
        return by_relation(self.items, state.accepted(reviewer))

    def progress(self, state: ReviewState) -> list[ReviewProgress]:
        """How far each reviewer is; those who decided something without being assigned anything come last."""
        names = list(dict.fromkeys([*self.assignment.reviewers, *sorted(state.said), *sorted(state.chosen)]))
        return [self._progress(state, name) for name in names]

    def _is_for(self, name: str, thing: str) -> bool:
        """Whether a thing is assigned; where no reviewers are named, everything is, to everybody."""
        return not self.assignment.reviewers or self.assignment.is_for(name, thing)

    def _progress(self, state: ReviewState, name: str) -> ReviewProgress:
        known = not self.assignment.reviewers or name in self.assignment.reviewers
        assigned = [i.id for i in self.items if known and self._is_for(name, i.id)]
        chosen = state.chosen.get(name, frozenset())
        full = sum(
            sum(c.judged in chosen for c in some) >= needed(some) for some in self.candidates(state, name).values()
        )
        said = state.said.get(name, {})
        return progress_of(name, assigned, said, list(state.outdated.get(name, ())), full)

    def content(self, version: str) -> VersionContent:
        """What a version of the store states and its text; versions never change, so it is read once."""
        with self._lock:
            if version not in self._contents:
                with self._opened(read_only=True, wait=WAIT) as store:
                    self._contents[version] = content(store, version)
            return self._contents[version]

    # -- carrying over ---------------------------------------------------------------------------------------

    def export_to(self, path: Path) -> int:
        """Write all decisions on the things of this dataset, withdrawn ones too; returns how many."""
        state = self.state()
        here = set(state.owners) | {c.judged for item in self.items for c in item.candidates}
        return export_decisions((d for d in state.decisions if here.intersection(d.judged)), path)

    def import_from(self, path: Path) -> Taken:
        """Take decisions over. Those that are there already change nothing; unknown versions are left out.

        :raises InputError: if the file is no export of decisions; then nothing is taken.
        """
        given = list(import_decisions(path))
        proposed = {i.id: i.proposal for i in self.items if i.proposal is not None}
        with self._writing() as store:
            known = {each.id for each in read_decisions(store)}
            things = {thing for each in given for thing in each.judged}
            there = kinds_of(store, things).keys() | proposed.keys()
            kept = [each for each in given if there >= set(each.judged)]
            rows = Rows()
            for its, proposal in proposed.items():
                if any(its in each.judged for each in kept):
                    proposal_rows(rows, proposal)
            self._write(store, kept, rows)
        return Taken(len(given), len({each.id for each in kept} - known), len(given) - len(kept))

    # -- deciding --------------------------------------------------------------------------------------------

    def decide(
        self,
        reviewer: str,
        item: ReviewItem,
        judged: Sequence[str],
        verdict: str,
        criteria: Sequence[str] = (),
        reason: str = "",
    ) -> Decision:
        """Note a verdict on the versions that the reviewer saw. Saying the same again changes nothing.

        :raises InputError: if the verdict is none, or goes against the guideline.
        :raises StaleError: if other versions are the present ones.
        :raises StoreLockedError: if the store stays in use.
        """
        reason = one_line(reason)
        demand_verdict(verdict, criteria, reason)
        with self._writing() as store:
            state = self._state = read_state(store, self.items)
            current = state.current[item.id]
            if tuple(judged) != current:
                raise StaleError(judged, current)
            said = state.said.get(reviewer, {}).get(item.id)
            number = next_number(state.decisions, reviewer)
            new = Decision(reviewer, verdict, reason, tuple(dict.fromkeys(criteria)), number, tuple(sorted(current)))
            if said and (said.verdict, said.reason, said.criteria) == (new.verdict, new.reason, new.criteria):
                return said
            rows = Rows()
            if item.proposal is not None:
                proposal_rows(rows, item.proposal)
            self._write(store, [new], rows)
        return new

    def choose(self, reviewer: str, relation: str, judged: Sequence[str]) -> list[Decision]:
        """Note which candidates demonstrate a relation; those chosen before and not now are so no more.

        :raises InputError: if it is not the number that is needed, or one is no candidate.
        """
        chosen = list(dict.fromkeys(judged))
        with self._writing() as store:
            state = self._state = read_state(store, self.items)
            candidates = {c.judged for c in self.candidates(state, reviewer).get(relation, ())}
            if not candidates or not candidates.issuperset(chosen):
                raise InputError("That is no candidate for this relation: choose among those that are shown.")
            wanted = min(NEEDED, len(candidates))
            if len(chosen) != wanted:
                raise InputError(f"Choose exactly {wanted}; you chose {len(chosen)}.")
            before = state.chosen.get(reviewer, frozenset()) & candidates
            number = next_number(state.decisions, reviewer)
            new = [
                Decision(reviewer, verdict, "", (), number, (each,))
                for verdict, some in ((NO_DEMONSTRATION, before.difference(chosen)), (DEMONSTRATION, chosen))
                for each in sorted(some)
                if verdict == NO_DEMONSTRATION or each not in before
            ]
            if new:
                self._write(store, new)
        return new

    def undo(self, reviewer: str, number: int) -> list[Decision]:
        """Take back what a reviewer decided last, if that has this number; otherwise nothing happens."""
        with self._writing() as store:
            state = self._state = read_state(store, self.items)
            last = last_decided(state.decisions, reviewer)
            if not last or last[0].number != number:
                return []
            new = withdrawals(state.decisions, reviewer)
            self._write(store, new)
        return new

    def _write(self, store: GraphStore, decisions: Sequence[Decision], rows: Rows | None = None) -> None:
        write_decisions(store, decisions, rows)
        self._state = read_state(store, self.items)

    # -- texts -----------------------------------------------------------------------------------------------

    def rewrite(
        self,
        reviewer: str,
        item: ReviewItem,
        side: SideName,
        version: str,
        body: str,
        instance: Instance,
        *,
        anyway: bool = False,
    ) -> Edit:
        """Give a pair another text, as a new version; verdicts stay with the versions that they judge.

        ``instance`` is the pair as it was made; ``anyway`` keeps a text in spite of objections that are not serious.

        :raises StaleError: if the version is not the present one.
        :raises ObjectionsError: if something is wrong with the text.
        :raises InputError: if nothing is changed.
        """
        body = one_line(body)
        with self._writing() as store:
            self._demand_current(store, item, side, version)
            found = objections(body, content(store, version), instance, side)
            if any(each.serious or not anyway for each in found):
                raise ObjectionsError(found)
            made = edit(store, version, text=body)
            review(store, made.id, reviewer, "edited")
            self._state = read_state(store, self.items)
        return made

    def bring_back(self, reviewer: str, item: ReviewItem, side: SideName, version: str) -> Edit:
        """Give a pair the text back that it had before its last edit.

        :raises StaleError: if the version is not the present one.
        :raises InputError: if it is the text that the pair was made with.
        """
        with self._writing() as store:
            self._demand_current(store, item, side, version)
            parent = content(store, version).parent
            if version in item.versions or parent is None:
                raise InputError("This is the text that the pair was made with: there is none to bring back.")
            made = restore(store, parent, onto=version)
            review(store, made.id, reviewer, "restored")
            self._state = read_state(store, self.items)
        return made

    def _demand_current(self, store: GraphStore, item: ReviewItem, side: SideName, version: str) -> None:
        self._state = read_state(store, self.items)
        now = self._state.current[item.id][0 if side == "original" else 1]
        if now != version:
            raise StaleError([version], [now])
