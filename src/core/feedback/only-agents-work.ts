import type { Feedback } from "./feedback.ts";
import type { FeedbackDiagnostic, FeedbackReading } from "./feedback-reading.ts";

const MESSAGE =
  "is about work that no agent is known to have done. To learn the repository's conventions from it: emend import --conventions <file>. If an agent did the work, name it: --agent <name>, github.agents, a label agent:<name> or a trailer. A server keeps such reviews with github.people_work";

/**
 * What becomes of reviews of people's own work: they are left out unless somebody asks for them. Kept ones speak for no rule;
 * those that are kept as conventions do. A server keeps the reviews of many repositories, so it never has conventions.
 */
export type PeopleWork = "keep" | "conventions";

/** What was read of GitHub without what is about people's own work: corrections of people to people are no lesson for agents. */
export function onlyAgentsWork(
  { feedback, diagnostics }: FeedbackReading,
  { peopleWork }: { readonly peopleWork?: PeopleWork },
): FeedbackReading {
  if (peopleWork !== undefined) {
    const mark: Pick<Feedback, "work_of" | "convention"> =
      peopleWork === "conventions" ? { work_of: "people", convention: true } : { work_of: "people" };
    const marked = feedback.map((record) => (record.agent === undefined ? { ...record, ...mark } : record));
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
