import { phraseSpellings } from "../text/phrase-spellings.ts";
import { CUES, type Cue } from "./remark-cues.ts";
import type { RemarkWord } from "./remark-words.ts";

/** A phrase of the table as it stands in a remark. */
export interface FoundCue {
  readonly words: readonly string[];
  readonly cue: Cue;
}

/** What stands before a cue in its clause. */
export interface Place {
  /** Only words that may stand before a command. */
  readonly isFirst: boolean;
  /** A thing that the cue could be about. */
  readonly hasThing: boolean;
}

/** Phrases by their first word, the longest first. */
const phrases: ReadonlyMap<string, readonly FoundCue[]> = indexed();

/** The longest phrase that begins at a word; of two readings the one about what stands before. */
export function cueAt(words: readonly RemarkWord[], at: number, place: Place): FoundCue | undefined {
  let best: FoundCue | undefined;
  for (const found of phrases.get(words[at]!.text) ?? []) {
    if (best !== undefined && found.words.length < best.words.length) break;
    const { first, ahead, behind } = found.cue;
    if (first === true && !place.isFirst) continue;
    if (behind !== undefined && ahead === undefined && !place.hasThing) continue;
    if (!found.words.every((word, offset) => words[at + offset]?.text === word)) continue;
    if (best === undefined || (behind !== undefined && best.cue.ahead !== undefined)) best = found;
  }
  return best;
}

function indexed(): ReadonlyMap<string, readonly FoundCue[]> {
  const index = new Map<string, FoundCue[]>();
  for (const cue of CUES) {
    for (const words of cue.phrases.split(", ").flatMap(phraseSpellings)) {
      const list = index.get(words[0]!) ?? [];
      list.push({ words, cue });
      index.set(words[0]!, list);
    }
  }
  for (const list of index.values()) list.sort((a, b) => b.words.length - a.words.length);
  return index;
}
