import type { Edit } from "./edit.ts";
import { type Finding, neededOf } from "./finding.ts";
import { quoteCode } from "./quote-words.ts";
import { KEYWORDS } from "./stop-words.ts";

const SCORE = { replace: 53, come: 52, gone: 51 } as const;

/** Names of code that every text before has and no text after, or the other way round. */
export function sharedNames(edits: readonly Edit[]): readonly Finding[] {
  if (!edits.every(({ isCode }) => isCode)) return [];
  const needed = neededOf(edits.length);
  const before = edits.map(({ beforeTokens }) => namesIn(beforeTokens));
  const after = edits.map(({ afterTokens }) => namesIn(afterTokens));
  const gone = onlyIn(before, after, needed);
  const come = onlyIn(after, before, needed);
  const base = { covers: needed, isWhole: false };
  if (come !== undefined && gone !== undefined) {
    const [what, insteadOf] = [quoteCode(come), quoteCode(gone)];
    const text = `Use ${what} instead of ${insteadOf}`;
    return [{ ...base, act: "replace", what, insteadOf, text, score: SCORE.replace }];
  }
  if (come !== undefined) {
    return [{ ...base, act: "do", what: quoteCode(come), text: `Use ${quoteCode(come)}`, score: SCORE.come }];
  }
  if (gone === undefined) return [];
  return [
    {
      ...base,
      act: "avoid",
      what: quoteCode(gone),
      text: `Do not use ${quoteCode(gone)}`,
      score: SCORE.gone,
    },
  ];
}

const namesIn = (tokens: Edit["beforeTokens"]): ReadonlySet<string> =>
  new Set(
    tokens
      .map(({ text }) => text)
      .filter((text) => /^\p{L}[\p{L}\p{N}_]{2,}$/u.test(text) && !KEYWORDS.has(text.toLowerCase())),
  );

/** The first name that enough texts of one side have and none of the other. */
function onlyIn(
  side: readonly ReadonlySet<string>[],
  other: readonly ReadonlySet<string>[],
  needed: number,
): string | undefined {
  return [...side[0]!].find(
    (name) =>
      side.filter((names) => names.has(name)).length >= needed && !other.some((names) => names.has(name)),
  );
}
