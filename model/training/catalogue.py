"""The catalogue as training sees it, and which of its mistakes are held out of training."""

import hashlib
import json
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATH = ROOT / "catalogue" / "catalogue.jsonl"


def read_catalogue(path=PATH):
    with open(path, encoding="utf8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def is_held_out(entry):
    """One mistake in ten, by its id alone, so that adding others never moves one; eval/held-out.ts draws the same."""
    return int(hashlib.sha256(entry["id"].encode()).hexdigest()[:8], 16) % 10 == 0


def split(entries):
    """Those to train on, and those that no training ever sees."""
    return [e for e in entries if not is_held_out(e)], [e for e in entries if is_held_out(e)]


def rules_of(entry):
    return [entry["rule"], *entry["rules"]]


def sides_of(entry):
    """What speaks for the rule, and what speaks for its opposite."""
    opposite = entry["opposite"]
    against = [] if opposite is None else [opposite["rule"], *opposite["rules"], *opposite["comments"]]
    return rules_of(entry) + entry["comments"], against


def lookalikes_of(entry):
    return entry["lookalike_comments"] + entry["lookalike_rules"]
