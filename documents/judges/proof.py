"""The judge by proof: claims and passages in words that the lexicon of a knowledge graph knows, read as statements."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from contragraph.documents.extract import extract
from contragraph.documents.judges.base import By, Certificate, JudgeQuestion, PassageJudgement, Snippet
from contragraph.documents.judges.registry import JUDGES
from contragraph.documents.proven import TextProver, reader, spelled
from contragraph.documents.records import Extracted
from contragraph.evaluation.graph_reader.reader import read_pair, statements_of
from contragraph.evaluation.graph_reader.sets import FoundAcross
from contragraph.generation.verbalise.values import in_words
from contragraph.graph.model import Statement
from contragraph.reasoning.prover.certificate import certify


@JUDGES.register("proof")
@dataclass(frozen=True, slots=True)
class ProofJudge:
    """Speaks where both can be read and a contradiction is proven, or each statement of the claim told.

    What is not proven may be true all the same (which places lie apart is said by no text), and is left to others.
    """

    ontology: str = "wikidata"
    by: By = "proof"

    def judge(self, questions: Sequence[JudgeQuestion]) -> list[PassageJudgement | None]:
        """An answer, or None, for each question in order.

        :raises InputError: if spaCy is not installed, or there is no such ontology.
        """
        return [self._judge(question) for question in questions]

    def _judge(self, question: JudgeQuestion) -> PassageJudgement | None:
        prover = TextProver(self.ontology)
        claim, passage = extract(question.claim), extract(question.passage)
        if not (prover.known(claim) and prover.known(passage)):
            return None
        across = prover.across([claim, passage])
        if not across.decided:
            return None
        against = next((found for found in across.found if set(found.texts) == {0, 1}), None)
        told = self._told(claim, passage)
        if against is None:
            return None if told is None else PassageJudgement("supports", 1.0, self.by, _snippets(passage, told))
        proof = self._certificate(against, claim, passage)
        clashing = _snippets(passage, [n for text, n in against.told if text == 1])
        if told is None:
            return PassageJudgement("contradicts", 1.0, self.by, clashing, "axiom", proof)
        return PassageJudgement("mixed", 1.0, self.by, (*_snippets(passage, told), *clashing), "axiom", proof)

    def _told(self, claim: Extracted, passage: Extracted) -> list[int] | None:
        """The sentences of the passage that tell what the claim says; None if any of it is not told."""
        texts = [[s.body for s in text.sentences] for text in (claim, passage)]
        read = read_pair(texts, reader(self.ontology).phrases)
        wanted: dict[int, set[Statement]] = defaultdict(set)
        said: dict[Statement, int] = {}
        for statement, told in statements_of(read):
            if told.text == 0:
                wanted[id(told)].add(statement)
            else:
                said.setdefault(statement, told.sentence)
        if not wanted or any(text == 0 for text, _ in read.unread):
            return None
        found = [its & said.keys() for its in wanted.values()]
        return sorted({said[s] for its in found for s in its}) if all(found) else None

    def _certificate(self, found: FoundAcross, claim: Extracted, passage: Extracted) -> Certificate | None:
        rules = reader(self.ontology).rules
        certified = certify(found.statements, rules, rules.strict())
        if certified is None:
            return None
        told = " ".join((claim, passage)[text].sentences[n].body for text, n in found.told)
        labels = spelled({e for s in found.statements for e in s.entities}, told)
        return Certificate(tuple(map(in_words, found.statements)), labels, *certified)


def _snippets(passage: Extracted, sentences: Sequence[int]) -> tuple[Snippet, ...]:
    its = [passage.sentences[n] for n in dict.fromkeys(sentences)]
    return tuple(Snippet(s.start, s.end, s.body) for s in its)
