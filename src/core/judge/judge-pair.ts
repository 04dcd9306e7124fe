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

/** Why two remarks ask for opposites; undefined if they do not. */
export const contraryReason = (a: TextSigns, b: TextSigns): string | undefined =>
  findOpposition(a.reading(), b.reading())?.reason;

const MAX_LINES = 400;
const MAX_WORDS = 2_000;

/**
 * The share of added and removed words that two corrections have in common, from 0 to 1; identifiers count by their
 * parts.
 */
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

/** A text with its own signs. */
export interface ReadText extends JudgedText {
  readonly signs: TextSigns;
}

/**
 * The minimum score for the same mistake. Lower than an even chance: a missed repetition teaches nobody, while
 * people see a wrong pair before it becomes a rule. Groups need more (`LINK_AT`).
 */
export const SAME_AT = 0.3;

/**
 * Weights in log-odds. Meaning and catalogue are fitted to labelled pairs of three sources, each with vectors of a
 * model trained on the other two. The rest are set by judgement, small enough that none decides alone.
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
/** Without a catalogue, meaning decides alone. */
const PLAIN = { even: -6.55, meaning: 10.58 } as const;
/**
 * Opposite words matter once the two are about one thing, by score or meaning: a model that distinguishes opposites
 * gives them a low score.
 */
const OPPOSITE_FROM = 0.2;
const OPPOSITE_LIKE = 0.1;
/** The factor for the score of opposites. */
export const OPPOSITE_FACTOR = 0.2;

/** Judges whether two texts are about the same mistake. */
export function judgePair(a: ReadText, b: ReadText): Judgement {
  const reasons: JudgementReason[] = [];
  const addReason = (sign: JudgementReason["sign"], relation: Relation, text: string): void => {
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
  addReason("meaning", like >= MEANING_SAME ? "same" : "other", meaningText(like));
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
    if (overlap.blurred >= 0.5) addReason("catalogue", "same", "they are closest to the same known mistakes");
    else if (overlap.blurred < 0.1)
      addReason("catalogue", "other", "they are closest to different known mistakes");
  }
  odds += contextOdds(a, b, addReason);
  const score = 1 / (1 + Math.exp(-odds));
  if (score < OPPOSITE_FROM && like < OPPOSITE_LIKE)
    return { relation: "other", score: rounded(score), reasons };
  const contrary = contraryReason(a.signs, b.signs);
  if (contrary !== undefined) {
    addReason("polarity", "opposite", contrary);
    return { relation: "opposite", score: rounded(score * OPPOSITE_FACTOR), reasons };
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

/** The context: tags, category, location and correction. */
function contextOdds(
  a: JudgedText,
  b: JudgedText,
  addReason: (sign: JudgementReason["sign"], relation: Relation, text: string) => void,
): number {
  let odds = 0;
  const shared = (a.tags ?? []).filter((tag) => b.tags?.includes(tag));
  if (shared.length > 0) {
    odds += WEIGHTS.sharedTag * Math.min(2, shared.length);
    addReason("tags", "same", `both are tagged ${shared[0]}`);
  } else if ((a.tags?.length ?? 0) > 0 && (b.tags?.length ?? 0) > 0) {
    odds += WEIGHTS.otherTags;
    addReason("tags", "other", "their tags differ");
  }
  if (a.category !== undefined && b.category !== undefined) {
    odds += a.category === b.category ? WEIGHTS.category : WEIGHTS.otherCategory;
  }
  if (a.path !== undefined && a.path === b.path) {
    odds += WEIGHTS.path;
    addReason("place", "same", `both are about ${a.path}`);
  }
  const alike = a.diff === undefined || b.diff === undefined ? 0 : diffLikeness(a.diff, b.diff);
  if (alike > 0.3) {
    odds += WEIGHTS.correction * alike;
    addReason("correction", "same", "their corrections change the same words");
  }
  return odds;
}

const rounded = (score: number): number => Math.round(score * 1_000) / 1_000;
