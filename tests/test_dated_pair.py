"""A pair whose proof counts days and uses background: as a line, checked, in a table, in the store, before a reader."""

from __future__ import annotations

import json
from dataclasses import replace

import pyarrow as pa
import pytest

from contragraph.app.presentation.date_bounds import date_said, said
from contragraph.app.presentation.notebook import instance_html
from contragraph.app.presentation.proof import origin, premises, tree
from contragraph.app.presentation.say import RecordWords
from contragraph.dataset.check.check import instance_faults
from contragraph.dataset.check.faults import Axioms
from contragraph.dataset.exports.tables import _pack, _unpack, schema
from contragraph.dataset.records.codec import dump, line_hash, parse_line, to_instance, to_line
from contragraph.dataset.records.schema import InstanceRecord
from contragraph.graph.doctor.proofs import proofs
from contragraph.graph.model import Bound, Instance, Literal, Sentence, Side, SideName, Statement, Text
from contragraph.graph.model.origin import Run
from contragraph.graph.stores.open import open_store
from contragraph.kgs import kg_of
from contragraph.ontology.axioms import Axiom, Kind, Ontology, OrderAxiom, Role
from contragraph.reasoning.audit.figures import audit_facts, with_figures
from contragraph.reasoning.audit.lint import lint
from contragraph.reasoning.prover.background import class_relations, needed_background
from contragraph.reasoning.prover.judge import conflicts, judge
from contragraph.reasoning.rules.ruleset import rules_of
from contragraph.reasoning.values.days import day_number
from tests import dated
from tests.dated import AGE, AGE_OF_FATHER, BORN, DIED, FATHER, OF_DEATH, PARENT
from tests.forge import Change, at, by, drop, put
from tests.made import Line

P19, P31, P279, COUNTY = "wdt:P19", "wdt:P31", "wdt:P279", "cg:County"
ONTOLOGY = replace(
    dated.ontology().restricted(
        [
            *dated.AXIOMS,
            Axiom("cg:ax_most_P19", Kind.AT_MOST_ONE, (Role(P19), COUNTY), "typical"),
            Axiom("cg:ax_sub_P279", Kind.SUB_PROPERTY, (Role(P279), Role("rdfs:subClassOf")), "strict"),
            Axiom("cg:ax_sub_P31", Kind.SUB_PROPERTY, (Role(P31), Role("rdf:type")), "strict"),
            Axiom("cg:ax_sub_county", Kind.SUB_CLASS, ("wd:Q47168", COUNTY), "strict"),
        ]
    ),
    statable=frozenset((*dated.ontology().statable, P19, P31, P279)),
    domains={BORN: "Human", P19: "Geography"},
)
RULES = rules_of(ONTOLOGY)
LABELS = {"wd:Q1": "Ann", "wd:Q7": "Essex", "wd:Q8": "Kent", "wd:Q9": "county of Ohio", "wd:Q47168": "county"}
LABELS |= {BORN: "born", DIED: "died", AGE: "age at death", P19: "birthplace", P31: "instance of", P279: "subclass of"}


def told(number: int) -> Literal:
    return Literal(str(number), "xsd:integer", str(number))


def day(text: str) -> Literal:
    return Literal(text, "xsd:date", text)


BORN_THEN = Statement("wd:Q1", BORN, day("1930-02-15"))
AGED = Statement("wd:Q1", AGE, told(60))
DIED_THEN = Statement("wd:Q1", DIED, day("1996-05-24"))
IN_ESSEX, IN_KENT = Statement("wd:Q1", P19, "wd:Q7"), Statement("wd:Q1", P19, "wd:Q8")
BACKGROUND = (
    Statement("wd:Q7", P31, "wd:Q9"),
    Statement("wd:Q8", P31, "wd:Q9"),
    Statement("wd:Q9", P279, "wd:Q47168"),
)
UNUSED = Statement("wd:Q5", P31, "wd:Q9")


def side(name: SideName, statements: tuple[Statement, ...], made: frozenset[str]) -> Side:
    body, sentences = "", []
    for s in statements:
        thing = s.object.label if isinstance(s.object, Literal) else LABELS[s.object]
        text = f"{LABELS[s.subject]} {LABELS[s.relation]} {thing}. "
        sentences.append(Sentence(len(body), len(body) + len(text), (s.id,)))
        body += text
    return Side(name, statements, made, Text(body, tuple(sentences)))


def pair() -> Instance:
    original, perturbed = (DIED_THEN, BORN_THEN, IN_ESSEX), (DIED_THEN, AGED, IN_KENT)
    judgement = judge(original, perturbed, RULES, background=(*BACKGROUND, UNUSED))
    found = conflicts(judgement, RULES, RULES.strict())
    return Instance(
        type="2-single-hop",
        kg="wikidata5m",
        relations=(BORN, P19),
        domains=("Human", "Geography"),
        original=side("original", original, frozenset()),
        perturbed=side("perturbed", perturbed, frozenset((AGED.id, IN_KENT.id))),
        conflicts=found,
        seed_statements=(BORN_THEN.id, IN_ESSEX.id),
        generator="symbolic",
        verbaliser="template",
        run="0" * 16,
        labels=tuple(sorted(LABELS.items())),
        background=needed_background(found, judgement.background),
    )


