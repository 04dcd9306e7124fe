"""Supervised contrast: texts of one class are drawn together, all others of their block pushed away."""

import random

import torch
import torch.nn.functional as F

from encoder import DEVICE, encode

TEMPERATURE = 0.05
STEPS = 500
# What is kept is a moving average over the last hundred steps or so: one run then varies less from another.
AVERAGED = 0.99


def contrast(vectors, classes):
    """How unlikely each text finds those of its own class among all others of the block, on average."""
    numbers = {name: at for at, name in enumerate(dict.fromkeys(classes))}
    classes = torch.tensor([numbers[name] for name in classes], device=DEVICE)
    likeness = (vectors @ vectors.T / TEMPERATURE).fill_diagonal_(-1e9)
    same = classes[:, None] == classes[None]
    same.fill_diagonal_(False)
    log_share = likeness - torch.logsumexp(likeness, 1, keepdim=True)
    count = same.sum(1)
    paired = count > 0
    return -((log_share * same).sum(1)[paired] / count[paired]).mean()


def train(model, tokenizer, data, *, seed, steps=STEPS, rate=5e-4):
    rng = random.Random(seed)
    torch.manual_seed(seed)
    parameters = [parameter for parameter in model.parameters() if parameter.requires_grad]
    scale = torch.nn.Parameter(torch.tensor([10.0, -6.0], device=DEVICE))
    optimiser = torch.optim.AdamW(
        [{"params": parameters, "lr": rate}, {"params": [scale], "lr": 1e-2}], weight_decay=0.01
    )
    pace = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min(1, (step + 1) / max(1, 0.1 * steps)) * max(0, (steps - step) / steps)
    )
    average = [parameter.detach().clone() for parameter in parameters]
    model.train()
    for step in range(steps):
        blocks = data.blocks(rng)
        paired, same = data.labelled_pairs(rng)
        vectors = encode(model, tokenizer, [text for texts, _ in blocks for text in texts] + paired)
        loss, at = 0, 0
        for texts, classes in blocks:
            loss = loss + contrast(vectors[at : at + len(texts)], classes)
            at += len(texts)
        if paired:
            cosine = (vectors[at::2] * vectors[at + 1 :: 2]).sum(-1)
            truth = torch.tensor(same, device=DEVICE)
            loss = loss + 0.5 * F.binary_cross_entropy_with_logits(scale[0] * cosine + scale[1], truth)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, 1.0)
        optimiser.step()
        pace.step()
        keep = min(AVERAGED, (step + 1) / (step + 10))
        torch._foreach_lerp_(average, [parameter.detach() for parameter in parameters], 1 - keep)
    with torch.no_grad():
        for parameter, value in zip(parameters, average):
            parameter.copy_(value)
    model.eval()
    return float(loss.detach())
