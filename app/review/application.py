"""The pages of a review by their addresses, and what their forms do."""

from __future__ import annotations

import hmac
from http import HTTPStatus
from importlib.resources import files
from typing import Annotated

from fastapi import Depends, FastAPI, Form, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp

from contragraph.annotation.decisions import last_decided
from contragraph.annotation.demonstrations import alike
from contragraph.annotation.desk import Desk, StaleError
from contragraph.annotation.items import ReviewItem
from contragraph.app.pages.rows import PairIndex
from contragraph.app.presentation.drawing import STYLE
from contragraph.app.review.guard import Access, Guard
from contragraph.app.review.pages import FormInput, Pages
from contragraph.app.review.readings import READINGS
from contragraph.app.review.shown import address_of
from contragraph.dataset.records.codec import to_instance
from contragraph.graph.errors import ContragraphError, InputError, StoreError
from contragraph.graph.model import SideName

_TYPES = {"css": "text/css; charset=utf-8", "svg": "image/svg+xml", "js": "text/javascript; charset=utf-8"}
Fields = Annotated[list[str], Form()]
Field = Annotated[str, Form()]


class _MissingError(Exception):
    """There is nothing at the address."""


class _ForeignError(Exception):
    """A form without the token of its reviewer."""


def who(request: Request) -> str:
    """The reviewer who asks, as the guard noted."""
    return str(request.state.reviewer)


def checked(request: Request, form_token: Field = "") -> str:
    """The reviewer whose page a form is from."""
    reviewer, access = who(request), request.app.state.access
    if not hmac.compare_digest(form_token.encode("utf-8", "replace"), access.form_token(reviewer).encode()):
        raise _ForeignError
    return reviewer


Reader = Annotated[str, Depends(who)]
Writer = Annotated[str, Depends(checked)]


def application(desk: Desk, index: PairIndex, access: Access) -> ASGIApp:
    """The application that a server runs."""
    pages = Pages(desk, index, access)
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False)
    app.state.access = access

    def found(kind: str, its: str) -> ReviewItem:
        item = desk.by_id.get(its)
        if item is None or item.kind != kind:
            raise _MissingError
        return item

    @app.get("/{name}.{kind}")
    def static(name: str, kind: str) -> Response:
        return _static(name, kind)

    @app.api_route("/", methods=["GET", "HEAD"])
    def queue(reviewer: Reader, view: str = "todo", page: int = 1) -> Response:
        return pages.queue(reviewer, view, page)

    @app.get("/figures")
    def figures(reviewer: Reader) -> Response:
        return pages.figures(reviewer)

    @app.get("/next")
    def following(reviewer: Reader) -> Response:
        return RedirectResponse(_next(desk, reviewer, None), HTTPStatus.SEE_OTHER)

    @app.get("/{kind}/{its}")
    def judge(reviewer: Reader, kind: str, its: str, read: str = "") -> Response:
        item = found(kind, its)
        return (pages.first(reviewer, item) if read not in READINGS else None) or pages.judge(reviewer, item, read=read)

    @app.post("/{kind}/{its}")
    def decide(
        reviewer: Writer,
        kind: str,
        its: str,
        judged: Fields,
        verdict: Field = "",
        criteria: Fields = [],  # noqa: B006
        reason: Field = "",
    ) -> Response:
        item = found(kind, its)
        try:
            desk.decide(reviewer, item, judged, verdict, criteria, reason)
        except (InputError, StoreError) as error:
            return pages.judge(reviewer, item, FormInput(verdict, criteria, reason), error, _status(error))
        return RedirectResponse(_next(desk, reviewer, item), HTTPStatus.SEE_OTHER)

    @app.get("/pair/{its}/{side}")
    def rewriting(reviewer: Reader, its: str, side: SideName) -> Response:
        return pages.rewrite(reviewer, found("pair", its), side)

    @app.post("/pair/{its}/{side}")
    def rewrite(
        reviewer: Writer, its: str, side: SideName, version: Field, text: Field = "", act: Field = "keep"
    ) -> Response:
        item = found("pair", its)
        try:
            if act == "back":
                desk.bring_back(reviewer, item, side, version)
            else:
                record = index.record(index.rows[index.places[item.id]])
                desk.rewrite(reviewer, item, side, version, text, to_instance(record), anyway=act == "anyway")
        except (InputError, StoreError) as error:
            return pages.rewrite(reviewer, item, side, FormInput(text=text), error, _status(error))
        return RedirectResponse(address_of(item), HTTPStatus.SEE_OTHER)

    @app.get("/demonstrations")
    def demonstrations(reviewer: Reader, relation: str = "") -> Response:
        page = pages.choose(reviewer, relation) if relation else pages.relations(reviewer)
        if page is None:
            raise _MissingError
        return page

    @app.post("/demonstrations")
    def choose(
        reviewer: Writer,
        relation: Field,
        chosen: Fields = [],  # noqa: B006
        act: Field = "keep",
    ) -> Response:
        given = FormInput(chosen=chosen)
        try:
            candidates = desk.candidates(desk.state(), reviewer).get(relation, ())
            marked = [each for each in candidates if each.judged in chosen]
            if act != "anyway" and len(marked) == len(chosen) and alike(marked):
                page = pages.choose(reviewer, relation, given, None, HTTPStatus.UNPROCESSABLE_ENTITY, warned=True)
                if page is not None:
                    return page
            desk.choose(reviewer, relation, chosen)
        except (InputError, StoreError) as error:
            page = pages.choose(reviewer, relation, given, error, _status(error))
            return page or pages.refused(reviewer, _status(error), error)
        return RedirectResponse("/demonstrations", HTTPStatus.SEE_OTHER)

    @app.post("/undo")
    def undo(reviewer: Writer, number: Annotated[int, Form()]) -> Response:
        last = last_decided(desk.state().decisions, reviewer)
        undone = desk.undo(reviewer, number)
        if undone and last and last[0].task == "choose":
            return RedirectResponse("/demonstrations", HTTPStatus.SEE_OTHER)
        owners = desk.state().owners
        owner = next((owners[v] for each in undone for v in each.judged if v in owners), None)
        return RedirectResponse(address_of(desk.by_id[owner]) if owner else "/", HTTPStatus.SEE_OTHER)

    def refuse(request: Request, error: Exception) -> Response:
        """What went wrong, as a page of its own."""
        problem, status = _problem(error)
        return pages.refused(who(request), status, problem)

    for kind in (_MissingError, _ForeignError, ContragraphError, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, refuse)
    return Guard(app, access)


