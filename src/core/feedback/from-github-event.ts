import { isJsonObject, fieldOf, textOf, type JsonObject } from "../json/json.ts";
import { createReadingLog, type FeedbackDiagnostic, type FeedbackReading } from "./feedback-reading.ts";
import { fromGithubComment, type GithubContext } from "./from-github-comment.ts";
import {
  githubAgent,
  isOwnLogin,
  githubTask,
  githubAuthor,
  githubNumber,
  githubServer,
} from "./github-agent.ts";
import { readCheck } from "./github-check.ts";
import type { GithubEvent } from "./github-event.ts";
import { buildFeedback, statedTime } from "./build-feedback.ts";
import type { FeedbackAuthor } from "./feedback.ts";

type Reader = (payload: JsonObject, context: GithubContext) => FeedbackReading;

/** GitHub sends an edit with the whole comment; it is the same event, so what is recorded first stays. */
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
    fieldOf(fieldOf(payload, "thread"), "comments"),
  ),
  issue_comment: readIssueComment,
  pull_request: readPullRequest,
  check_run: (payload, context) => readCheck("check_run", payload, context),
  check_suite: (payload, context) => readCheck("check_suite", payload, context),
  workflow_run: (payload, context) => readCheck("workflow_run", payload, context),
  status: (payload, context) => readCheck("status", payload, context),
} as const satisfies Readonly<Record<string, Reader>>;

/** The events that can make a record. */
export type GithubEventName = keyof typeof READERS;

const readerOf = (event: string): Reader | undefined =>
  Object.hasOwn(READERS, event) ? READERS[event as GithubEventName] : undefined;

/**
 * The feedback that an event of GitHub tells of, or why there is none. A comment or review becomes the record
 * that `fromGithubComment` makes of it where GitHub's API lists it, so taking it in both ways changes nothing.
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
  return readRemarks("issue", (given) => fieldOf(given, "comment"))(payload, context);
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
 * The event says whose work it is better than whoever hands it in. An account of a bot that opened the pull
 * request is the agent, whatever it is called, and does not review itself.
 */
function withAgent(pull: unknown, context: GithubContext): GithubContext {
  const agent = githubAgent(pull, context.agents) ?? context.agent;
  if (agent === undefined) return context;
  const user = fieldOf(pull, "user");
  const login = fieldOf(user, "type") === "Bot" ? textOf(fieldOf(user, "login")) : undefined;
  if (login === undefined) return { ...context, agent };
  return { ...context, agent, agents: { ...context.agents, [login]: agent } };
}

/** Who opened the pull request. */
function withAuthor(pull: unknown, context: GithubContext): GithubContext {
  const opener = textOf(fieldOf(fieldOf(pull, "user"), "login"))?.toLowerCase();
  if (opener === undefined) return context;
  const isByAuthor = (remark: unknown): boolean =>
    textOf(fieldOf(fieldOf(remark, "user"), "login"))?.toLowerCase() === opener;
  return { ...context, isByAuthor };
}

function nothing(reason: FeedbackDiagnostic["reason"], message: string): FeedbackReading {
  const log = createReadingLog();
  log.skip(reason, "", message);
  return log.read();
}

const named = (name: string): string => (name === "" ? "without a name" : JSON.stringify(name.slice(0, 60)));

/** What closing a pull request decides: merged is approved, closed without that is rejected. */
function readClosing(payload: JsonObject, task: string | undefined, context: GithubContext): FeedbackReading {
  const log = createReadingLog();
  const pull = fieldOf(payload, "pull_request");
  const number = githubNumber(fieldOf(pull, "id"));
  if (!isJsonObject(pull) || number === undefined) {
    log.skip("missing_field", "pull_request", "expected the pull request with its id");
    return log.read();
  }
  const isMerged = fieldOf(pull, "merged") === true;
  const who = (isMerged ? fieldOf(pull, "merged_by") : undefined) ?? fieldOf(payload, "sender");
  const author = deciderOf(who, pull, isMerged);
  const login = author.id.slice("github:".length);
  if (
    isOwnLogin(login, context) ||
    (author.trust === "reviewer_bot" && isSameLogin(who, fieldOf(pull, "user")))
  ) {
    log.skip("own_words", "pull_request", `was ${isMerged ? "merged" : "closed"} by the agent itself`);
    return log.read();
  }
  if (author.trust === "outsider" || context.author?.trust === "outsider") {
    log.skip("nothing_said", "pull_request", "was closed by somebody without the right to decide");
    return log.read();
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
      run: context.run ?? textOf(fieldOf(fieldOf(pull, "head"), "sha")),
      task: context.task ?? task,
      original: decidedPart(pull),
    },
    context,
  );
  log.add(record, "pull_request");
  return log.read();
}

/** What closing it decided, without the pull request's own words: its author may be an outsider. */
function decidedPart(pull: JsonObject): JsonObject {
  const names = ["id", "number", "html_url", "state", "merged", "merged_at", "closed_at", "merge_commit_sha"];
  return Object.fromEntries(names.map((name) => [name, fieldOf(pull, name) ?? null]));
}

/** Merging takes the right to write, and closing too unless the work is one's own. */
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
