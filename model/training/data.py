"""What the adapter is trained on: the catalogue, opposites, and, if given, labelled remarks and labelled sets.

Each block is a list of texts with the class of each. Classes are compared within a block only: labels of two blocks were
given by people who had not seen each other's, so the same mistake may have two names.
"""

import json
from pathlib import Path

from catalogue import ROOT, lookalikes_of, read_catalogue, rules_of, split

MISTAKES, REMARKS, CHOICES, LABELLED, PAIRS = 72, 160, 32, 160, 80


def rows(path):
    with open(path, encoding="utf8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


class Data:
    def __init__(self, opposites=(), remarks=(), clusters=(), pairs=(), hold_out=True):
        catalogue = read_catalogue()
        self.catalogue = split(catalogue)[0] if hold_out else catalogue
        self.opposites = list(opposites)
        self.slices = {}
        for remark in remarks:
            self.slices.setdefault(remark["id"].split("-")[0], []).append(remark)
        self.clusters, self.pairs = list(clusters), list(pairs)

    def blocks(self, rng):
        """One block of each kind that there is data for."""
        made = [self.mistakes(rng)]
        if self.slices:
            made.append(self.remarks(rng))
        if self.opposites:
            made.append(self.choices(rng))
        if self.clusters:
            made.append(self.labelled(rng))
        return made

    def mistakes(self, rng):
        texts, classes = [], []
        for entry in rng.sample(self.catalogue, min(MISTAKES, len(self.catalogue))):
            own = rng.sample(entry["comments"], min(3, len(entry["comments"]))) + rng.sample(rules_of(entry), 2)
            opposite = entry["opposite"]
            against = [] if opposite is None else [opposite["rule"], *opposite["rules"], *opposite["comments"]]
            opposed = rng.sample(against, min(3, len(against)))
            alike = rng.sample(lookalikes_of(entry), 1)
            texts += own + opposed + alike
            classes += [entry["id"]] * len(own) + [entry["id"] + "!"] * len(opposed) + [entry["id"] + "~"] * len(alike)
        return texts, classes

    def remarks(self, rng):
        """Remarks of one slice with the rule each wants; those without a rule stay alone."""
        some = self.slices[rng.choice(sorted(self.slices))]
        by_rule = {}
        for remark in some:
            if remark["rule"]:
                by_rule.setdefault(remark["rule"], []).append(remark)
        drawn = rng.sample(some, min(REMARKS, len(some)))
        picked = {remark["id"]: remark for remark in drawn}
        for remark in drawn[: REMARKS // 2]:
            for other in rng.sample(by_rule.get(remark["rule"], []), min(2, len(by_rule.get(remark["rule"], [])))):
                picked[other["id"]] = other
        texts, classes, seen = [], [], set()
        for remark in picked.values():
            rule = remark["rule"]
            texts.append(remark["text"])
            classes.append(rule or "alone " + remark["id"])
            if not rule:
                continue
            if remark["ours"]:
                texts.append(remark["ours"])
                classes.append(rule)
            if rule in seen:
                continue
            seen.add(rule)
            others = [remark["against"]] if remark["against"] else []
            others += [rng.choice(remark["not"])] if remark["not"] else []
            texts += [rule, *others]
            classes += [rule, *others]
        return texts, classes

    def choices(self, rng):
        texts, classes = [], []
        for choice in rng.sample(self.opposites, min(CHOICES, len(self.opposites))):
            for side in ("a", "b", "sibling"):
                own = [choice[side]["rule"], *choice[side]["remarks"]]
                texts += own
                classes += [choice["id"] + side] * len(own)
        return texts, classes

    def labelled(self, rng):
        some = rng.choice(self.clusters)
        drawn = rng.sample(some, min(LABELLED, len(some)))
        return [row["text"] for row in drawn], [row["cluster"] or "alone " + row["text"] for row in drawn]

    def labelled_pairs(self, rng):
        """Texts two by two, and whether each two are the same; nothing if there are no labels."""
        if not self.pairs:
            return [], []
        some = rng.choice(self.pairs)
        drawn = rng.sample(some, min(PAIRS, len(some)))
        return [text for row in drawn for text in (row["a"], row["b"])], [float(row["label"] == "same") for row in drawn]


def read_data(opposites=ROOT / "catalogue" / "opposites.jsonl", remarks=None, labels=()):
    """`labels` are folders with pairs.jsonl and clusters.jsonl; the sets written for Emend are always part."""
    sets = ROOT / "eval" / "sets"
    clusters = [rows(sets / "clusters-a.jsonl"), rows(sets / "clusters-b.jsonl")]
    pairs = [rows(sets / "pairs-a.jsonl"), rows(sets / "pairs-b.jsonl")]
    for folder in labels:
        clusters.append(rows(Path(folder) / "clusters.jsonl"))
        pairs.append(rows(Path(folder) / "pairs.jsonl"))
    return Data(
        opposites=rows(opposites),
        remarks=rows(remarks) if remarks else (),
        clusters=clusters,
        pairs=pairs,
    )
