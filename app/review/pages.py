"""Each page of a review as HTML, from the templates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from markupsafe import Markup
from starlette.responses import HTMLResponse

from contragraph.annotation.agreement import review_agreements
from contragraph.annotation.criteria import CRITERIA, FAILED, VERDICTS
from contragraph.annotation.decisions import Decision, last_decided
from contragraph.annotation.demonstrations import SHOWN, alike, needed
from contragraph.annotation.desk import Desk, ObjectionsError, StaleError
from contragraph.annotation.editing import conflicting_statements
from contragraph.annotation.items import ReviewItem
from contragraph.annotation.state import ReviewState
from contragraph.app.pages.rows import PairIndex
from contragraph.app.pages.site import swatches
from contragraph.app.pages.templating import environment
from contragraph.app.review.guard import Access
from contragraph.app.review.readings import READINGS, beside_declared
from contragraph.app.review.shown import (
    SIDES,
    address_of,
    changes,
    in_order,
    opening_of,
    record_now,
    shown_candidates,
    shown_pair,
    shown_proposal,
    title_of,
)
from contragraph.dataset.records.codec import to_instance
from contragraph.dataset.types import CONTROL
from contragraph.graph.errors import ContragraphError, StoreError
from contragraph.graph.model import SideName

PAGE = 50
"""Things on one page of a list."""
VIEWS = {"todo": "To judge", "done": "Judged", "all": "All"}


@dataclass(frozen=True, slots=True)
class FormInput:
    """What a form held that was not taken, so that it is shown again."""

    verdict: str = ""
    criteria: Sequence[str] = ()
    reason: str = ""
    text: str | None = None
    chosen: Sequence[str] | None = None


NOTHING = FormInput()


@dataclass(frozen=True, slots=True)
class QueueEntry:
    """A thing in a list."""

    item: ReviewItem
    address: str
    title: str
    decision: Decision | None
    outdated: Decision | None


def name_of(item: ReviewItem) -> str:
    """An item's name on pages."""
    return f"{item.kind.capitalize()} {item.number:,}"


