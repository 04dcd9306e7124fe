"""Supervised contrast: texts about one mistake are drawn together, its opposite and its look-alikes pushed away."""

import math
import random

import torch

from catalogue import lookalikes_of, rules_of, sides_of
from encoder import DEVICE, encode

MISTAKES = 96
COMMENTS, RULES, OPPOSED, ALIKE = 3, 2, 3, 1
TEMPERATURE = 0.05
# Each comment is seen about as often whatever the number of rules beside it.
COMMENTS_A_STEP = 4 * MISTAKES


def draw(entries, rng):
    """Texts of a batch and the class of each; an opposite and every look-alike is a class of its own."""
    texts, classes = [], []
    for entry in rng.sample(entries, min(MISTAKES, len(entries))):
        own = rng.sample(entry["comments"], min(COMMENTS, len(entry["comments"]))) + rng.sample(rules_of(entry), RULES)
        _, against = sides_of(entry)
        opposed = rng.sample(against, min(OPPOSED, len(against)))
        alike = rng.sample(lookalikes_of(entry), ALIKE)
        texts += own + opposed + alike
        classes += [entry["id"]] * len(own) + [entry["id"] + "!"] * len(opposed)
        classes += [f"{entry['id']}~{at}" for at in range(len(alike))]
    numbers = {name: at for at, name in enumerate(dict.fromkeys(classes))}
    return texts, torch.tensor([numbers[name] for name in classes], device=DEVICE)


def contrast(vectors, classes):
    """How unlikely each text finds those of its own class among all others, on average."""
    likeness = (vectors @ vectors.T / TEMPERATURE).fill_diagonal_(-1e9)
    same = classes[:, None] == classes[None]
    same.fill_diagonal_(False)
    log_share = likeness - torch.logsumexp(likeness, 1, keepdim=True)
    count = same.sum(1)
    paired = count > 0
    return -((log_share * same).sum(1)[paired] / count[paired]).mean()


def train(model, tokenizer, entries, *, seed, epochs=6, rate=5e-4, most_steps=None):
    rng = random.Random(seed)
    torch.manual_seed(seed)
    parameters = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimiser = torch.optim.AdamW(parameters, lr=rate, weight_decay=0.01)
    steps = epochs * math.ceil(sum(len(entry["comments"]) for entry in entries) / COMMENTS_A_STEP)
    steps = steps if most_steps is None else min(steps, most_steps)
    pace = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min(1, (step + 1) / max(1, 0.1 * steps)) * max(0, (steps - step) / steps)
    )
    model.train()
    for _ in range(steps):
        texts, classes = draw(entries, rng)
        loss = contrast(encode(model, tokenizer, texts), classes)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, 1.0)
        optimiser.step()
        pace.step()
    model.eval()
    return float(loss.detach())
