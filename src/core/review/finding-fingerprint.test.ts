import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findingFingerprints } from "./finding-fingerprint.ts";
import type { Finding } from "./review.ts";

const base: Finding = {
  id: "F1",
  severity: "high",
  category: "correctness",
  title: "Loop at line 12 skips the last item",
  file: "src/a.ts",
  line: 12,
  message: "The bound is wrong.",
};

const fingerprint = (finding: Finding): string => findingFingerprints([finding])[0]!;

describe("findingFingerprints of one", () => {
  it("is pinned, because stored fingerprints must keep matching", () => {
    expect(fingerprint(base)).toMatchInlineSnapshot(`"a495a7832f5bf8a9:1"`);
  });

  it.each<{ why: string; changes: Partial<Finding> }>([
    {
      why: "the code above moved it",
      changes: { line: 40, end_line: 44, title: "Loop at line 40 skips the last item" },
    },
    { why: "the reviewer numbers anew", changes: { id: "F9" } },
    { why: "the reviewer rates anew", changes: { severity: "low", confidence: "low" } },
    { why: "the message is worded anew", changes: { message: "Wrong bound.", suggestion: "Use <=." } },
    {
      why: "case, order and punctuation differ",
      changes: { title: "loop: skips the LAST item (at line 3)!" },
    },
  ])("stays the same when $why", ({ changes }) => {
    expect(fingerprint({ ...base, ...changes })).toBe(fingerprint(base));
  });

  it.each<{ why: string; changes: Partial<Finding> }>([
    { why: "another file", changes: { file: "src/b.ts" } },
    { why: "another category", changes: { category: "style" } },
    { why: "a named rule", changes: { rule_id: "loop-bounds" } },
    { why: "another problem", changes: { title: "Loop skips the first item" } },
  ])("differs for $why", ({ changes }) => {
    expect(fingerprint({ ...base, ...changes })).not.toBe(fingerprint(base));
  });

  it("tells titles without words apart by their characters", () => {
    expect(fingerprint({ ...base, title: "!!" })).not.toBe(fingerprint({ ...base, title: "42" }));
  });
});

describe("findingFingerprints", () => {
  it("numbers equal findings from the top of the file down, in whatever order they come", () => {
    const upper = { ...base, line: 3 };
    const lower = { ...base, line: 90 };
    const [first, second] = findingFingerprints([upper, lower]);
    expect(first).toBe(fingerprint(base));
    expect(second).toBe(fingerprint(base).replace(/1$/, "2"));
    expect(findingFingerprints([lower, upper])).toEqual([second, first]);
  });

  it("never repeats one within a review", () => {
    const some = fc.record({
      title: fc.constantFrom("a", "b", "B 1"),
      file: fc.constantFrom("x", "y"),
      line: fc.nat(5),
    });
    fc.assert(
      fc.property(fc.array(some), (changes) => {
        const prints = findingFingerprints(changes.map((change) => ({ ...base, ...change })));
        expect(new Set(prints).size).toBe(changes.length);
      }),
    );
  });
});
