import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineSplitter } from "./split-lines.ts";

const LOST = "(lost)";

function split(parts: readonly Buffer[], limit?: number): readonly string[] {
  const lines: string[] = [];
  const splitter = new LineSplitter(
    { line: (text) => lines.push(text), lose: () => lines.push(LOST) },
    limit,
  );
  // The source uses its buffer again.
  const shared = Buffer.alloc(100_000);
  for (const part of parts) {
    part.copy(shared);
    splitter.push(shared.subarray(0, part.length));
    shared.fill(0x2a);
  }
  splitter.end();
  return lines;
}

describe("the lines of a file", () => {
  it.each<[string, readonly string[]]>([
    ["", []],
    ["\n", [""]],
    ["a", ["a"]],
    ["a\nb", ["a", "b"]],
    ["a\r\nb\r\n", ["a", "b"]],
    ["a\n\nb\n", ["a", "", "b"]],
    ["a\rb\n", ["a\rb"]],
  ])("splits %j", (text, lines) => {
    expect(split([Buffer.from(text)])).toEqual(lines);
  });

  it("replaces invalid UTF-8", () => {
    expect(split([Buffer.from([0x61, 0xff, 0x62, 0x0a, 0xe2, 0x82])])).toEqual(["a\uFFFDb", "\uFFFD"]);
  });

  it("leaves out lines that are too long, wherever the parts are cut", () => {
    const text = Buffer.from(`${"a".repeat(10)}\n${"b".repeat(11)}\nc\n${"d".repeat(30)}`);
    for (let size = 1; size <= text.length; size += 1) {
      const parts = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
        text.subarray(at * size, (at + 1) * size),
      );
      expect(split(parts, 10)).toEqual(["a".repeat(10), LOST, "c", LOST]);
    }
  });

  it("gives the same lines for any parts", () => {
    const text = fc.array(fc.constantFrom("a", "é", "€", "😀", "\n", "\r\n", "\0"), { maxLength: 60 });
    fc.assert(
      fc.property(text, fc.array(fc.nat(200), { maxLength: 6 }), (pieces, cuts) => {
        const bytes = Buffer.from(pieces.join(""));
        const places = [
          0,
          ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b),
          bytes.length,
        ];
        const parts = places.slice(1).map((end, at) => bytes.subarray(places[at], end));
        expect(split(parts)).toEqual(split([bytes]));
        expect(split([bytes]).join("\n")).toBe(pieces.join("").replaceAll("\r\n", "\n").replace(/\n$/, ""));
      }),
    );
  });
});
