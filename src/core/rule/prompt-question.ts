import { MAX_NAME } from "./limits.ts";

export interface PromptQuestion {
  readonly agent: string;
  readonly base: string;
  /** Without it nothing is recorded, so the run does not count when rules are measured. */
  readonly run?: string;
  /** The files that the run touches, where somebody knows. */
  readonly files?: readonly string[];
  readonly task?: string;
}

export interface PromptProblem {
  readonly code: "invalid_agent" | "invalid_run" | "invalid_task";
  readonly message: string;
}

/** What is wrong with the names in a question. */
export function questionProblem({ agent, run, task }: PromptQuestion): PromptProblem | undefined {
  const named = { agent, run, task };
  for (const what of ["agent", "run", "task"] as const) {
    const name = named[what];
    if (name === undefined || (name.trim() !== "" && name.length <= MAX_NAME)) continue;
    return { code: `invalid_${what}`, message: `expected the ${what}'s name in 1 to ${MAX_NAME} characters` };
  }
  return undefined;
}
