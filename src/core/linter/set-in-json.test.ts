import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { setInJson } from "./set-in-json.ts";

describe("a value set in the text of a JSON object", () => {
  it("changes nothing else, however the text is written", () => {
    const text = '{\n    "plugins": ["a", "b"],\n    "rules": { "semi": 2 },\n    "last": "}, \\" {"\n}\n';
    expect(setInJson(text, ["rules", "no-var"], "error")).toBe(
      text.replace('"semi": 2 }', '"semi": 2,\n        "no-var": "error" }'),
    );
    expect(setInJson(text, ["rules", "semi"], ["error"])).toContain(
      '"semi": [\n            "error"\n        ] }',
    );
    expect(setInJson(text, ["last"], 0)).toBe(text.replace('"}, \\" {"', "0"));
    expect(setInJson("{}", ["a", "b"], 1)).toBe('{\n  "a": {\n    "b": 1\n  }\n}');
  });

  it("is read back from any object, with all else as it was", () => {
    const key = fc.string({ maxLength: 8 });
    fc.assert(
      fc.property(
        fc.dictionary(key, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 }),
        fc.array(key, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(undefined, 2, "\t"),
        (object, path, space) => {
          const after = JSON.parse(setInJson(JSON.stringify(object, null, space), path, 42)!);
          const expected: Record<string, unknown> = JSON.parse(JSON.stringify(object));
          let at = expected;
          for (const name of path.slice(0, -1)) {
            const inner = Object.hasOwn(at, name) ? at[name] : undefined;
            const isObject = typeof inner === "object" && inner !== null && !Array.isArray(inner);
            const next = isObject ? (inner as Record<string, unknown>) : {};
            Object.defineProperty(at, name, {
              value: next,
              enumerable: true,
              configurable: true,
              writable: true,
            });
            at = next;
          }
          Object.defineProperty(at, path.at(-1), {
            value: 42,
            enumerable: true,
            configurable: true,
            writable: true,
          });
          expect(after).toEqual(expected);
        },
      ),
    );
  });

  it("refuses what is no object, and what is nested too deeply", () => {
    for (const text of ["", "[]", "7", "{,}", "{ // x\n}"]) expect(setInJson(text, ["a"], 1)).toBeUndefined();
    expect(setInJson(`{"a": ${"[".repeat(60)}${"]".repeat(60)}}`, ["b"], 1)).toBeUndefined();
  });
});
