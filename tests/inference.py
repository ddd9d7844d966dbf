"""A small real model of language inference, made in a second: words in common of two texts, weighed by regression."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from sklearn.linear_model import LogisticRegression
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.normalizers import Lowercase
from tokenizers.pre_tokenizers import Whitespace
from tokenizers.processors import TemplateProcessing

NAMES, PLACES, DEEDS = ("Ada", "Bo", "Cy"), ("Lyon", "Paris", "Oslo", "Rome"), ("was born", "died")
LABELS = ("contradiction", "entailment", "neutral")
_SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
Told = tuple[str, str, str]


def sentence(told: Told) -> str:
    """A sentence of the world that the model knows."""
    name, deed, place = told
    return f"{name} {deed} in {place}."


def label(passage: Told, claim: Told) -> str:
    """What one sentence of that world says of another: of each deed a person has one place."""
    if passage == claim:
        return "entailment"
    return "contradiction" if passage[:2] == claim[:2] else "neutral"


def make_model(folder: Path, labels: tuple[str, ...] = LABELS) -> Path:
    """A folder with ``model.onnx``, ``tokenizer.json`` and ``config.json``, as hubs keep such models."""
    folder.mkdir(exist_ok=True)
    tokenizer = _tokenizer()
    tokenizer.save(str(folder / "tokenizer.json"))
    config = {"id2label": dict(enumerate(labels)), "max_position_embeddings": 64, "pad_token_id": 0}
    (folder / "config.json").write_text(json.dumps(config), "utf-8")
    onnx.save(_graph(*_learnt(tokenizer), tokenizer.get_vocab_size()), str(folder / "model.onnx"))
    return folder


def _tokenizer() -> Tokenizer:
    words = sorted(
        {w for said in product(NAMES, DEEDS, PLACES) for w in sentence(said).lower().replace(".", " .").split()}
    )
    vocabulary = {word: number for number, word in enumerate((*_SPECIAL, *words))}
    made = Tokenizer(WordLevel(vocabulary, unk_token="[UNK]"))
    made.normalizer, made.pre_tokenizer = Lowercase(), Whitespace()
    pair = "[CLS] $A [SEP] $B:1 [SEP]:1"
    made.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]", pair=pair, special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    return made


def _learnt(tokenizer: Tokenizer) -> tuple[np.ndarray, np.ndarray]:
    """Weights of the words that both texts have, and of those that the claim alone has, for each label."""
    world = [*product(NAMES, DEEDS, PLACES)]
    pairs = [(passage, claim) for passage in world for claim in world]
    rows, said = [], []
    for passage, claim in pairs:
        first, second = (_bag(tokenizer, sentence(each)) for each in (passage, claim))
        rows.append(np.concatenate([first * second, (1 - first) * second]))
        said.append(LABELS.index(label(passage, claim)))
    model = LogisticRegression(C=100, max_iter=2000, class_weight="balanced").fit(np.array(rows), said)
    return model.coef_.T.astype(np.float32), model.intercept_.astype(np.float32)


def _bag(tokenizer: Tokenizer, text: str) -> np.ndarray:
    bag = np.zeros(tokenizer.get_vocab_size())
    bag[tokenizer.encode(text, add_special_tokens=False).ids] = 1
    return bag


def _graph(weights: np.ndarray, shift: np.ndarray, size: int) -> onnx.ModelProto:
    """The same sums as an ONNX graph over ids, mask and types."""
    words = np.eye(size, dtype=np.float32)
    words[: len(_SPECIAL)] = 0
    constants = {"words": words, "weights": weights, "shift": shift, "axis": np.array([1]), "last": np.array([2])}
    constants["one"] = np.array(1, dtype=np.float32)
    nodes = [
        ("Gather", ["words", "input_ids"], "embedded"),
        ("Cast", ["attention_mask"], "mask"),
        ("Cast", ["token_type_ids"], "second"),
        ("Sub", ["one", "second"], "first"),
        *(
            (kind, names, out)
            for side in ("first", "second")
            for kind, names, out in (
                ("Mul", ["mask", side], f"{side} mask"),
                ("Unsqueeze", [f"{side} mask", "last"], f"{side} column"),
                ("Mul", ["embedded", f"{side} column"], f"{side} words"),
                ("ReduceSum", [f"{side} words", "axis"], f"{side} count"),
                ("Min", [f"{side} count", "one"], f"{side} bag"),
            )
        ),
        ("Mul", ["first bag", "second bag"], "shared"),
        ("Sub", ["second bag", "shared"], "missing"),
        ("Concat", ["shared", "missing"], "features"),
        ("Gemm", ["features", "weights", "shift"], "logits"),
    ]
    more: dict[str, dict[str, Any]] = {
        "Cast": {"to": TensorProto.FLOAT},
        "ReduceSum": {"keepdims": 0},
        "Concat": {"axis": 1},
    }
    graph = helper.make_graph(
        [helper.make_node(kind, names, [out], **more.get(kind, {})) for kind, names, out in nodes],
        "inference",
        [
            helper.make_tensor_value_info(name, TensorProto.INT64, ["pairs", "tokens"])
            for name in ("input_ids", "attention_mask", "token_type_ids")
        ],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["pairs", len(LABELS)])],
        [numpy_helper.from_array(value, name) for name, value in constants.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