def faults(line: Line) -> list[str]:
    line = {**line, "id": ""}
    line["id"] = line_hash(dump(line))
    axioms = Axioms(ONTOLOGY, RULES, RULES.strict(), class_relations(ONTOLOGY))
    text = dump(line)
    return list(instance_faults(text, parse_line(text, "here"), axioms, 1))


def test_a_line_keeps_background_and_bounds() -> None:
    instance = pair()
    _, line = to_line(instance)
    record = parse_line(line, "here")
    assert to_line(to_instance(record))[1] == line
    assert to_instance(record).conflicts == instance.conflicts
    assert [to_instance(record).background, instance.background] == [
        tuple(sorted(BACKGROUND, key=lambda s: s.sort_key))
    ] * 2
    steps = [s for c in json.loads(line)["conflicts"] for m in c["minimal"] for s in m["proof"]]
    assert {tuple(s["conclusion"]) for s in steps if s["rule"] == "cg-edge"} == {("days", "from", "to")}
    assert "background" not in json.loads(to_line(replace(instance, background=()))[1])
    table = pa.Table.from_pylist([_pack(json.loads(line), InstanceRecord)], schema(InstanceRecord))
    assert _unpack(table.to_pylist()[0], InstanceRecord) == json.loads(line)


def of_a_place(line: Line) -> None:
    statement = Statement("wd:Q1", P19, "wd:Q9")
    line["background"].append(
        {**line["background"][0], "id": statement.id, "relation": {"id": P19, "label": "birthplace"}}
    )
    line["background"][-1] |= {
        "subject": {"id": "wd:Q1", "label": "Ann"},
        "object": {"id": "wd:Q9", "label": "county of Ohio"},
    }


def denied(line: Line) -> None:
    new = {**line["background"][0], "negated": True}
    line["background"].append({**new, "id": Statement("wd:Q7", P31, "wd:Q9", True).id})


def edge(line: Line) -> Line:
    steps = (s for c in line["conflicts"] for m in c["minimal"] for s in m["proof"])
    found: Line = next(s for s in steps if s["rule"] == "cg-edge")["conclusion"]
    return found


def longer(line: Line) -> None:
    edge(line)["days"] += 1


def test_the_pair_is_accepted_but_for_its_shape() -> None:
    assert faults(json.loads(to_line(pair())[1])) == EXPECTED


STATED = ("contexts", "original", "statements", 0)
EXPECTED = ["it is called 2-single-hop, but its conflicts have 1, 2 hops"]
"""A pair with a conflict of each kind has no type; all else is in order."""


@pytest.mark.parametrize(
    ("edit", "what"),
    [
        (drop("background", -1), "is declared but cannot be proven"),
        (put("background", 0, "source", to="made"), "is background, but made up"),
        (of_a_place, "states no class and no subclass"),
        (put("background", 0, "object", "id", to="wd:Q10"), "of the background does not give its id"),
        (by("background", of=lambda some: [*some, some[0]]), "has a statement twice"),
        (lambda line: line["background"].append(at(line, *STATED)), "a text states it"),
        (denied, "it denies something"),
        (longer, "does not follow"),
        (lambda line: edge(line).update(to="wd:Q8#start"), "does not follow"),
    ],
)
def test_an_edit_is_refused(edit: Change, what: str) -> None:
    line = json.loads(to_line(pair())[1])
    edit(line)
    assert any(what in fault for fault in faults(line)), faults(line)


def test_a_store_holds_bounds_and_background(address: str) -> None:
    instance = pair()
    key, _ = to_line(instance)
    axioms = ONTOLOGY.stored()
    run = Run(7, "{}", "wikidata5m", "none")
    with open_store(address, create=True) as store:
        store.write_run(run)
        store.write_instances(run, [(key, instance)], axioms)
        assert list(proofs(store)) == []
        rows = store.query("MATCH (i:Instance)-[:BACKGROUND]->(s:Statement) RETURN s.relation AS r ORDER BY r")
        assert [row["r"] for row in rows] == [P279, P31, P31]
        found = list(
            store.query(
                "MATCH (c:Derivation {rule: 'cg-cycle'})-[:PREMISE]->(d:Derivation) "
                "RETURN d.earlier AS one, d.later AS other, d.days AS days ORDER BY one"
            )
        )
        assert [(row["one"], row["other"]) for row in found] == [
            ("#origin", "wd:Q1#end"),
            ("wd:Q1#end", "wd:Q1#start"),
            ("wd:Q1#start", "#origin"),
        ]
        assert sum(int(str(row["days"])) for row in found) > 0


