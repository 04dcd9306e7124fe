"""Trains the adapter from the catalogue, and says how it fares on mistakes held out of training.

    npm ci && python3 model/training/train.py

writes model/adapter.safetensors and model/figures.json; it takes about one minute on one GPU.
"""

import argparse
import hashlib
import json
from pathlib import Path

from catalogue import PATH, ROOT, read_catalogue, split
from contrast import train
from encoder import load_adapted, load_base, load_tokenizer, save_adapter
from figures import held_out_figures

SEED = 11
RANK = 64


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--out", type=Path, default=ROOT / "model", help="folder to write to")
    options.add_argument("--most-steps", type=int, help="stop early, to try the script out")
    chosen = options.parse_args()
    learned, held_out = split(read_catalogue())
    tokenizer = load_tokenizer()
    figures = {"catalogue": hashlib.sha256(PATH.read_bytes()).hexdigest()}
    figures["base"] = held_out_figures(load_base().eval(), tokenizer, held_out)
    model = load_adapted(SEED, RANK)
    loss = train(model, tokenizer, learned, seed=SEED, most_steps=chosen.most_steps)
    figures["trained"] = held_out_figures(model, tokenizer, held_out)
    chosen.out.mkdir(parents=True, exist_ok=True)
    save_adapter(model, chosen.out / "adapter.safetensors")
    (chosen.out / "figures.json").write_text(json.dumps(figures, indent=2) + "\n")
    print(f"trained on {len(learned)} mistakes, last loss {loss:.3f}")
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
