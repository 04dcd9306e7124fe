import { MAX_REASON, MAX_RULE_TEXT } from "../text/limits.ts";
import { utcTimeSchema } from "../time/time.ts";
import { codePoints } from "../text/code-points.ts";
import { z } from "zod";
import { TRUSTS } from "../feedback/feedback.ts";
import {
  MAX_AGENTS,
  MAX_APPROVALS,
  MAX_DEFERRALS,
  MAX_EVIDENCE,
  MAX_GLOB,
  MAX_GLOBS,
  MAX_NAME,
  MAX_SUGGESTIONS,
  MAX_VERSIONS,
  FLAG_VERDICTS,
  type Rule,
  RULE_SCHEMA,
  RULE_STATUSES,
  RULE_TYPES,
  type RuleText,
  statusOf,
  VERSION_ORIGINS,
  VERSION_STATUSES,
  type WantedWords,
  RULE_ID,
} from "./rule.ts";
import { publishSchema } from "../json/json.ts";
import { packOriginSchema } from "./pack-origin.ts";

const name = z.string().trim().min(1).max(MAX_NAME);
const count = z.int().min(0);
const versionNumber = z.int().min(1).max(MAX_VERSIONS);

const ruleScopeSchema = z.strictObject({
  agents: z.array(name).max(MAX_AGENTS).describe("Empty means every agent."),
  paths: z.array(z.string().min(1).max(MAX_GLOB)).max(MAX_GLOBS).describe("Globs; empty means everywhere."),
});

const boundedText = z
  .string()
  .max(2 * MAX_RULE_TEXT)
  .refine((text) => codePoints(text) <= MAX_RULE_TEXT, `must be at most ${MAX_RULE_TEXT} characters`)
  .refine((text) => text.isWellFormed(), "must be whole characters");

const ruleWords = {
  type: z.enum(RULE_TYPES),
  text: boundedText
    .refine((text) => text.trim() !== "", "must say something")
    .describe(`What to do, as an instruction of at most ${MAX_RULE_TEXT} characters.`),
  reason: z.string().max(MAX_REASON).describe("Why, in plain words."),
  insertion_point: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_.:/-]{0,127}$/)
    .describe("Where in an agent's prompt or skill it goes."),
  scope: ruleScopeSchema,
};

/** The text of a rule as a person or a program submits it. */
export const ruleTextSchema = z.strictObject(ruleWords) satisfies z.ZodType<RuleText>;

/** The same for a rule that has no text yet. */
export const wordlessRuleSchema = ruleTextSchema.extend({ text: z.literal("") });

export const wantedWordsSchema = z.strictObject({
  why: z.string().min(1).max(MAX_REASON).describe("Why there is no draft."),
  suggestions: z
    .array(boundedText.refine((text) => text.trim() !== "", "must say something"))
    .max(MAX_SUGGESTIONS)
    .describe("Texts to start from, the better one first. No agent gets them."),
}) satisfies z.ZodType<WantedWords>;

const login = z.string().min(1).max(MAX_NAME).exactOptional().describe("What they were logged in with.");
const ruleActorSchema = z.strictObject({ id: name, trust: z.enum(TRUSTS), login });

const reasoned = { by: name, at: utcTimeSchema, reason: z.string().max(MAX_REASON) };

const answer = z.strictObject({
  ...reasoned,
  version: versionNumber,
  status: z.enum(["rejected", "expired", "retired"]),
});

const ruleVersion = z.strictObject({
  version: versionNumber,
  status: z.enum(VERSION_STATUSES),
  origin: z.enum(VERSION_ORIGINS),
  restores: versionNumber.nullable().describe("The version whose words these are, after a roll-back."),
  note: z.string().max(MAX_REASON).nullable().describe("Why it was modified or rolled back."),
  ...ruleWords,
  text: boundedText.describe(
    `What to do, as an instruction of at most ${MAX_RULE_TEXT} characters. Empty only with \`wants_words\`.`,
  ),
  wants_words: wantedWordsSchema
    .exactOptional()
    .describe("Present if nobody has written the rule yet. Such a version cannot be approved."),
  pack: packOriginSchema.exactOptional().describe("Present if its words came from a rule pack."),
  evidence: z.array(name).max(MAX_EVIDENCE).describe("Ids of the feedback that speaks for it."),
  confidence: z.number().min(0).max(1).nullable(),
  token_cost: count.describe("An estimate."),
  proposed_by: ruleActorSchema,
  proposed_at: utcTimeSchema,
  expires_at: utcTimeSchema,
  deferrals: z.array(z.strictObject({ ...reasoned, until: utcTimeSchema })).max(MAX_DEFERRALS),
  approvals: z
    .array(
      z.strictObject({
        by: name,
        at: utcTimeSchema,
        login,
        alone: z
          .literal(true)
          .exactOptional()
          .describe("Nobody else worked with the store, so this approval was enough."),
      }),
    )
    .max(MAX_APPROVALS),
  quorum: z
    .int()
    .min(1)
    .max(MAX_APPROVALS)
    .nullable()
    .describe("Approvals required when it came into force."),
  decided_at: utcTimeSchema.nullable(),
  rejection: z.strictObject(reasoned).nullable(),
  retirement: z.strictObject(reasoned).nullable(),
  earlier: answer.nullable().describe("How the rule was answered when it was last proposed."),
});

/** The schema of a stored or published rule. Unknown keys belong to another version and are rejected. */
export const ruleSchema = z
  .strictObject({
    schema: z.literal(RULE_SCHEMA),
    id: z.string().regex(RULE_ID),
    revision: z.int().min(1).describe("One more with every change."),
    status: z.enum(RULE_STATUSES),
    cluster_id: name.nullable(),
    versions: z.array(ruleVersion).min(1).max(MAX_VERSIONS).describe("Oldest first."),
    in_force: versionNumber.nullable(),
    pending: versionNumber.nullable(),
    in_force_since: utcTimeSchema.nullable(),
    measured_from: utcTimeSchema.nullable(),
    flag: z
      .strictObject({
        ...reasoned,
        version: versionNumber,
        verdict: z.enum(FLAG_VERDICTS),
        reduction: z.number().max(1).nullable(),
      })
      .nullable(),
    last_answer: answer.nullable().describe("How the version that ended last came to its end."),
    created_at: utcTimeSchema,
    updated_at: utcTimeSchema,
  })
  .refine(isCoherent, "status, in_force and pending contradict the versions")
  .refine(
    isWorded,
    "a version has either a text, or wants_words and was never in force",
  ) satisfies z.ZodType<Rule>;

function isCoherent(rule: Rule): boolean {
  const numbered = rule.versions.every(({ version }, at) => version === at + 1);
  const pointed = rule.versions.every(
    ({ version, status }) =>
      (status === "pending") === (version === rule.pending) &&
      (status === "in_force") === (version === rule.in_force),
  );
  return (
    numbered &&
    pointed &&
    (rule.in_force === null) === (rule.in_force_since === null) &&
    rule.status === statusOf(rule)
  );
}

/** A version without a text says so and was never in force, so agents never get an empty rule. */
function isWorded({ versions }: Rule): boolean {
  return versions.every(({ text, wants_words, quorum, status }) =>
    wants_words === undefined
      ? text.trim() !== ""
      : text === "" && quorum === null && status !== "in_force" && status !== "retired",
  );
}

export const ruleJsonSchema = (): Readonly<Record<string, unknown>> =>
  publishSchema(ruleSchema, {
    id: "urn:emend:schema:rule:1",
    title: "Rule",
    description: "An instruction for agents, all its versions, and what people said to them.",
  });
