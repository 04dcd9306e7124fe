import type { Feedback } from "../../feedback/feedback.ts";
import { checkRuleText } from "../check-rule-text.ts";
import { sanitiseRuleText } from "../sanitise-rule-text.ts";
import { readText } from "../../actionable/read-text.ts";
import { OBJECTION_OPENING } from "../rule-text-warning.ts";
import { remarkSaysWhat } from "./says-what.ts";
import { withoutBlocks, withoutPlaces } from "./without-occasion.ts";
import { withoutOpening } from "./without-opening.ts";
import { toImperative } from "./to-imperative.ts";

export interface ChosenText {
  readonly text: string;
  readonly record: Feedback;
  /** Which of the record's words it was made of; `objection` where none of them says what to do. */
  readonly source: "fix" | "comment" | "wrong" | "objection";
  /** How well the record stands for the others, from 0 to 1. */
  readonly agreement: number;
}

/** Comparing each with each costs the square of this. */
const MAX_COMPARED = 60;

/** How much clearer words count, against agreement from 0 to 1. */
const CLEARER = { fix: 0.15, comment: 0.1, wrong: 0.05, objection: -1 } as const satisfies Record<
  ChosenText["source"],
  number
>;
const BY_PERSON = 0.1;
const PER_ADVICE = 0.2;

/**
 * The instruction of the record that stands best for all, weighed with how clear it is. Words that would be
 * flagged as dangerous are passed over. Records come oldest first; of equals the older one is taken.
 */
export function chooseText(
  feedback: readonly Feedback[],
  similarity: (a: Feedback, b: Feedback) => number,
): ChosenText | undefined {
  const compared = feedback.slice(-MAX_COMPARED);
  let best: (ChosenText & { readonly score: number }) | undefined;
  for (const record of compared) {
    const agreement = agreementOf(record, compared, similarity);
    for (const { text, source } of wordingsOf(record)) {
      const warnings = checkRuleText(text);
      if (warnings.some(({ level }) => level === "danger")) continue;
      const score =
        agreement +
        CLEARER[source] +
        (record.author.trust === "person" ? BY_PERSON : 0) -
        PER_ADVICE * (source === "objection" ? 0 : warnings.length);
      if (best === undefined || score > best.score) best = { text, record, source, agreement, score };
    }
  }
  return best;
}

function agreementOf(
  record: Feedback,
  all: readonly Feedback[],
  similarity: (a: Feedback, b: Feedback) => number,
): number {
  const others = all.filter(({ id }) => id !== record.id);
  if (others.length === 0) return 1;
  const sum = others.reduce(
    (total, other) => total + Math.min(1, Math.max(0, similarity(record, other) || 0)),
    0,
  );
  return sum / others.length;
}

function wordingsOf(record: Feedback): readonly { text: string; source: ChosenText["source"] }[] {
  const wordings: { text: string; source: ChosenText["source"] }[] = [];
  for (const source of ["fix", "comment", "wrong"] as const) {
    const text = record[source] === undefined ? undefined : toImperative(record[source]);
    if (text !== undefined) wordings.push({ text, source });
  }
  const objection = objectionOf(record);
  if (objection !== undefined) wordings.push({ text: objection, source: "objection" });
  return wordings;
}

/**
 * Nobody said what to do, but what was objected to can be avoided: the first sentence that says what it is. A question
 * objects to nothing that could be named.
 */
function objectionOf({ wrong, comment, correction }: Feedback): string | undefined {
  for (const remark of [wrong, comment, correction?.summary]) {
    const said = remark === undefined ? undefined : objectionIn(remark);
    if (said !== undefined) return sanitiseRuleText(`${OBJECTION_OPENING} ${said}`);
  }
  return undefined;
}

function objectionIn(remark: string): string | undefined {
  const text = withoutPlaces(sanitiseRuleText(withoutBlocks(remark.slice(0, MAX_READ)), MAX_READ));
  const { words, sentences } = readText(text);
  const objection = sentences
    .filter(({ question }) => !question)
    .map(({ from, to }) => text.slice(words[from]?.start ?? 0, words[to - 1]?.end ?? 0))
    .map((sentence) => withoutOpening(sentence).replace(PRAISED, ""))
    .find((sentence) => remarkSaysWhat(sentence) && !WISHES.test(sentence));
  const said = sanitiseRuleText(objection ?? "", MAX_OBJECTION);
  if (!/[\p{L}\p{N}]{2}/u.test(said)) return undefined;
  return /[.…]$/.test(said) ? said : `${said}.`;
}

/** What is wanted; told to avoid it, an agent would do the contrary. */
const WISHES =
  /\b(?:should|must|ought|at least|at most|better|prefer|rather|instead|needs?|want|wants|wish|would|could|please|like to|how about|make sure|ensure|lgtm|looks good|thanks?)\b/i;
const PRAISED = /^(?:lgtm|looks (?:good|great|fine)|nice|good|great|fine|ok)\b[^.]{0,80}?[, ]but /i;

const MAX_READ = 2_000;
const MAX_OBJECTION = 180;