def test_a_reader_sees_dates_and_what_is_known() -> None:
    instance = pair()
    record = parse_line(to_line(instance)[1], "here")
    words = RecordWords.of(record, ONTOLOGY, kg_of("wikidata").lexicon)
    lines: list[str] = []
    for conflict in record.conflicts:
        todo = [tree(conflict.minimal[0], premises(record), words, origin(conflict))]
        while todo:
            branch = todo.pop()
            lines += [f"{branch.said} ({branch.note})"]
            todo += branch.branches
    assert any("the end of Ann is not before 24 May 1996" in line for line in lines)
    assert any("the end of Ann is at most" in line or "the beginning of Ann is" in line for line in lines)
    assert sum("known, in no text" in line for line in lines) >= 3
    assert "the end of Ann" in instance_html(instance)


def test_bounds_in_words() -> None:
    named = {"wd:Q1": "Ann", "wd:Q2": "Bob"}.__getitem__
    assert said(Bound("wd:Q1#start", "wd:Q2#end", 4748), named) == (
        "the end of Bob is at least 4,748 days (13.0 years) after the beginning of Ann"
    )
    assert (
        said(Bound("wd:Q1#end", "wd:Q2#start", -1), named)
        == "the end of Ann is at most 1 day after the beginning of Bob"
    )
    for year, month, number in ((1, 1, 1), (1930, 2, 15), (2000, 2, 29), (0, 12, 31), (-44, 3, 15), (1899, 12, 31)):
        text = date_said(day_number(year, month, number))
        assert text.split()[0] == str(number)
        assert text.split(" ", 2)[2] == (str(year) if year > 0 else f"{1 - year} BC")


# -- lint and audit --------------------------------------------------------------------------------------


def test_axioms_of_dates_that_refute_themselves_are_errors() -> None:
    assert [f for f in lint(ONTOLOGY) if f.level == "error"] == []
    never = OrderAxiom("cg:ax_never", Role(FATHER), "subjectEnd", "subjectStart", 1, "strict")
    late = OrderAxiom("cg:ax_late", Role(FATHER), "subjectStart", "objectStart", -12, "strict")
    for wrong in (never, late):
        errors = [f for f in lint(ONTOLOGY.dated([PARENT, wrong], ())) if f.level == "error"]
        assert wrong.id in errors[0].axioms
    clash = [PARENT, OrderAxiom("cg:ax_x", Role(FATHER), "subjectStart", "objectStart", -50, "strict")]
    assert [f for f in lint(ONTOLOGY.dated(clash, ONTOLOGY.spans)) if f.level == "error"] == []


def test_axioms_of_levels_and_dates_are_audited() -> None:
    def date_of(text: str) -> str:
        return f"{text}^^xsd:date"

    facts = {
        P19: {("wd:Q1", "wd:Q7"), ("wd:Q1", "wd:Q8"), ("wd:Q2", "wd:Q7"), ("wd:Q2", "wd:Q3"), ("wd:Q4", "wd:Q3")},
        P31: {("wd:Q7", "wd:Q9"), ("wd:Q8", "wd:Q9"), ("wd:Q3", "wd:Q11")},
        P279: {("wd:Q9", "wd:Q47168")},
        FATHER: {("wd:Q1", "wd:Q2"), ("wd:Q2", "wd:Q4"), ("wd:Q4", "wd:Q5")},
        BORN: {("wd:Q1", date_of("1950-01-01")), ("wd:Q2", date_of("1945-01-01")), ("wd:Q4", date_of("1900-01-01"))},
        DIED: {("wd:Q1", date_of("1990-06-01")), ("wd:Q2", date_of("1995-06-01"))},
        AGE: {("wd:Q1", "40^^xsd:integer"), ("wd:Q2", "40^^xsd:integer"), ("wd:Q4", "7^^xsd:integer")},
        AGE_OF_FATHER: {("wd:Q2", "45^^xsd:integer"), ("wd:Q1", "9^^xsd:integer")},
    }
    found = {f.axiom: f for f in audit_facts(ONTOLOGY, facts)}
    figures = {axiom: (f.facts, f.violations) for axiom, f in found.items()}
    assert figures["cg:ax_most_P19"] == (2, 1)
    assert found["cg:ax_most_P19"].examples == (("wd:Q1", "wd:Q7", "wd:Q8"),)
    assert figures[PARENT.id] == (2, 1)
    assert found[PARENT.id].examples == (("wd:Q1", "wd:Q2"),)
    assert figures[OF_DEATH.id] == (2, 1)
    assert figures["cg:ax_span_father"] == (2, 1)
    assert figures["cg:ax_order_P155"] == (None, None)
    measured = with_figures(ONTOLOGY, found.values())
    assert (measured.axiom(PARENT.id).facts, measured.axiom(PARENT.id).violations) == (2, 1)
    only = ONTOLOGY.dated([replace(PARENT, subject_kind="wd:Q47168")], ())
    assert {f.axiom: f.facts for f in audit_facts(only, facts)}[PARENT.id] is None
    assert isinstance(measured, Ontology)
