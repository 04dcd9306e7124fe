import { proseTokens, type ProseToken } from "./prose-tokens.ts";

/** A text before and after its correction. */
export interface ProseExample {
  readonly before: readonly ProseToken[];
  readonly after: readonly ProseToken[];
  /** What the correction took out of `before`, or what is next to the words that it put in. */
  readonly focus: ReadonlySet<number>;
  /** What it put in, if it took nothing out. */
  readonly added: readonly ProseToken[];
}

/** How the corrections changed their texts; `letters` if only large letters or short forms differ. */
export interface ProseExamples {
  readonly change: "words" | "letters" | "addition";
  readonly examples: readonly ProseExample[];
}

/** Longer texts show too much that is not the mistake, and would take too long. */
const MOST_TOKENS = 1_200;

/** Undefined if the corrections do not change their texts in the same way. */
export function readExamples(
  corrections: readonly { readonly before: string; readonly after: string }[],
): ProseExamples | undefined {
  const pairs = corrections.map(({ before, after }) => ({
    before: proseTokens(before),
    after: proseTokens(after),
  }));
  if (pairs.some(({ before, after }) => before.length > MOST_TOKENS || after.length > MOST_TOKENS))
    return undefined;
  for (const [change, key] of [
    ["words", ({ lower }: ProseToken) => lower],
    ["letters", ({ text }: ProseToken) => text],
  ] as const) {
    const examples = pairs.map((pair) => ({
      ...pair,
      focus: missing(pair.before, pair.after, key),
      added: [],
    }));
    if (examples.every(({ focus }) => focus.size > 0)) return { change, examples };
  }
  const examples = pairs.map(({ before, after }) => ({ before, after, ...additions(before, after) }));
  const onlyAdd = examples.every(({ focus, added }) => focus.size > 0 && added.length > 0);
  return onlyAdd ? { change: "addition", examples } : undefined;
}

function additions(
  before: readonly ProseToken[],
  after: readonly ProseToken[],
): Pick<ProseExample, "focus" | "added"> {
  const key = ({ lower }: ProseToken): string => lower;
  const focus = new Set<number>();
  if (missing(before, after, key).size > 0) return { focus, added: [] };
  const places = missing(after, before, key);
  let kept = 0;
  for (let at = 0; at < after.length; at++) {
    if (!places.has(at)) kept += 1;
    else for (const near of [kept - 1, kept]) if (before[near] !== undefined) focus.add(near);
  }
  return { focus, added: [...places].map((at) => after[at]!) };
}

/** What of one text is not in the longest sequence that both have. */
function missing(
  one: readonly ProseToken[],
  other: readonly ProseToken[],
  key: (token: ProseToken) => string,
): ReadonlySet<number> {
  const [left, right] = [one.map(key), other.map(key)];
  const width = right.length + 1;
  const lengths = new Uint16Array((left.length + 1) * width);
  const lengthAt = (row: number, column: number): number => lengths[row * width + column]!;
  for (let row = left.length - 1; row >= 0; row--)
    for (let column = right.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        left[row] === right[column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
  const found = new Set<number>();
  for (let row = 0, column = 0; row < left.length;)
    if (column < right.length && left[row] === right[column]) {
      row += 1;
      column += 1;
    } else if (column < right.length && lengthAt(row, column + 1) >= lengthAt(row + 1, column)) column += 1;
    else {
      if (one[row]!.kind !== "edge") found.add(row);
      row += 1;
    }
  return found;
}
