import type { Feedback } from "./feedback.ts";
import { standingInstruction, type StandingInstruction } from "../english/standing-instruction.ts";
import { kindOfRemark, type RemarkKind } from "../english/kind-of-remark.ts";
import { splitFences } from "../markdown/split-fences.ts";

/** Whether a record is about people's own work and was not imported as a convention. */
export const isPeopleWork = ({ work_of, convention }: Pick<Feedback, "work_of" | "convention">): boolean =>
  work_of === "people" && convention !== true;

/**
 * Whether a record is evidence for a rule: not an outsider's, not about people's own work, and not by the author of
 * the work.
 */
export const isEvidence = (
  record: Pick<Feedback, "author" | "work_of" | "convention" | "by_author">,
): boolean => record.author.trust !== "outsider" && !isPeopleWork(record) && record.by_author !== true;

/** The standing instruction in a record by a member of the team. Those of outsiders and programs are ignored. */
export function instructionOf(record: Feedback): StandingInstruction | undefined {
  if (record.author.trust !== "person" || !isEvidence(record)) return undefined;
  const text = record.comment ?? record.fix ?? record.wrong;
  return text === undefined ? undefined : standingInstruction(text);
}

/** The text closest to what should be done. */
export const adviceOf = ({ fix, comment, wrong }: Feedback): string | undefined => fix ?? comment ?? wrong;

/** The text closest to what is wrong. */
export const faultOf = ({ wrong, comment, correction, fix, similarity_text }: Feedback): string =>
  wrong ?? comment ?? correction?.summary ?? fix ?? similarity_text;

/**
 * Classifies a record. Rejecting work, naming a fault or suggesting a change is a correction. A bare remark is
 * classified by its words, and an approval is a correction only if its words ask for something.
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
    // A signal was classified when it was detected.
    if (source.kind === "signal" && !approves) return "correction";
  }
  if (comment === undefined) return approves ? "agreement" : byAuthor ? "reply" : "correction";
  const isReply = source.reply_to !== undefined;
  const { kind } = kindOfRemark(comment, { isReply, byReviewer: isReply, byAuthor, approves });
  // "In this repo we use pnpm" asks for nothing literally, but is an instruction.
  return kind !== "correction" && instructionOf(feedback) !== undefined ? "correction" : kind;
}

/** Whether a record reports a mistake. */
export const isCorrection = (feedback: Feedback): boolean => kindOfFeedback(feedback) === "correction";

/** Enough to know what a remark is about. */
const MAX_READ = 8_000;
/** A short fence may be what the remark is about; a longer listing is just an example. */
const MOST_CODE = 80;

/**
 * The prose of a remark, without listings, quotations, markup, URLs, folded parts and leading label. Empty if
 * nothing is left.
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

/** A leading label, such as "**[Suggestion]**", "nit:" or "issue (blocking):". */
const LABEL =
  /^[\s*_[(]{0,8}(?:suggestion|critical|nitpick|nit|issue|todo|blocker|blocking|major|minor|p[0-3]|question|note|thought)(?:\s?\([^()\n]{0,40}\))?[\s\])*_]{0,6}[:\]*—-][\s\])*_:—-]{0,6}/i;
