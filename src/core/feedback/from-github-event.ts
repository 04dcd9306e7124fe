import { isJsonObject, fieldOf, textOf, type JsonObject } from "../json/json.ts";
import {
  createReadingLog,
  type FeedbackDiagnostic,
  type FeedbackReading,
  skipped,
} from "./feedback-reading.ts";
import { fromGithubComment, type GithubContext } from "./from-github-comment.ts";
import { githubAgent, isOwnLogin, githubTask, githubAuthor, githubId, githubServer } from "./github-agent.ts";
import { readCheck } from "./github-check.ts";
import type { GithubEvent } from "./github-event.ts";
import { buildFeedback, statedTime } from "./build-feedback.ts";
import type { FeedbackAuthor } from "./feedback.ts";

type Reader = (payload: JsonObject, context: GithubContext) => FeedbackReading;

/** GitHub sends an edit with the whole comment. It is the same event, so the first version stays. */
const REMARK_ACTIONS: ReadonlySet<string> = new Set([
  "submitted",
  "created",
  "edited",
  "dismissed",
  "resolved",
  "unresolved",
]);

const READERS = {
  pull_request_review: readRemarks("pull_request", (payload) => fieldOf(payload, "review")),
  pull_request_review_comment: readRemarks("pull_request", (payload) => fieldOf(payload, "comment")),
  pull_request_review_thread: readRemarks("pull_request", (payload) =>
    fieldOf(payload, "thread", "comments"),
  ),
  issue_comment: readIssueComment,
  pull_request: readPullRequest,
  check_run: (payload, context) => readCheck("check_run", payload, context),
  check_suite: (payload, context) => readCheck("check_suite", payload, context),
  workflow_run: (payload, context) => readCheck("workflow_run", payload, context),
  status: (payload, context) => readCheck("status", payload, context),
} as const satisfies Readonly<Record<string, Reader>>;

/** Events that can contain feedback. */
export type GithubEventName = keyof typeof READERS;

const readerOf = (event: string): Reader | undefined =>
  Object.hasOwn(READERS, event) ? READERS[event as GithubEventName] : undefined;

/**
 * The feedback in a GitHub event, or why there is none. A comment or review becomes the same record as with
 * `fromGithubComment`, so importing it both ways changes nothing.
 */
export function fromGithubEvent({ event, payload }: GithubEvent, context: GithubContext): FeedbackReading {
  if (!isJsonObject(payload)) return nothing("not_an_object", "expected an event's payload as an object");
  const read = readerOf(event);
  if (read !== undefined) return read(payload, context);
  return nothing("not_feedback", `is the event ${named(event)}, which is not about an agent's work`);
}

function readRemarks(work: "pull_request" | "issue", remarkOf: (payload: JsonObject) => unknown): Reader {
  return (payload, context) => {
    const action = textOf(fieldOf(payload, "action")) ?? "";
    if (action === "deleted") return nothing("deleted", "reports a deleted comment");
    if (!REMARK_ACTIONS.has(action)) return nothing("not_feedback", `has the action ${named(action)}`);
    const remark = remarkOf(payload);
    if (!isJsonObject(remark) && !Array.isArray(remark)) {
      return nothing("missing_field", "expected the comment or review of the event");
    }
    const pull = fieldOf(payload, work);
    return fromGithubComment(remark, withAuthor(pull, withAgent(pull, context)));
  };
}

function readIssueComment(payload: JsonObject, context: GithubContext): FeedbackReading {
  const issue = fieldOf(payload, "issue");
  if (!isJsonObject(fieldOf(issue, "pull_request"))) {
    return nothing("not_feedback", "is a comment on an issue, not on a pull request");
  }
  return readRemarks("issue", (event) => fieldOf(event, "comment"))(payload, context);
}

function readPullRequest(payload: JsonObject, context: GithubContext): FeedbackReading {
  const action = textOf(fieldOf(payload, "action")) ?? "";
  if (action !== "closed") {
    return nothing("not_feedback", `has the action ${named(action)}, which decides nothing`);
  }
  const pull = fieldOf(payload, "pull_request");
  return readClosing(payload, githubTask(payload, fieldOf(pull, "number")), withAgent(pull, context));
}

