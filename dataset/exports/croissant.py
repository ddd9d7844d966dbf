"""Croissant metadata of exported tables: JSON-LD that says which files there are and what their columns mean."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from contragraph.dataset.exports.card import kg_of, licence_of_job, title_of
from contragraph.dataset.exports.job import Job
from contragraph.dataset.files.folder import sha256
from contragraph.dataset.folder.content import Content

CROISSANT = "croissant.json"
_CONTEXT: dict[str, object] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
"""The context that the specification of Croissant 1.0 gives; its validator compares it word by word."""

_Field = tuple[str, str, str, str | None, bool]
"""Name, what it means, its column, the path inside the column, and whether there are several."""
_KG: _Field = ("kg", "The knowledge graph that the facts are from.", "kg", None, False)
_SUBJECTS: tuple[_Field, ...] = (
    ("relations", "The relations that the conflicts are about.", "relations", None, True),
    ("domains", "The domains of those relations.", "domains", None, True),
)
_FIELDS: Mapping[str, tuple[_Field, ...]] = {
    "pairs": (
        ("id", "The id of the pair, a hash of its content.", "id", None, False),
        ("type", "How many conflicts the pair holds and of what kind, such as 2-multi-hop.", "type", None, False),
        _KG,
        *_SUBJECTS,
        ("original", "The text that says what the knowledge graph says.", "contexts", "$.original.text", False),
        ("perturbed", "The text that contradicts it.", "contexts", "$.perturbed.text", False),
    ),
    "sets": (
        ("id", "The id of the set, a hash of its content.", "id", None, False),
        ("type", "The type of the contradiction: self, pair, conditional, k4; or none.", "type", None, False),
        ("shape", "The type of the sets that it looks like: its own, unless that is none.", "shape", None, False),
        _KG,
        *_SUBJECTS,
        ("titles", "The titles of the documents, in their order.", "documents", "$[*].title", True),
        ("texts", "The texts of the documents, in their order.", "documents", "$[*].text", True),
        ("roles", "conflict, topic or distractor, of each document.", "documents", "$[*].role", True),
    ),
    "facts": (
        ("id", "The id of the fact, a hash of its content.", "id", None, False),
        _KG,
        ("relation", "The relation that the fact and the claims are about.", "relation", "$.id", False),
        ("domain", "The domain of that relation.", "domain", None, False),
        ("question", "A question about the fact.", "question", "$.text", False),
        ("options", "The answers that it offers.", "question", "$.options[*].text", True),
        (
            "roles",
            "original, replacement, other or uncertain, of each.",
            "question",
            "$.options[*].role",
            True,
        ),
        ("claims", "The fact and the claims against it, a sentence each.", "claims", "$[*].text", True),
        ("causes", "default, misinformation, temporal or semantic, of each claim.", "claims", "$[*].cause", True),
        ("statuses", "true, proven, consistent or unproven, of each claim.", "claims", "$[*].status", True),
    ),
}
_DESCRIBED = {
    "pairs": "pairs of short texts that contradict each other, each contradiction with a proof.",
    "sets": "sets of documents that contradict themselves or not, each contradiction with a proof.",
    "facts": "facts with claims against them and texts that tell both, each contradiction with a proof.",
}


def metadata(job: Job[Any], names: Mapping[str, Path]) -> dict[str, object]:
    """The metadata of tables that lie in the folder of the job, by split."""
    licence = licence_of_job(job)
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": re.sub(r"[^A-Za-z0-9_.-]+", "-", f"contragraph-{kg_of(job)}"),
        "description": f"{title_of(job)}: {_DESCRIBED[job.content.many]} {licence.attribution}",
        "license": licence.url or licence.code,
        "url": "https://w3id.org/contragraph",
        "version": str(job.manifest.get("contragraph", "0")),
        "citeAs": f"{title_of(job)}, made with contragraph, run {job.manifest.get('run')}.",
        "creator": {"@type": "sc:Organization", "name": "contragraph"},
        "inLanguage": "en",
        "isAccessibleForFree": True,
        "distribution": [_file(job, split, name) for split, name in names.items()],
        "recordSet": [_records(split, job.content) for split in names],
    }


def _file(job: Job[Any], split: str, name: Path) -> dict[str, object]:
    path = job.work / name
    return {
        "@type": "cr:FileObject",
        "@id": f"{split}-file",
        "name": name.name,
        "description": f"The {job.content} of the split {split}.",
        "contentUrl": name.as_posix(),
        "contentSize": f"{path.stat().st_size} B",
        "encodingFormat": "application/x-parquet",
        "sha256": sha256(path),
    }


def _records(split: str, content: Content[Any]) -> dict[str, object]:
    return {
        "@type": "cr:RecordSet",
        "@id": split,
        "name": split,
        "description": f"The {content} of the split {split}, one record each.",
        "key": {"@id": f"{split}/id"},
        "field": [_field(split, *each) for each in _FIELDS[content.many]],
    }


def _field(split: str, name: str, about: str, column: str, path: str | None, repeated: bool) -> dict[str, object]:
    source: dict[str, object] = {"fileObject": {"@id": f"{split}-file"}, "extract": {"column": column}}
    if path is not None:
        source["transform"] = {"jsonPath": path}
    field: dict[str, object] = {
        "@type": "cr:Field",
        "@id": f"{split}/{name}",
        "name": f"{split}/{name}",
        "description": about,
        "dataType": "sc:Text",
        "source": source,
    }
    return {**field, "repeated": True} if repeated else field
