import { findOpposition } from "../english/compare-wishes.ts";
import {
  type TextSigns,
  cosine,
  type JudgedText,
  type Judgement,
  type JudgementReason,
  type Relation,
} from "./judgement.ts";
import { changedLines } from "../diff/parse-diff.ts";
import { profileOverlap } from "./catalogue-profile.ts";

/** Why two remarks about one thing want opposite things, in plain words; nothing if they do not. */
export const contraryReason = (a: TextSigns, b: TextSigns): string | undefined =>
  findOpposition(a.reading(), b.reading())?.reason;

const MAX_LINES = 400;
const MAX_WORDS = 2_000;

/** How much of what two corrections add and remove is the same, from 0 to 1; identifiers count by their parts. */
export function diffLikeness(a: string, b: string): number {
  const [one, other] = [changedWords(a), changedWords(b)];
  if (one.size === 0 || other.size === 0) return 0;
  let shared = 0;
  for (const word of one) if (other.has(word)) shared += 1;
  return shared / (one.size + other.size - shared);
}

function changedWords(diff: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const line of changesOf(diff).slice(0, MAX_LINES)) {
    for (const word of line.slice(1, 400).matchAll(/\p{L}{2,40}|[^\s\p{L}\p{N}_"'`]{1,3}/gu)) {
      words.add(`${line[0]}${word[0].toLowerCase()}`);
      if (words.size >= MAX_WORDS) return words;
    }
  }
  return words;
}

/** Without a hunk header, the lines that start with a sign. */
function changesOf(diff: string): readonly string[] {
  const changed = changedLines(diff);
  if (changed.length > 0) return changed;
  return diff.split("\n", MAX_LINES * 4).filter((line) => /^(?:\+(?!\+\+)|-(?!--))/.test(line));
}

/** A text with what it says by itself. */
export interface ReadText extends JudgedText {
  readonly signs: TextSigns;
}

/**
 * From which score on two count as the same. Lower than an even chance: a repetition that is missed teaches nobody,
 * while a wrong pair is seen by people before it becomes a rule. Groups take more (`LINK_AT`).
 */
export const SAME_AT = 0.3;

/**
 * What each sign weighs in the logarithm of the odds. Meaning and catalogue are fitted to labelled pairs of three
 * sources, each with the vectors of a model that had been trained on the other two; the rest are set by judgement,
 * small enough that no one of them decides alone.
 */
const WEIGHTS = {
  even: -3.7,
  meaning: 1.65,
  sharp: 1.95,
  blurred: 4.49,
  sharedTag: 0.7,
  otherTags: -0.4,
  category: 0.3,
  otherCategory: -0.4,
  path: 0.3,
  correction: 1.5,
} as const;
/** Without a catalogue meaning has to decide alone. */
const PLAIN = { even: -6.55, meaning: 10.58 } as const;
/**
 * Opposed words count once the two are about one thing, by the score or by meaning alone: a model that has learned to
 * tell opposites apart gives them a low score.
 */
const OPPOSITE_FROM = 0.2;
const OPPOSITE_LIKE = 0.1;
/** What is left of the score then. */
export const OPPOSITE_LEFT = 0.2;

/** Whether two texts are about the same mistake, from everything that is known of them. */
export function judgePair(a: ReadText, b: ReadText): Judgement {
  const reasons: JudgementReason[] = [];
  const says = (sign: JudgementReason["sign"], relation: Relation, text: string): void => {
    reasons.push({ sign, says: relation, text });
  };
  if (a.signs.words !== "" && a.signs.words === b.signs.words) {
    return {
      relation: "same",
      score: 0.98,
      reasons: [{ sign: "words", says: "same", text: "they use the same words" }],
    };
  }
  const like = cosine(a.vector, b.vector);
  says("meaning", like >= MEANING_SAME ? "same" : "other", meaningText(like));
  let odds: number;
  const [ofA, ofB] = [a.signs.profile, b.signs.profile];
  if (ofA === undefined || ofB === undefined) {
    odds = PLAIN.even + PLAIN.meaning * like;
  } else {
    const overlap = profileOverlap(ofA, ofB);
    odds =
      WEIGHTS.even +
      WEIGHTS.meaning * like +
      WEIGHTS.sharp * overlap.sharp +
      WEIGHTS.blurred * overlap.blurred;
    if (overlap.blurred >= 0.5) says("catalogue", "same", "they are closest to the same known mistakes");
    else if (overlap.blurred < 0.1)
      says("catalogue", "other", "they are closest to different known mistakes");
  }
  odds += circumstances(a, b, says);
  const score = 1 / (1 + Math.exp(-odds));
  if (score < OPPOSITE_FROM && like < OPPOSITE_LIKE)
    return { relation: "other", score: rounded(score), reasons };
  const contrary = contraryReason(a.signs, b.signs);
  if (contrary !== undefined) {
    says("polarity", "opposite", contrary);
    return { relation: "opposite", score: rounded(score * OPPOSITE_LEFT), reasons };
  }
  return { relation: score >= SAME_AT ? "same" : "other", score: rounded(score), reasons };
}

const MEANING_SAME = 0.54;

const meaningText = (like: number): string =>
  like >= 0.65
    ? "they mean nearly the same"
    : like >= MEANING_SAME
      ? "they mean roughly the same"
      : like >= 0.45
        ? "they are close in meaning"
        : "they are far apart in meaning";

/** What is known around the words: tags, category, place and correction. */
function circumstances(
  a: JudgedText,
  b: JudgedText,
  says: (sign: JudgementReason["sign"], relation: Relation, text: string) => void,
): number {
  let odds = 0;
  const shared = (a.tags ?? []).filter((tag) => b.tags?.includes(tag));
  if (shared.length > 0) {
    odds += WEIGHTS.sharedTag * Math.min(2, shared.length);
    says("tags", "same", `both are tagged ${shared[0]}`);
  } else if ((a.tags?.length ?? 0) > 0 && (b.tags?.length ?? 0) > 0) {
    odds += WEIGHTS.otherTags;
    says("tags", "other", "their tags differ");
  }
  if (a.category !== undefined && b.category !== undefined) {
    odds += a.category === b.category ? WEIGHTS.category : WEIGHTS.otherCategory;
  }
  if (a.path !== undefined && a.path === b.path) {
    odds += WEIGHTS.path;
    says("place", "same", `both are about ${a.path}`);
  }
  const alike = a.diff === undefined || b.diff === undefined ? 0 : diffLikeness(a.diff, b.diff);
  if (alike > 0.3) {
    odds += WEIGHTS.correction * alike;
    says("correction", "same", "their corrections change the same words");
  }
  return odds;
}

const rounded = (score: number): number => Math.round(score * 1_000) / 1_000;
