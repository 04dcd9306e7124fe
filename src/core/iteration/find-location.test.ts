import { describe, expect, it } from "vitest";
import type { LocationType } from "../actionable/actionable-feedback.ts";
import {
  compareLocations,
  findLocation,
  containsLines,
  fingerprintLines,
  distinctiveRange,
} from "./find-location.ts";

describe("comparePlaces", () => {
  it.each<[LocationType, string, LocationType, string, string]>([
    ["function", "load()", "function", "load", "same"],
    ["function", "async function load(id)", "function", "`load`", "same"],
    ["function", "Repo.load", "function", "load()", "same"],
    ["function", "Repo.load", "function", "Cache.load", "other"],
    ["function", "load", "function", "loadAll", "other"],
    ["section", "## 3.2 Retry policy", "section", "Retry policy:", "same"],
    ["section", "Section 3", "section", "Section 4", "other"],
    ["element", "it('adds')", "element", "it('removes')", "other"],
    ["path", "./src\\a.ts", "path", "src/a.ts", "same"],
    ["path", "a.ts", "path", "src/a.ts", "same"],
    ["path", "src/b.ts", "path", "src/a.ts", "other"],
    ["line", "3", "line", "90", "unknown"],
    ["line", "3", "function", "load", "unknown"],
  ])("%s %s and %s %s: %s", (oneType, one, otherType, other, relation) => {
    expect(compareLocations({ type: oneType, reference: one }, { type: otherType, reference: other })).toBe(
      relation,
    );
  });
});

const TEXT = `import { a } from "b";

export class Repo {
  async load(id) {
    const row = await query(id);
    return row;
  }
}

## Usage

Call it.

### More

Twice.

## End
def late(x):
    return x`.split("\n");

describe("findPlace", () => {
  it.each<[LocationType, string, [number, number] | undefined]>([
    ["line", "5", [5, 5]],
    ["line", "99", undefined],
    ["range", "4-6", [4, 6]],
    ["range", "lines 4 to 99", [4, TEXT.length]],
    ["function", "Repo.load()", [4, 7]],
    ["function", "late", [19, 20]],
    ["function", "nowhere", undefined],
    ["section", "1. Usage", [10, 17]],
    ["section", "More", [14, 17]],
    ["section", "Absent", undefined],
    ["element", "row", [5, 5]],
    ["path", "src/repo.ts", [1, TEXT.length]],
  ])("%s %s", (type, reference, lines) => {
    const found = findLocation({ type, reference }, TEXT);
    expect(found === undefined ? undefined : [found.from, found.to]).toEqual(lines);
  });
});

describe("prints of lines", () => {
  const prints = (lines: readonly string[]): string => fingerprintLines(lines)!;

  it("tell whether lines stand unbroken in another text, wherever and however indented", () => {
    const before = ["first line", "second line", "third line"];
    const after = ["new line", "  second line", "third line", "changed"];
    expect(containsLines(prints(before), { from: 2, to: 3 }, prints(after))).toBe(true);
    expect(containsLines(prints(before), { from: 1, to: 2 }, prints(after))).toBe(false);
    expect(containsLines(prints(before), { from: 9, to: 9 }, prints(after))).toBe(false);
  });

  it("take neighbours along where a line tells nothing by itself", () => {
    expect(distinctiveRange({ from: 2, to: 2 }, ["if (a) {", "}", "const b = 1;"])).toEqual({
      from: 1,
      to: 3,
    });
    expect(distinctiveRange({ from: 1, to: 1 }, ["}"])).toEqual({ from: 1, to: 1 });
  });

  it("are not made of a text that is too long", () => {
    expect(fingerprintLines(Array.from({ length: 50_001 }, () => ""))).toBeUndefined();
  });
});
