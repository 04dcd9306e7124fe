import { isJsonObject, fieldOf, textOf } from "../json/json.ts";
import type { Feedback } from "./feedback.ts";
import type { FeedbackDiagnostic, FeedbackReading } from "./feedback-reading.ts";

/** What GitHub tells a webhook: the event's name stands in a header, the rest is the body. */
export interface GithubEvent {
  readonly event: string;
  readonly payload: unknown;
}

/** What only payloads of an event have, the more telling ones first. */
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
 * The event that a value out of a file is: a payload as it was sent, or one with its name beside it, as
 * `{event, payload}` or as GitHub lists deliveries, `{event, request: {payload}}`.
 */
export function findGithubEvent(value: unknown): GithubEvent | undefined {
  const named = textOf(fieldOf(value, "event"));
  const inner = fieldOf(value, "payload") ?? fieldOf(fieldOf(value, "request"), "payload");
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

const MESSAGE =
  "is about work by people, as far as Emend knows. To learn the repository's conventions from it: emend import --conventions <file>. If an agent did the work, name it with --agent <name>, github.agents, a label agent:<name> or a trailer. On a server, github.people_work stores such reviews";

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
