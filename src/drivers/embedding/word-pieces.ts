/** More than any text needs to fill its tokens. The rest is ignored. */
export const MAX_TEXT_LENGTH = 8_192;
const LONGEST_WORD = 100;

const SPECIAL = /(\[(?:PAD|UNK|CLS|SEP|MASK)\])/;
const UNSEEN = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\uFFFD]/gu;
// One range starts at 2B920 instead of 2B820, as in the model's training.
const IDEOGRAPH =
  /[\u4E00-\u9FFF\u3400-\u4DBF\u{20000}-\u{2A6DF}\u{2A700}-\u{2B73F}\u{2B740}-\u{2B81F}\u{2B920}-\u{2CEAF}\uF900-\uFAFF\u{2F800}-\u{2FA1F}]/gu;
const WORD = /[!-/:-@[-`{-~\p{P}]|[^!-/:-@[-`{-~\p{P}\p{White_Space}]+/gu;

export interface WordPieces {
  /** The token ids of a text, at most `limit` including the start and end tokens. */
  (text: string): Uint32Array;
}

/**
 * Tokenises like the model's training: without accents, in lower case, words and punctuation separately, and each
 * word into the longest known pieces. Characters newer than Unicode 8 depend on the running Node.
 */
export function createWordPieces(vocabulary: readonly string[], limit: number): WordPieces {
  const first = new Map<string, number>();
  const further = new Map<string, number>();
  let longest = 0;
  vocabulary.forEach((piece, id) => {
    const isFurther = piece.startsWith("##") && piece.length > 2;
    (isFurther ? further : first).set(isFurther ? piece.slice(2) : piece, id);
    longest = Math.max(longest, piece.length);
  });
  const unknown = first.get("[UNK]")!;
  const begin = first.get("[CLS]")!;
  const end = first.get("[SEP]")!;

  /** Adds the pieces of a word. A word with an unknown part is unknown as a whole. */
  function addWord(word: string, pieces: number[]): void {
    const before = pieces.length;
    if (isLong(word)) {
      pieces.push(unknown);
      return;
    }
    for (let start = 0; start < word.length;) {
      const known = start === 0 ? first : further;
      let stop = Math.min(word.length, start + longest);
      let id = known.get(word.slice(start, stop));
      while (id === undefined && stop > start + 1) {
        stop -= 1;
        id = known.get(word.slice(start, stop));
      }
      if (id === undefined) {
        pieces.length = before;
        pieces.push(unknown);
        return;
      }
      pieces.push(id);
      start = stop;
    }
  }

  return (text) => {
    const pieces = [begin];
    for (const part of text.slice(0, MAX_TEXT_LENGTH).toWellFormed().split(SPECIAL)) {
      if (pieces.length >= limit) break;
      if (SPECIAL.test(part)) {
        pieces.push(first.get(part)!);
        continue;
      }
      for (const [word] of plain(part).matchAll(WORD)) {
        if (pieces.length >= limit) break;
        addWord(word, pieces);
      }
    }
    pieces.length = Math.min(pieces.length, limit - 1);
    pieces.push(end);
    return Uint32Array.from(pieces);
  };
}

const plain = (text: string): string =>
  text
    .replaceAll(UNSEEN, "")
    .replaceAll(IDEOGRAPH, " $& ")
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "")
    // JavaScript lowercases a final sigma to a different letter.
    .replaceAll("Σ", "σ")
    .toLowerCase();

/** Counts characters, not UTF-16 code units. */
const isLong = (word: string): boolean =>
  word.length > LONGEST_WORD && (word.length > LONGEST_WORD * 2 || Array.from(word).length > LONGEST_WORD);
