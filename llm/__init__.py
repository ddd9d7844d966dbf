"""The gateway to language models: any provider that litellm knows, any server that speaks OpenAI's protocol.

Answers are cached, limits of calls, tokens and cost are kept, what fails is retried, and what comes is checked. Other
rooms ask through ``open_gateway`` alone.
"""

from contragraph.llm.asking import Answer, Ask, Gateway, Message, Spent
from contragraph.llm.config import ModelsConfig, StepSettings, read_config
from contragraph.llm.estimate import Estimate, estimate
from contragraph.llm.gateway import open_gateway
from contragraph.llm.ledger import Ledger

__all__ = [
    "Answer",
    "Ask",
    "Estimate",
    "Gateway",
    "Ledger",
    "Message",
    "ModelsConfig",
    "Spent",
    "StepSettings",
    "estimate",
    "open_gateway",
    "read_config",
]
