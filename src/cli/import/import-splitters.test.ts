import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IMPORT_START, type EntrySplitter, type ImportEntry, type ImportPosition } from "./import-entry.ts";
import { createLineSplitter } from "./import-session.ts";
import { createValueSplitter } from "./import-values.ts";

function split(splitter: EntrySplitter, bytes: Buffer, chunk = bytes.length): readonly ImportEntry[] {
  const entries: ImportEntry[] = [];
  for (let from = 0; from < bytes.length; from += chunk) {
    entries.push(...splitter.push(bytes.subarray(from, from + chunk)));
  }
  return [...entries, ...splitter.end()];
}

const shown = (entry: ImportEntry): string =>
  `${entry.line}: ${"text" in entry ? entry.text.trim() : entry.problem.reason}`;

describe("lines", () => {
  it.each([
    ["nothing", "", []],
    ["blank lines are no entries, and are counted", "\n\n{}\n", ["3: {}"]],
    ["a last line without an end", "{}\n[1]", ["1: {}", "2: [1]"]],
    ["Windows line ends", '{"a":1}\r\n\r\n{"b":2}\r\n', ['1: {"a":1}', '3: {"b":2}']],
    ["a byte order mark", "\ufeff{}\n{}", ["1: {}", "2: {}"]],
    ["line separators that JSON allows in texts", '"a\u2028b"\n', ['1: "a\u2028b"']],
    ["a line above the limit, and those behind it", `${"x".repeat(50)}\n{}\n`, ["1: too_large", "2: {}"]],
    ["a last line above the limit", `{}\n${"x".repeat(50)}`, ["1: {}", "2: too_large"]],
  ])("%s", (_why, text, entries) => {
    for (const chunk of [1, 7, 1_000]) {
      const found = split(createLineSplitter(IMPORT_START, 40), Buffer.from(text), chunk);
      expect(found.map(shown)).toEqual(entries);
    }
  });
});

describe("values", () => {
  it.each([
    ["nothing", "", []],
    ["an empty list", "[]", []],
    ["a list", '[{"a":[1]},\n {"b":"}"}]', ['1: {"a":[1]}', '2: {"b":"}"}']],
    ["lists one behind another, as gh prints pages", "[{}]\n[{},{}]", ["1: {}", "2: {}", "2: {}"]],
    ["without a line between them", "[{}][{}]", ["1: {}", "1: {}"]],
    ["a list of lists", "[[{}],[{}]]", ["1: {}", "1: {}"]],
    ["an object over several lines", '{\n"a":\n1}\n', ['1: {\n"a":\n1}']],
    ["quotes and brackets inside texts", '[{"a":"\\"}]{[\\\\"},{}]', ['1: {"a":"\\"}]{[\\\\"}', "1: {}"]],
    ["a byte order mark", "\ufeff[{}]", ["1: {}"]],
    [
      "words are entries, for someone to complain about",
      "[1, null,{}]x",
      ["1: 1", "1: null", "1: {}", "1: x"],
    ],
    ["cut off in an object", '[{},{"a":', ["1: {}", "1: cut_off"]],
    ["cut off in a text", '[{},\n{"a":"b', ["1: {}", "2: cut_off"]],
    ["cut off between objects", "[{},\n", ["1: {}", "2: cut_off"]],
    ["more closed than opened", "]]{}]", ["1: {}"]],
    [
      "an object above the limit, and those behind it",
      `[{"a":"${"x".repeat(50)}"},{}]`,
      ["1: too_large", "1: {}"],
    ],
  ])("%s", (_why, text, entries) => {
    for (const chunk of [1, 7, 1_000]) {
      const found = split(createValueSplitter(IMPORT_START, 40), Buffer.from(text), chunk);
      expect(found.map(shown)).toEqual(entries);
    }
  });

  it("takes a million open brackets", () => {
    expect(split(createValueSplitter(IMPORT_START), Buffer.from("[".repeat(1_000_000)))).toHaveLength(1);
    expect(split(createValueSplitter(IMPORT_START), Buffer.from('{"a":'.repeat(200_000)))).toHaveLength(1);
  });
});

const makers: readonly (readonly [string, string, (start: ImportPosition) => EntrySplitter])[] = [
  ["lines", "\n", (start) => createLineSplitter(start, 60)],
  ["values", ",\n", (start) => createValueSplitter(start, 60)],
];

describe.each(makers)("%s, whatever they hold", (name, separator, create) => {
  const input = fc
    .array(
      fc.oneof(fc.json(), fc.string(), fc.constant("\u00e9\u4f60\ud83d\ude00"), fc.constant('{"a":"\\"]"}')),
    )
    .map((parts) => Buffer.from(name === "values" ? `[${parts.join(separator)}]` : parts.join(separator)));

  it("come out the same however the bytes arrive", () => {
    fc.assert(
      fc.property(input, fc.integer({ min: 1, max: 9 }), (bytes, chunk) => {
        expect(split(create(IMPORT_START), bytes, chunk)).toEqual(split(create(IMPORT_START), bytes));
      }),
    );
  });

  it("go on behind any entry as if nothing had happened", () => {
    fc.assert(
      fc.property(input, (bytes) => {
        const whole = split(create(IMPORT_START), bytes);
        for (const [index, { end }] of whole.entries()) {
          expect(split(create(end), bytes.subarray(end.offset))).toEqual(
            // What is wrong with the end of the input is seen again from there, and nothing else.
            whole.slice(index + 1).length > 0 || end.offset < bytes.length
              ? whole.slice(index + 1)
              : split(create(end), Buffer.alloc(0)),
          );
        }
      }),
    );
  });
});
