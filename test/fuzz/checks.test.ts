import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { draftCheck } from "../../src/app/check/draft-check.ts";
import { checkFiles } from "../../src/app/check/check-files.ts";
import { runChecks } from "../../src/app/check/run-checks.ts";
import type { ActiveCheck } from "../../src/core/check/active-check.ts";
import { parseCheck, type Check } from "../../src/core/check/check.ts";
import { createWasmSyntax } from "../../src/drivers/syntax/wasm-syntax.ts";

const syntax = createWasmSyntax();
const run = runChecks({ syntax });
const draft = draftCheck({ syntax, known: () => [] });
const LANGUAGES = ["javascript", "tsx", "typescript", "python", "rust", "go", "cobol", "", "__proto__"];
const language = fc.constantFrom(...LANGUAGES);

/** Code that is mostly broken, made of what grammars look for. */
const code = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ..."( ) [ ] { } < > ; : , . = == => \" ' ` ${ # // /* */ \n \t \\ @ $ \u0000 \uD800 🙂".split(" "),
        ..."if else for def fn func class return import await async let const var x foo.bar 1 0x 'a' emend-ignore".split(
          " ",
        ),
      ),
      fc.string({ unit: "binary", maxLength: 6 }),
    ),
    { maxLength: 80 },
  )
  .map((parts) => parts.join(" "));

const regex = fc.oneof(
  fc.constantFrom("^a$", "^(?:x|foo)$", "==", "a.*b", "(a+)+$", "(?=x)", "[", "^.*$", "\\p{L}", "x{1,99999}"),
  fc.string({ maxLength: 12 }),
);
const pattern = fc.oneof(
  fc.constantFrom("$A", "$$$", "$A == $A", "f($$$A)", "if ($A) { $$$ }", "", "}{", "$A $B $C"),
  fc.string({ maxLength: 20 }),
);
const kind = fc.constantFrom(
  "identifier",
  "call_expression",
  "call",
  "program",
  "module",
  "nothing",
  "ERROR",
);

const nthChild = fc.oneof(
  fc.integer({ min: -1, max: 9 }),
  fc.record({ position: fc.integer(), reverse: fc.boolean() }),
);
const simple = fc.record(
  { kind, regex, pattern: fc.oneof(pattern, fc.record({ context: pattern, selector: kind })), nthChild },
  { requiredKeys: [] },
);

/** Rules as people may write them, and a few things that are none. */
function ruleOfDepth(depth: number): fc.Arbitrary<object> {
  if (depth === 0) return simple;
  const inner = ruleOfDepth(depth - 1);
  const stopBy = fc.constantFrom("end", "neighbor", "nowhere", { kind: "block" });
  const relation = fc.tuple(inner, stopBy).map(([one, stop]) => ({ ...one, stopBy: stop }));
  const list = fc.array(inner, { maxLength: 3 });
  const part = fc.oneof(
    fc.record({ has: relation }),
    fc.record({ inside: relation }),
    fc.record({ precedes: relation, follows: relation }, { requiredKeys: ["precedes"] }),
    fc.record({ all: list, any: list }, { requiredKeys: ["all"] }),
    fc.record({ not: inner }),
    fc.record({ unknown: fc.anything({ maxDepth: 1 }) }),
  );
  return fc.tuple(simple, part).map(([one, other]) => ({ ...one, ...other }));
}
const rule = fc.oneof(ruleOfDepth(1), ruleOfDepth(2), ruleOfDepth(3));
const written = fc.oneof(
  fc.record({
    kind: fc.constant("structure"),
    language,
    rule,
    fix: fc.option(fc.string(), { nil: undefined }),
  }),
  fc.record({ kind: fc.constant("text"), tokens: fc.array(fc.string(), { maxLength: 5 }) }),
  fc.anything({ maxDepth: 4 }),
);

const isWithin = (text: string, places: Awaited<ReturnType<typeof run>>): boolean =>
  places.every(({ start, end, line }) => start >= 0 && end >= start && end <= text.length && line >= 1);