def _problem(error: Exception) -> tuple[ContragraphError, HTTPStatus]:
    match error:
        case ContragraphError():
            return error, _status(error)
        case _ForeignError():
            problem = "This form is from an earlier start of the review, or from elsewhere; nothing was noted."
            return InputError(problem), HTTPStatus.FORBIDDEN
        case RequestValidationError():
            problem = "The form lacks something, or holds what cannot be read; nothing was noted."
            return InputError(problem), HTTPStatus.UNPROCESSABLE_ENTITY
        case _:
            return InputError("There is nothing at this address."), HTTPStatus.NOT_FOUND


def _status(error: ContragraphError) -> HTTPStatus:
    if isinstance(error, StaleError):
        return HTTPStatus.CONFLICT
    if isinstance(error, InputError):
        return HTTPStatus.UNPROCESSABLE_ENTITY
    return HTTPStatus.SERVICE_UNAVAILABLE


def _static(name: str, kind: str) -> Response:
    """The style sheets, the icon and the script; the style and icon are those of the pages of ``serve``."""
    shared = files("contragraph.app.pages") / "templates"
    own = files("contragraph.app.review") / "templates"
    match f"{name}.{kind}":
        case "style.css":
            body = (shared / "style.css").read_bytes() + STYLE.encode()
        case "icon.svg":
            body = (shared / "icon.svg").read_bytes()
        case "review.css" | "keys.js":
            body = (own / f"{name}.{kind}").read_bytes()
        case _:
            raise _MissingError
    return Response(body, media_type=_TYPES[kind])


def _next(desk: Desk, reviewer: str, item: ReviewItem | None) -> str:
    """The address of what a reviewer judges next: after the item in the list, else from the beginning."""
    left = desk.to_do(desk.state(), reviewer)
    at = desk.places[item.id] if item is not None else -1
    after = [each for each in left if desk.places[each.id] > at]
    following = next(iter(after or left), None)
    return address_of(following) if following else "/"
