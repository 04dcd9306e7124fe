import { z } from "zod";
import { TRUSTS } from "../feedback/feedback.ts";
import { MAX_APPROVALS, MAX_NAME, RULE_ID } from "../rule/rule.ts";
import { MAX_REASON } from "../text/limits.ts";
import { utcTimeSchema } from "../time/time.ts";
import { parseCheck, type Check } from "./check.ts";
import {
  CHECK_ID,
  CHECK_SCHEMA,
  CHECK_STATES,
  checkId,
  checkVersion,
  MAX_CHECK_EXAMPLES,
  MAX_CHECK_VERSIONS,
  type RuleCheck,
} from "./rule-check.ts";

/** A correction keeps less than this of either side. */
const MAX_EXAMPLE_SIDE = 8_000;

const name = z.string().trim().min(1).max(MAX_NAME);
const count = z.int().min(0);
const versionNumber = z.int().min(1).max(MAX_CHECK_VERSIONS);
const login = z.string().min(1).max(MAX_NAME).exactOptional();
const tried = z.strictObject({
  tried: count,
  hit: count.describe("How many of them the check found."),
});

const structureOrWords = z
  .unknown()
  .refine((value) => parseCheck(value) !== undefined, "expected a check that this version of Emend runs")
  .describe(
    'As `emend checks draft --jsonl` writes it: `{"kind": "structure", "language", "rule"}` with an ast-grep rule, `{"kind": "text", "tokens"}`, or `{"kind": "lint", "linters": [{"tool", "rule"}]}`.',
  ) as unknown as z.ZodType<Check, Check>;

export const checkTrialSchema = z.strictObject({
  before: tried.describe("The rule's corrections, before."),
  after: tried.describe("The rule's corrections, after."),
  accepted: tried.describe("Work that people accepted."),
  others: tried.describe("Both sides of corrections of other rules."),
  tree: z
    .strictObject({ files: count, lines: count, hits: count })
    .nullable()
    .describe("The repository at hand, if there was one."),
});

export const checkExampleSchema = z.strictObject({
  before: z.string().max(MAX_EXAMPLE_SIDE),
  after: z.string().max(MAX_EXAMPLE_SIDE),
  correction: z.string().max(MAX_NAME).exactOptional().describe("The id of the correction."),
  isHit: z.boolean().describe("False if the check does not find `before`."),
});

const approval = z.strictObject({
  by: name,
  at: utcTimeSchema,
  login,
  alone: z.literal(true).exactOptional(),
});
const version = z.strictObject({
  version: versionNumber,
  check: structureOrWords,
  examples: z.array(checkExampleSchema).max(MAX_CHECK_EXAMPLES),
  trial: checkTrialSchema,
  note: z.string().max(MAX_REASON).nullable(),
  proposed_by: z.strictObject({ id: name, trust: z.enum(TRUSTS), login }),
  proposed_at: utcTimeSchema,
  approvals: z.array(approval).max(MAX_APPROVALS),
  quorum: z.int().min(1).max(MAX_APPROVALS).nullable().describe("Approvals required when the last one came."),
});

/** The schema of a stored check. Unknown keys belong to another version and are rejected. */
export const ruleCheckSchema = z
  .strictObject({
    schema: z.literal(CHECK_SCHEMA),
    id: z.string().regex(CHECK_ID),
    rule_id: z.string().regex(RULE_ID),
    revision: z.int().min(1).describe("One more with every change."),
    state: z.enum(CHECK_STATES),
    versions: z.array(version).min(1).max(MAX_CHECK_VERSIONS).describe("Oldest first."),
    running: versionNumber.nullable().describe("The version that runs."),
    pending: versionNumber.nullable().describe("The version that waits for a decision."),
    last_move: z.strictObject({ by: name, at: utcTimeSchema, reason: z.string().max(MAX_REASON) }),
    created_at: utcTimeSchema,
    updated_at: utcTimeSchema,
  })
  .refine(isCoherent, "state, running and pending contradict the versions") satisfies z.ZodType<RuleCheck>;

/** What tells agents anything was approved, and an id belongs to its rule. */
function isCoherent(check: RuleCheck): boolean {
  const { id, rule_id, state, running, pending, versions } = check;
  const numbered = versions.every((each, at) => each.version === at + 1);
  const runs = state !== "drafted" && state !== "retired";
  const ran = checkVersion(check, running);
  return (
    numbered &&
    runs === (running !== null) &&
    (running === null || ran !== undefined) &&
    (pending === null || (checkVersion(check, pending) !== undefined && pending !== running)) &&
    (state === "nudging" || state === "blocking" ? ran?.quorum !== null : true) &&
    versions.every((each) => each.quorum === null || each.approvals.length > 0) &&
    id === checkId(rule_id, versions[0]!.check)
  );
}
