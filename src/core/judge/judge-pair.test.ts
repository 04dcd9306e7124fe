import { describe, expect, it } from "vitest";
import type { CatalogueProfile } from "./catalogue-profile.ts";
import { judgePair, type ReadText, SAME_AT } from "./judge-pair.ts";
import type { JudgedText } from "./judgement.ts";
import { readSigns } from "./text-signs.ts";

/** Two vectors with that cosine. */
const apart = (cosine: number): readonly [Float32Array, Float32Array] => [
  Float32Array.of(1, 0),
  Float32Array.of(cosine, Math.sqrt(1 - cosine * cosine)),
];

function judged(cosine: number, a: Partial<JudgedText> = {}, b: Partial<JudgedText> = {}) {
  const [one, other] = apart(cosine);
  return judgePair(
    read({ text: "this catch eats the error", vector: one, ...a }),
    read({ text: "what happens to the exception here?", vector: other, ...b }),
  );
}

const read = (text: JudgedText, profile?: CatalogueProfile): ReadText => ({
  ...text,
  signs: readSigns(text.text, profile),
});

describe("judgePair", () => {
  it("says the same of what means the same, with its reasons", () => {
    expect(judged(0.75)).toMatchObject({
      relation: "same",
      reasons: [{ sign: "meaning", says: "same", text: "they mean nearly the same" }],
    });
    expect(judged(0.75).score).toBeGreaterThan(0.7);
  });

  it("says other of what is far apart", () => {
    expect(judged(0.2)).toMatchObject({ relation: "other" });
    expect(judged(0.2).score).toBeLessThan(0.05);
  });

  it("says opposite of what wants the contrary, however alike it is", () => {
    const answer = judged(0.9, { text: "add a null check" }, { text: "drop this null check" });
    expect(answer.relation).toBe("opposite");
    expect(answer.score).toBeLessThan(SAME_AT);
    expect(answer.reasons.at(-1)).toMatchObject({ sign: "polarity", says: "opposite" });
  });

  it("is sure of the same words, whatever their case and signs", () => {
    expect(judged(0.1, { text: "Unused import!" }, { text: "unused  import" })).toMatchObject({
      relation: "same",
      score: 0.98,
    });
    expect(judged(0.1, { text: "?!" }, { text: "??" }).relation).toBe("other");
  });

  it.each([
    ["a shared tag", { tags: ["naming"] }, { tags: ["naming", "io"] }, 1],
    ["other tags", { tags: ["naming"] }, { tags: ["io"] }, -1],
    ["the same category", { category: "style" }, { category: "style" }, 1],
    ["another category", { category: "style" }, { category: "security" }, -1],
    ["the same path", { path: "src/a.ts" }, { path: "src/a.ts" }, 1],
    ["the same correction", { diff: "-a.b\n+a?.b" }, { diff: "-a.b\n+a?.b" }, 1],
    ["nothing known on one side", { tags: ["naming"], category: "style" }, {}, 0],
  ] as const)("%s moves the score", (_why, a, b, direction) => {
    const plain = judged(0.5).score;
    expect(Math.sign(judged(0.5, a, b).score - plain)).toBe(direction);
  });

  it("lets the catalogue speak for and against", () => {
    const [one, two] = apart(0.5);
    const near = (vector: Float32Array, entry: number) =>
      read(
        { text: `remark ${entry} ${vector[0]}`, vector },
        {
          sharp: { entries: [entry], roots: [1] },
          blurred: { entries: [entry], roots: [1] },
        },
      );
    const same = judgePair(near(one, 1), near(two, 1));
    const other = judgePair(near(one, 1), near(two, 2));
    expect(same.score).toBeGreaterThan(other.score + 0.4);
    expect(other.reasons.at(-1)).toMatchObject({ sign: "catalogue", says: "other" });
  });

  it("is the same either way round", () => {
    const [one, other] = apart(0.6);
    const a = read({ text: "missing test", vector: one, tags: ["t"] });
    const b = read({ text: "no coverage", vector: other, tags: ["t"] });
    expect(judgePair(a, b).score).toBe(judgePair(b, a).score);
  });
});
