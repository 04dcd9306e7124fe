import { defined } from "../core/defined.ts";
import type { z } from "zod";
import type { Principal } from "../core/access/token.ts";
import type { FeedbackContext } from "../core/feedback/feedback-reading.ts";
import type { Feedback } from "../core/feedback/feedback.ts";
import type { Recorded } from "../ports/feedback-store.ts";
import type { HttpContext } from "./http-context.ts";
import { HttpProblem } from "./http-problem.ts";
import { modelFields, recordName, runField, taskField } from "./schemas/agent.ts";
import { limitTrust } from "./agent-scope.ts";

/** The work that the feedback is about. */
export const recordFields = {
  agent: recordName.optional().describe("The agent that did the work; optional with an agent's own token."),
  run: runField.optional(),
  task: taskField.optional(),
  epic: recordName.optional(),
  gate: recordName.optional(),
  ...modelFields,
};

type RecordFields = z.output<z.ZodObject<typeof recordFields>>;

/** The context of feedback to record. An agent's token can only record feedback on its own agent. */
export function feedbackContext(
  { agent: named, run, task, epic, gate, model, agent_version }: RecordFields,
  principal: Principal,
  now: string,
): FeedbackContext {
  const own = principal.role === "agent" ? principal.agent : undefined;
  if (own !== undefined && named !== undefined && named !== own) {
    throw new HttpProblem("other_agent", `this token belongs to the agent ${JSON.stringify(own)}`);
  }
  const agent = own ?? named;
  if (agent === undefined) {
    const message = "expected the agent that did the work";
    throw new HttpProblem("invalid_body", `record.agent: ${message}`, {
      errors: [{ path: "record.agent", message }],
    });
  }
  return { now, agent, ...defined({ run, task, epic, gate, model, agent_version }) };
}

/** Records feedback with at most the trust of its sender. The results are in the same order. */
export async function recordWithTrust(
  feedback: readonly Feedback[],
  principal: Principal,
  { emend }: Pick<HttpContext, "emend">,
): Promise<readonly Recorded[]> {
  return (await emend.feedback.record(feedback.map((each) => limitTrust(each, principal)))).items;
}
