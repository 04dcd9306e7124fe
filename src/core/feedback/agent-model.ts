import { z } from "zod";
import { defined } from "../defined.ts";

/** The model and the version of the agent's program in a run, as the agent reports them. Nobody verifies it. */
export interface AgentModel {
  readonly model?: string;
  readonly agent_version?: string;
}

type ReportedModel = { readonly [Name in keyof AgentModel]?: string | undefined };

/** In UTF-16 code units. */
export const MAX_MODEL = 128;

const stored = z.string().min(1).max(MAX_MODEL).exactOptional();

/** The fields of a stored record. */
export const agentModelShape = { model: stored, agent_version: stored };

/** What an agent reports, on one line and within the limit. Blank names are left out. */
export const readAgentModel = (reported: {
  readonly model?: unknown;
  readonly agent_version?: unknown;
}): AgentModel =>
  defined({ model: cleanName(reported.model), agent_version: cleanName(reported.agent_version) });

function cleanName(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const name = value
    .slice(0, 4 * MAX_MODEL)
    .toWellFormed()
    .replaceAll(/[\p{C}\p{Z}\uFFFD]+/gu, " ")
    .trim()
    .slice(0, MAX_MODEL)
    .toWellFormed()
    .trim();
  return name === "" ? undefined : name;
}

/** The first that is known of each name. */
export const preferModel = (first: ReportedModel, second: ReportedModel): AgentModel =>
  defined({
    model: first.model ?? second.model,
    agent_version: first.agent_version ?? second.agent_version,
  });
