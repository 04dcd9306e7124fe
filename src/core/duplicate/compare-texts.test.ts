import { describe, expect, it } from "vitest";
import pairs from "../../../test/examples/near-duplicates.json" with { type: "json" };
import { findRivals } from "../../app/gate/find-rivals.ts";
import { createLocalEmbedder } from "../../drivers/embedding/local-embedder.ts";
import { readClaim, differingClaim, swappedThings, DUPLICATE_AT, passagesOf } from "./compare-texts.ts";

const embedder = createLocalEmbedder();
const find = findRivals({ embedder });

describe("near-duplicates", () => {
  it("002.8 at 0.85: finds those in nearly the same words, and not those that claim something else", async () => {
    const flagged = new Map<string, number>();
    const total = new Map<string, number>();
    for (const [kind = "", text = "", other = ""] of pairs) {
      const { rivals } = await find(text, [{ name: "other.md", text: other }], DUPLICATE_AT);
      total.set(kind, (total.get(kind) ?? 0) + 1);
      flagged.set(kind, (flagged.get(kind) ?? 0) + rivals.length);
    }
    expect(Object.fromEntries(total)).toEqual({ near: 34, paraphrase: 19, different: 49, unrelated: 8 });
    expect(flagged.get("near")).toBeGreaterThanOrEqual(32);
    // "Closed because of a, not because of b" and the reverse have the same words.
    expect(flagged.get("different")).toBeLessThanOrEqual(1);
    expect(flagged.get("unrelated")).toBe(0);
    // Free paraphrases stay below: their words are others, and the nearest text is told all the same.
    expect(flagged.get("paraphrase")).toBeLessThanOrEqual(1);
  }, 120_000);

  it("002.8 names the rival among many, with the lines on both sides", async () => {
    const text = [
      "---",
      "type: claim",
      'title: "Night buses keep shift workers from buying a second car"',
      "---",
      "",
      "# Night buses",
      "",
      "A night bus every twenty minutes keeps shift workers from buying a second car.",
      "",
      "The survey of 2019 asked 412 nurses in three towns.",
    ].join("\n");
    const others = pairs.map(([, a = "", b = ""], n) => ({ name: `other-${n}.md`, text: `${a}\n\n${b}` }));
    const rival = [
      "# Transport",
      "",
      "Trams were extended in the same year.",
      "",
      "A night bus every twenty minutes stops shift workers buying a second car.",
      "",
      "A survey in 2019 asked 412 nurses in three towns about it.",
    ].join("\n");
    const found = await find(
      text,
      [...others.slice(0, 40), { name: "transport/buses.md", text: rival }],
      0.85,
    );
    expect(found.nearest?.name).toBe("transport/buses.md");
    expect(found.rivals.map(({ name }) => name)).toEqual(["transport/buses.md"]);
    const lines = found.rivals[0]!.passages.map(({ ours, theirs }) => [ours.line, theirs.line]);
    expect(lines).toContainEqual([8, 5]);
    expect(lines).toContainEqual([10, 7]);
    expect(found.rivals[0]!.covered).toBeLessThan(found.rivals[0]!.score);
  }, 120_000);

  it("002.8 a text that is the same but for its form is wholly alike", async () => {
    const text = "Tenants who can see the heat meter use eleven percent less gas in winter.";
    const { rivals } = await find(text, [{ name: "a.md", text: `> **${text}**\n` }], 0.85);
    expect(rivals[0]?.score).toBeGreaterThan(0.999);
    expect((await find(text, [], 0.85)).nearest).toBeNull();
    expect((await find("", [{ name: "a.md", text }], 0.85)).rivals).toEqual([]);
  });
});

describe("passages", () => {
  it("002.8 are paragraphs with their lines, without headings and headers", () => {
    const long = Array.from(
      { length: 12 },
      (_, n) => `Sentence number ${n} has a few words of its own.`,
    ).join(" ");
    const passages = passagesOf(
      `# Title of it\n\nOne line of text here.\nIts second line.\n\n- an item of five words\n\n${long}`,
    );
    expect(passages[0]).toMatchObject({
      line: 3,
      end_line: 4,
      text: "One line of text here. Its second line.",
    });
    expect(passages[1]).toMatchObject({ line: 6, text: "an item of five words" });
    expect(passages.length).toBeGreaterThan(3);
    expect(passages.every(({ words }) => words <= 60)).toBe(true);
    expect(passagesOf("")).toEqual([]);
    expect(passagesOf("# Only this")).toMatchObject([{ text: "Only this", line: 1 }]);
    expect(passagesOf("x ".repeat(200_000)).length).toBeGreaterThan(0);
  });
});

describe("claims that differ in a word", () => {
  it.each([
    ["use eleven percent less gas", "use three percent less gas", "other numbers"],
    ["it raises yields", "it lowers yields", "opposites"],
    ["buses keep people from buying cars", "buses do not keep people from buying cars", "denies"],
    ["lend more books", "lend fewer books", "opposites"],
    ["all mammals hibernate", "some mammals hibernate", "opposites"],
  ])("002.8 %s / %s", (a, b, why) => {
    expect(differingClaim(readClaim(a), readClaim(b))).toContain(why);
    expect(differingClaim(readClaim(b), readClaim(a))).toContain(why);
    expect(differingClaim(readClaim(a), readClaim(a))).toBeUndefined();
  });

  it("002.8 things that were put in another's place lower the likeness by their share", () => {
    const [coffee, tea] = [
      readClaim("Coffee drinkers report better sleep"),
      readClaim("Tea drinkers report better sleep"),
    ];
    expect(swappedThings(coffee, tea)).toBe(0.2);
    expect(swappedThings(coffee, coffee)).toBe(0);
    expect(swappedThings(readClaim("meetings finish early"), readClaim("meetings end early"))).toBe(0);
  });

  it("002.8 a detail that only one has makes no other claim", () => {
    expect(
      differingClaim(readClaim("412 nurses were asked"), readClaim("nurses were asked")),
    ).toBeUndefined();
  });
});
