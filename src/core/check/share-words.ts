import type { PhrasePart } from "./phrase.ts";
import type { ProseExample } from "./prose-example.ts";
import type { ProseToken } from "./prose-tokens.ts";
import { classesOf, wordWeight } from "./word-classes.ts";

/** What the examples share at one place: a part, and where each example has it. */
export interface SharedPart {
  readonly as: PhrasePart["as"];
  readonly any: readonly string[];
  readonly classes: readonly string[];
  /** The first example's. */
  readonly token: ProseToken;
  readonly places: readonly number[];
}

export interface ShareOptions {
  /** How many tokens around the change are looked at. */
  readonly context: number;
  /** Words have to be written in the same letters. */
  readonly isExact: boolean;
  readonly alternatives: readonly ReadonlySet<string>[];
}

/** The line of parts of most weight that all examples have, folding one after the other into the first. */
export function shareWords(examples: readonly ProseExample[], options: ShareOptions): readonly SharedPart[] {
  const [first, ...rest] = examples;
  let parts = inView(first!, options.context).map((at): SharedPart => {
    const token = first!.before[at]!;
    const own = options.isExact
      ? ({ as: "exact", any: [token.text] } as const)
      : ({ as: "word", any: [token.lower] } as const);
    return { ...own, classes: classesOf(token), token, places: [at] };
  });
  for (const example of rest) parts = fold(parts, example, options);
  return parts;
}

function inView({ before, focus }: ProseExample, context: number): number[] {
  const seen = new Set<number>();
  for (const at of focus)
    for (
      let near = Math.max(0, at - context);
      near <= Math.min(before.length - 1, at + Math.min(context, 2));
      near++
    )
      seen.add(near);
  for (const [at, { kind }] of before.entries()) if (kind === "edge" && seen.has(at + 1)) seen.add(at);
  return [...seen].toSorted((one, other) => one - other);
}

/** The alignment of greatest weight. */
function fold(parts: readonly SharedPart[], example: ProseExample, options: ShareOptions): SharedPart[] {
  const places = inView(example, options.context);
  const width = places.length + 1;
  const weights = new Float64Array((parts.length + 1) * width);
  const joined = parts.map((part) => places.map((at) => join(part, example.before[at]!, { at, options })));
  const taken = (row: number, column: number): number => {
    const one = joined[row]![column];
    const changed = example.focus.has(places[column]!) ? 0.01 : 0;
    return one === undefined ? -1 : weights[(row + 1) * width + column + 1]! + weightOf(one) + changed;
  };
  for (let row = parts.length - 1; row >= 0; row--)
    for (let column = places.length - 1; column >= 0; column--)
      weights[row * width + column] = Math.max(
        weights[(row + 1) * width + column]!,
        weights[row * width + column + 1]!,
        taken(row, column),
      );
  const found: SharedPart[] = [];
  for (let row = 0, column = 0; row < parts.length && column < places.length;) {
    const here = weights[row * width + column]!;
    if (taken(row, column) === here) {
      found.push(joined[row]![column]!);
      row += 1;
      column += 1;
    } else if (weights[(row + 1) * width + column] === here) row += 1;
    else column += 1;
  }
  return found;
}

const SPECIFICITY: Readonly<Record<PhrasePart["as"], number>> = {
  exact: 3,
  word: 3,
  form: 2.8,
  start: 2,
  class: 1.4,
};
const weightOf = ({ as, token }: SharedPart): number => SPECIFICITY[as] * wordWeight(token);

interface Joining {
  readonly at: number;
  readonly options: ShareOptions;
}

function join(part: SharedPart, token: ProseToken, { at, options }: Joining): SharedPart | undefined {
  const classes = part.classes.filter((name) => classesOf(token).includes(name));
  const next = { classes, token: part.token, places: [...part.places, at] };
  const { as, any } = part;
  if (as === "exact") return any[0] === token.text ? { ...next, as, any } : undefined;
  if (as === "word" && any[0] === token.lower) return { ...next, as, any };
  if (token.kind === "sign" || token.kind === "edge") return undefined;
  const roots = as === "word" ? [part.token.root] : as === "form" ? any : [];
  if (roots.includes(token.root)) return { ...next, as: "form", any: roots };
  const group = options.alternatives.find(
    (words) => words.has(token.root) && roots.some((root) => words.has(root)),
  );
  if (group !== undefined) return { ...next, as: "form", any: [...group] };
  if (classes.length > 0) return { ...next, as: "class", any: [classes[0]!] };
  if (token.kind !== "word" || as === "class") return undefined;
  const start = sharedStart(any[0]!, token.lower);
  return start === undefined ? undefined : { ...next, as: "start", any: [start] };
}

/** The letters that two inflections of one word begin with. */
function sharedStart(one: string, other: string): string | undefined {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length >= 4 && length >= 0.6 * Math.max(one.length, other.length) ? one.slice(0, length) : undefined;
}
