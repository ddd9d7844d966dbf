"""The command line: help, formats, show, check, and runs that are stopped."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click
import pytest

from contragraph.app.cli import COMMANDS, cli
from tests.cli import contragraph, environment, world
from tests.forking import SECONDS
from tests.made import few_axioms


def leaves(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command and group below a group, with the words that call it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield (*path, name), command
        if isinstance(command, click.Group):
            yield from leaves(command, (*path, name))


EVERY = dict(leaves(cli))


def examples(help_text: str) -> list[str]:
    """The lines below ``Example:``."""
    _, _, rest = help_text.partition("Example:\n")
    return [line.strip() for line in rest.split("\n\n")[0].splitlines() if line.strip()]


def test_the_list_of_commands_says_what_they_say() -> None:
    for name, line in COMMANDS.items():
        command = import_module(f"contragraph.app.commands.{name}").command
        assert (command.help or "").splitlines()[0] == line


@pytest.mark.parametrize("words", EVERY, ids=" ".join)
def test_help_has_a_valid_example(words: tuple[str, ...]) -> None:
    """Each command's help holds an example whose words, arguments and options the command accepts."""
    command = EVERY[words]
    lines = examples(command.help or "")
    assert lines
    for line in lines:
        program, *arguments = shlex.split(line)
        assert program == "contragraph"
        path: tuple[str, ...] = ()
        while (*path, arguments[0]) in EVERY:
            path = (*path, arguments.pop(0))
            if not isinstance(EVERY[path], click.Group):
                break
        assert path[: len(words)] == words
        EVERY[path].make_context(path[-1], arguments)


@pytest.mark.parametrize("words", [w for w, c in EVERY.items() if not isinstance(c, click.Group)], ids=" ".join)
def test_store_and_debug_follow_every_command(words: tuple[str, ...]) -> None:
    names = {option for parameter in EVERY[words].params for option in parameter.opts}
    assert {"--store", "--debug"} <= names


