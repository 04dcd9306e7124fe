import { renderPack } from "../src/core/rule-pack/render-pack-folder.ts";
import type { PackRule, RulePack } from "../src/core/rule-pack/rule-pack.ts";

export const PARSE_RULE: PackRule = {
  id: "no-parse-int",
  type: "guideline",
  text: "Parse numbers with Number(), never with parseInt().",
  reason: "parseInt() accepts text that only begins with a number.",
  paths: ["src/**/*.ts"],
  checks: [
    {
      check: { kind: "structure", language: "typescript", rule: { pattern: "parseInt($X)" } },
      examples: [{ before: "const a = parseInt(b);", after: "const a = Number(b);" }],
    },
  ],
  evidence: {
    corrections: 14,
    people: 5,
    first: "2026-03-01",
    last: "2026-10-30",
    trial: { verdict: "works", e_value: 41.5 },
    quotes: ["parseInt again, this took the 12 of 12px"],
  },
};

export const LOG_RULE: PackRule = {
  id: "use-logger",
  type: "guideline",
  text: "Log through the logger, not with console.log.",
  reason: "",
  paths: [],
  checks: [],
  evidence: {},
};

/** A pack of two rules, with these fields instead of its own. */
export const examplePack = (fields: Partial<RulePack> = {}): RulePack => ({
  format: 1,
  name: "@acme/rules",
  version: "1.0.0",
  license: "MIT",
  description: "Rules that Acme learnt on its services.",
  rules: [PARSE_RULE, LOG_RULE],
  ...fields,
});

export const packText = (fields: Partial<RulePack> = {}): string => renderPack(examplePack(fields));
