"""The config of models: what holds for which step, and sentences for what is wrong in a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from contragraph.graph.errors import InputError
from contragraph.graph.secrets import redact, remember_secret
from contragraph.llm import read_config

WHOLE = """
model = "openai/small"
key = "env:MY_KEY"
temperature = 0.7
price_in = 1
cache = "answers.sqlite"

[limits]
in_flight = 4
max_cost = 2.5

[steps.verify]
model = "anthropic/other"
temperature = 0.0
"""


def _written(folder: Path, text: str) -> Path:
    path = folder / "models.toml"
    path.write_text(text, "utf-8")
    return path


def test_settings_of_steps(tmp_path: Path) -> None:
    found = read_config(_written(tmp_path, WHOLE))
    perturb, verify = found.settings("perturb"), found.settings("verify")
    assert (perturb.model, perturb.temperature, perturb.key) == ("openai/small", 0.7, "MY_KEY")
    assert (verify.model, verify.temperature, verify.key) == ("anthropic/other", 0.0, "MY_KEY")
    assert perturb.price_in == 1
    assert found.limits.in_flight == 4
    assert found.limits.max_cost == 2.5
    assert found.cache == tmp_path / "answers.sqlite"
    named = read_config(_written(tmp_path, WHOLE), "openai/large", "http://localhost:1/v1")
    for step in ("perturb", "verify"):
        assert (named.settings(step).model, named.settings(step).api_base) == ("openai/large", "http://localhost:1/v1")
    with pytest.raises(InputError, match=r"no step 'verfy'.*did you mean 'verify'"):
        found.settings("verfy")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("temprature = 1.0", r"no key 'temprature'; did you mean 'temperature'"),
        ("zzz = 1.0", r"no key 'zzz'; known are model, api_base"),
        ("[limits]\nmax_costs = 1.0", r"no key 'max_costs' in \[limits\]; did you mean 'max_cost'"),
        ("[steps.verify]\nmodle = 'x'", r"no key 'modle' in \[steps.verify\]; did you mean 'model'"),
        ("[steps.verfy]\nmodel = 'x'", r"no step 'verfy'; did you mean 'verify'"),
        ("temperature = 'hot'", r"temperature should be a valid number, not 'hot'"),
        ("max_tokens = 0", r"max_tokens should be greater than or equal to 1, not 0"),
        ("max_tokens = 1.5", r"max_tokens should be a valid integer, not 1.5"),
        ("steps = 5", r"steps should be a valid dictionary, not 5"),
        ("[steps]\nverify = 5", r"verify in \[steps\] should be"),
        ("key = 'sk-1234567890abcdef'", r"key names a variable that holds a key"),
        ("[steps.verify]\nkey = 'sk-1234567890abcdef'", r"key in \[steps.verify\] names a variable"),
        ("api_base = 'localhost:8080'", r"'localhost:8080' is no address of a server"),
        ("api_base = 'http://me:secret@host/v1'", r"may hold no user name or password"),
        ("model = ", r"is no TOML"),
    ],
)
def test_what_is_wrong_in_a_file(tmp_path: Path, text: str, said: str) -> None:
    path = _written(tmp_path, text if text.startswith("model") else f"model = 'openai/x'\n{text}\n")
    with pytest.raises(InputError, match=said) as caught:
        read_config(path)
    assert "1234567890" not in str(caught.value)
    assert "secret" not in str(caught.value)


def test_no_model_or_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"No model is named; give --model"):
        read_config(None)
    with pytest.raises(InputError, match=r"names no model; give --model"):
        read_config(_written(tmp_path, "temperature = 1.0"))
    with pytest.raises(InputError, match=r"no config file .*nothing.toml"):
        read_config(tmp_path / "nothing.toml")
    path = tmp_path / "latin.toml"
    path.write_bytes(b'model = "\xff"')
    with pytest.raises(InputError, match="is no TOML"):
        read_config(path)


def test_keys_are_hidden_wherever_they_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those in use, those in the environment, and what looks like one; words that look a little like one stay."""
    monkeypatch.setenv("GROQ_API_KEY", "in-the-environment")
    monkeypatch.setenv("SOME_KEY", "another-of-them")
    remember_secret("told-to-us")
    for secret in (
        *(
            "in-the-environment",
            "another-of-them",
            "told-to-us",
            "sk-proj-abcDEF123456789",
            "sk-abc***************7890",
        ),
        *("Bearer abcdefgh12345678", "AIzaSyA1234567890abcdefghij", "gsk_abcdefghij1234567890"),
    ):
        assert redact(f"key '{secret}' is wrong") == "key '…' is wrong"
    assert redact("at http://me:word@host/v1") == "at http://host/v1"
    for harmless in ("hf_hub_download failed", "pk-values of tables", "sk-learn", "a bearer of news"):
        assert redact(harmless) == harmless


def test_answers_that_are_letters_are_short_unless_the_file_says_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "models.toml"
    found = []
    for text in (
        "",
        "max_tokens = 99",
        "[steps.choose]\nmax_tokens = 5",
        "[steps.choose]\ntop_p = 0.5",
        "[steps.judge]",
    ):
        path.write_text(f'model = "openai/x"\n{text}\n', "utf-8")
        found.append((read_config(path).settings("choose").max_tokens, read_config(path).settings("judge").max_tokens))
    assert found == [(16, 2048), (99, 99), (5, 2048), (16, 2048), (16, 2048)]
    assert read_config(path).settings("choose").temperature == 0.0
