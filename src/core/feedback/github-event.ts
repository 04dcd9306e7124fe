import { isJsonObject, fieldOf, textOf } from "../json/json.ts";
import type { Feedback } from "./feedback.ts";
import type { FeedbackDiagnostic, FeedbackReading } from "./feedback-reading.ts";

/** A webhook event: its name is in a header, the rest is the body. */
export interface GithubEvent {
  readonly event: string;
  readonly payload: unknown;
}

/** Objects that only payloads of an event contain, the most specific first. */
const OBJECTS_OF_EVENT: readonly (readonly [event: string, ...objects: string[]])[] = [
  ["pull_request_review", "review", "pull_request"],
  ["pull_request_review_comment", "comment", "pull_request"],
  ["pull_request_review_thread", "thread", "pull_request"],
  ["issue_comment", "comment", "issue"],
  ["check_run", "check_run"],
  ["check_suite", "check_suite"],
  ["workflow_run", "workflow_run"],
  ["pull_request", "pull_request"],
];

/**
 * Recognises an event in a file: a bare payload, `{event, payload}`, or a delivery as GitHub lists it, `{event,
 * request: {payload}}`.
 */
export function findGithubEvent(value: unknown): GithubEvent | undefined {
  const named = textOf(fieldOf(value, "event"));
  const inner = fieldOf(value, "payload") ?? fieldOf(value, "request", "payload");
  if (named !== undefined && isJsonObject(inner)) return { event: named, payload: inner };
  const event = nameOf(value);
  return event === undefined ? undefined : { event, payload: value };
}

function nameOf(value: unknown): string | undefined {
  const isText = (name: string): boolean => textOf(fieldOf(value, name)) !== undefined;
  const isObject = (name: string): boolean => isJsonObject(fieldOf(value, name));
  if (isText("action")) return OBJECTS_OF_EVENT.find(([, ...objects]) => objects.every(isObject))?.[0];
  if (!isObject("repository")) return undefined;
  if (["sha", "state", "context"].every(isText)) return "status";
  return ["ref", "before", "after"].every(isText) ? "push" : undefined;
}

const NO_AGENT_MESSAGE =
  "is about work by people, as far as Emend knows. To learn the repository's conventions from it: emend import --conventions <file>. If an agent did the work, name it with --agent <name>, github.agents, a label agent:<name> or a trailer. On a server, github.people_work stores such reviews";

/**
 * How to import reviews of people's own work, which are left out by default. With `keep` they are no evidence for
 * rules, with `conventions` they are. A server receives reviews of many repositories, so it never uses
 * `conventions`.
 */
export type PeopleWork = "keep" | "conventions";

/** Leaves out feedback on people's own work: what people write to each other is not meant for agents. */
export function keepAgentWork(
  { feedback, diagnostics }: FeedbackReading,
  { peopleWork }: { readonly peopleWork?: PeopleWork },
): FeedbackReading {
  if (peopleWork !== undefined) {
    const mark: Pick<Feedback, "work_of" | "convention"> =
      peopleWork === "conventions" ? { work_of: "people", convention: true } : { work_of: "people" };
    const marked = feedback.map((record) => (record.agent === undefined ? { ...record, ...mark } : record));
    return { feedback: marked, diagnostics };
  }
  const peopleWorkRecords = feedback.filter(({ agent }) => agent === undefined);
  const skippedPeople = peopleWorkRecords.map((): FeedbackDiagnostic => ({
    kind: "skipped",
    reason: "no_agent",
    path: "",
    message: NO_AGENT_MESSAGE,
  }));
  return {
    feedback: feedback.filter(({ agent }) => agent !== undefined),
    diagnostics: [...skippedPeople, ...diagnostics],
  };
}
