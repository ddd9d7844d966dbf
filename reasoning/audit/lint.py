"""The lint of ontologies: axioms that say too much, and axioms that say nothing.

Axioms that look right one by one can refute everything together: a relation that is symmetric, transitive and
irreflexive holds of nothing. What is tried here are generic facts, over things of which nothing else is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal as OneOf

from contragraph.graph.errors import OntologyError
from contragraph.graph.model import Literal, Statement
from contragraph.ontology.axioms import AnyAxiom, Kind, Ontology, OrderAxiom, Role, SpanAxiom
from contragraph.reasoning.prover.certificate import certify, consistent
from contragraph.reasoning.prover.minimal import minimal_conflicts
from contragraph.reasoning.rules.horn import Atom, Rule
from contragraph.reasoning.rules.ruleset import SUB_CLASS, TYPE, RuleSet, rules_of
from contragraph.reasoning.unfold.patterns import unfold

Level = OneOf["error", "warning"]


@dataclass(frozen=True, slots=True)
class LintFinding:
    """Something wrong with an ontology.

    An error makes proofs worthless: true statements would be refuted. A warning is an axiom or a relation that has no
    effect. ``axioms`` are those at fault, ``example`` the smallest statements that show it (none where it is shown by
    their absence).
    """

    level: Level
    axioms: tuple[str, ...]
    message: str
    example: tuple[Statement, ...] = ()


def lint(ontology: Ontology) -> list[LintFinding]:
    """All findings, errors first, in a fixed order.

    Raises:
        OntologyError: for an axiom of a kind that has no rules.
    """
    rules = rules_of(ontology)
    by_axiom: dict[str, list[Rule]] = {}
    for rule in rules.rules:
        if rule.axiom is not None:
            by_axiom.setdefault(rule.axiom, []).append(rule)
    errors = list(_refuted(ontology, rules, by_axiom))
    broken = {a for finding in errors for a in finding.axioms}
    return [
        *errors,
        *_entailed(ontology, rules, by_axiom, broken),
        *_without_effect(ontology, rules),
        *_without_pattern(ontology, rules),
    ]


def demand_sound(ontology: Ontology, name: str) -> None:
    """Refuse an ontology with which nothing could be proven.

    Raises:
        OntologyError: it has an error; says which axioms, with the smallest example, and how many errors more.
    """
    errors = [finding for finding in lint(ontology) if finding.level == "error"]
    if errors:
        more = f" Errors in all: {len(errors)}." if errors[1:] else ""
        raise OntologyError(f"{name} refutes what should be possible: {errors[0].message}{more}")


def shown(statements: Sequence[Statement]) -> str:
    """Statements for a person to read: ``wdt:P47(a, b), not wdt:P131(b, a)``."""
    return ", ".join(f"{'not ' * s.negated}{s.relation}({s.subject}, {s.object_id})" for s in statements)


def _thing(term: int | str) -> str:
    """A generic thing for a variable: a, b, c, …; a class is itself."""
    return chr(ord("a") + term) if isinstance(term, int) else term


def _fact(atom: Atom, *, negated: bool = False) -> Statement:
    return Statement(_thing(atom.first), atom.relation, _thing(atom.second), negated)


def _said(role: Role) -> Statement:
    """``role(a, b)``."""
    return Statement("b", role.relation, "a") if role.inverse else Statement("a", role.relation, "b")


def _generic(ontology: Ontology, by_axiom: Mapping[str, Sequence[Rule]]) -> Iterator[tuple[str, list[Statement]]]:
    """What must be possible, small examples first: (what it is, generic statements)."""
    relations = {r for a in ontology.every for r in a.relations} | ontology.statable
    for relation in sorted(relations):
        yield f"A statement of {relation}", [Statement("a", relation, "b")]
    for a_class in sorted({t for a in ontology.axioms for t in a.terms if isinstance(t, str)}):
        yield f"An instance of {a_class}", [Statement("a", TYPE, a_class)]
    for axiom in ontology.axioms:
        if axiom.kind is Kind.EXCLUSIVE_FORM:
            form, base = axiom.roles
            yield f"{form} together with {base} of the same value", [_said(form), _said(base)]
    for span in ontology.spans:
        counted = Statement("a", span.relation, Literal("30", "xsd:integer"))
        yield f"What {span.id} asks for", [counted, *([_said(span.through)] if span.through else [])]
    for axiom in ontology.axioms:
        for rule in by_axiom.get(axiom.id, ()):
            if rule.head is not None and len(rule.body) > 1:
                yield f"What {axiom.id} asks for", [_fact(atom) for atom in rule.body]


def _refuted(ontology: Ontology, rules: RuleSet, by_axiom: Mapping[str, Sequence[Rule]]) -> Iterator[LintFinding]:
    """Generic statements that the axioms refute; of several examples for the same axioms the first."""
    seen: set[tuple[str, ...]] = set()
    for what, statements in _generic(ontology, by_axiom):
        if consistent(statements, rules):
            continue
        for mask in minimal_conflicts(statements, rules).minimal:
            members = [s for i, s in enumerate(statements) if mask >> i & 1]
            certified = certify(members, rules, rules.strict())
            if certified is not None and certified[0].axioms not in seen:
                seen.add(certified[0].axioms)
                axioms = certified[0].axioms
                spoken = ", ".join(f"{a} ({_spoken(ontology.axiom(a))})" for a in axioms)
                yield LintFinding(
                    "error",
                    axioms,
                    f"{what} is never possible: {spoken} {'refute' if len(axioms) > 1 else 'refutes'} it. Smallest"
                    f" example: {shown(members)}. Weaken or remove {'one of these axioms' if axioms[1:] else 'it'}.",
                    tuple(members),
                )


def _entailed(
    ontology: Ontology, rules: RuleSet, by_axiom: Mapping[str, Sequence[Rule]], broken: set[str]
) -> Iterator[LintFinding]:
    """Axioms that follow from others at least as strong: generic premises give the conclusion without them."""
    strict = rules.strict()
    for axiom in ontology.axioms:
        if axiom.id in broken or axiom.kind is Kind.EVENT:
            continue
        others = (strict if axiom.strength == "strict" else rules).without(axiom.id)
        proofs: list[Statement] = []
        reasons: set[str] = set()
        for rule in by_axiom.get(axiom.id, ()):
            body = list(dict.fromkeys(_fact(atom) for atom in rule.body))
            if rule.head is not None:
                if not consistent(body, others):
                    break  # an error already, and anything follows from it
                body.append(_fact(rule.head, negated=True))
            certified = certify(body, others, others)
            if certified is None:
                break
            proofs += body
            reasons |= set(certified[0].axioms)
        else:
            yield LintFinding(
                "warning",
                (axiom.id,),
                f"{axiom.id} ({_spoken(axiom)}) already follows from "
                f"{', '.join(sorted(reasons)) or 'no axiom at all'}; it can be removed.",
                tuple(dict.fromkeys(proofs)),
            )


def _spoken(axiom: AnyAxiom) -> str:
    if isinstance(axiom, OrderAxiom):
        return f"{axiom.later} at least {axiom.least_years} years after {axiom.earlier} of {axiom.relation}"
    if isinstance(axiom, SpanAxiom):
        return f"{axiom.relation} is the years from {axiom.earlier} to {axiom.later}"
    return f"{axiom.kind} of {', '.join(map(str, axiom.terms))}"


def _without_effect(ontology: Ontology, rules: RuleSet) -> Iterator[LintFinding]:
    """Relations that no statement can lead to, and axioms that cannot take part in any contradiction."""
    derived = set(ontology.statable)
    size = -1
    while size != len(derived):
        size = len(derived)
        derived |= {
            r.head.relation for r in rules.rules if r.head is not None and all(a.relation in derived for a in r.body)
        }
    named = {r for a in ontology.every for r in a.relations} | set(ontology.labels)
    unreachable = sorted(named - derived - {TYPE, SUB_CLASS})
    for relation in unreachable:
        users = tuple(a.id for a in ontology.every if relation in a.relations)
        yield LintFinding(
            "warning",
            users,
            f"{relation} is declared, but no text states it and no axiom derives it from what texts state.",
        )
    used = {j.rule.axiom for joins in rules.relevant(ontology.statable).values() for j in joins}
    for axiom in ontology.axioms:
        # That a relation says types or subclasses is stated in any case, for readers of the Turtle file.
        if (
            axiom.id not in used
            and axiom.kind is not Kind.EVENT
            and not axiom.relations & {*unreachable, TYPE, SUB_CLASS}
        ):
            yield LintFinding(
                "warning", (axiom.id,), f"{axiom.id} ({_spoken(axiom)}) can take part in no contradiction."
            )


def _without_pattern(ontology: Ontology, rules: RuleSet) -> Iterator[LintFinding]:
    """Made-up relations that a text may state, but that contradict nothing."""
    made_up = sorted(
        r for r in ontology.statable if r.startswith("cg:") and r not in {s.relation for s in ontology.spans}
    )
    used = unfold(rules, ontology.statable).by_relation if made_up else {}
    for relation in made_up:
        bounded = rules.bounds.predicates & rules.relevant(frozenset((relation,))).keys()
        if relation not in used and not bounded:
            yield LintFinding(
                "warning", (), f"{relation} may be stated, but no statements of it contradict any others."
            )