/**
 * The event names the agent more reliably than the caller does. A bot account that opened the pull request is the
 * agent, whatever its name, so its comments are not reviews.
 */
function withAgent(pull: unknown, context: GithubContext): GithubContext {
  const agent = githubAgent(pull, context.agents) ?? context.agent;
  if (agent === undefined) return context;
  const user = fieldOf(pull, "user");
  const login = fieldOf(user, "type") === "Bot" ? textOf(fieldOf(user, "login")) : undefined;
  if (login === undefined) return { ...context, agent };
  return { ...context, agent, agents: { ...context.agents, [login]: agent } };
}

function withAuthor(pull: unknown, context: GithubContext): GithubContext {
  const opener = textOf(fieldOf(pull, "user", "login"))?.toLowerCase();
  if (opener === undefined) return context;
  const isByAuthor = (remark: unknown): boolean =>
    textOf(fieldOf(remark, "user", "login"))?.toLowerCase() === opener;
  return { ...context, isByAuthor };
}

const nothing = (reason: FeedbackDiagnostic["reason"], message: string): FeedbackReading =>
  skipped(reason, "", message);

const named = (name: string): string => (name === "" ? "without a name" : JSON.stringify(name.slice(0, 60)));

/** A merged pull request is approved, one closed without a merge is rejected. */
function readClosing(payload: JsonObject, task: string | undefined, context: GithubContext): FeedbackReading {
  const log = createReadingLog();
  const pull = fieldOf(payload, "pull_request");
  const number = githubId(fieldOf(pull, "id"));
  if (!isJsonObject(pull) || number === undefined) {
    return skipped("missing_field", "pull_request", "expected the pull request with its id");
  }
  const isMerged = fieldOf(pull, "merged") === true;
  const who = (isMerged ? fieldOf(pull, "merged_by") : undefined) ?? fieldOf(payload, "sender");
  const author = deciderOf(who, pull, isMerged);
  const login = author.id.slice("github:".length);
  if (
    isOwnLogin(login, context) ||
    (author.trust === "reviewer_bot" && isSameLogin(who, fieldOf(pull, "user")))
  ) {
    return skipped("own_words", "pull_request", `was ${isMerged ? "merged" : "closed"} by the agent itself`);
  }
  if (author.trust === "outsider" || context.author?.trust === "outsider") {
    return skipped("nothing_said", "pull_request", "was closed by somebody without the right to decide");
  }
  const decided = fieldOf(pull, "merged_at") ?? fieldOf(pull, "closed_at");
  const how = isMerged ? "merged" : "closed";
  const ref = `pull_request/${number}/${how}`;
  const record = buildFeedback(
    {
      outcome: isMerged ? "approved" : "rejected",
      source: { kind: "github_comment", ref },
      // A pull request may be closed, opened again and closed again.
      eventKey: `${githubServer(pull)}${ref}/${textOf(decided) ?? ""}`,
      author,
      time: statedTime(decided, "pull_request.closed_at", log),
      run: context.run ?? textOf(fieldOf(pull, "head", "sha")),
      task: context.task ?? task,
      original: decidedPart(pull),
    },
    context,
  );
  log.add(record, "pull_request");
  return log.read();
}

/** The fields about the decision only, because the pull request's own text may be an outsider's. */
function decidedPart(pull: JsonObject): JsonObject {
  const names = ["id", "number", "html_url", "state", "merged", "merged_at", "closed_at", "merge_commit_sha"];
  return Object.fromEntries(names.map((name) => [name, fieldOf(pull, name) ?? null]));
}

/** Merging requires write access, and so does closing somebody else's pull request. */
function deciderOf(who: unknown, pull: JsonObject, isMerged: boolean): FeedbackAuthor {
  const isAuthor = isSameLogin(who, fieldOf(pull, "user"));
  const association = isAuthor && !isMerged ? fieldOf(pull, "author_association") : "MEMBER";
  const isKnown = textOf(fieldOf(who, "login")) !== undefined;
  return githubAuthor({ user: who, author_association: isKnown ? association : "NONE" });
}

function isSameLogin(a: unknown, b: unknown): boolean {
  const [one, other] = [a, b].map((user) => textOf(fieldOf(user, "login"))?.toLowerCase());
  return one !== undefined && one === other;
}
