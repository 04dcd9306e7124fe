import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contraryReason, diffLikeness, judgePair, type ReadText, SAME_AT } from "./judge-pair.ts";
import { readSigns, type JudgedText } from "./judgement.ts";
import type { CatalogueProfile } from "./catalogue-profile.ts";

const reason = (a: string, b: string): string | undefined => contraryReason(readSigns(a), readSigns(b));

describe("contraryReason", () => {
  it.each([
    ["add a null check here", "drop this null check", "null check", "a command each"],
    ["please add a test for this", "remove this test, it tests the framework", "test", "objects of verbs"],
    ["missing docstring", "this docstring is redundant", "documentation", "diagnoses, not commands"],
    ["The comment is unnecessary", "Please add a comment that says why", "comment", "either way round"],
    ["don't remove the guard", "remove the guard", "check", "a refusal turns a command"],
    ["guard against it", "remove the guard", "check", "a verb that stands for a thing"],
    ["squash these", "please don't squash, keep them separate", "squash", "both ways of saying it"],
    ["we should log the miss", "I'd get rid of this log line", "log", "a wish and its refusal"],
    ["this should be async", "no reason to make it async, plain def", "async", "no reason to"],
    ["missing semicolon", "we're a standardjs repo: no semicolons", "semicolon", "no with a plural bans"],
    ["make the parameters final", "final on every parameter is just noise", "final", "a verdict behind it"],
    [
      "extract this into its own function",
      "one caller, inline it again",
      "inline",
      "contraries of one thing",
    ],
    ["single quotes pls", "prefer double quotes", "single quotes", "words that belong together"],
    ["Make it private.", "This should be public, plugins use it", "private", "an adjective that is wanted"],
    ["is this check needed?", "you forgot to check the result", "check", "a doubt and an omission"],
    ["why the extra interface?", "put an interface in front of it", "abstraction", "why doubts what follows"],
    ["no timeout?", "no need for a timeout here", "timeout", "no in a question misses it"],
    ["the docstring says nothing new, drop it", "missing docstring", "documentation", "it is the docstring"],
    ["rebase please", "replace the rebase with a merge commit", "rebase", "what is replaced is not wanted"],
    ["unescaped output", "no need to escape this", "escape", "un- complains"],
    ["stop adding disclaimers", "add a disclaimer", "disclaimer", "what is to stop is not wanted"],
  ])("finds that %j and %j differ about %s: %s", (a, b) => {
    expect(reason(a, b)).toMatch(/^one wants .*, the other /);
    expect(reason(b, a)).toBeDefined();
  });

  it("says what each of the two wants", () => {
    expect(reason("use tabs, not spaces", "use spaces please")).toBe(
      "one wants “use tabs”, not “spaces”, the other “use spaces”",
    );
    expect(reason("no emoji please", "add an emoji")).toBe("one wants no “emoji”, the other “add an emoji”");
  });

  it.each([
    ["missing null check", "add a null check", "a diagnosis and its remedy"],
    ["opened without a context manager", "use a context manager", "what is missing is asked for"],
    ["unused import", "remove this import", "what is useless is to go"],
    ["no test for this?", "where is a test for it", "two ways to ask"],
    ["file never closed", "close the file", "what nobody did is to be done"],
    ["why async? nothing is awaited", "drop the async", "a doubt and a command"],
    ["use tabs, not spaces", "tabs please, no spaces", "the same choice"],
    ["log it instead of printing it", "use the logger rather than print", "the same preference"],
    ["nit: indent", "please revert this", "nothing in common"],
    ["", "add a null check", "no words"],
    ["rename this to fetchAll", "name is misleading", "neither more nor less"],
  ])("finds nothing between %j and %j: %s", (a, b) => {
    expect(reason(a, b)).toBeUndefined();
    expect(reason(b, a)).toBeUndefined();
  });

  it("never finds a text contrary to itself, and tells the same either way", () => {
    const words = fc.constantFrom(
      ..."add drop no need to don't keep the a log test check why not is missing overkill ? . , ` please fine what if instead of".split(
        " ",
      ),
    );
    const text = fc.array(words, { maxLength: 14 }).map((each) => each.join(" "));
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(reason(a, a)).toBeUndefined();
        expect(reason(a, b) === undefined).toBe(reason(b, a) === undefined);
      }),
    );
  });
});

const diff = (removed: string, added: string): string =>
  `--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-${removed}\n+${added}\n context\n`;

describe("diffLikeness", () => {
  it("is near 1 for the same change elsewhere, and near 0 for another", () => {
    const one = diff("user.name", "user?.name");
    expect(diffLikeness(one, diff("order.name", "order?.name"))).toBeGreaterThan(0.3);
    expect(diffLikeness(one, diff("const x = 1;", "const LIMIT = 1;"))).toBeLessThan(0.2);
    expect(diffLikeness(one, one)).toBe(1);
  });

  it("reads content that looks like a header as content", () => {
    const comment = "--- a/x.sql\n+++ b/x.sql\n@@ -1 +0,0 @@\n--- drop the index first\n";
    expect(diffLikeness(comment, comment)).toBe(1);
  });

  it("does not take the opposite change for the same", () => {
    expect(diffLikeness(diff("guard(user)", "plain"), diff("plain", "guard(user)"))).toBe(0);
  });

  it.each(["", "no diff at all", "+++ b/x\n--- a/x", "+\n-"])("is 0 for %j", (text) => {
    expect(diffLikeness(text, diff("a", "bb"))).toBe(0);
  });

  it("is bounded for a large diff", () => {
    const large = Array.from({ length: 200_000 }, (_, n) => `+word${n} other`).join("\n");
    expect(diffLikeness(large, large)).toBe(1);
  });
});

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
