import { defined } from "../defined.ts";
import { kindOfRemark } from "../english/kind-of-remark.ts";
import { standingInstruction } from "../english/standing-instruction.ts";
import { agentOfTrailers, type AgentsByLogin, githubAgent } from "../feedback/github-agent.ts";
import { firstSuggestion } from "../feedback/from-github-comment.ts";
import { reviewerWords } from "../gate/asks-for-change.ts";
import { splitFences } from "../markdown/split-fences.ts";
import { maskPrivate } from "../rule-text/secrets.ts";
import { clipText } from "../text/bounded-text.ts";
import { MAX_KEPT_EDIT, type PastCorrection } from "./past-correction.ts";
import { authorshipOf, isSameLogin, type PlacedRemark, placeRemarks, remarkKey } from "./placed-remark.ts";
import { reviewOutcome } from "./review-outcome.ts";
import { undoneWork } from "./review-reverts.ts";
import { pullName, type ReviewedPull, type ReviewThread } from "./reviewed-pull.ts";

export interface ReviewContext {
  /** What is grouped together: a repository. */
  readonly project: string;
  /** Agents by login, label, branch or co-author's address, as configured. */
  readonly agents?: AgentsByLogin;
}

const MAX_REMARK = 2_000;
/** A remark that is about no line has to ask for something in so many words. */
const SURE = 0.8;
/** Orders to a bot, such as "/retest" or "@dependabot rebase". */
const COMMAND = /^\s*(?:\/[a-z]|@[\w-]+(?:\[bot\])? [a-z]+\s*$)/i;

/** The corrections in past reviews: remarks that ask for a change, commits of others that rewrite the work, reverts. */
export function correctionsFromReviews(
  pulls: readonly ReviewedPull[],
  context: ReviewContext,
): readonly PastCorrection[] {
  const isByAuthor = authorshipOf(pulls);
  const agents = new Map(pulls.map((pull) => [pull, agentOfPull(pull, context.agents)]));
  const said = pulls.flatMap((pull) =>
    placeRemarks(pull)
      .filter((placed) => isCorrection(placed, agents.get(pull), isByAuthor))
      .map((placed) => ({
        ...toCorrection(placed, context.project),
        ...defined({ agent: agents.get(pull) }),
      })),
  );
  return withoutRepeats([...said, ...undoneWork(pulls, (pull) => agents.get(pull), context.project)]);
}

/** Files that overlap have the same remark twice. The one whose outcome is known is kept. */
function withoutRepeats(corrections: readonly PastCorrection[]): readonly PastCorrection[] {
  const kept = new Map<string, PastCorrection>();
  for (const correction of corrections) {
    const known = kept.get(correction.id);
    if (known === undefined || known.outcome === "unknown") kept.set(correction.id, correction);
  }
  return [...kept.values()];
}

/** The agent that did the work: as GitHub shows it, or by the trailers of most commits if it comes from inside. */
export function agentOfPull(pull: ReviewedPull, agents?: AgentsByLogin): string | undefined {
  const { author, labels, branch, description, isOwnBranch, commits } = pull;
  const named = githubAgent(
    {
      user: author === undefined ? null : { login: author.login, type: author.isBot ? "Bot" : "User" },
      author_association: author?.isMember === true ? "MEMBER" : "NONE",
      labels: labels.map((name) => ({ name })),
      head: { ref: branch ?? "", repo: { id: 1 } },
      base: { repo: { id: isOwnBranch ? 1 : 2 } },
      body: description,
    },
    agents,
  );
  if (named !== undefined || (!isOwnBranch && author?.isMember !== true)) return named;
  const byCommit = commits.map(({ message }) => agentOfTrailers(message, agents));
  const [most, count] = [...Map.groupBy(byCommit, (agent) => agent)]
    .map(([agent, own]) => [agent, own.length] as const)
    .reduce((best, one) => (one[1] > best[1] ? one : best), [undefined, 0] as readonly [
      string | undefined,
      number,
    ]);
  return count * 2 > commits.length ? most : undefined;
}

function isCorrection(
  placed: PlacedRemark,
  agent: string | undefined,
  isByAuthor: (placed: PlacedRemark) => boolean,
): boolean {
  const { remark, pull, thread } = placed;
  const { author, verdict, replyTo } = remark;
  // Programs repeat themselves. Words of outsiders become no rule.
  if (author === undefined || author.isBot || author.isMember === false) return false;
  const words = reviewerWords(remark.body);
  if (words === undefined || verdict === "DISMISSED") return false;
  const isReply = replyTo !== undefined;
  // People who run an agent also review its work, so only their replies are an author's.
  const byAuthor = isByAuthor(placed) && (agent === undefined || isReply);
  if (byAuthor) return false;
  const hasChange = thread !== undefined && firstSuggestion(remark.body) !== undefined;
  if (hasChange || verdict === "CHANGES_REQUESTED") return true;
  if (thread === undefined && COMMAND.test(words)) return false;
  const byReviewer =
    isReply && pull.threads.some(({ remarks }) => isSameLogin(remarks[0]?.author?.login, author.login));
  const read = kindOfRemark(words, { isReply, byReviewer, approves: verdict === "APPROVED" });
  if (read.kind === "correction") return thread !== undefined || read.confidence >= SURE;
  return thread !== undefined && !isReply && standingInstruction(words) !== undefined;
}

function toCorrection(placed: PlacedRemark, project: string): PastCorrection {
  const { remark, pull, thread } = placed;
  const suggestion = thread === undefined ? undefined : firstSuggestion(remark.body);
  return {
    id: remarkKey(placed),
    found: "review",
    kind: "review",
    remark: maskPrivate(clipText(wordsOf(remark.body), MAX_REMARK)),
    outcome: reviewOutcome(placed),
    project,
    session: pullName(pull),
    rework: 0,
    origin: { url: remark.url },
    ...defined({
      before: thread === undefined ? undefined : sideOf(commentedLines(thread)),
      after: suggestion === undefined ? undefined : (sideOf(suggestion) ?? ""),
      author: remark.author?.login,
      path: thread?.path,
      time: remark.time,
    }),
  };
}

const sideOf = (lines: readonly string[]): string | undefined =>
  lines.length === 0 ? undefined : maskPrivate(clipText(lines.join("\n"), MAX_KEPT_EDIT));

/** A person's own words, without a suggested change, which is kept apart. */
const wordsOf = (body: string): string =>
  splitFences(reviewerWords(body) ?? "")
    .filter((part) => part.kind === "prose" || !/^suggestion\b/.test(part.info))
    .map((part) => (part.kind === "prose" ? part.lines.join("\n") : ["```", ...part.lines, "```"].join("\n")))
    .join("\n")
    .trim();

/** The last lines of the hunk on the side that was commented on. A hunk ends with the commented lines. */
function commentedLines({ hunk, side, lines, linesNow, isWholeFile }: ReviewThread): readonly string[] {
  if (isWholeFile || hunk === "") return [];
  const { first, last } = lines ?? linesNow ?? { first: 1, last: 1 };
  const other = side === "old" ? "+" : "-";
  return hunk
    .trimEnd()
    .split(/\r?\n/)
    .filter((line) => line[0] !== other && line[0] !== "\\" && !line.startsWith("@@"))
    .slice(-(last - first + 1))
    .map((line) => (/^[-+ ]/.test(line) ? line.slice(1) : line));
}
