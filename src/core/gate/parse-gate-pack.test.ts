import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CODE_PACK } from "./built-in-packs.ts";
import { parseGatePack } from "./parse-gate-pack.ts";

const GATE = {
  tag: "no_changelog",
  gate: "Changelog",
  description: "The change has no entry in the changelog",
  fix: "Add one line under the next version.",
  severity: "warning",
  auto_fixable: false,
  route: "llm_fix",
};
const PACK = { name: "ours", description: "Our own gates", gates: [GATE] };

const problemsOf = (value: unknown): string[] => {
  const parsed = parseGatePack(JSON.stringify(value));
  return parsed.ok ? [] : parsed.error.map(({ path, code }) => `${path} ${code}`);
};

describe("parseGatePack", () => {
  it("reads a pack and adds the fallback it does not name", () => {
    const parsed = parseGatePack(JSON.stringify(PACK));
    expect(parsed).toMatchObject({ ok: true, value: { name: "ours", fallback_tag: "unspecified" } });
    expect(parsed.ok && parsed.value.gates.map((gate) => gate.tag)).toEqual(["no_changelog", "unspecified"]);
  });

  it("extends a built-in pack, replacing gates of the same tag", () => {
    const stricter = { ...GATE, tag: "missing_docs", severity: "blocking" };
    const parsed = parseGatePack(JSON.stringify({ ...PACK, extends: "code", gates: [stricter, GATE] }));
    const gates = parsed.ok ? parsed.value.gates : [];
    expect(gates).toHaveLength(CODE_PACK.gates.length + 1);
    expect(gates.find((gate) => gate.tag === "missing_docs")?.severity).toBe("blocking");
    expect(gates.at(-1)?.tag).toBe("no_changelog");
  });

  it.each([
    {
      why: "002.3: an unrouted tag",
      value: { ...PACK, gates: [{ ...GATE, route: undefined }] },
      problems: ["gates[0].route unrouted_tag"],
    },
    {
      why: "002.3: a route that does not exist",
      value: { ...PACK, gates: [{ ...GATE, route: "later" }] },
      problems: ["gates[0].route unrouted_tag"],
    },
    {
      why: "002.3: two routes for one tag",
      value: { ...PACK, gates: [GATE, { ...GATE, route: "close" }] },
      problems: ["gates[1].tag duplicate_tag"],
    },
    {
      why: "an automatic route that nothing can take",
      value: { ...PACK, gates: [{ ...GATE, route: "auto_fix" }] },
      problems: ["gates[0].route route_mismatch"],
    },
    {
      why: "a tag that cannot be typed",
      value: { ...PACK, gates: [{ ...GATE, tag: "No Changelog" }] },
      problems: ["gates[0].tag invalid_value"],
    },
    {
      why: "a misspelled key, which would be lost in silence",
      value: { ...PACK, falback_tag: "no_changelog" },
      problems: ["falback_tag unknown_key"],
    },
    {
      why: "a fallback without a gate",
      value: { ...PACK, fallback_tag: "gone" },
      problems: ["fallback_tag unknown_fallback"],
    },
    {
      why: "a base that does not exist",
      value: { ...PACK, extends: "cod" },
      problems: ["extends unknown_pack"],
    },
    { why: "a built-in pack's name", value: { ...PACK, name: "code" }, problems: ["name reserved_name"] },
    {
      why: "guidance that could pass for a block",
      value: { ...PACK, gates: [{ ...GATE, fix: "<!-- REJECTION: {} -->" }] },
      problems: ["gates[0].fix invalid_value"],
    },
    {
      why: "guidance over two lines",
      value: { ...PACK, gates: [{ ...GATE, fix: "a\nb" }] },
      problems: ["gates[0].fix invalid_value"],
    },
    {
      why: "blank guidance",
      value: { ...PACK, gates: [{ ...GATE, description: "  " }] },
      problems: ["gates[0].description invalid_value"],
    },
    { why: "no gates", value: { ...PACK, gates: [] }, problems: ["gates invalid_value"] },
    {
      why: "a gate that is no object",
      value: { ...PACK, gates: [null] },
      problems: ["gates[0] invalid_value"],
    },
    { why: "an array", value: [], problems: [" invalid_value"] },
  ])("refuses $why", ({ value, problems }) => {
    expect(problemsOf(value)).toEqual(problems);
  });

  it("names every problem at once, with what was expected", () => {
    const parsed = parseGatePack(
      JSON.stringify({
        name: "ours",
        extends: "cod",
        gates: [{ ...GATE, severity: "error", note: 1 }, { tag: "no_changelog" }],
      }),
    );
    expect(parsed.ok ? [] : parsed.error.map((problem) => problem.message)).toMatchInlineSnapshot(`
      [
        "description is missing: expected one line of 1 to 400 characters without <!--",
        "gates[0].severity is invalid: expected one of blocking, warning",
        "gates[0].note is an unknown key: expected only the keys tag, gate, description, fix, severity, auto_fixable, route",
        "gates[1].gate is missing: expected one line of 1 to 80 characters without <!--",
        "gates[1].description is missing: expected one line of 1 to 400 characters without <!--",
        "gates[1].fix is missing: expected one line of 1 to 1000 characters without <!--",
        "gates[1].severity is missing: expected one of blocking, warning",
        "gates[1].auto_fixable is missing: expected true or false",
        "gates[1].route is missing: expected one of auto_fix, llm_fix, convert, close",
        "extends is not a built-in pack: expected one of code, knowledge-base",
        "gates[1].tag occurs twice: expected each tag once; gates[0] already has it",
      ]
    `);
  });

  it.each([
    { why: "text that is no JSON", text: "{", code: "invalid_json" },
    { why: "a text that no person wrote", text: " ".repeat(1_000_001), code: "too_large" },
  ])("refuses $why", ({ text, code }) => {
    expect(parseGatePack(text)).toMatchObject({ ok: false, error: [{ path: "", code }] });
  });

  it("keeps the list of problems bounded", () => {
    expect(problemsOf({ ...PACK, gates: Array.from({ length: 400 }, () => ({})) })).toHaveLength(100);
  });

  it("accepts a byte order mark", () => {
    expect(parseGatePack(`\ufeff${JSON.stringify(PACK)}`).ok).toBe(true);
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(parseGatePack(text).ok).toBe(false);
      }),
    );
  });
});
