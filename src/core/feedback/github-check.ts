import { isJsonObject, fieldOf, objectOf, textOf, type JsonObject, listOf } from "../json/json.ts";
import { detectSignal } from "../signal/detect-signal.ts";
import { buildFeedback, statedTime } from "./build-feedback.ts";
import { createReadingLog, type FeedbackReading } from "./feedback-reading.ts";
import type { GithubContext } from "./from-github-comment.ts";
import {
  githubId,
  githubServer,
  agentOfBranch,
  agentOfLogin,
  agentOfTrailers,
  isOwnBranch,
  type AgentsByLogin,
  githubTask,
} from "./github-agent.ts";
import { factsTarget, factsText } from "./from-signal.ts";

const MAX_BRANCHES = 100;

/** The user who started a workflow by pushing, or who wrote the commit of a status. Other checks name neither. */
const agentOfPusher = (check: JsonObject, agents: AgentsByLogin | undefined): string | undefined =>
  [fieldOf(check, "actor"), fieldOf(check, "commit", "author")]
    .map((user) => agentOfLogin(fieldOf(user, "login"), agents))
    .find((agent) => agent !== undefined);

const agentOfBranches = (
  branches: readonly string[],
  agents: AgentsByLogin | undefined,
): string | undefined =>
  branches.map((branch) => agentOfBranch(branch, agents)).find((agent) => agent !== undefined);

/** The message of the checked commit, if the event contains it. */
const commitMessage = (check: JsonObject): unknown =>
  [
    fieldOf(check, "head_commit"),
    fieldOf(check, "check_suite", "head_commit"),
    fieldOf(check, "commit", "commit"),
  ]
    .map((commit) => fieldOf(commit, "message"))
    .find((message) => message !== undefined);

export type CheckEvent = "check_run" | "check_suite" | "workflow_run" | "status";

/** A check that was cancelled, skipped or is waiting says nothing about the work. */
const FAILURES: ReadonlySet<unknown> = new Set(["failure", "error", "timed_out", "startup_failure"]);
const SUCCESSES: ReadonlySet<unknown> = new Set(["success", "neutral", "skipped"]);

/** GitHub stores 65,535 characters of each text. */
const MAX_OUTPUT = 262_144;

/** Makes one record of a failed check, in the words of the tool that ran it. */
export function readCheck(event: CheckEvent, payload: JsonObject, context: GithubContext): FeedbackReading {
  const log = createReadingLog();
  const check = event === "status" ? payload : fieldOf(payload, event);
  if (!isJsonObject(check)) {
    log.skip("missing_field", event, `expected the ${event} as an object`);
    return log.read();
  }
  const conclusion = fieldOf(check, event === "status" ? "state" : "conclusion");
  if (!FAILURES.has(conclusion) || (event !== "status" && fieldOf(payload, "action") !== "completed")) {
    const passed = SUCCESSES.has(conclusion);
    const message = passed ? "is a check that found nothing wrong" : "is a check that has not failed";
    log.skip(passed ? "no_problem" : "not_feedback", event, message);
    return log.read();
  }
  const ref = refOf(event, check);
  if (ref === undefined) {
    log.skip("missing_field", event, "expected its GitHub id");
    return log.read();
  }
  const name = nameOf(event, check);
  const output = outputOf(event, check);
  // A tool's output may quote people, whose words reject nothing here.
  const signal = output === "" ? null : detectSignal(output, { kind: "tool_output" });
  const facts = objectOf(signal?.facts);
  const detail = factsText(facts) ?? textOf(fieldOf(check, "output", "title"));
  const verb = conclusion === "timed_out" ? "took too long" : "failed";
  const origin = checkOrigin(payload, check, context.agents);
  const record = buildFeedback(
    {
      source: { kind: "signal", ref, tool: name },
      eventKey: `${githubServer(objectOf(fieldOf(payload, "repository")))}${ref}`,
      author: { id: authorOf(event, check, name), trust: origin.isInside ? "tool" : "outsider" },
      time: statedTime(timeOf(check), `${event}.completed_at`, log),
      agent: origin.agent,
      run: context.run ?? textOf(fieldOf(check, event === "status" ? "sha" : "head_sha")),
      task: context.task ?? origin.task,
      target: factsTarget(facts),
      tags: [signal?.type ?? "verification_failure"],
      wrong: detail === undefined ? `${name} ${verb}` : `${name} ${verb}: ${detail}`,
      comment: event === "status" ? textOf(fieldOf(check, "description")) : summaryOf(check),
      original: event === "status" ? originalStatus(payload) : check,
    },
    context,
  );
  log.add(record, event);
  return log.read();
}

