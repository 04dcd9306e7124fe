import type { ProseExample } from "./prose-example.ts";
import { proseTokens, type ProseToken } from "./prose-tokens.ts";
import { classesCalled, classesOf, wordWeight } from "./word-classes.ts";

/** What the sentence that describes a mistake says about its words. */
export interface DescribedWords {
  /** Its words, their roots, and `class x` for the classes that it means. */
  readonly named: ReadonlySet<string>;
  /** The wrong phrases that it quotes or lists. */
  readonly phrases: readonly (readonly ProseToken[])[];
  /** Words that it gives as alternatives. */
  readonly alternatives: readonly ReadonlySet<string>[];
}

const QUOTED =
  /"([^"\n]{1,80})"|“([^”\n]{1,80})”|„([^“”\n]{1,80})[“”]|«([^»\n]{1,80})»|`([^`\n]{1,80})`|(?<![\p{L}\p{N}])['‘]([^'’\n]{1,80})['’](?!\p{L})/gu;

export function describedWords(description: string, examples: readonly ProseExample[]): DescribedWords {
  const tokens = proseTokens(description);
  const named = new Set(
    tokens.flatMap((token) => [
      token.lower,
      token.root,
      ...[...classesOf(token), ...classesCalled(token.lower)].map((name) => `class ${name}`),
    ]),
  );
  const groups = [...quotedGroups(description), ...enumerations(tokens, examples)];
  const phrases = groups.filter((group) => isAboutMistake(group, examples)).flat();
  return { named, phrases, alternatives: alternatives(phrases) };
}

type Words = readonly ProseToken[];

/** Quoted phrases, those of one enumeration together. */
function quotedGroups(description: string): Words[][] {
  const groups: Words[][] = [];
  let last = -1;
  for (const found of description.matchAll(QUOTED)) {
    const words = withoutArticle(found.slice(1).find(Boolean)!);
    const isNext =
      last >= 0 &&
      /^(?:[\s,/]|and|or|nor|the|und|oder|y|o|et|ou)*$/u.test(description.slice(last, found.index));
    if (!isNext) groups.push([]);
    if (words.length > 0 && words.length <= 8) groups.at(-1)?.push(words);
    last = found.index + found[0].length;
  }
  return groups;
}

/** Whether corrections strike some of the phrases out and put none of them in. */
function isAboutMistake(group: readonly Words[], examples: readonly ProseExample[]): boolean {
  const added = new Set(
    examples.flatMap(({ before, after }) => {
      const old = new Set(before.map(({ lower }) => lower));
      return after.filter(({ lower }) => !old.has(lower)).map(({ lower }) => lower);
    }),
  );
  const struck = new Set(examples.flatMap(({ before, focus }) => [...focus].map((at) => before[at]!.root)));
  return (
    group.some((words) => words.some((token) => wordWeight(token) === 1 && struck.has(token.root))) &&
    !group.some(
      (words) =>
        words.some((token) => wordWeight(token) === 1) && words.every(({ lower }) => added.has(lower)),
    )
  );
}

const withoutArticle = (text: string): readonly ProseToken[] => {
  const tokens = proseTokens(text).filter(({ kind }) => kind === "word" || kind === "number");
  return tokens.length > 1 && /^(?:the|a|an)$/u.test(tokens[0]!.lower) ? tokens.slice(1) : tokens;
};

/** The words of an enumeration such as "just, simply and easily" if corrections strike out several of them, and each one. */
function enumerations(tokens: Words, examples: readonly ProseExample[]): Words[][] {
  const lists: ProseToken[][] = [[]];
  let isJoined = false;
  for (const token of tokens) {
    if (/^(?:,|and|or|nor)$/u.test(token.lower)) isJoined = true;
    else if (token.kind === "word") {
      if (!isJoined) lists.push([]);
      lists.at(-1)?.push(token);
      isJoined = false;
    } else if (token.kind !== "edge") lists.push([]);
  }
  return lists.filter((list) => isStruck(list, examples)).map((list) => list.map((token) => [token]));
}

function isStruck(list: Words, examples: readonly ProseExample[]): boolean {
  const struck = examples.map(({ before, focus }) => {
    const roots = new Set([...focus].map((at) => before[at]!.root));
    return list.filter(({ root }) => roots.has(root)).map(({ root }) => root);
  });
  return list.length > 1 && struck.every((roots) => roots.length > 0) && new Set(struck.flat()).size > 1;
}

/** Phrases of the same length say the same in other words: their words at one place are alternatives. */
function alternatives(phrases: readonly Words[]): readonly ReadonlySet<string>[] {
  const groups: ReadonlySet<string>[] = [];
  for (const length of new Set(phrases.map((words) => words.length))) {
    const some = phrases.filter((words) => words.length === length);
    if (some.length < 2) continue;
    for (let at = 0; at < length; at++) {
      const words = new Set(
        some
          .map((phrase) => phrase[at]!)
          .filter((token) => wordWeight(token) === 1)
          .map(({ root }) => root),
      );
      if (words.size > 1) groups.push(words);
    }
  }
  return groups;
}