@dataclass(frozen=True)
class Pages:
    """Makes the pages of one server for the reviewer who asks."""

    desk: Desk
    index: PairIndex
    access: Access = field(repr=False)

    def _page(
        self,
        template: str,
        reviewer: str,
        state: ReviewState,
        problem: ContragraphError | None = None,
        status: HTTPStatus = HTTPStatus.OK,
        **values: object,
    ) -> HTMLResponse:
        common = {
            "reviewer": reviewer,
            "form_token": self.access.form_token(reviewer),
            "left": len(self.desk.to_do(state, reviewer)),
            "last": self._last(state, reviewer),
            "problem": str(problem) if problem else "",
            "failed": FAILED,
            "root": "/",
            "here": "",
        }
        text = environment("contragraph.app.review").get_template(template).render(**{**common, **values})
        return HTMLResponse(text.encode("utf-8", "replace"), status)

    def _last(self, state: ReviewState, reviewer: str) -> dict[str, object] | None:
        """What a reviewer decided last, with the address of what it is about."""
        last = last_decided(state.decisions, reviewer)
        if not last:
            return None
        first = last[0]
        found: dict[str, object] = {"number": first.number, "verdict": first.verdict, "address": "", "name": ""}
        if first.task == "choose":
            relations = {c.judged: r for r, some in self.desk.candidates(state, reviewer).items() for c in some}
            relation = relations.get(first.judged[0], "")
            return found | {
                "verdict": "chosen",
                "name": f"demonstrations of “{self._label(relation)}”",
                "address": relation_address(relation),
            }
        owner = next((state.owners[v] for v in first.judged if v in state.owners), None)
        if owner is not None:
            item = self.desk.by_id[owner]
            found |= {"address": address_of(item), "name": name_of(item)}
        return found

    def _label(self, relation: str) -> str:
        return self.index.relations.get(relation) or self.index.ontology.labels.get(relation) or relation

    def refused(self, reviewer: str, status: HTTPStatus, problem: ContragraphError) -> HTMLResponse:
        """A page that says what went wrong where no other page can."""
        return self._page("refused.html", reviewer, self._state(problem), problem, status)

    def _state(self, problem: ContragraphError | None) -> ReviewState:
        """What the store says; after it could not be asked, what it said when it was last read."""
        return self.desk.known if isinstance(problem, StoreError) else self.desk.state()

    # -- lists ----------------------------------------------------------------------------------------------

    def queue(self, reviewer: str, view: str, page: int) -> HTMLResponse:
        """What waits for a reviewer, what is done, and how far everybody is."""
        state = self.desk.state()
        own, old = state.said.get(reviewer, {}), state.outdated.get(reviewer, {})
        to_do = self.desk.to_do(state, reviewer)
        assigned = [i for i in self.desk.items if self.desk.assignment.is_for(reviewer, i.id)]
        listed = {"todo": to_do, "done": [i for i in self.desk.items if i.id in own], "all": self.desk.items}
        view = view if view in VIEWS else "todo"
        items = listed[view]
        pages = max(1, -(-len(items) // PAGE))
        page = min(max(page, 1), pages)
        return self._page(
            "queue.html",
            reviewer,
            state,
            here="queue",
            view=view,
            views={name: (said, len(listed[name])) for name, said in VIEWS.items()},
            page=page,
            pages=pages,
            entries=[
                QueueEntry(i, address_of(i), self._title(i, i.id in own or i.id in old), own.get(i.id), old.get(i.id))
                for i in items[(page - 1) * PAGE : page * PAGE]
            ],
            first=address_of(to_do[0]) if to_do else "",
            assigned=len(assigned),
            done=sum(i.id in own for i in assigned),
            progress=self.desk.progress(state),
            name_of=name_of,
        )

    def figures(self, reviewer: str) -> HTMLResponse:
        """How far reviewers agree; shown once the reviewer has judged everything, since it tells of the others."""
        state = self.desk.state()
        waiting = len(self.desk.to_do(state, reviewer))
        rows = [] if waiting else list(review_agreements(state.said))
        return self._page(
            "figures.html",
            reviewer,
            state,
            here="figures",
            waiting=waiting,
            agreements=rows,
            progress=self.desk.progress(state),
        )

    def _title(self, item: ReviewItem, judged: bool) -> str:
        """An item in a list: what it is about, and not which contradiction is declared before that is judged."""
        return title_of(self.index, item) if judged else opening_of(self.index, item)

    # -- judging --------------------------------------------------------------------------------------------

    def judge(
        self,
        reviewer: str,
        item: ReviewItem,
        given: FormInput = NOTHING,
        problem: ContragraphError | None = None,
        status: HTTPStatus = HTTPStatus.OK,
        *,
        read: str = "",
    ) -> HTMLResponse:
        """A pair or a proposal with the form for a verdict; ``read`` is what the reviewer found before seeing more."""
        state = self._state(problem)
        place = self.desk.place(state, item, reviewer)
        if given is NOTHING and place.own is not None:
            given = FormInput(place.own.verdict, place.own.criteria, place.own.reason)
        seen: Sequence[str] = ()
        if isinstance(problem, StaleError):
            seen = problem.seen
        elif place.outdated is not None and item.kind == "pair":
            seen = in_order(self.desk, place.outdated.judged)
        criteria = [c for c in CRITERIA if item.kind == "pair" or not c.of_texts]
        common: dict[str, Any] = {
            "item": item,
            "name": name_of(item),
            "place": place,
            "given": given,
            "criteria": criteria,
            "verdicts": VERDICTS,
            "control": item.type == str(CONTROL),
            "changed": list(changes(self.desk, self.index, item, seen, place.current)) if seen else [],
            **self._around(item),
            "found": beside_declared(read, len(item.conflicts)) if item.kind == "pair" else "",
        }
        if item.proposal is not None:
            proposal = shown_proposal(item.proposal)
            kinds = {told.kind for told in proposal.statements}
            more: dict[str, object] = {"proposal": proposal, "drawing": Markup(proposal.drawing)}
            return self._page(
                "proposal.html", reviewer, state, problem, status, swatches=swatches(kinds), **common, **more
            )
        its = shown_pair(self.desk, self.index, item, place.current)
        kinds = {told.kind for told in (*its.pair.changed, *its.pair.kept)}
        return self._page(
            "judge.html",
            reviewer,
            state,
            problem,
            status,
            record=its.record,
            pair=its.pair,
            edited=dict(zip(SIDES, its.edited)),
            drawing=Markup(its.pair.drawing),  # made by us, its labels are escaped
            swatches=swatches(kinds),
            **common,
        )

    def _around(self, item: ReviewItem) -> dict[str, Any]:
        """The addresses of an item, of that before it and of that after it."""
        items, at = self.desk.items, self.desk.places[item.id]
        return {
            "before": address_of(items[at - 1]) if at else "",
            "after": address_of(items[at + 1]) if at + 1 < len(items) else "",
            "action": address_of(item),
        }

    def first(self, reviewer: str, item: ReviewItem) -> HTMLResponse | None:
        """The bare texts of a pair for one who has not judged it, with the question what they say to each other.

        None for what a reviewer has judged already, and for proposals, whose statements stand for themselves.
        """
        state = self._state(None)
        place = self.desk.place(state, item, reviewer)
        if item.kind != "pair" or place.own is not None or place.outdated is not None:
            return None
        contexts = record_now(self.desk, self.index, item, place.current).contexts
        return self._page(
            "first.html",
            reviewer,
            state,
            item=item,
            name=name_of(item),
            texts={side: getattr(contexts, side).text for side in SIDES},
            readings=READINGS,
            **self._around(item),
        )

    def rewrite(
        self,
        reviewer: str,
        item: ReviewItem,
        side: SideName,
        given: FormInput = NOTHING,
        problem: ContragraphError | None = None,
        status: HTTPStatus = HTTPStatus.OK,
    ) -> HTMLResponse:
        """A text of a pair with the form to rewrite it."""
        state = self._state(problem)
        current = state.current[item.id]
        its = shown_pair(self.desk, self.index, item, current)
        context = getattr(its.record.contexts, side)
        its_needed = conflicting_statements(to_instance(its.record))
        return self._page(
            "rewrite.html",
            reviewer,
            state,
            problem,
            status,
            item=item,
            name=name_of(item),
            side=side,
            version=context.version,
            text=context.text if given.text is None else given.text,
            now=context.text,
            stale=isinstance(problem, StaleError),
            objections=problem.found if isinstance(problem, ObjectionsError) else (),
            statements=context.statements,
            needed=its_needed,
            edited=context.version not in item.versions,
            back=address_of(item),
        )

    # -- demonstrations -------------------------------------------------------------------------------------

    def relations(self, reviewer: str) -> HTMLResponse:
        """The relations that need demonstrations."""
        state = self.desk.state()
        chosen = state.chosen.get(reviewer, frozenset())
        rows = []
        for relation, some in self.desk.candidates(state, reviewer).items():
            count = sum(c.judged in chosen for c in some)
            mine = self.desk.assignment.is_for(reviewer, relation)
            rows.append(
                (relation, self._label(relation), relation_address(relation), len(some), count, needed(some), mine)
            )
        rows.sort(key=lambda row: (not row[6], row[4] >= row[5], row[1], row[0]))
        return self._page("relations.html", reviewer, state, here="demonstrations", rows=rows)

    def choose(
        self,
        reviewer: str,
        relation: str,
        given: FormInput = NOTHING,
        problem: ContragraphError | None = None,
        status: HTTPStatus = HTTPStatus.OK,
        *,
        warned: bool = False,
    ) -> HTMLResponse | None:
        """The candidates of a relation; None if there are none. ``warned``: the chosen ones are too much alike."""
        state = self._state(problem)
        candidates = self.desk.candidates(state, reviewer).get(relation)
        if not candidates:
            return None
        before = state.chosen.get(reviewer, frozenset())
        chosen = before if given.chosen is None else frozenset(given.chosen)
        listed = [c for n, c in enumerate(candidates) if n < SHOWN or c.judged in chosen]
        rows = list(shown_candidates(self.desk, self.index, listed, chosen))
        marked = [row for row in rows if row.chosen]
        same = [(marked[i].name, marked[j].name, said) for i, j, said in alike([row.candidate for row in marked])]
        return self._page(
            "choose.html",
            reviewer,
            state,
            problem,
            status,
            here="demonstrations",
            relation=relation,
            label=self._label(relation),
            rows=rows,
            total=len(candidates),
            wanted=needed(candidates),
            count=len(marked),
            same=same,
            warned=warned,
            said=state.said.get(reviewer, {}),
        )


def relation_address(relation: str) -> str:
    """The address of a relation's candidates."""
    return f"/demonstrations?relation={quote(relation, safe='')}"