/** A workflow run is also a check suite, and GitHub sends events for both. */
function refOf(event: CheckEvent, check: JsonObject): string | undefined {
  const suite = event === "workflow_run" ? githubId(fieldOf(check, "check_suite_id")) : undefined;
  if (suite !== undefined) return `check_suite/${suite}`;
  const number = githubId(fieldOf(check, "id"));
  return number === undefined ? undefined : `${event}/${number}`;
}

function nameOf(event: CheckEvent, check: JsonObject): string {
  const name = fieldOf(check, event === "status" ? "context" : "name");
  return textOf(name) ?? textOf(fieldOf(check, "app", "name")) ?? `the ${event.replace("_", " ")}`;
}

/** Neither prefix can be mistaken for a login. */
function authorOf(event: CheckEvent, check: JsonObject, name: string): string {
  const app = textOf(fieldOf(check, "app", "slug"));
  if (app !== undefined) return `github-app:${app}`;
  return event === "workflow_run" ? "github-app:github-actions" : `github-check:${name}`;
}

const timeOf = (check: JsonObject): unknown =>
  fieldOf(check, "completed_at") ?? fieldOf(check, "updated_at") ?? fieldOf(check, "created_at");

function outputOf(event: CheckEvent, check: JsonObject): string {
  const output = event === "status" ? check : fieldOf(check, "output");
  const names = event === "status" ? ["description"] : ["title", "summary", "text"];
  return names
    .map((name) => textOf(fieldOf(output, name))?.slice(0, MAX_OUTPUT))
    .filter((text) => text !== undefined)
    .join("\n");
}

const summaryOf = (check: JsonObject): string | undefined => textOf(fieldOf(check, "output", "summary"));

/** Without the commit and the branches, which are not part of the status. */
function originalStatus(payload: JsonObject): JsonObject {
  const names = ["id", "sha", "name", "context", "description", "state", "target_url", "created_at"];
  return Object.fromEntries(names.map((name) => [name, fieldOf(payload, name) ?? null]));
}

/** The work that was checked. */
interface CheckOrigin {
  readonly agent: string | undefined;
  readonly task: string | undefined;
  /**
   * Whether the branch is in the repository itself. A fork's check repeats whatever its author's code prints, so it
   * is treated as an outsider's.
   */
  readonly isInside: boolean;
}

/** GitHub names neither the pull request nor the branch of a fork's check suite. */
function checkOrigin(payload: JsonObject, check: JsonObject, agents: AgentsByLogin | undefined): CheckOrigin {
  const suite = fieldOf(check, "check_suite");
  const pulls = [...listOf(fieldOf(check, "pull_requests")), ...listOf(fieldOf(suite, "pull_requests"))];
  const pull = pulls.find(isOwnBranch);
  const branches = ownBranches(payload, check, pull);
  const isInside = branches.length > 0;
  return {
    agent: isInside
      ? (agentOfPusher(check, agents) ??
        agentOfBranches(branches, agents) ??
        agentOfTrailers(commitMessage(check), agents))
      : undefined,
    task: githubTask(payload, fieldOf(pull, "number")),
    isInside,
  };
}

function ownBranches(payload: JsonObject, check: JsonObject, pull: unknown): readonly string[] {
  const fork = fieldOf(check, "head_repository");
  const isFork = fork !== undefined && fieldOf(fork, "id") !== fieldOf(payload, "repository", "id");
  const listed = listOf(fieldOf(payload, "branches")).slice(0, MAX_BRANCHES);
  const all = [
    fieldOf(pull, "head", "ref"),
    ...(isFork ? [] : [fieldOf(check, "head_branch"), fieldOf(check, "check_suite", "head_branch")]),
    ...listed.map((branch) => fieldOf(branch, "name")),
  ];
  return all.filter((name): name is string => textOf(name) !== undefined);
}
