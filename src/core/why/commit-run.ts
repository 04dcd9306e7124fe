import { z } from "zod";
import { type AgentModel, agentModelShape } from "../feedback/agent-model.ts";
import { type InjectedRule, injectionSchema } from "../rule/injection.ts";
import { utcTimeSchema } from "../time/time.ts";

export const COMMIT_RUN_SCHEMA = 1;

/** A commit id as git prints it in full, in SHA-1 or SHA-256. */
export const COMMIT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** The rest are dropped. */
export const MAX_GIVEN = 200;

const SOURCES = ["hook", "api"] as const;

/** Which run of which agent made a commit, and what the agent was given while it worked. */
export interface CommitRun extends AgentModel {
  readonly schema: typeof COMMIT_RUN_SCHEMA;
  readonly commit: string;
  readonly run: string;
  readonly agent: string;
  /** When the commit was seen. */
  readonly time: string;
  /** Rules given for the files at hand, in addition to those in the run's prompt. */
  readonly rules: readonly InjectedRule[];
  /** The feedback that the agent was reminded of. */
  readonly reminders: readonly string[];
  /** The hook of the agent saw the commit, or somebody reported it through the API. */
  readonly source: (typeof SOURCES)[number];
}

const { run, agent, rules } = injectionSchema.shape;

export const commitRunSchema = z.strictObject({
  schema: z.literal(COMMIT_RUN_SCHEMA),
  commit: z.string().regex(COMMIT_ID),
  run,
  agent,
  time: utcTimeSchema,
  rules: z.array(rules.element).max(MAX_GIVEN),
  reminders: z.array(z.string().min(1).max(64)).max(MAX_GIVEN),
  source: z.enum(SOURCES),
  ...agentModelShape,
}) satisfies z.ZodType<CommitRun>;
