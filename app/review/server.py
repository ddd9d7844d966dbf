"""The server of a review: on this machine alone, until it is stopped."""

from __future__ import annotations

import errno
import socket

import uvicorn
from starlette.types import ASGIApp

from contragraph.app.review.guard import HOST
from contragraph.graph.errors import InputError, StoreError


def listen(port: int) -> socket.socket:
    """A socket on the loopback address; port 0 lets the system choose.

    :raises InputError: if the port is taken or may not be used.
    """
    taken = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((HOST, port))
        taken.listen()
    except OSError as error:
        taken.close()
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            why = "is taken by another program" if error.errno == errno.EADDRINUSE else "needs other rights"
            raise InputError(f"Port {port} {why}; give another with --port (0 lets the system choose).") from None
        raise StoreError(f"Cannot listen on {HOST}, port {port}: {error.strerror}.") from None
    return taken


def server_of(app: ASGIApp) -> uvicorn.Server:
    """A server that runs an application; ``run(sockets=[…])`` serves until Ctrl-C or ``should_exit``."""
    config = uvicorn.Config(
        app,
        log_level="critical",
        access_log=False,
        lifespan="off",
        ws="none",
        loop="asyncio",
        http="h11",
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    return uvicorn.Server(config)
