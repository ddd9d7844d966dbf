"""The gateway: order, cache, shapes, limits of cost and pace, and what every question would meet."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from contragraph.graph.errors import CostLimitError, InputError, ModelError, StoreError
from contragraph.llm import estimate, open_gateway, read_config
from tests.asking import LYON, City, ask, config, gateway
from tests.cli import environment
from tests.local_model import NAME
from tests.scripted_server import Reply, Request, scripted

ROOT = Path(__file__).resolve().parent.parent
KEY = "sk-proj-THIS0is1a2secret3key4567890"


def echo(request: Request, nth: int) -> Reply:
    """The question again, later for even lengths, so that answers come in another order."""
    text = request["messages"][-1]["content"]
    return Reply(f"to {text}", wait=0.05 if len(text) % 2 else 0.0)


# -- answers and the cache -----------------------------------------------------------------------------------


def test_answers_come_in_the_order_of_the_questions_and_once(tmp_path: Path) -> None:
    """Equal questions are one request; repetitions are others, each with its own seed; a second run asks nothing."""
    texts = ["b" * (n % 9 + 1) for n in range(40)]
    with scripted(echo) as server:
        with gateway(tmp_path, server.url) as opened:
            answers = opened.ask([ask(text) for text in texts])
            assert [a.text for a in answers] == [f"to {text}" for text in texts]
            assert opened.spent.calls == len(server.requests) == 9
            repeated = opened.ask([ask("b", attempt=n) for n in range(3)])
            assert len(server.requests) == 11
            assert [a.cached for a in repeated] == [True, False, False]
            assert {r["seed"] for r in server.requests} == {7, 8, 9}
        with gateway(tmp_path, server.url) as opened:
            again = opened.ask([ask(text) for text in texts])
            assert [a.text for a in again] == [a.text for a in answers]
            assert all(a.cached for a in again)
            assert opened.ask([]) == []
            assert (opened.spent.calls, opened.spent.cached) == (0, 40)
        assert len(server.requests) == 11


def test_what_decides_about_an_answer_is_in_the_key(tmp_path: Path) -> None:
    with scripted(lambda request, nth: Reply(LYON)) as server:
        changes = ("", "temperature = 0.5", "max_tokens = 9", 'model = "openai/other"', "seed = 8")
        for count, more in enumerate(changes, 1):
            whole = more if more.startswith("model") else f'model = "openai/scripted"\n{more}'
            path = tmp_path / "models.toml"
            path.write_text(f'api_base = "{server.url}"\n{whole}\n', "utf-8")
            with open_gateway(read_config(path), cache=tmp_path / "cache.sqlite") as opened:
                made = opened.made_by(ask("x"))
                opened.ask([ask("x")])
            assert len(server.requests) == count
            assert made == {**made, "step": "perturb", "prompt": "test/1"}
        with gateway(tmp_path, server.url) as opened:
            opened.ask([ask("x", City), ask("x")])
        assert len(server.requests) == 6


def test_records_say_what_made_them(tmp_path: Path) -> None:
    """The hash of the settings depends on what decides about answers alone."""
    one = read_config(_file(tmp_path, 'model = "openai/m"\ntemperature = 0.1\n[steps.verify]\ntemperature = 0.2'))
    two = read_config(_file(tmp_path, 'model = "openai/m"\ntemperature = 0.1\ntimeout = 5\nprice_in = 3.0'))
    assert one.settings("perturb").hash == two.settings("perturb").hash != one.settings("verify").hash


def _file(folder: Path, text: str) -> Path:
    path = folder / "models.toml"
    path.write_text(text, "utf-8")
    return path


# -- shapes ----------------------------------------------------------------------------------------------------


def test_the_schema_goes_with_the_request_and_the_answer_is_checked(tmp_path: Path) -> None:
    def answer(request: Request, nth: int) -> Reply:
        return Reply(LYON if len(request["messages"]) > 1 else '{"name": 5}')

    with scripted(answer) as server, gateway(tmp_path, server.url) as opened:
        (found,) = opened.ask([ask("Where?", City)])
        assert found.parsed == City(name="Lyon", people=5)
        assert found.tokens_out == 6
        first, second = server.requests
        schema = first["response_format"]["json_schema"]["schema"]
        assert schema["required"] == ["name", "people"]
        assert schema["additionalProperties"] is False
        assert second["messages"][1] == {"role": "assistant", "content": '{"name": 5}'}
        assert "name: Input should be a valid string" in second["messages"][2]["content"]


def test_a_model_that_never_returns_the_shape_fails_alone(tmp_path: Path) -> None:
    answers = {"prose": "It is a city.", "deep": "[" * 100_000 + '{"name":' * 3000, "list": "[1, 2]", "": "null"}

    def answer(request: Request, nth: int) -> Reply:
        return Reply(answers[request["messages"][0]["content"]], tokens_out=1)

    with scripted(answer) as server, gateway(tmp_path, server.url) as opened:
        found = opened.ask([ask(text, City) for text in answers])
        assert all(a.parsed is None and "not of the shape" in (a.failure or "") for a in found)
        assert found[0].text == "It is a city."
        assert opened.spent.failures == len(answers)
        assert opened.spent.calls == 2 * len(answers)


@pytest.mark.parametrize("known", ["json_object", "nothing"])
def test_a_server_that_takes_no_schema_is_asked_in_words(tmp_path: Path, known: str) -> None:
    """It is found out once, not for each question, and has no part in the cache."""

    def answer(request: Request, nth: int) -> Reply:
        kind = request.get("response_format", {}).get("type", "nothing")
        if kind not in (known, "nothing"):
            return Reply("response_format is not supported here", status=400)
        assert "JSON schema" in request["messages"][0]["content"]
        return Reply(LYON)

    with scripted(answer) as server:
        with gateway(tmp_path, server.url) as opened:
            assert opened.ask([ask("first", City)])[0].parsed == City(name="Lyon", people=5)
            tried = len(server.requests)
            opened.ask([ask(f"{n}", City) for n in range(10)])
            assert len(server.requests) == tried + 10
        with gateway(tmp_path, server.url) as opened:
            assert opened.ask([ask("first", City)])[0].cached


# -- cost --------------------------------------------------------------------------------------------------------


def test_the_limit_of_cost_is_never_passed_and_nothing_is_lost(tmp_path: Path) -> None:
    """Each call may cost $0.2 at most and costs $0.1; it stops where the next might pass the limit."""
    prices = "price_in = 0.0\nprice_out = 10_000.0\nmax_tokens = 20"

    def answer(request: Request, nth: int) -> Reply:
        return Reply("x", tokens_out=10, wait=0.01)

    asks = [ask(f"{n}") for n in range(30)]
    with scripted(answer) as server:
        with gateway(tmp_path, server.url, prices, max_cost=1.0) as opened:
            with pytest.raises(CostLimitError, match=r"limit of \$1.00.*higher --max-cost"):
                opened.ask(asks)
            assert 0.8 < opened.spent.cost <= 1.0
            assert opened.spent.cost == pytest.approx(0.1 * len(server.requests))
        came = len(server.requests)
        with gateway(tmp_path, server.url, prices, max_cost=5.0) as opened:
            assert len(opened.ask(asks)) == 30
            assert opened.spent.cached == came
        assert server.repeated == 0
        assert len(server.requests) == 30


USAGE: tuple[object, ...] = (
    None,
    "lots",
    {},
    {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0},
    {"prompt_tokens": -5, "completion_tokens": -100_000, "total_tokens": -100_005},
    {"prompt_tokens": "many", "completion_tokens": "few", "total_tokens": "some"},
    {"prompt_tokens": 1, "completion_tokens": 10**15, "total_tokens": 10**15},
    {"prompt_tokens": 0.001, "completion_tokens": 1e300, "total_tokens": 1e300},
    {"prompt_tokens": None, "completion_tokens": True, "total_tokens": []},
)


@pytest.mark.parametrize("usage", USAGE, ids=range(len(USAGE)))
def test_the_limit_of_cost_holds_whatever_a_server_says_of_tokens(tmp_path: Path, usage: object) -> None:
    """Each answer has 12 words and may have 20 tokens: by its words it costs $0.12, at most $0.2."""
    prices = "price_in = 0.0\nprice_out = 10_000.0\nmax_tokens = 20"
    text = " ".join(["word"] * 12)
    with (
        scripted(lambda request, nth: Reply(text, usage=usage)) as server,
        gateway(tmp_path, server.url, prices, max_cost=1.0) as opened,
    ):
        with pytest.raises(CostLimitError):
            opened.ask([ask(f"{n}") for n in range(30)])
        paid = opened.spent.cost + opened.spent.lost
        assert 0.12 * len(server.requests) <= paid <= 1.0 + 1e-9
        assert 5 <= len(server.requests) <= 8


def test_answers_that_never_came_count_for_the_limit(tmp_path: Path) -> None:
    prices = "price_in = 0.0\nprice_out = 10_000.0\nmax_tokens = 20"
    with (
        scripted(lambda request, nth: Reply("x", fault="cut")) as server,
        gateway(tmp_path, server.url, prices, max_cost=1.0) as opened,
    ):
        with pytest.raises(CostLimitError):
            opened.ask([ask("x")])
        assert opened.spent.cost == 0
        assert opened.spent.lost == pytest.approx(1.0)
        assert len(server.requests) == 5


def test_no_limit_of_cost_without_a_price(tmp_path: Path) -> None:
    with (
        pytest.raises(ModelError, match=r"price of openai/scripted is not known.*price_in and price_out"),
        gateway(tmp_path, "http://127.0.0.1:9/v1", max_cost=1.0),
    ):
        pass


def test_an_estimate_needs_no_server() -> None:
    """litellm's own table: a model of a provider has a price, one's own server has none."""
    asks = [ask("word " * 100, City)] * 3
    known = estimate(asks, read_config(None, "openai/gpt-4o-mini"))
    assert known.calls == 3
    assert 300 < known.tokens_in < 700
    assert known.tokens_out == 3 * 2048
    assert known.cost == pytest.approx(known.tokens_in * 0.15e-6 + known.tokens_out * 0.6e-6)
    assert estimate(asks, read_config(None, "openai/own", "http://127.0.0.1:9/v1")).cost is None


# -- what every question would meet -----------------------------------------------------------------------------


def test_a_wrong_key_ends_the_run_and_is_not_repeated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_PROVIDER", KEY)

    def answer(request: Request, nth: int) -> Reply:
        return Reply(f"Incorrect API key provided: {KEY}. Also sk-other*****masked12.", status=401)

    with (
        scripted(answer) as server,
        gateway(tmp_path, server.url, 'key = "env:MY_PROVIDER"', "in_flight = 1") as opened,
    ):
        with pytest.raises(ModelError, match=r"does not accept the key.*variable MY_PROVIDER") as caught:
            opened.ask([ask("x"), ask("y")])
        assert "sk-" not in str(caught.value)
        assert server.keys == [KEY]
    for file in tmp_path.iterdir():
        assert KEY.encode() not in file.read_bytes()


def test_errors_that_end_a_run_are_sentences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "MY_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    cache = tmp_path / "cache.sqlite"
    with scripted(lambda request, nth: Reply("The model `x` does not exist", status=404)) as server:
        settings = {
            "knows no model 'openai/x'": read_config(None, "openai/x", server.url),
            "provider of the model 'nonsense/x' is not known": read_config(None, "nonsense/x"),
            "set the variable ANTHROPIC_API_KEY": read_config(None, "anthropic/claude-sonnet-4-5"),
            "cannot be reached; check the address": config(tmp_path, "http://127.0.0.1:9/v1"),
            "variable MY_KEY.*is not set": config(tmp_path, server.url, 'key = "env:MY_KEY"'),
        }
        for said, found in settings.items():
            with open_gateway(found, cache=cache) as opened, pytest.raises(ModelError, match=said):
                opened.ask([ask("x")])


def test_questions_in_flight_are_kept_when_another_ends_the_run(tmp_path: Path) -> None:
    def answer(request: Request, nth: int) -> Reply:
        if request["messages"][0]["content"] == "bad":
            return Reply("gone", status=404, wait=0.1)
        return Reply("x", wait=0.5)

    with scripted(answer) as server:
        with gateway(tmp_path, server.url) as opened, pytest.raises(ModelError):
            opened.ask([ask("a"), ask("b"), ask("bad")])
        with gateway(tmp_path, server.url) as opened:
            assert all(a.cached for a in opened.ask([ask("a"), ask("b")]))
        assert len(server.requests) == 3


# -- the cache as a file -----------------------------------------------------------------------------------------


def test_files_that_are_no_cache(tmp_path: Path) -> None:
    path = tmp_path / "cache.sqlite"
    found = read_config(None, "openai/x", "http://127.0.0.1:9/v1")
    path.write_bytes(b"This is no database, but it is long enough to look like one. " * 40)
    with pytest.raises(InputError, match=r"no cache of answers.*--cache FILE"), open_gateway(found, cache=path):
        pass
    path.unlink()
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE things (a)")
    other.close()
    with pytest.raises(InputError, match="another program"), open_gateway(found, cache=path):
        pass
    with pytest.raises(StoreError, match="cannot be opened"), open_gateway(found, cache=tmp_path):
        pass
    with open_gateway(found, cache=tmp_path / "new.sqlite"):
        pass
    with sqlite3.connect(tmp_path / "new.sqlite") as newer:
        newer.execute("PRAGMA user_version = 99")
    newer.close()
    with pytest.raises(InputError, match="newer version"), open_gateway(found, cache=tmp_path / "new.sqlite"):
        pass


PROGRAM = """
import sys
from pathlib import Path
from contragraph.llm import open_gateway, read_config
from tests.asking import ask

