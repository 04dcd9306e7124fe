import { z } from "zod";
import { type AgentModel, agentModelShape, readAgentModel } from "../feedback/agent-model.ts";
import { utcMillis } from "../time/time.ts";
import { type CommitRun, commitRunSchema } from "./commit-run.ts";

const NOTE_VERSION = 1;
const MAX_LINES = 200;
const MAX_LINE = 4_096;
const MAX_CLAIMS = 20;

/** What a git note says about a commit. Anybody who can push notes can write one, so it is a claim and not a fact. */
export interface NoteClaim extends AgentModel {
  readonly run: string;
  readonly agent: string;
  readonly time: string;
}

const { run, agent } = commitRunSchema.shape;
const noteSchema = z.object({
  emend: z.literal(NOTE_VERSION),
  run,
  agent,
  time: z.string().max(40),
  ...agentModelShape,
});

/** The line that a commit's note gets. It names the run, and nothing that people or agents wrote. */
export const writeNote = ({ run: name, agent: by, time, model, agent_version }: CommitRun): string =>
  JSON.stringify({
    emend: NOTE_VERSION,
    run: name,
    agent: by,
    time,
    ...readAgentModel({ model, agent_version }),
  });

/** The claims in a note, in order. Whatever else a note has is left out. */
export function readNote(text: string): readonly NoteClaim[] {
  const claims = text
    .split("\n", MAX_LINES)
    .filter((line) => line.startsWith("{") && line.length <= MAX_LINE)
    .flatMap(readLine);
  const last = new Map(claims.map((claim) => [JSON.stringify([claim.run, claim.agent]), claim]));
  return [...last.values()].slice(-MAX_CLAIMS);
}

function readLine(line: string): readonly NoteClaim[] {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return [];
  }
  const read = noteSchema.safeParse(value);
  if (!read.success) return [];
  const { run: name, agent: by, time, ...model } = read.data;
  const at = utcMillis(time)?.time;
  return at === undefined ? [] : [{ run: name, agent: by, time: at, ...readAgentModel(model) }];
}
