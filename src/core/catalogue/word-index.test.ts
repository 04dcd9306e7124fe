import { describe, expect, it } from "vitest";
import { parseEntryLines } from "./parse-entries.ts";
import { createWordIndex } from "./word-index.ts";

const entries = parseEntryLines(
  [
    { id: "open-handle", rule: "Close every file handle.", comments: ["who closes this?"] },
    { id: "raw-colour", rule: "Take colours from the palette.", comments: ["why hex?"] },
  ]
    .map((entry) => JSON.stringify(entry))
    .join("\n"),
).entries.map(({ entry }) => entry);

describe("createWordIndex", () => {
  const index = createWordIndex(entries);

  it.each([
    { why: "other endings", text: "closing handles", first: 0 },
    { why: "a word of the id", text: "RAW!", first: 1 },
  ])("finds by $why", ({ text, first }) => {
    const shares = index(text);
    expect(shares[first]).toBeGreaterThan(shares[1 - first]!);
    expect(Math.max(...shares)).toBeLessThanOrEqual(1.0001);
  });

  it.each(["", "?!", "constructor __proto__", "x".repeat(1e6)])("has nothing for %#", (text) => {
    expect([...index(text)]).toEqual([0, 0]);
  });
});