with open_gateway(read_config(None, "openai/scripted", sys.argv[1]), cache=Path(sys.argv[2])) as gateway:
    for start in range(0, 60, 10):
        for answer in gateway.ask([ask(str(n)) for n in range(start, start + 10)]):
            print(answer.text, flush=True)
"""


def test_a_killed_run_pays_for_nothing_twice(tmp_path: Path) -> None:
    """Killed in its middle, with ten in flight: what was answered is not asked again."""
    with scripted(lambda request, nth: Reply(f"to {request['messages'][0]['content']}", wait=0.05)) as server:
        cache = tmp_path / "cache.sqlite"
        command = [sys.executable, "-c", textwrap.dedent(PROGRAM), server.url, str(cache)]
        with subprocess.Popen(command, cwd=ROOT, env=environment(), stdout=subprocess.PIPE, text=True) as first:
            assert first.stdout is not None
            for _ in range(25):
                first.stdout.readline()
            first.kill()
        asked = len(server.requests)
        assert 30 <= asked < 60
        with open_gateway(read_config(None, "openai/scripted", server.url), cache=cache) as opened:
            answers = opened.ask([ask(str(n)) for n in range(60)])
        assert [a.text for a in answers] == [f"to {n}" for n in range(60)]
        # Those in flight when it was killed never came to it.
        assert server.repeated <= 10
        assert all(answers[n].cached for n in range(30))


def test_several_gateways_at_once(tmp_path: Path) -> None:
    """Two threads with a gateway each over one cache, and one that is closed first."""
    with scripted(echo) as server:
        texts = ["b" * (n % 20 + 1) for n in range(60)]

        def work() -> list[str]:
            with open_gateway(found, cache=tmp_path / "cache.sqlite") as opened:
                return [a.text for a in opened.ask([ask(text) for text in texts])]

        found = config(tmp_path, server.url)
        with gateway(tmp_path, server.url) as opened, ThreadPoolExecutor(2) as pool:
            first, second = pool.submit(work), pool.submit(work)
            assert first.result() == second.result() == [f"to {text}" for text in texts]
            assert opened.ask([ask("after")])[0].text == "to after"
        assert len(server.counts) == 21


# -- quiet ---------------------------------------------------------------------------------------------------------


def test_importing_the_room_imports_no_client_and_opens_no_socket() -> None:
    code = (
        "import socket, sys\n"
        "def refuse(*a, **k): raise AssertionError('network')\n"
        "socket.socket.connect = refuse\n"
        "import contragraph.llm\n"
        "assert not {'litellm', 'openai', 'aiohttp'} & set(sys.modules)\n"
        "from contragraph.llm import provider\n"
        "provider.library()\n"
        "assert 'litellm' in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""


# -- a real model ----------------------------------------------------------------------------------------------------


def test_a_real_model_answers_with_and_without_a_shape(local_model: str, tmp_path: Path) -> None:
    """A small one: what it says is poor, but it is text, and JSON of the shape."""
    asks = [ask("Name a city in France.", step="probe"), ask("Describe the city of Lyon.", City, step="extract")]
    path = _file(tmp_path, f'model = "{NAME}"\napi_base = "{local_model}"\ntemperature = 0.0\nmax_tokens = 48\n')
    texts = []
    for cache in ("one.sqlite", "two.sqlite"):
        with open_gateway(read_config(path), cache=tmp_path / cache) as opened:
            plain, shaped = opened.ask(asks)
            assert plain.text.strip()
            assert plain.tokens_in > 5
            assert plain.tokens_out > 0
            assert isinstance(shaped.parsed, City) or shaped.failure
            texts.append((plain.text, shaped.text))
    assert texts[0] == texts[1]
