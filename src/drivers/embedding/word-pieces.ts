/** More than any text needs to fill its tokens with words; what is behind is not looked at. */
export const MAX_TEXT = 8_192;
const LONGEST_WORD = 100;

const SPECIAL = /(\[(?:PAD|UNK|CLS|SEP|MASK)\])/;
const UNSEEN = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\uFFFD]/gu;
// One range begins at 2B920 instead of 2B820; the model was trained with it.
const IDEOGRAPH =
  /[\u4E00-\u9FFF\u3400-\u4DBF\u{20000}-\u{2A6DF}\u{2A700}-\u{2B73F}\u{2B740}-\u{2B81F}\u{2B920}-\u{2CEAF}\uF900-\uFAFF\u{2F800}-\u{2FA1F}]/gu;
const WORD = /[!-/:-@[-`{-~\p{P}]|[^!-/:-@[-`{-~\p{P}\p{White_Space}]+/gu;

export interface WordPieces {
  /** The pieces of a text by number, at most `limit` with those that begin and end it. */
  (text: string): Uint32Array;
}

/**
 * Cuts texts into pieces as the model learned them: without accents and in small letters, words and signs apart, and
 * each word into the longest pieces that are known. Characters younger than Unicode 8 follow the tables of the
 * running Node.
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

  /** Adds the pieces of a word; a word with a part that is not known is unknown as a whole. */
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
    for (const part of text.slice(0, MAX_TEXT).toWellFormed().split(SPECIAL)) {
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
    // The small sigma at the end of a word is a letter of its own only to JavaScript.
    .replaceAll("Σ", "σ")
    .toLowerCase();

/** Characters are counted, not units of UTF-16. */
const isLong = (word: string): boolean =>
  word.length > LONGEST_WORD && (word.length > LONGEST_WORD * 2 || Array.from(word).length > LONGEST_WORD);
