import { z } from "zod";
import { type Check, parseCheck } from "../check/check.ts";
import { canonicalJson, fieldOf, isJsonObject, issuePath, parseJson } from "../json/json.ts";
import { fail, ok, type Result } from "../result.ts";
import { checkRuleText, type RuleTextWarningCode } from "../rule-text/check-rule-text.ts";
import {
  packEvidenceSchema,
  packNameSchema,
  packRuleIdSchema,
  packVersionSchema,
} from "../rule/pack-origin.ts";
import { MAX_GLOB, MAX_GLOBS } from "../rule/rule.ts";
import { ruleTextSchema } from "../rule/rule-schema.ts";
import {
  MAX_EXAMPLE_TEXT,
  MAX_PACK_BYTES,
  MAX_PACK_CHECKS,
  MAX_PACK_DESCRIPTION,
  MAX_PACK_EXAMPLES,
  MAX_PACK_RULES,
  PACK_FORMAT,
  type PackRule,
  type RulePack,
} from "./rule-pack.ts";

/** What is wrong with a pack, and where. */
export interface PackProblem {
  readonly code: "pack_invalid" | "pack_too_new" | "pack_dangerous";
  /** Empty for the whole file. */
  readonly field: string;
  readonly message: string;
}

const example = z.strictObject({
  before: z.string().max(MAX_EXAMPLE_TEXT),
  after: z.string().max(MAX_EXAMPLE_TEXT),
});

const glob = z
  .string()
  .min(1)
  .max(MAX_GLOB)
  .refine(
    (path) => !path.startsWith("/") && !path.includes("\\") && !path.split("/").includes(".."),
    "expected a glob inside the repository, without .. and with slashes",
  );

const packCheck = z.strictObject({
  check: z
    .unknown()
    .refine(isKnownCheck, "expected a check that this version of Emend runs, without other fields")
    .transform((value) => value as Check),
  examples: z.array(example).max(MAX_PACK_EXAMPLES).default([]),
});

const packRule = z.strictObject({
  id: packRuleIdSchema,
  type: ruleTextSchema.shape.type,
  text: ruleTextSchema.shape.text,
  reason: ruleTextSchema.shape.reason.default(""),
  paths: z.array(glob).max(MAX_GLOBS).default([]),
  checks: z.array(packCheck).max(MAX_PACK_CHECKS).default([]),
  evidence: packEvidenceSchema.default({}),
});

const packHead = z.strictObject({
  format: z.literal(PACK_FORMAT),
  name: packNameSchema,
  version: packVersionSchema,
  description: z.string().max(MAX_PACK_DESCRIPTION).default(""),
  license: z
    .string()
    .regex(/^[A-Za-z0-9(][A-Za-z0-9.+() -]{0,99}$/, "expected an SPDX licence such as MIT or Apache-2.0"),
});

const rulePack = packHead.extend({
  rules: z
    .array(packRule)
    .min(1)
    .max(MAX_PACK_RULES)
    .refine((rules) => new Set(rules.map(({ id }) => id)).size === rules.length, "two rules have one id"),
}) satisfies z.ZodType<RulePack>;

/** What is wrong with the head of a pack, first thing first. */
export function checkPackHead(head: Omit<RulePack, "rules">): Omit<PackProblem, "code"> | undefined {
  const issue = packHead.safeParse(head).error?.issues[0];
  if (issue !== undefined) return { field: issuePath(issue.path), message: issue.message };
  return dangersIn("description", head.description, UNSEEN_OR_ORDER)[0];
}

const MAX_PROBLEMS = 10;

/**
 * Reads a pack that a stranger wrote. It is taken whole or not at all: a pack with one dangerous text was either meant
 * to be one, or nobody looked.
 */
export function parseRulePack(text: string): Result<RulePack, readonly PackProblem[]> {
  if (text.length > MAX_PACK_BYTES) return invalid(`larger than ${MAX_PACK_BYTES / 1_024} KiB`);
  const value = parseJson(text.replace(/^\uFEFF/, ""));
  if (!isJsonObject(value)) return invalid("expected a JSON object");
  const format = fieldOf(value, "format");
  if (typeof format === "number" && format > PACK_FORMAT) {
    const message = `this pack has format ${format}, and this version of Emend reads ${PACK_FORMAT}; upgrade Emend`;
    return fail([{ code: "pack_too_new", field: "format", message }]);
  }
  const { success, data, error } = rulePack.safeParse(value);
  if (!success) {
    return fail(
      error.issues.slice(0, MAX_PROBLEMS).map(({ path, message }) => ({
        code: "pack_invalid" as const,
        field: issuePath(path),
        message,
      })),
    );
  }
  const dangers = [
    ...dangersIn("description", data.description, UNSEEN_OR_ORDER),
    ...data.rules.flatMap((rule, at) => dangersOf(rule, `rules[${at}]`)),
  ];
  return dangers.length === 0 ? ok(data) : fail(dangers.slice(0, MAX_PROBLEMS));
}

const invalid = (message: string): Result<never, readonly PackProblem[]> =>
  fail([{ code: "pack_invalid", field: "", message }]);

/** Deeper ones are refused by `parseCheck` before. */
const DEEPEST = 100;

/** Whether Emend knows the check and every field of it. */
function isKnownCheck(value: unknown): boolean {
  const check = parseCheck(value);
  return check !== undefined && canonicalJson(check, DEEPEST) === canonicalJson(value, DEEPEST);
}

/** In texts that agents do not follow, such as code, an address or markup is ordinary. */
const UNSEEN_OR_ORDER: ReadonlySet<RuleTextWarningCode> = new Set([
  "hidden_character",
  "bidi_control",
  "tag_character",
  "role_marker",
  "overrides_instructions",
  "reveals_prompt",
  "exfiltrates",
]);

function dangersOf({ text, reason, evidence, checks }: PackRule, at: string): readonly PackProblem[] {
  return [
    ...dangersIn(`${at}.text`, text),
    ...dangersIn(`${at}.reason`, reason, UNSEEN_OR_ORDER),
    ...(evidence.quotes ?? []).flatMap((quote, n) =>
      dangersIn(`${at}.evidence.quotes[${n}]`, quote, UNSEEN_OR_ORDER),
    ),
    // Agents are shown examples and fixes.
    ...checks.flatMap(({ check, examples }, n) => [
      ...("fix" in check ? dangersIn(`${at}.checks[${n}].check.fix`, check.fix ?? "", UNSEEN_OR_ORDER) : []),
      ...examples.flatMap(({ before, after }, number) =>
        [before, after].flatMap((code) =>
          dangersIn(`${at}.checks[${n}].examples[${number}]`, code, UNSEEN_OR_ORDER),
        ),
      ),
    ]),
  ];
}

/** Dangers in a text: all of them, or those with these codes. */
const dangersIn = (
  field: string,
  text: string,
  codes?: ReadonlySet<RuleTextWarningCode>,
): readonly PackProblem[] =>
  text === ""
    ? []
    : checkRuleText(text)
        .filter(({ level, code }) => level === "danger" && (codes === undefined || codes.has(code)))
        .map(({ message }) => ({
          code: "pack_dangerous",
          field,
          message: `could turn an agent against its users: ${message}`,
        }));
