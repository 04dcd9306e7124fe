"""Figures of a model on mistakes it has not seen."""

import numpy as np
import torch

from catalogue import lookalikes_of, sides_of
from encoder import embed


def auc(above, below):
    """How often one of the first is larger than one of the second."""
    above, below = np.asarray(above, dtype=float), np.asarray(below, dtype=float)
    ranks = np.concatenate([above, below]).argsort().argsort() + 1
    return float((ranks[: len(above)].sum() - len(above) * (len(above) + 1) / 2) / (len(above) * len(below)))


def best_f1(scores, truth):
    order = np.argsort(-scores)
    hits = np.cumsum(truth[order])
    precision, recall = hits / np.arange(1, len(truth) + 1), hits / truth.sum()
    return float((2 * precision * recall / np.maximum(precision + recall, 1e-9)).max())


def held_out_figures(model, tokenizer, entries):
    """Same or not among all comments; against the hardest and some random others; look-alikes; opposites."""
    texts = [comment for entry in entries for comment in entry["comments"]]
    owner = np.array([at for at, entry in enumerate(entries) for _ in entry["comments"]])
    vectors = embed(model, tokenizer, texts)
    likeness = (vectors @ vectors.T).cpu().numpy()
    first, second = np.triu_indices(len(texts), 1)
    scores, same = likeness[first, second], owner[first] == owner[second]
    rng = np.random.default_rng(0)
    others = np.sort(scores[~same])[::-1]
    mixed = np.concatenate(
        [rng.choice(others[: len(others) // 20], same.sum()), rng.choice(others, same.sum() // 2)]
    )
    alike, opposed, together = [], [], []
    for entry in entries:
        own = embed(model, tokenizer, entry["comments"])
        alike += (own @ embed(model, tokenizer, lookalikes_of(entry)).T).flatten().tolist()
        if entry["opposite"] is None:
            continue
        wanted, against = sides_of(entry)
        wanted, against = embed(model, tokenizer, wanted), embed(model, tokenizer, against)
        upper = torch.triu(torch.ones(len(wanted), len(wanted), dtype=torch.bool), 1)
        together += (wanted @ wanted.T).cpu()[upper].tolist()
        opposed += (wanted @ against.T).flatten().tolist()
    figures = {
        "mistakes": len(entries),
        "same_auc": auc(scores[same], scores[~same]),
        "same_best_f1_hard": best_f1(
            np.concatenate([scores[same], mixed]), np.concatenate([np.ones(same.sum()), np.zeros(len(mixed))])
        ),
        "lookalike_auc": auc(scores[same], alike),
        "opposite_auc": auc(together, opposed),
    }
    return {name: round(value, 4) for name, value in figures.items()}
