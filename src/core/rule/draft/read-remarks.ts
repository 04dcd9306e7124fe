import { impliedWishes } from "../../english/implied-wishes.ts";
import { readWishes } from "../../english/read-wishes.ts";
import type { RemarkReading, Wish } from "../../english/wish.ts";
import { findTakeovers, foldText } from "../../rule-text/find-takeovers.ts";
import { isSpecificRemark } from "../propose/is-specific.ts";
import { type DraftRemark, type Support, supportOf, textTerms } from "./draft.ts";
import type { Feedback } from "../../feedback/feedback.ts";
import { DEFAULT_DESCRIPTION } from "../../feedback/from-signal.ts";

/** Markup that review bots hide or wrap around their text. */
const FOLDED = /<details>[\s\S]*?(?:<\/details>|$)|<!--[\s\S]*?(?:-->|$)/gi;

const TAGS = /<\/?(?:summary|details|sub|sup|br|b|i|em|strong|p|img|a)\b[^>]{0,400}>/gi;

const BADGE = /!\[[^\]]{0,200}\]\([^)]{0,400}\)/g;

const MAX_LABEL = 50;

const LABELS: ReadonlySet<string> = new Set(
  "suggestion|potential issue|refactor suggestion|nitpick|issue|warning|major|minor|critical|security|performance|bug|style|potential issue major|potential issue minor|potential issue critical|major refactor suggestion|refactor suggestion major|nitpick assertive|nitpick trivial|low|medium|high|p0|p1|p2|p3".split(
    "|",
  ),
);

/** Strips what review bots add to a remark: badges, folded parts, labels and bold markers. */
export const withoutBotFrame = (text: string): string =>
  text
    .replaceAll(FOLDED, "\n")
    .replaceAll(BADGE, "")
    .replaceAll(TAGS, " ")
    .split("\n")
    .map((line) => withoutLabel(line.replaceAll("**", "")))
    .join("\n")
    .trim();

const isLabel = (text: string): boolean =>
  LABELS.has(
    text
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, " ")
      .split(" ")
      .filter((word) => word !== "")
      .join(" "),
  );

/** A remark and its wishes. */
export interface ReadRemark {
  readonly remark: DraftRemark;
  readonly reading: RemarkReading;
  /** Implied wishes. They provide words to try, but contradict nothing. */
  readonly implied: readonly Wish[];
  /** Terms of the text, without those quoted from an edit. */
  readonly terms: ReadonlySet<string>;
}

export interface ReadRemarks {
  /** The number of remarks before empty ones were left out. */
  readonly count: number;
  readonly all: readonly ReadRemark[];
  readonly support: Support;
}

/** More remarks would not change a draft. */
const MAX_REMARKS = 24;
const MAX_TEXT = 4_000;

/** Leaves out remarks without content and takeover attempts as long as others remain. */
export function readRemarks(remarks: readonly DraftRemark[]): ReadRemarks {
  const read = remarks.slice(-MAX_REMARKS).map((count): ReadRemark & { readonly counts: boolean } => {
    const text = withoutBotFrame(count.text.slice(0, MAX_TEXT));
    const remark = { ...count, text };
    const reading = readWishes(text);
    const isTakeover = findTakeovers(foldText(text).text).length > 0;
    return {
      remark,
      reading: isTakeover ? { ...reading, wishes: [] } : reading,
      implied: isTakeover || reading.language === "other" ? [] : impliedWishes(text),
      terms: new Set(textTerms(text)),
      counts: !isTakeover && (reading.wishes.length > 0 || isSpecificRemark(text) || isEdit(remark)),
    };
  });
  const counted = read.filter(({ counts }) => counts);
  const all = counted.length === 0 ? read : counted;
  return { count: read.length, all, support: supportOf(all.map(({ terms }) => terms)) };
}

/** Whether a remark comes with an edit of the agent's work. */
export const isEdit = ({ before, after, diff }: DraftRemark): boolean =>
  diff !== undefined || (before !== undefined && after !== undefined);

/** "⚠️ Potential issue: The loop never stops." → "The loop never stops." */
function withoutLabel(line: string): string {
  const end = line.slice(0, MAX_LABEL).search(/[:—]/);
  if (end > 0 && isLabel(line.slice(0, end))) return line.slice(end + 1).trimStart();
  return line.length <= MAX_LABEL && isLabel(line) ? "" : line;
}

const PLACEHOLDERS: ReadonlySet<string> = new Set(Object.values(DEFAULT_DESCRIPTION));

/** Converts feedback to a remark for drafting: all of its words, and the change. */
export function remarkOfFeedback({ comment, wrong, fix, correction, author, target }: Feedback): DraftRemark {
  const texts: string[] = [];
  for (const part of [comment, wrong, fix]) {
    if (part === undefined || PLACEHOLDERS.has(part) || texts.some((text) => text.includes(part))) continue;
    texts.push(part);
  }
  if (texts.length === 0 && correction?.diff === undefined && correction?.summary !== undefined) {
    texts.push(correction.summary);
  }
  return {
    text: texts.join("\n"),
    author: author.id,
    ...(target?.path === undefined ? {} : { path: target.path }),
    ...(correction?.diff === undefined ? {} : { diff: correction.diff }),
  };
}
