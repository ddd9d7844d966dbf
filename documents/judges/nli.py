"""A judge by language inference: a cross-encoder that says of two texts whether one entails or contradicts the other.

It is any such model in ONNX form (with ``tokenizer.json`` and ``config.json``, as hubs keep them), in a folder or by
the name by which huggingface_hub fetches it. Each sentence of a passage is held against the claim, then every
few sentences that follow each other, for what takes two sentences to say; the passage's topic stands before them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from contragraph.documents.judges.base import By, JudgeQuestion, Label, PassageJudgement, Snippet
from contragraph.documents.sentences import sentences
from contragraph.graph.errors import InputError

if TYPE_CHECKING:
    from tokenizers import Tokenizer

FILES = ("config.json", "tokenizer.json")
MODELS = ("model.onnx", "onnx/model.onnx", "model_quantized.onnx", "onnx/model_quantized.onnx")
"""Where the model may stand in its folder, the first that is there."""
WINDOW = 3
"""Sentences that are held against a claim at once."""
SURE = 0.5
"""From which probability on a sentence supports or contradicts."""
_BATCH, _TOKENS = 16, 512
_BEGINNINGS: Mapping[str, Label] = {"entail": "supports", "contradict": "contradicts", "neutral": "irrelevant"}
"""How the labels of such models begin, whatever their case."""


class NliJudge:
    """Judges by the model in a folder, or that a hub has under the name ``owner/name``.

    :raises InputError: without the packages that it needs, or where the model or a file of it is not there or its
        labels are not those of language inference.
    """

    by: By = "nli"

    def __init__(self, model: str | Path) -> None:
        try:
            import onnxruntime
            import tokenizers
        except ImportError as error:
            raise InputError(
                f"Judging by inference needs the package {error.name}: pip install 'contragraph[nli]' brings it."
            ) from None
        folder = _folder(str(model))
        self._config = _read(folder / "config.json")
        self._labels = _labels(self._config, folder)
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3  # errors alone
        found = next(folder / name for name in MODELS if (folder / name).is_file())
        self._session = onnxruntime.InferenceSession(str(found), options, providers=["CPUExecutionProvider"])
        self._tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))

    def judge(self, questions: Sequence[JudgeQuestion]) -> list[PassageJudgement | None]:
        """What the sentences of each passage that speak most clearly say of the claim."""
        parts = [[*_parts(question)] for question in questions]
        asked = dict.fromkeys(
            (_before(question, part), question.claim)
            for question, some in zip(questions, parts, strict=True)
            for part in some
        )
        known = dict(zip(asked, self._probabilities([*asked]), strict=True))
        return [
            _decided([(part, known[_before(question, part), question.claim]) for part in some])
            for question, some in zip(questions, parts, strict=True)
        ]

    def _probabilities(self, pairs: Sequence[tuple[str, str]]) -> list[Mapping[Label, float]]:
        """For each text and claim how probable each label is; batches hold pairs of like length."""
        found: dict[int, Mapping[Label, float]] = {}
        order = sorted(range(len(pairs)), key=lambda n: (len(pairs[n][0]) + len(pairs[n][1]), n))
        for start in range(0, len(order), _BATCH):
            some = order[start : start + _BATCH]
            for n, shares in zip(some, self._ran([pairs[n] for n in some]), strict=True):
                found[n] = dict(zip(self._labels, shares, strict=True))
        return [found[n] for n in range(len(pairs))]

    def _ran(self, pairs: Sequence[tuple[str, str]]) -> list[list[float]]:
        import numpy as np

        encoded = self._ready.encode_batch([*pairs])
        given = {
            "input_ids": [e.ids for e in encoded],
            "attention_mask": [e.attention_mask for e in encoded],
            "token_type_ids": [e.type_ids for e in encoded],
        }
        wanted = {i.name: np.array(given[i.name], dtype=np.int64) for i in self._session.get_inputs()}
        logits = np.asarray(self._session.run(None, wanted)[0], dtype=np.float64)
        powers = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares: list[list[float]] = (powers / powers.sum(axis=1, keepdims=True)).tolist()
        return shares

    @cached_property
    def _ready(self) -> Tokenizer:
        """The tokenizer, which cuts the longer of two texts that are too long for the model, and fills up batches."""
        places = int(self._config.get("max_position_embeddings") or _TOKENS)
        room = min(_TOKENS, places - 2 if self._config.get("model_type") in ("roberta", "xlm-roberta") else places)
        self._tokenizer.enable_truncation(room)
        pad = int(self._config.get("pad_token_id") or 0)
        self._tokenizer.enable_padding(pad_id=pad, pad_token=self._tokenizer.id_to_token(pad) or "[PAD]")
        return self._tokenizer


def _folder(model: str) -> Path:
    """The folder of a model; what is named as a hub names it is fetched, unless it is there already."""
    folder = Path(model)
    if not folder.is_dir():
        owner, _, name = model.partition("/")
        if not (owner and name) or "/" in name or owner.startswith((".", "~")):
            raise InputError(f"There is no folder {model}; name one with a model, or a model of a hub as owner/name.")
        folder = _fetched(model)
    missing = [name for name in FILES if not (folder / name).is_file()]
    if missing or not any((folder / name).is_file() for name in MODELS):
        raise InputError(f"{folder} holds no such model: there is no {missing[0] if missing else MODELS[0]} in it.")
    return folder


def _fetched(model: str) -> Path:
    from huggingface_hub import snapshot_download

    try:
        return Path(snapshot_download(model, allow_patterns=[*FILES, *MODELS]))
    except Exception as error:  # of several libraries, none of which promises its own kinds
        raise InputError(f"The model {model} could not be fetched: {str(error).splitlines()[0]}") from None


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text("utf-8"))
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise InputError(f"{path} is no JSON object; the model was damaged or is of another kind.")
    return found


def _labels(config: Mapping[str, Any], folder: Path) -> list[Label]:
    """The labels in the order of the model's outputs."""
    names = {int(n): str(name) for n, name in (config.get("id2label") or {}).items()}
    found: list[Label] = []
    for _, name in sorted(names.items()):
        label = next((label for start, label in _BEGINNINGS.items() if name.casefold().startswith(start)), None)
        if label is not None:
            found.append(label)
    if sorted(found) != sorted(_BEGINNINGS.values()) or len(found) != len(names):
        said = ", ".join(names.values()) or "none"
        raise InputError(f"{folder} is no model of language inference: it has the labels {said}.")
    return found


