import { type AgentModel, agentModelShape } from "../feedback/agent-model.ts";
import { z } from "zod";
import { MAX_NAME, MAX_WITHHELD, RULE_ID } from "./rule.ts";
import { utcTimeSchema } from "../time/time.ts";

export const INJECTION_SCHEMA = 1;

/** Why a rule in force was left out of a prompt. */
const WITHHELD_REASONS = ["other_agent", "other_files", "flagged", "empty", "limit", "budget"] as const;

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
    };

export interface InjectedRule {
  readonly rule_id: string;
  readonly version: number;
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
  /** Absent before Emend kept them. */
  readonly digests?: PromptDigests;
}

const named = { rule_id: z.string().regex(RULE_ID), version: z.int().min(1) };
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().min(1).max(MAX_NAME);

export const injectionSchema = z.strictObject({
  schema: z.literal(INJECTION_SCHEMA),
  run: name,
  agent: name,
  task: name.nullable(),
  time: utcTimeSchema,
  rules: z.array(z.strictObject(named)).max(1_000),
  withheld: z
    .array(
      z.union([
        z.strictObject({ ...named, reason: z.enum(WITHHELD_REASONS) }),
        z.strictObject({ ...named, reason: z.literal("consolidated_into"), into: named.rule_id }),
      ]),
    )
    .max(MAX_WITHHELD),
  withheld_more: z.int().min(0),
  tokens: z.int().min(0),
  digests: z.strictObject({ prompt: digest, base: digest }).exactOptional(),
  ...agentModelShape,
}) satisfies z.ZodType<Injection>;
