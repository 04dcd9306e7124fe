import type { Feedback } from "./feedback.ts";
import { standingInstruction, type StandingInstruction } from "../english/standing-instruction.ts";
import { kindOfRemark, type RemarkKind } from "../english/kind-of-remark.ts";
import { splitFences } from "../markdown/split-fences.ts";

/** Whether a record is about people's own work, and nobody asked to learn the repository's conventions from it. */
export const isPeoplesOwn = ({ work_of, convention }: Pick<Feedback, "work_of" | "convention">): boolean =>
  work_of === "people" && convention !== true;

/**
 * Whether a record may speak for a rule that agents follow: not an outsider's, not one about people's own work, and not
 * what the author of the work says about it.
 */
export const isEvidence = (
  record: Pick<Feedback, "author" | "work_of" | "convention" | "by_author">,
): boolean => record.author.trust !== "outsider" && !isPeoplesOwn(record) && record.by_author !== true;

/** The standing instruction that a person of the team gives in a record. Outsiders and programs give none. */
export function instructionOf(record: Feedback): StandingInstruction | undefined {
  if (record.author.trust !== "person" || !isEvidence(record)) return undefined;
  const said = record.comment ?? record.fix ?? record.wrong;
  return said === undefined ? undefined : standingInstruction(said);
}

/** What somebody said to do, as near to that as their words come. */
export const adviceOf = ({ fix, comment, wrong }: Feedback): string | undefined => fix ?? comment ?? wrong;

/** What somebody said was wrong, as near to that as the record comes. */
export const faultOf = ({ wrong, comment, correction, fix, similarity_text }: Feedback): string =>
  wrong ?? comment ?? correction?.summary ?? fix ?? similarity_text;

/**
 * What a record is for. Whoever refuses work, names a fault or brings a change corrects it. A mere remark is what its
 * words say, and an approval corrects only what its words ask for.
 */
export function kindOfFeedback(feedback: Feedback): RemarkKind {
  const { comment, correction, source } = feedback;
  const byAuthor = feedback.by_author === true;
  const outcome = feedback.outcome ?? feedback.claimed_outcome ?? null;
  const approves = outcome === "approved";
  if (!byAuthor) {
    if (outcome !== null && !approves) return "correction";
    if (feedback.fix !== undefined || feedback.wrong !== undefined || correction !== undefined)
      return "correction";
    // A signal was read as what it is when it was taken in.
    if (source.kind === "signal" && !approves) return "correction";
  }
  if (comment === undefined) return approves ? "agreement" : byAuthor ? "reply" : "correction";
  const isReply = source.reply_to !== undefined;
  const { kind } = kindOfRemark(comment, { isReply, byReviewer: isReply, byAuthor, approves });
  // "In this repo we use pnpm" asks for nothing in so many words, and yet for something from now on.
  return kind !== "correction" && instructionOf(feedback) !== undefined ? "correction" : kind;
}

/** Whether a record is an occurrence of a mistake. */
export const isCorrection = (feedback: Feedback): boolean => kindOfFeedback(feedback) === "correction";

/** Reading so much is enough to know what a remark is about. */
const MAX_READ = 8_000;
/** A line of code in a fence may be what the remark is about; a listing is one instance of it. */
const MOST_CODE = 80;

/**
 * The words of a remark as somebody would read them out: without listings, quotations of others, markup, addresses, folded
 * parts and the label in front. A remark that is nothing else is empty.
 */
export function plainRemark(text: string): string {
  const prose = splitFences(text.slice(0, MAX_READ))
    .map((part) => {
      if (part.kind === "prose") return part.lines.filter((line) => !/^\s{0,3}>/.test(line)).join("\n");
      const code = part.lines.join(" ").trim();
      return part.info.startsWith("suggestion") || code.length > MOST_CODE ? "" : code;
    })
    .join("\n");
  const folded = prose.search(/<details[\s>]/i);
  return (folded === -1 ? prose : prose.slice(0, folded))
    .replaceAll(/<!--[^]{0,2000}?-->/g, " ")
    .replaceAll(/<\/?[a-z][^<>\n]{0,300}>/gi, " ")
    .replaceAll(/!?\[([^[\]\n]{0,300})\]\([^()\s]{0,1000}\)/g, "$1")
    .replaceAll(/https?:\/\/[^\s<>]{1,1000}/g, " ")
    .replaceAll(/(?<!\S)@[\w-]{1,60}/g, " ")
    .replace(LABEL, "")
    .replaceAll(/\*\*|__/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** "**[Suggestion]**", "nit:" or "issue (blocking):" before what is meant. */
const LABEL =
  /^[\s*_[(]{0,8}(?:suggestion|critical|nitpick|nit|issue|todo|blocker|blocking|major|minor|p[0-3]|question|note|thought)(?:\s?\([^()\n]{0,40}\))?[\s\])*_]{0,6}[:\]*—-][\s\])*_:—-]{0,6}/i;