def test_help_needs_nothing_heavy() -> None:
    """``contragraph --help`` imports no driver, no parser and no table library."""
    code = (
        "import sys\n"
        "from contragraph.app.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'neo4j', 'ladybug', 'rdflib', 'litellm', 'polars', 'pyarrow', 'pydantic', 'rich'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == "[]\n"


def test_formats_agree() -> None:
    """The same list as JSON (an array of objects), CSV and table."""
    arguments = ["cypher", "run", "explore.hubs", "--param", "kg=wikidata5m", "--param", "limit=4"]
    listed = {form: contragraph(*arguments, "--format", form, cwd=world()) for form in ("table", "json", "csv")}
    assert {r.code for r in listed.values()} == {0}
    rows = json.loads(listed["json"].out)
    assert [sorted(row) for row in rows] == [["degree", "hidden", "id", "label"]] * 4
    assert [row["id"] for row in csv.DictReader(io.StringIO(listed["csv"].out))] == [row["id"] for row in rows]
    table = listed["table"].out.splitlines()
    assert table[0].split() == ["id", "label", "degree", "hidden"]
    for line, row in zip(table[1:], rows, strict=True):
        assert line.startswith(row["id"])
        assert row["label"] in line


def test_an_empty_list_is_one_in_every_format() -> None:
    nothing = contragraph("find", "no entity has this name", "--format", "json", cwd=world())
    assert (nothing.code, json.loads(nothing.out)) == (1, [])
    header = contragraph("find", "no entity has this name", "--format", "csv", cwd=world())
    assert header.out == "id,label,description,degree,hidden,kg,name,how,similarity\n"


def test_a_parameter_may_be_called_name() -> None:
    found = contragraph(
        *shlex.split("cypher run kg.find --param name=moscow --param limit=5 --format json"), cwd=world()
    )
    assert found.code == 0, found.err
    assert [row["id"] for row in json.loads(found.out)][:1] == ["wd:Q649"]


def test_a_closed_pipe_is_quiet() -> None:
    line = f"{shlex.quote(sys.executable)} -m contragraph.app cypher list --all --format json | head -c 10"
    done = subprocess.run(["bash", "-c", line], env=environment(), capture_output=True, text=True, check=True)
    assert done.stderr == ""


def test_debug_shows_where(tmp_path: Path) -> None:
    plain = contragraph("find", "x", cwd=tmp_path)
    debugged = contragraph("find", "x", "--debug", cwd=tmp_path)
    assert (plain.code, debugged.code) == (2, 2)
    assert debugged.err.startswith("Traceback")
    assert debugged.err.endswith(plain.err)


# -- show -------------------------------------------------------------------------------------------------


def instances(folder: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (folder / "instances.jsonl").read_text("utf-8").splitlines()]


def test_show_says_all_that_matters() -> None:
    """Both texts whole, the marks of every conflict, and a proof that ends in statements of the texts."""
    for number, pair in enumerate(instances(world() / "dataset"), start=1):
        shown = contragraph("show", "dataset", str(number), cwd=world(), COLUMNS="5000")
        assert shown.code == 0, shown.err
        assert "\x1b" not in shown.out
        assert str(pair["id"]) in shown.out
        unmarked = re.sub(r"[▶▷]\[[\d,]+\] ", "", shown.out)
        conflicts = pair["conflicts"]
        contexts = pair["contexts"]
        assert isinstance(conflicts, list)
        assert isinstance(contexts, dict)
        for context in contexts.values():
            assert context["text"].strip() in unmarked
        for n, conflict in enumerate(conflicts, start=1):
            for part in shown.out.split("WHAT DIFFERS")[0].split("PERTURBED TEXT"):
                assert re.search(rf"▶\[[\d,]*{n}[\d,]*\] ", part)
            assert f"CONFLICT {n} OF {len(conflicts)}" in shown.out
            assert conflict["strength"] in shown.out
        assert "wdt:" not in shown.out
        assert "cg:" not in shown.out


def test_show_by_id_and_type() -> None:
    pairs = instances(world() / "dataset")
    types = [str(pair["type"]) for pair in pairs]
    place = types.index(types[-1])  # the first pair of the last type
    by_number = contragraph("show", "dataset", str(place + 1), cwd=world())
    by_id = contragraph("show", "dataset", str(pairs[place]["id"])[:12], cwd=world())
    by_type = contragraph("show", "dataset", "1", "--type", types[-1], cwd=world())
    assert by_number.out == by_id.out == by_type.out


def test_show_takes_labels_as_they_are(tmp_path: Path) -> None:
    """Brackets, markup and emoji codes in labels and texts are shown, not obeyed."""
    shutil.copytree(world() / "dataset", tmp_path / "dataset")
    path = tmp_path / "dataset" / "instances.jsonl"
    pair = instances(path.parent)[0]
    label = "[red]AC/DC[/red] [/] :smile: [1]"
    body = json.dumps(pair, ensure_ascii=False)
    contexts = pair["contexts"]
    assert isinstance(contexts, dict)
    name = contexts["original"]["statements"][0]["subject"]["label"]
    path.write_text(body.replace(json.dumps(name, ensure_ascii=False), json.dumps(label)) + "\n", "utf-8")
    shown = contragraph("show", "dataset", "1", cwd=tmp_path, COLUMNS="5000")
    assert shown.code == 0, shown.err
    assert label in shown.out


# -- check ------------------------------------------------------------------------------------------------


def test_check_names_what_was_changed(tmp_path: Path) -> None:
    """A statement that is made to say something else: the pair is named, with what is wrong."""
    shutil.copytree(world() / "dataset", tmp_path / "dataset")
    path = tmp_path / "dataset" / "instances.jsonl"
    pairs = instances(path.parent)
    contexts = pairs[2]["contexts"]
    assert isinstance(contexts, dict)
    statement = contexts["perturbed"]["statements"][0]
    statement["negated"] = not statement["negated"]
    lines = path.read_text("utf-8").splitlines()
    lines[2] = json.dumps(pairs[2], ensure_ascii=False, sort_keys=True)
    path.write_text("\n".join(lines) + "\n", "utf-8")
    result = contragraph("check", "dataset", cwd=tmp_path)
    assert result.code == 1
    assert f"instance {pairs[2]['id']}: " in result.out
    assert "the line was changed" in result.out
    assert "instances.jsonl: was changed" in result.out
    assert not any(str(pair["id"]) in result.out for pair in (*pairs[:2], *pairs[3:]))
    assert "Traceback" not in result.err


# -- runs that are stopped -----------------------------------------------------------------------------------

RUN = ("generate", "--plan", "1-single-hop=2,2-single-hop=1", "--seed", "3", "--ontology", "few.ttl")


def start_and_wait(folder: Path, out: str) -> subprocess.Popen[bytes]:
    """Start a run and wait until its journal has grown; the run is then in the middle of its work."""
    command = [sys.executable, "-m", "contragraph.app", *RUN, "--out", out]
    process = subprocess.Popen(command, cwd=folder, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    journal = folder / f"{out}.partial" / "journal.jsonl"
    deadline = time.monotonic() + SECONDS
    while not (journal.exists() and journal.stat().st_size > 0):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return process


STOPPED_AT = """
import logging, os, signal, sys
from contragraph.app.cli import main
def look(frame, event, given):
    if frame.f_code is logging.StreamHandler.__init__.__code__:
        sys.setprofile(None)
        os.kill(os.getpid(), signal.SIGTERM)
def hook():
    os.kill(os.getpid(), signal.SIGTERM)
if sys.argv[1] == "start":
    sys.setprofile(look)
else:
    os.register_at_fork(after_in_parent=hook)
main(sys.argv[2:])
"""


def test_a_stop_while_it_starts_leaves_no_trace(tmp_path: Path) -> None:
    command = [sys.executable, "-c", STOPPED_AT, "start", "info"]
    ended = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False)
    assert ended.returncode in (130, -signal.SIGTERM)
    assert "Traceback" not in ended.stderr


def test_a_stop_while_it_forks_is_heard(tmp_path: Path) -> None:
    """Python passes over what is raised just then."""
    few_axioms(tmp_path)
    shutil.copy(world() / "contragraph.lbug", tmp_path / "contragraph.lbug")
    command = [sys.executable, "-c", STOPPED_AT, "fork", *RUN, "--processes", "2", "--out", "out"]
    ended = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False)
    assert ended.returncode == 130, ended
    assert ended.stderr.startswith("Stopped")


def test_control_c_says_how_to_go_on(tmp_path: Path) -> None:
    """And so it goes on: that it ends with the same bytes is held by ``test_soak``."""
    few_axioms(tmp_path)
    shutil.copy(world() / "contragraph.lbug", tmp_path / "contragraph.lbug")
    process = start_and_wait(tmp_path, "stopped")
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    assert process.returncode == 130
    assert said.decode().startswith("Stopped")
    assert "--resume" in said.decode()
    assert "Traceback" not in said.decode()
    assert {p.name for p in tmp_path.glob("stopped*")} == {"stopped.partial"}
    refused = contragraph(*RUN, "--out", "stopped", cwd=tmp_path)
    assert refused.code == 2
    assert "--resume" in refused.err
    assert contragraph(*RUN, "--out", "stopped", "--resume", cwd=tmp_path).code == 0
    again = contragraph(*RUN, "--out", "stopped", "--resume", cwd=tmp_path)
    assert again.code == 0
    assert "already" in again.out
