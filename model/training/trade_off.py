"""What fewer layers and fewer words would cost: figures on held-out mistakes beside the size in bytes of 8-bit weights.

    python3 model/training/trade_off.py
"""

import argparse

from catalogue import read_catalogue, split
from contrast import STEPS, train
from data import read_data
from encoder import DIMENSIONS, load_adapted, load_tokenizer
from figures import held_out_figures
from train import RANK, SEED

LAYERS = (6, 4, 3)
WORDS = (30_522, 20_000, 12_000)
A_LAYER = 12 * DIMENSIONS * DIMENSIONS


class FewerWords:
    """A tokenizer without the rarest words, which it spells with the pieces that are left."""

    def __init__(self, tokenizer, words):
        import json

        from tokenizers import Tokenizer
        from transformers import PreTrainedTokenizerFast

        parts = json.loads(tokenizer.backend_tokenizer.to_str())
        vocabulary = parts["model"]["vocab"]
        # The words stand in the order of how common they are; single letters are needed to spell the others.
        parts["model"]["vocab"] = {word: at for word, at in vocabulary.items() if at < words or len(word.removeprefix("##")) == 1}
        self.size = len(parts["model"]["vocab"])
        self.tokenizer = PreTrainedTokenizerFast(
            tokenizer_object=Tokenizer.from_str(json.dumps(parts)),
            pad_token="[PAD]",
            unk_token="[UNK]",
            cls_token="[CLS]",
            sep_token="[SEP]",
        )

    def __call__(self, *texts, **options):
        return self.tokenizer(*texts, **options)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--steps", type=int, default=STEPS)
    chosen = options.parse_args()
    _, held_out = split(read_catalogue())
    tokenizer = load_tokenizer()
    for layers in LAYERS:
        model = load_adapted(SEED, RANK, layers)
        train(model, tokenizer, read_data(), seed=SEED, steps=chosen.steps)
        for words in WORDS if layers == max(LAYERS) else WORDS[:1]:
            fewer = FewerWords(tokenizer, words)
            figures = held_out_figures(model, fewer, held_out)
            size = (fewer.size * DIMENSIONS + layers * A_LAYER) / 1e6
            print(f"{layers} layers, {fewer.size} words, {size:.1f} MB: {figures}", flush=True)


if __name__ == "__main__":
    main()
