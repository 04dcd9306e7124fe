import type { CommentWord } from "./read-text.ts";

/**
 * How clearly words state a change: `firm` says what to do, `implied` names a defect with one possible fix, `vague`
 * demands something without saying what.
 */
export type ChangeForce = "firm" | "implied" | "vague";

type ChangeForm =
  | "command"
  | "request"
  | "prohibition"
  | "obligation"
  | "offer"
  | "replacement"
  | "implied_fix";

/** A change that a comment asks for, as a range of words; `to` is exclusive. */
export interface Change {
  readonly force: ChangeForce;
  readonly form: ChangeForm;
  readonly from: number;
  readonly to: number;
}

/** A match of a phrase, as a range of words; `to` is exclusive. */
export interface PhraseHit {
  readonly phrase: string;
  readonly from: number;
  readonly to: number;
}

export interface PhraseTable {
  /** The longest phrase of the table that starts at this position. */
  readonly at: (words: readonly CommentWord[], position: number) => PhraseHit | undefined;
  /** All hits in a range, left to right, without overlap. */
  readonly all: (words: readonly CommentWord[], from?: number, to?: number) => readonly PhraseHit[];
  /** The first hit in a range. */
  readonly first: (words: readonly CommentWord[], from?: number, to?: number) => PhraseHit | undefined;
}

interface Slot {
  readonly alternatives: ReadonlySet<string>;
  readonly optional: boolean;
}

/**
 * Phrases are words with `|` between alternatives and `?` after an optional word: `might|may just|also? want to`.
 * `@code` matches code or a quotation. Matching is linear in the length of the phrase.
 */
export function createPhraseTable(phrases: readonly string[]): PhraseTable {
  const byFirst = new Map<string, { phrase: string; slots: readonly Slot[] }[]>();
  for (const phrase of phrases) {
    const slots = phrase.split(" ").map(toSlot);
    for (const first of firstWords(slots)) {
      const list = byFirst.get(first) ?? [];
      list.push({ phrase, slots });
      byFirst.set(first, list);
    }
  }
  const at = (words: readonly CommentWord[], position: number): PhraseHit | undefined => {
    let best: PhraseHit | undefined;
    for (const { phrase, slots } of byFirst.get(keyOf(words[position])) ?? []) {
      const to = matchSlots(slots, words, position);
      if (to !== undefined && (best === undefined || to > best.to)) best = { phrase, from: position, to };
    }
    return best;
  };
  const all = (words: readonly CommentWord[], from = 0, to = words.length): readonly PhraseHit[] => {
    const hits: PhraseHit[] = [];
    for (let position = from; position < to; position += 1) {
      const hit = at(words, position);
      if (hit === undefined || hit.to > to) continue;
      hits.push(hit);
      position = hit.to - 1;
    }
    return hits;
  };
  const first = (words: readonly CommentWord[], from = 0, to = words.length): PhraseHit | undefined => {
    for (let position = from; position < to; position += 1) {
      const hit = at(words, position);
      if (hit !== undefined && hit.to <= to) return hit;
    }
    return undefined;
  };
  return { at, all, first };
}

/** All words that a phrase can start with: those of its leading optional slots, and of the slot after them. */
function firstWords(slots: readonly Slot[]): ReadonlySet<string> {
  const needed = slots.findIndex((slot) => !slot.optional);
  const first = new Set<string>();
  for (const slot of slots.slice(0, needed + 1)) for (const word of slot.alternatives) first.add(word);
  return first;
}

function toSlot(part: string): Slot {
  const optional = part.length > 1 && part.endsWith("?");
  return { alternatives: new Set((optional ? part.slice(0, -1) : part).split("|")), optional };
}

function keyOf(word: CommentWord | undefined): string {
  if (word === undefined) return "";
  return word.kind === "code" || word.kind === "quote" ? "@code" : word.text;
}

function matchSlots(
  slots: readonly Slot[],
  words: readonly CommentWord[],
  position: number,
): number | undefined {
  let at = position;
  for (const slot of slots) {
    if (slot.alternatives.has(keyOf(words[at]))) at += 1;
    else if (!slot.optional) return undefined;
  }
  return at;
}
