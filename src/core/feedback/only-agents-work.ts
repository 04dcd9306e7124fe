import type { FeedbackDiagnostic, FeedbackReading } from "./feedback-reading.ts";

const MESSAGE =
  "is about work that no agent is known to have done; name the agent (--agent, github.agents, a label agent:<name> or a trailer), or keep people's work too (--people-work, github.people_work)";

/**
 * What was read of GitHub without what is about people's own work: corrections of people to people are no lesson for
 * agents. Where people's work is asked for it is kept and marked, and speaks for no rule.
 */
export function onlyAgentsWork(
  { feedback, diagnostics }: FeedbackReading,
  { peopleWork = false }: { readonly peopleWork?: boolean },
): FeedbackReading {
  if (peopleWork) {
    const marked = feedback.map((record) =>
      record.agent === undefined ? { ...record, work_of: "people" as const } : record,
    );
    return { feedback: marked, diagnostics };
  }
  const left = feedback.filter(({ agent }) => agent === undefined);
  const told = left.map((): FeedbackDiagnostic => ({
    kind: "skipped",
    reason: "no_agent",
    path: "",
    message: MESSAGE,
  }));
  return {
    feedback: feedback.filter(({ agent }) => agent !== undefined),
    diagnostics: [...told, ...diagnostics],
  };
}
