import { isJsonObject } from "../json/json-object.ts";
import { buildFeedback } from "./build-feedback.ts";
import type { FeedbackReading } from "./feedback-reading.ts";
import { createReadingLog } from "./feedback-reading.ts";
import type { FeedbackAuthor } from "./feedback.ts";
import type { GithubContext } from "./from-github-comment.ts";
import { isOwnLogin } from "./github-agent.ts";
import { githubAuthor } from "./github-author.ts";
import { githubNumber, githubServer } from "./github-identity.ts";
import { fieldOf, textOf, type JsonObject } from "../json/read-json.ts";
import { statedTime } from "./stated-time.ts";

/** What closing a pull request decides: merged is approved, closed without that is rejected. */
export function readClosing(
  payload: JsonObject,
  task: string | undefined,
  context: GithubContext,
): FeedbackReading {
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
    log.skip("nothing_said", "pull_request", "was closed by somebody who may not decide here");
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