const active = (check: Check): ActiveCheck => ({
  check_id: "ck-1",
  rule_id: "r-1",
  version: 1,
  state: "nudging",
  rule: "A rule.",
  scope: { agents: [], paths: [] },
  example: null,
  may_fix: false,
  check,
});

describe("whatever the code and the check", () => {
  it("a check from outside is refused or answers, with places in the code", async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(written, language, code, async (value, other, text) => {
        const check = parseCheck(value);
        if (check === undefined) return;
        accepted++;
        const own = check.kind === "structure" ? check.language : other;
        expect(isWithin(text, await run(check, own, text))).toBe(true);
        const { hits } = await checkFiles({ syntax: async () => syntax })(
          [active(check)],
          [{ path: "a.js", text }],
        );
        expect(isWithin(text, hits)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });

  it("drafting from broken corrections makes nothing, or a check that can be stored and run", async () => {
    await fc.assert(
      fc.asyncProperty(
        language,
        fc.array(fc.record({ before: code, after: code }), { maxLength: 4 }),
        fc.option(code, { nil: undefined }),
        async (own, corrections, description) => {
          const check = await draft({
            language: own,
            corrections,
            ...(description === undefined ? {} : { description }),
          });
          if (check === null) return;
          expect(parseCheck(JSON.parse(JSON.stringify(check)))).toEqual(check);
          for (const { after } of corrections)
            expect(isWithin(after, await run(check, own, after))).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("hostile code and rules", () => {
  const LONG = [
    "x".repeat(5_000_000),
    "a == b; ".repeat(100_000),
    "[".repeat(200_000),
    "((".repeat(100_000),
    `f(${"g(".repeat(20_000)}1${")".repeat(20_000)})`,
    `"${"\\".repeat(900_000)}`,
    "`${".repeat(100_000),
    "\n".repeat(900_000),
  ];
  const CHECKS: readonly unknown[] = [
    { pattern: "$A == $B" },
    { kind: "identifier", inside: { stopBy: "end", has: { stopBy: "end", regex: "^never$" } } },
    {
      kind: "call_expression",
      has: { stopBy: "end", pattern: "$A", inside: { stopBy: "end", has: { stopBy: "end", pattern: "$B" } } },
      not: { has: { stopBy: "end", regex: "" } },
    },
    { regex: "a.*b" },
    { pattern: "f($$$A, $B, $$$C, $B)" },
    { any: Array.from({ length: 90 }, (_, n) => ({ regex: `^word${n}.*end$` })) },
  ].map((one) => ({ kind: "structure", language: "javascript", rule: one }));

  it.each(LONG.map((text) => [`${text.slice(0, 12).trim()}…`, text.length, text] as const))(
    "%s of %d characters is answered in bounded time and memory",
    async (_, __, text) => {
      const started = performance.now();
      const before = process.memoryUsage().rss;
      const checks = CHECKS.map((value) => active(parseCheck(value)!));
      const answer = await checkFiles({ syntax: async () => syntax })(
        checks.map((one, n) => ({ ...one, check_id: `ck-${n}` })),
        [{ path: "a.js", text }],
      );
      expect(answer.files).toBe(1);
      expect(isWithin(text, answer.hits)).toBe(true);
      expect(performance.now() - started).toBeLessThan(60_000);
      expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 31);
    },
  );

  it("refuses what could take exponentially long, is too large or too deep", () => {
    const nested = (depth: number): object => (depth === 0 ? { kind: "call" } : { not: nested(depth - 1) });
    const refused: readonly object[] = [
      { regex: "(a+)+$" },
      { regex: "(?:a|a)*b" },
      { regex: "a".repeat(3_000) },
      nested(5_000),
      { any: Array.from({ length: 101 }, () => ({ kind: "call" })) },
      { kind: "x y" },
      { matches: "other" },
    ];
    for (const one of refused)
      expect(parseCheck({ kind: "structure", language: "python", rule: one })).toBeUndefined();
  });
});
