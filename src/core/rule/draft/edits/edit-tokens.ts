/** A word, number, operator or sign of a text, with where it is. */
export interface EditToken {
  readonly text: string;
  /** What is compared: the text as it is, or in lower case. */
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

const TOKEN =
  /\d[\d_]*(?:[.,]\d+)*|[\p{L}\p{N}_$]+(?:['’]\p{L}+)*|[=!]==?|=>|->|<=|>=|&&|\|\||\?\?|\?\.|::|:=|\+\+|--|\*\*|\.\.\.|[^\s]/gu;

/** The tokens of a text, without white space. At most `max` of them. */
export function editTokens(text: string, exact: boolean, max: number): readonly EditToken[] {
  const tokens: EditToken[] = [];
  for (const match of text.matchAll(TOKEN)) {
    if (tokens.length >= max) break;
    const [word] = match;
    tokens.push({
      text: word,
      key: exact ? word : word.toLowerCase().replaceAll("’", "'"),
      start: match.index,
      end: match.index + word.length,
    });
  }
  return tokens;
}

export const isWord = (token: string): boolean => /^[\p{L}\p{N}_$]/u.test(token);
