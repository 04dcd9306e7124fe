"""Trains the adapter, and says how it fares on mistakes of the catalogue that are held out of training.

    npm ci && python3 model/training/train.py [--remarks FILE] [--labels FOLDER]

writes model/adapter.safetensors and model/figures.json; it takes about three minutes on one GPU. Without options it
trains on what the repository holds.
"""

import argparse
import hashlib
import json
from pathlib import Path

from catalogue import PATH, ROOT, read_catalogue, split
from contrast import STEPS, train
from data import read_data
from encoder import load_adapted, load_base, load_tokenizer, save_adapter
from figures import held_out_figures

SEED = 1
RANK = 64


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--out", type=Path, default=ROOT / "model", help="folder to write to")
    options.add_argument("--remarks", type=Path, help="remarks with the rule each wants, one JSON object a line")
    options.add_argument("--labels", type=Path, action="append", default=[], help="folder with pairs.jsonl and clusters.jsonl")
    options.add_argument("--steps", type=int, default=STEPS, help="fewer, to try the script out")
    chosen = options.parse_args()
    data = read_data(remarks=chosen.remarks, labels=chosen.labels)
    _, held_out = split(read_catalogue())
    tokenizer = load_tokenizer()
    figures = {"catalogue": hashlib.sha256(PATH.read_bytes()).hexdigest()}
    figures["base"] = held_out_figures(load_base().eval(), tokenizer, held_out)
    model = load_adapted(SEED, RANK)
    loss = train(model, tokenizer, data, seed=SEED, steps=chosen.steps)
    figures["trained"] = held_out_figures(model, tokenizer, held_out)
    chosen.out.mkdir(parents=True, exist_ok=True)
    save_adapter(model, chosen.out / "adapter.safetensors")
    (chosen.out / "figures.json").write_text(json.dumps(figures, indent=2) + "\n")
    print(f"trained on {len(data.catalogue)} mistakes of the catalogue, last loss {loss:.3f}")
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
