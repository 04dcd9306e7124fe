import { CONCEPT_SENSES, NEAR, SETTING_SENSES, type Sense, senseWeight } from "./lexicon.ts";
import { phraseAt } from "./setting.ts";
import { type RuleWord, stemOf } from "./rule-words.ts";

/** One thing that a rule mentions, and whether it asks for it or forbids it. */
export interface Mention {
  /** The setting, concept or stem it is compared by. */
  readonly topic: string;
  readonly value: string;
  readonly kind: "setting" | "concept" | "word";
  /** 1 asks for it, -1 forbids it. */
  readonly sign: 1 | -1;
  readonly weight: number;
  /** A duty says what to do, a condition when, a reason why. */
  readonly role: "duty" | "condition" | "reason";
  /** The statement allows exceptions: `unless`, `only`. */
  readonly hedged: boolean;
  /** What it applies to, if `for` follows. */
  readonly targets: ReadonlySet<string>;
  /** The number of its statement in the rule. */
  readonly statement: number;
  /** Its index among the rule's words. */
  readonly at: number;
  /** The words as in the rule. */
  readonly text: string;
}

/** How two mentions of one topic relate. */
export type MentionRelation = "same" | "opposed" | "apart";

/** A phrase of the tables found in a rule. */
export interface Hit {
  readonly meaning: Sense;
  readonly length: number;
}

/** Settings by the index of their first word. Their other words map to `null`. */
export type Claims = ReadonlyMap<number, Hit | null>;

export function claimSettings(words: readonly RuleWord[]): Claims {
  const counts = countStems(words);
  const claims = new Map<number, Hit | null>();
  for (let at = 0; at < words.length; at += 1) {
    const hit = phraseAt(SETTING_SENSES, words, at, ({ topic }, length) => {
      const wanted = NEAR.get(topic);
      return wanted === undefined || isNear(wanted, counts, words.slice(at, at + length));
    });
    if (hit === undefined) continue;
    for (let inside = 0; inside < hit.length; inside += 1) claims.set(at + inside, inside === 0 ? hit : null);
    at += hit.length - 1;
  }
  return claims;
}

function isNear(
  wanted: ReadonlySet<string>,
  counts: ReadonlyMap<string, number>,
  inside: readonly RuleWord[],
): boolean {
  return [...wanted].some(
    (stem) => (counts.get(stem) ?? 0) > inside.filter((word) => word.stem === stem).length,
  );
}

function countStems(words: readonly RuleWord[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { stem } of words) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}

export function senseAt(words: readonly RuleWord[], at: number, claims: Claims): Hit | undefined {
  const claimed = claims.get(at);
  if (claimed !== undefined && claimed !== null) return claimed;
  return phraseAt(CONCEPT_SENSES, words, at, (_, length) => isFree(claims, at, length));
}

export function isFree(claims: Claims, at: number, length: number): boolean {
  for (let inside = 0; inside < length; inside += 1) if (claims.has(at + inside)) return false;
  return true;
}

export const NO_TARGETS: ReadonlySet<string> = new Set();

/** Words after `for` that limit nothing, since the setting is always for them. */
const USUAL_TARGETS: ReadonlySet<string> = new Set(
  "string literal indentation indent formatting format styling style test testing package dependency install everything object shape type prop props error code consistency all new local variable function class model query javascript typescript python project this the our"
    .split(" ")
    .map(stemOf),
);

/** What the words right after a mention limit it to, such as `for callbacks`. */
export function targetsOf(words: readonly RuleWord[], next: number): ReadonlySet<string> {
  if (words[next]?.text !== "for") return NO_TARGETS;
  const targets = new Set<string>();
  for (let at = next + 1; at < words.length && at < next + 6 && words[at]!.mark === undefined; at += 1) {
    const { stem } = words[at]!;
    if (!USUAL_TARGETS.has(stem) && senseWeight(stem) > 0) targets.add(stem);
  }
  return targets;
}
