import { isJsonObject } from "../json/json-object.ts";
import { fieldOf, textOf } from "../json/read-json.ts";

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
