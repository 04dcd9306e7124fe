import { type AgentModel, agentModelShape } from "../feedback/agent-model.ts";
import { z } from "zod";
import { type PromptSettings, promptSettingsSchema } from "./prompt-settings.ts";
import { MAX_NAME, MAX_WITHHELD, RULE_ID } from "./rule.ts";
import { utcTimeSchema } from "../time/time.ts";

export const INJECTION_SCHEMA = 1;

/** Why a rule in force was left out of a prompt. */
const WITHHELD_REASONS = [
  "other_agent",
  "other_files",
  "flagged",
  "empty",
  /** A check tells the agent of the mistake or stops it. */
  "check",
  "limit",
  "budget",
] as const;

/** The trial that gave or withheld a rule, with the share of tasks that are given it. */
export interface TrialMark {
  readonly id: string;
  readonly share: number;
}

/** What a trial decided for a rule and a task. */
export interface AssignedTrial {
  readonly arm: "given" | "withheld";
  readonly trial: TrialMark;
}

export type Withheld =
  | {
      readonly rule_id: string;
      readonly version: number;
      readonly reason: (typeof WITHHELD_REASONS)[number];
    }
  | {
      readonly rule_id: string;
      readonly version: number;
      readonly reason: "consolidated_into";
      /** The rule that covers this one and was injected. */
      readonly into: string;
    }
  | {
      readonly rule_id: string;
      readonly version: number;
      readonly reason: "trial";
      readonly trial: TrialMark;
    };

/** A rule that was left out for a reason that does not depend on the task. */
export type LeftOut = Exclude<Withheld, { readonly reason: "trial" }>;

export interface InjectedRule {
  readonly rule_id: string;
  readonly version: number;
  /** Present if a trial gave it. */
  readonly trial?: TrialMark;
}

/** SHA-256 digests that prove a rebuilt prompt to be the one that the agent was given. */
export interface PromptDigests {
  /** Of the whole prompt. */
  readonly prompt: string;
  /** Of the base prompt, which Emend does not keep. */
  readonly base: string;
}

/** The rules that went into a run's prompt, and those that were withheld, with the reason. */
export interface Injection extends AgentModel {
  readonly schema: typeof INJECTION_SCHEMA;
  readonly run: string;
  readonly agent: string;
  readonly task: string | null;
  readonly time: string;
  /** Best first. */
  readonly rules: readonly InjectedRule[];
  readonly withheld: readonly Withheld[];
  /** The number of withheld rules beyond the limit, which are not named. */
  readonly withheld_more: number;
  /** The estimated cost of the section. */
  readonly tokens: number;
  /**
   * Present if the run named another task before. What it was given is then unclear, so its recurrences are left out of
   * trials.
   */
  readonly changed_task?: true;
  /** Absent before Emend kept them. */
  readonly digests?: PromptDigests;
  /** Absent before Emend kept them. */
  readonly settings?: PromptSettings;
}

/** The arm of the injection's task in each trial. */
export const injectedArms = ({
  rules,
  withheld,
}: Pick<Injection, "rules" | "withheld">): readonly {
  readonly trial_id: string;
  readonly arm: AssignedTrial["arm"];
}[] => [
  ...rules.flatMap(({ trial }) =>
    trial === undefined ? [] : [{ trial_id: trial.id, arm: "given" as const }],
  ),
  ...withheld.flatMap((one) =>
    one.reason === "trial" ? [{ trial_id: one.trial.id, arm: "withheld" as const }] : [],
  ),
];

const trial = z.strictObject({ id: z.string().min(1).max(MAX_NAME), share: z.number().min(0).max(1) });
const named = { rule_id: z.string().regex(RULE_ID), version: z.int().min(1) };
const MAX_RULES = 1_000;
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().min(1).max(MAX_NAME);

const plainWithheld = [
  z.strictObject({ ...named, reason: z.enum(WITHHELD_REASONS) }),
  z.strictObject({ ...named, reason: z.literal("consolidated_into"), into: named.rule_id }),
] as const;
const counts = { withheld_more: z.int().min(0), tokens: z.int().min(0) };

/** What agents and people see of an injection: nothing about trials, so that no agent learns its arm. */
export const shownInjectionFields = {
  rules: z.array(z.strictObject(named)).max(MAX_RULES),
  withheld: z.array(z.union(plainWithheld)).max(MAX_WITHHELD),
  ...counts,
};

export const injectionSchema = z.strictObject({
  schema: z.literal(INJECTION_SCHEMA),
  run: name,
  agent: name,
  task: name.nullable(),
  time: utcTimeSchema,
  rules: z.array(z.strictObject({ ...named, trial: trial.exactOptional() })).max(MAX_RULES),
  withheld: z
    .array(z.union([...plainWithheld, z.strictObject({ ...named, reason: z.literal("trial"), trial })]))
    .max(MAX_WITHHELD),
  ...counts,
  changed_task: z.literal(true).exactOptional(),
  digests: z.strictObject({ prompt: digest, base: digest }).exactOptional(),
  settings: promptSettingsSchema.exactOptional(),
  ...agentModelShape,
}) satisfies z.ZodType<Injection>;

export type ShownInjection = z.output<z.ZodObject<typeof shownInjectionFields>>;

/** The injection as agents and people see it. */
export const withoutTrials = ({
  rules,
  withheld,
  withheld_more,
  tokens,
}: Pick<Injection, "rules" | "withheld" | "withheld_more" | "tokens">): ShownInjection => ({
  rules: rules.map(({ rule_id, version }) => ({ rule_id, version })),
  withheld: withheld.flatMap((one) => (one.reason === "trial" ? [] : [one])),
  withheld_more,
  tokens,
});
