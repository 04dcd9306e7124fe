import type { CheckPlace } from "./run-check.ts";

const TOKEN = /[\p{L}_$][\p{L}\p{N}_$]*|\p{N}[\p{L}\p{N}_.]*|[^\s\p{L}\p{N}_$]/gu;
const LONGEST_SEQUENCE = 60;
/** More words than a sequence is looked for in. */
const MOST_TOKENS = 4_000;
const GAP = "\u0001";

/** The longest run of tokens that all the code before has and none of the code after. */
export function commonTokens(
  examples: readonly { readonly before: string; readonly after: string }[],
): string[] | undefined {
  const before = examples.map((one) => textTokens(one.before));
  const [head] = before;
  if (head === undefined || before.some(({ length }) => length > MOST_TOKENS)) return undefined;
  const rest = before.slice(1).map(joined);
  const after = examples.map((one) => joined(textTokens(one.after)));
  let best: string[] | undefined;
  for (let start = 0; start < head.length; start++)
    for (let end = start + 1; end <= head.length && end - start <= LONGEST_SEQUENCE; end++) {
      const run = head.slice(start, end);
      const text = joined(run);
      if (!rest.every((other) => other.includes(text))) break;
      if (run.length > (best?.length ?? 0) && !after.some((other) => other.includes(text))) best = run;
    }
  return best;
}

/** The words and signs of a text, as a check of words has them. */
export function textTokens(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

function joined(words: readonly string[]): string {
  return `${GAP}${words.join(GAP)}${GAP}`;
}

/** Where the tokens follow one another, by one pass over the text (Knuth, Morris and Pratt). */
export function findTokens(wanted: readonly string[], text: string): CheckPlace[] {
  const found: CheckPlace[] = [];
  const back = fallbacks(wanted);
  const starts: number[] = [];
  let [matched, line, read] = [0, 1, 0];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    starts.push(index);
    if (starts.length > wanted.length) starts.shift();
    while (matched > 0 && wanted[matched] !== token) matched = back[matched - 1]!;
    if (wanted[matched] === token) matched++;
    if (matched < wanted.length) continue;
    const start = starts[0]!;
    for (; read < start; read++) if (text.codePointAt(read) === 10) line++;
    found.push({ line, start, end: index + token.length });
    matched = back[matched - 1]!;
  }
  return found;
}

function fallbacks(wanted: readonly string[]): number[] {
  const back = [0];
  for (let index = 1, length = 0; index < wanted.length; index++) {
    while (length > 0 && wanted[index] !== wanted[length]) length = back[length - 1]!;
    if (wanted[index] === wanted[length]) length++;
    back.push(length);
  }
  return back;
}
