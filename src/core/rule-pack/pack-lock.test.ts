import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PackLock, parsePackLock, renderPackLock } from "./pack-lock.ts";

const LOCKED = {
  version: "1.0.0",
  license: "MIT",
  source: "npm:@acme/rules@^1",
  resolved: "npm:@acme/rules@1.0.0",
  integrity: `sha512-${"a".repeat(86)}==`,
  agents: [],
  rules: { "no-any": `ru_${"0".repeat(32)}` },
};
const text = (packs: unknown): string => JSON.stringify({ format: 1, packs });

describe("the lock file", () => {
  it("is read as it was written, and sorted", () => {
    const packs: PackLock = {
      zeta: LOCKED,
      "@acme/rules": { ...LOCKED, rules: { b: LOCKED.rules["no-any"], a: LOCKED.rules["no-any"] } },
    };
    const rendered = renderPackLock(packs);
    expect(parsePackLock(rendered)).toEqual({ ok: true, value: packs });
    expect(rendered.indexOf("@acme/rules")).toBeLessThan(rendered.indexOf("zeta"));
    expect(rendered.indexOf('"a"')).toBeLessThan(rendered.indexOf('"b"'));
  });

  it.each([
    ["no JSON", "<<<<<<< HEAD", ""],
    ["another format", '{"format": 2, "packs": {}}', "format"],
    ["a name that is none", text({ "../x": LOCKED }), "packs"],
    ["a rule id that is none", text({ a: { ...LOCKED, rules: { b: "ru_1" } } }), "packs.a.rules.b"],
    ["a short hash", text({ a: { ...LOCKED, integrity: "sha512-x" } }), "packs.a.integrity"],
    ["an approval", text({ a: { ...LOCKED, approved: true } }), "packs.a"],
    ["too much", `${text({})}${" ".repeat(2_000_000)}`, "larger"],
  ])("is refused with %s, and says what to do", (_what, content, where) => {
    const read = parsePackLock(content);
    expect(read.ok).toBe(false);
    const { message } = (read as { error: { message: string } }).error;
    expect(message).toContain("restore the file from git");
    expect(message).toContain(where);
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(parsePackLock(json)).toHaveProperty("ok");
      }),
    );
  });
});
