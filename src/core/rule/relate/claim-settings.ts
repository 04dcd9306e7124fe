import { CONCEPT_SENSES, NEAR, SETTING_SENSES, type Sense } from "./lexicon.ts";
import { phraseAt } from "./phrase-index.ts";
import type { RuleWord } from "./rule-words.ts";

/** A phrase of the tables at a place in a rule. */
export interface Hit {
  readonly meaning: Sense;
  readonly length: number;
}

/** Settings by the position they start at; the words they take are marked with `null`. */
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
