import { describe, expect, it } from "vitest";
import { findGithubEvent } from "./github-event.ts";

const [action, repository] = ["created", {}];

describe("findGithubEvent", () => {
  it.each<[value: unknown, event: string | undefined, why: string]>([
    [{ action, review: {}, pull_request: {} }, "pull_request_review", "a payload as it was sent"],
    [{ action, comment: {}, pull_request: {} }, "pull_request_review_comment", "a comment on lines"],
    [{ action, thread: {}, pull_request: {} }, "pull_request_review_thread", "a thread"],
    [{ action, comment: {}, issue: {} }, "issue_comment", "a comment below"],
    [{ action, pull_request: {} }, "pull_request", "a pull request"],
    [{ action, check_run: {} }, "check_run", "a check"],
    [{ action, check_suite: {} }, "check_suite", "a suite"],
    [{ action, workflow_run: {}, workflow: {} }, "workflow_run", "a workflow"],
    [{ sha: "a", state: "error", context: "ci", repository }, "status", "a status, which has no action"],
    [{ ref: "a", before: "b", after: "c", repository }, "push", "a push"],
    [{ event: "star", payload: {} }, "star", "a name beside its payload"],
    [
      { id: 1, event: "push", action: null, request: { payload: {} } },
      "push",
      "a delivery as GitHub lists it",
    ],
    [{ sha: "a", state: "error", context: "ci" }, undefined, "no repository to be of"],
    [{ action, comment: "Use tabs", agent: "rio" }, undefined, "a record's words"],
    [{ action, comment: {} }, undefined, "a comment on a commit"],
    [{ action: 1, pull_request: {} }, undefined, "an action of another kind"],
    [{ event: "push", payload: "x" }, undefined, "a payload of another kind"],
    [{ id: 1, body: "x", user: {} }, undefined, "a comment as the API lists it"],
    [null, undefined, "nothing"],
    [[{ action, pull_request: {} }], undefined, "a list"],
  ])("%j is %s: %s", (value, event) => {
    expect(findGithubEvent(value)?.event).toBe(event);
  });
});
