import { firstSuggestion } from "../feedback/from-github-comment.ts";
import { kindOfRemark } from "../english/kind-of-remark.ts";
import type { CorrectionOutcome } from "./past-correction.ts";
import { isSameLogin, type PlacedRemark } from "./placed-remark.ts";
import type { PullCommit, ReviewedPull, ReviewRemark } from "./reviewed-pull.ts";

/** The author keeps the work as it is. */
const KEEPS =
  /\b(?:won'?t (?:fix|change|do)|wont ?fix|not going to|by design|intentional(?:ly)?|on purpose|out of scope|(?:kept|left|leave|leaving) (?:it|this|that|these|them) as\b|declin(?:e|ed|ing)|prefer to keep)/i;
const APPLIED = /^Apply suggestions? from (?:code review|@)/;
/** Who refuses says so first. */
const MAX_START = 200;
/** The rest of a reply gives reasons, or is about something else. */
const MAX_REPLY = 400;

/** What became of a remark. `landed` needs a trace of the change: without one, an ended discussion changed nothing. */
export const reviewOutcome = (placed: PlacedRemark): CorrectionOutcome =>
  placed.thread === undefined ? outcomeOfRound(placed) : outcomeOfThread(placed);

function outcomeOfThread({ pull, thread, remark }: PlacedRemark): CorrectionOutcome {
  const remarks = thread?.remarks ?? [];
  if (thread?.isOutdated === true) return "landed";
  const later = commitsAfter(pull, remark);
  if (thread !== undefined && later.some(({ paths }) => paths?.includes(thread.path) === true))
    return "landed";
  if (firstSuggestion(remark.body) !== undefined && later.some((commit) => applies(commit, remark))) {
    return "landed";
  }
  const answers = remarks.slice(remarks.indexOf(remark) + 1);
  const others = answers.filter(({ author }) => !isSameLogin(author?.login, remark.author?.login));
  const last = answers.at(-1);
  // In the middle of a discussion it settles nothing.
  const isKept = last !== undefined && last === others.at(-1) && KEEPS.test(last.body.slice(0, MAX_START));
  if (!isKept && others.some(({ body }) => reportsWork(body.slice(0, MAX_REPLY)))) return "landed";
  const isSettled = thread?.isOutdated === false && hasEnded(pull);
  return isSettled || isKept ? "declined" : "unknown";
}

/** A remark about the whole work: commits that the same person approved, or the end without one. */
function outcomeOfRound({ pull, remark }: PlacedRemark): CorrectionOutcome {
  const { time } = remark;
  if (time === undefined || pull.commits.length === 0) return "unknown";
  const later = commitsAfter(pull, remark);
  if (later.length === 0) return hasEnded(pull) ? "declined" : "unknown";
  const isApproved = pull.reviews.some(
    (review) =>
      review.verdict === "APPROVED" &&
      isSameLogin(review.author?.login, remark.author?.login) &&
      later.some((commit) => (commit.time ?? "") <= (review.time ?? "")),
  );
  return isApproved ? "landed" : "unknown";
}

const hasEnded = ({ state }: ReviewedPull): boolean => state === "merged" || state === "closed";

/** Times are in UTC and of one length, so that they compare as text. */
const commitsAfter = ({ commits }: ReviewedPull, { time }: ReviewRemark): readonly PullCommit[] =>
  time === undefined ? [] : commits.filter((commit) => commit.time !== undefined && commit.time > time);

/** GitHub names whoever suggested a change as a co-author of the commit that applies it. */
const applies = ({ message }: PullCommit, { author }: ReviewRemark): boolean =>
  APPLIED.test(message) &&
  author !== undefined &&
  (!/^co-authored-by:/im.test(message) || message.toLowerCase().includes(author.login.toLowerCase()));

const reportsWork = (body: string): boolean =>
  kindOfRemark(body, { isReply: true, byAuthor: true }).kind === "status";
