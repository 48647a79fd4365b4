"""Words for people by which parts of a tree are labelled when it is shown."""

from __future__ import annotations

STRENGTHS = {
    "do": "do",
    "may": "may",
    "must": "must",
    "cannot": "cannot",
    "must_not": "must not",
    "need_not": "need not",
    "would": "would",
    "not": "does not",
}
# The slots of an event in the order in which they are shown, and what each says.
SLOTS = {
    "agent": "who",
    "object": "what",
    "distance": "how far",
    "amount": "how much",
    "source": "from",
    "to": "to",
    "at": "at",
    "near": "where",
    "against": "against",
    "using": "with",
    "exchange": "for",
    "role": "as",
    "per": "for each",
}
