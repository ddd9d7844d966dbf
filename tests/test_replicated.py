"""Real facts many times over: as many as asked for, alike in shape, apart in names."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from benchmarks.replicated import SHARED_DEGREE, write
from contragraph.loaders.wikidata.wikidata5m import CLAIMS, NAMES, TRIPLES_IN_ONE, released_files
from contragraph.samples import sample_files

REAL = 59_807
FACTS = 190_000


def test_copies_have_the_shape_of_the_real_facts_and_names_of_their_own(tmp_path: Path) -> None:
    written, entities = write(tmp_path / "many", FACTS, released_files(sample_files()))
    folder = tmp_path / "many"
    rows = [tuple(line.split("\t")) for line in (folder / TRIPLES_IN_ONE).read_text("utf-8").splitlines()]
    assert len(rows) == written == FACTS
    used = Counter(relation for _, relation, _ in rows)
    real = Counter(relation for _, relation, _ in rows[:REAL])
    assert len(used) == 825, "noise is of relations of its own"
    assert 2 * real["P19"] < used["P19"] <= 3 * real["P19"], "each person of a copy was born somewhere"
    assert len(set(rows[:REAL])) == REAL, "the first copy is the real one"
    names = [line.split("\t")[:2] for line in (folder / NAMES["entity"]).read_text("utf-8").splitlines()]
    assert len({each for each, _ in names}) == len(names) == entities
    assert {each for s, _, o in rows for each in (s, o)} <= {each for each, _ in names}
    labels = dict(names)
    copied = [each for each in labels if len(each) == 10 and each.startswith("Q2000")]
    assert copied
    once = {
        each for each, count in Counter(e for s, _, o in rows[:REAL] for e in (s, o)).items() if count >= SHARED_DEGREE
    }
    states = {o for s, relation, o in rows if relation == "P131" and s in once}
    assert states
    assert not states.intersection(copied), "a city that is there once lies in one county"
    assert {labels[each].split()[0] for each in copied[:50]} == {labels[copied[0]].split()[0]}
    told = [line.split("\t") for line in (folder / CLAIMS).read_text("utf-8").splitlines()[1:]]
    born = Counter(relation for _, relation, *_ in told)["P569"]
    real_born = sum(1 for subject, relation, *_ in told if relation == "P569" and not subject.startswith("Q2000"))
    assert 2 * real_born < born <= 3 * real_born, "each person of a copy was born at some time"
    assert {subject for subject, *_ in told} <= labels.keys()
