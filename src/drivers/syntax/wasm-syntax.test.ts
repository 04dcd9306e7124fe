import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { draftCheck } from "../../app/check/draft-check.ts";
import { runChecks } from "../../app/check/run-checks.ts";
import { parsePatterns } from "../../app/check/prepare-checks.ts";
import { compileRule, matchNodes, type StructureRule } from "../../core/check/match-rule.ts";
import { createWasmSyntax } from "./wasm-syntax.ts";

const syntax = createWasmSyntax();
const draft = draftCheck({ syntax, known: () => [] });

const LOGGER = [
  { before: "logger.warning('disk full', disk)", after: "logger.warn('disk full', disk)" },
  {
    before: "if (late) { logger.warning(message, late); }",
    after: "if (late) { logger.warn(message, late); }",
  },
  { before: "logger.warning('retry', attempt);", after: "logger.warn('retry', attempt);" },
];

describe("checks from corrections", () => {
  it("finds the mistake in code that no correction showed, and not what replaced it", async () => {
    const check = await draft({
      language: "javascript",
      corrections: LOGGER,
      description: "Call logger.warn rather than logger.warning.",
    });
    expect(check).toMatchObject({ kind: "structure", language: "javascript" });
    const run = runChecks({ syntax });
    expect(await run(check!, "javascript", "start();\n  logger.warning('slow', time);\n")).toEqual([
      { line: 2, start: 11, end: 25 },
    ]);
    expect(await run(check!, "javascript", "logger.warn('slow', time); warning(logger);")).toEqual([]);
    expect(await run(check!, "python", "logger.warning('slow', time)")).toEqual([]);
  });

  it("offers nothing for corrections that have nothing in common", async () => {
    const corrections = [
      { before: "let total = 1;", after: "const total = 1;" },
      { before: "fetch(url);", after: "await fetch(url);" },
      { before: "if (a == b) run();", after: "if (a === b) run();" },
    ];
    expect(await draft({ language: "javascript", corrections })).toBeNull();
    expect(await draft({ language: "javascript", corrections: [] })).toBeNull();
    expect(
      await draft({
        language: "go",
        corrections: [
          { before: "", after: "" },
          { before: "", after: "" },
        ],
      }),
    ).toBeNull();
  });

  it("looks for words if there is no grammar for the language", async () => {
    const corrections = [
      { before: "We promise delivery by Monday.", after: "We aim for Monday." },
      { before: "They promise delivery on time.", after: "They plan to be on time." },
    ];
    expect(await draft({ language: "cobol", corrections })).toEqual({
      kind: "text",
      phrases: [
        [
          { as: "form", any: ["promis"] },
          { as: "form", any: ["delivery"] },
        ],
      ],
      unless: ["negated", "name"],
    });
  });

  it("answers broken, deep and huge code in bounded time", async () => {
    const run = runChecks({ syntax });
    const check = await draft({ language: "javascript", corrections: LOGGER });
    for (const code of ["}}} ((( 'x", "[".repeat(50_000), "x".repeat(5_000_000), "\u0000\uD800"])
      expect(await run(check!, "javascript", code)).toEqual([]);
    expect(await run(check!, "javascript", `((( logger.warning('a', b)`)).toHaveLength(1);
  }, 30_000);
});

describe("rules are ast-grep's", () => {
  const RULES: readonly StructureRule[] = [
    { kind: "call_expression", has: { field: "function", kind: "identifier", regex: "^send$" } },
    { kind: "arguments", not: { has: { nthChild: 2 } } },
    { kind: "arguments", has: { nthChild: { position: 1, reverse: true }, kind: "number" } },
    { kind: "identifier", inside: { stopBy: "end", kind: "for_statement" } },
    {
      kind: "binary_expression",
      has: { field: "left", pattern: "$A" },
      all: [
        { has: { field: "right", pattern: "$A" } },
        { has: { field: "operator", regex: "^(?:==|===)$" } },
      ],
    },
    { any: [{ kind: "string" }, { kind: "number" }], not: { inside: { kind: "arguments" } } },
    {
      kind: "function_declaration",
      has: { regex: "^async$" },
      not: { has: { stopBy: "end", regex: "^await$" } },
    },
    { kind: "expression_statement", follows: { kind: "variable_declaration" } },
    { kind: "number", inside: { kind: "function_declaration", stopBy: { kind: "call_expression" } } },
    {
      kind: "call_expression",
      has: { kind: "identifier", regex: "^limit$", stopBy: { kind: "statement_block" } },
    },
    { kind: "call_expression", not: { has: { kind: "string", stopBy: { kind: "arguments" } } } },
    { kind: "expression_statement", precedes: { regex: "^for", stopBy: { kind: "variable_declaration" } } },
    { kind: "function_declaration", inside: { kind: "program", stopBy: { kind: "program" } } },
    { pattern: "$A === $A" },
    { pattern: "send($A)" },
    { pattern: "send($$$ARGS)" },
    { pattern: "other($$$, y == z)" },
    { pattern: 'send("a", $B)' },
    { pattern: "async function $F() { return $A; }" },
    { pattern: "for (let $I = 0; $C; $U) { $$$ }" },
    { pattern: { context: "function $F() { return $A }", selector: "return_statement" } },
  ];
  const CODE = `
    var limit = 3;
    send(1); send("a", 2); other(x === x, y == z);
    async function one() { return 1; }
    async function two() { return await send(limit); }
    for (let i = 0; i < 9; i++) { if (i === i) total += i; }
  `;

  it("hits the same places as ast-grep itself", async () => {
    const grep = await import("@ast-grep/wasm");
    const grammar = createRequire(import.meta.url).resolve(
      "tree-sitter-javascript/tree-sitter-javascript.wasm",
    );
    await grep.initializeTreeSitter();
    await grep.registerDynamicLanguage({ javascript: { libraryPath: grammar } });
    const root = grep.parse("javascript", CODE).root();
    const tree = await syntax.parse("javascript", CODE);
    for (const rule of RULES) {
      const theirs = root.findAll({ rule }).map((node) => node.text());
      const trees = await parsePatterns(syntax, "javascript", rule);
      const ours = matchNodes(compileRule(rule, trees), tree!).map(({ text }) => text);
      expect([rule, ours.length > 0, ours]).toEqual([rule, true, theirs]);
    }
  });
});
