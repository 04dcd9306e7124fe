import { cosine } from "../judge/judgement.ts";
import type { AgentAct } from "../transcript/transcript.ts";
import { TOPIC_SIGNS } from "./sign-patterns.ts";
import { contentWords, ownWords, type PlacedTurn, wordsOf } from "./turn-signs.ts";

/** A correction with what is needed to compare it with others of its project. */
export interface ComparedCorrection {
  readonly placed: PlacedTurn;
  /** Names the conversation. */
  readonly conversation: string;
  /** The turn's vector by the local embedder. */
  readonly vector: Float32Array;
  readonly words: ReadonlySet<string>;
  readonly files: ReadonlySet<string>;
  /** What it is about, by the names of `TOPIC_SIGNS`. */
  readonly topics: ReadonlySet<string>;
}

export const comparedCorrection = (
  placed: PlacedTurn,
  conversation: string,
  vector: Float32Array,
): ComparedCorrection => {
  const own = ownWords(placed.turn.text);
  return {
    placed,
    conversation,
    vector,
    words: contentWords(wordsOf(own)),
    files: new Set(placed.turn.acts.flatMap(fileOf)),
    topics: new Set(TOPIC_SIGNS.flatMap(([name, pattern]) => (pattern.test(own) ? [name] : []))),
  };
};

function fileOf(act: AgentAct): readonly string[] {
  if (act.kind !== "call") return [];
  const path = act.edit?.path ?? act.target;
  if (path === undefined || /\s/.test(path) || !/[./\\]/.test(path)) return [];
  return [path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1)];
}

/** How rare words are among the corrections of a project: a word that all share says nothing. */
export class WordRarity {
  readonly #counts = new Map<string, number>();
  readonly #total: number;

  constructor(corrections: readonly ComparedCorrection[]) {
    this.#total = corrections.length;
    for (const { words } of corrections)
      for (const word of words) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
  }

  of(word: string): number {
    return Math.log((1 + this.#total) / (this.#counts.get(word) ?? 1));
  }
}

/** Continues what was said just before: "still", "again", "same here", "huh?". */
const CONTINUES = /\b(?:still|again|same|also|now|another|too|huh|new error)\b/i;

export const PAIR_SIGNS: readonly string[] = [
  "meaning",
  "meaning-squared",
  "near-meaning",
  "shared-rarity",
  "shared-rare-word",
  "shared-files",
  "same-conversation",
  "adjacent",
  "close",
  "continues",
  "both-bare",
  "both-short",
  "same-source",
  "both-pasted",
  "both-questions",
  "meaning+same-conversation",
  "rarity+same-conversation",
  ...TOPIC_SIGNS.map(([name]) => `both-on-${name}`),
];

/** Signs that two corrections of a project ask for the same, in the order of `PAIR_SIGNS`. */
export function pairSigns(
  a: ComparedCorrection,
  b: ComparedCorrection,
  rarity: WordRarity,
): readonly number[] {
  const meaning = Math.max(0, cosine(a.vector, b.vector));
  const shared = [...a.words].filter((word) => b.words.has(word));
  const weigh = (words: Iterable<string>): number =>
    [...words].reduce((sum, word) => sum + rarity.of(word), 0);
  const all = weigh(new Set([...a.words, ...b.words]));
  const sharedRarity = all === 0 ? 0 : weigh(shared) / all;
  const rarest = Math.max(0, ...shared.map((word) => rarity.of(word))) / 5;
  const isSame = a.conversation === b.conversation;
  const distance = Math.abs(a.placed.position - b.placed.position);
  const later = a.placed.position > b.placed.position ? a : b;
  const [ta, tb] = [a.placed.turn, b.placed.turn];
  const both = (test: (text: string) => boolean): number => Number(test(ta.text) && test(tb.text));
  return [
    meaning,
    meaning * meaning,
    Number(meaning > 0.6),
    sharedRarity,
    rarest,
    Number([...a.files].some((file) => b.files.has(file))),
    Number(isSame),
    Number(isSame && distance <= 1),
    isSame ? 1 / (1 + distance) : 0,
    Number(isSame && distance <= 4 && CONTINUES.test(ownWords(later.placed.turn.text).slice(0, 300))),
    both((text) => text.trim() === ""),
    both((text) => text.length < 40),
    Number(ta.source === tb.source && ta.source !== "message"),
    both((text) => /error|warning|traceback|exception/i.test(text)),
    both((text) => text.trimEnd().endsWith("?")),
    isSame ? meaning : 0,
    isSame ? sharedRarity : 0,
    ...TOPIC_SIGNS.map(([name]) => Number(a.topics.has(name) && b.topics.has(name))),
  ];
}