def _parts(question: JudgeQuestion) -> Iterator[Snippet]:
    """The sentences of a passage, then every few that follow each other; a passage without any as a whole."""
    found = sentences(question.passage)
    if not found:
        yield Snippet(0, len(question.passage), question.passage)
    yield from (Snippet(s.start, s.end, question.passage[s.start : s.end]) for s in found)
    size = min(WINDOW, len(found))
    for n in range(len(found) - size + 1 if size > 1 else 0):
        start, end = found[n].start, found[n + size - 1].end
        yield Snippet(start, end, question.passage[start:end])


def _before(question: JudgeQuestion, part: Snippet) -> str:
    """What is held against the claim: a part of the passage, after the topic where it does not name that."""
    topic = question.passage_topic
    return part.text if not topic or topic in part.text else f"{topic}: {part.text}"


def _decided(parts: Sequence[tuple[Snippet, Mapping[Label, float]]]) -> PassageJudgement:
    """The label of the clearest part; two parts apart that are both sure, and not of one mind, are *mixed*."""
    yes, supports = _clearest(parts, "supports")
    no, contradicts = _clearest(parts, "contradicts")
    if supports >= SURE and contradicts >= SURE and (yes.end <= no.start or no.end <= yes.start):
        return PassageJudgement("mixed", min(supports, contradicts), "nli", (yes, no))
    if max(supports, contradicts) < SURE:
        return PassageJudgement("irrelevant", 1 - max(supports, contradicts), "nli")
    if supports >= contradicts:
        return PassageJudgement("supports", supports, "nli", (yes,))
    return PassageJudgement("contradicts", contradicts, "nli", (no,))


def _clearest(parts: Sequence[tuple[Snippet, Mapping[Label, float]]], label: Label) -> tuple[Snippet, float]:
    """The part of which a label is most probable, of several the shortest, and how probable."""
    part, shares = max(parts, key=lambda each: (each[1][label], -len(each[0].text)))
    return part, shares[label]
