import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareVersions, compareWords } from "./compare-versions.ts";
import { EXAMPLE_TEXT } from "../../../test/examples/example-rule.ts";

describe("compareVersions", () => {
  it("shows what changed word by word, and only what changed", () => {
    const before = { ...EXAMPLE_TEXT, version: 1 };
    const after = {
      ...EXAMPLE_TEXT,
      version: 2,
      text: "Close every file handle and socket in a finally block.",
      scope: { agents: ["rio"], paths: ["src/**"] },
    };
    expect(compareVersions(before, after)).toEqual({
      from: 1,
      text: [
        { kind: "same", text: "Close every file handle" },
        { kind: "added", text: "and socket" },
        { kind: "same", text: "in a finally block." },
      ],
      paths: { before: [], after: ["src/**"] },
    });
    expect(compareVersions(before, { ...before, version: 3 })).toEqual({ from: 1 });
  });

  it("keeps every word of both texts in order", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 20 })
      .map((words) => words.join(" "));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const changes = compareWords(before, after);
        const without = (kind: string): string =>
          changes
            .filter((change) => change.kind !== kind)
            .map((change) => change.text)
            .join(" ");
        expect([without("added"), without("removed")]).toEqual([before, after]);
      }),
    );
  });

  it("costs little for a text that is far too long", () => {
    const long = Array.from({ length: 50_000 }, (_one, at) => `w${at}`).join(" ");
    expect(compareWords(long, `${long} more`).length).toBeLessThan(5);
  });
});
