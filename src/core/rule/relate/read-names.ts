import type { Mention } from "./mention.ts";
import { indexPhrases, phraseAt } from "./setting.ts";
import type { RuleWord } from "./rule-words.ts";
import names from "./names.json" with { type: "json" };

/** Naming styles by phrase. */
const cases = indexPhrases(rowsOf(names.cases));
/** Named things by phrase. */
const named = indexPhrases(rowsOf(names.named));

interface NameMatch {
  readonly what: "case" | "named";
  readonly value: string;
  readonly at: number;
  readonly text: string;
}

/** The naming styles that a rule asks for: one mention for each thing. */
export function readNames(words: readonly RuleWord[], signAt: (at: number) => 1 | -1): readonly Mention[] {
  const mentions: Mention[] = [];
  let matches: NameMatch[] = [];
  let statement = 0;
  const close = (): void => {
    mentions.push(...toMentions(matches, statement, signAt));
    matches = [];
    statement += 1;
  };
  for (let at = 0; at < words.length; at += 1) {
    if (words[at]!.mark === "strong") close();
    const asCase = phraseAt(cases, words, at);
    const hit = asCase ?? phraseAt(named, words, at);
    if (hit === undefined) continue;
    const text = words
      .slice(at, at + hit.length)
      .map((word) => word.text)
      .join(" ");
    matches.push({ what: asCase === undefined ? "named" : "case", value: hit.meaning, at, text });
    at += hit.length - 1;
  }
  close();
  return mentions;
}

/** Pairs each naming style with its thing: before it in `files: kebab-case`, after it in `kebab-case for files`. The first style decides. */
function toMentions(
  matches: readonly NameMatch[],
  statement: number,
  signAt: (at: number) => 1 | -1,
): readonly Mention[] {
  const firstCase = matches.findIndex(({ what }) => what === "case");
  if (firstCase === -1) return [];
  const before = firstCase > 0;
  const mentions: Mention[] = [];
  matches.forEach((each, position) => {
    if (each.what !== "case") return;
    const things: NameMatch[] = [];
    const step = before ? -1 : 1;
    for (let next = position + step; matches[next]?.what === "named"; next += step)
      things.push(matches[next]!);
    for (const thing of things.length === 0 ? ["anything"] : new Set(things.map(({ value }) => value))) {
      mentions.push({
        topic: `naming of ${thing}`,
        value: each.value,
        kind: "setting",
        sign: signAt(each.at),
        weight: 3,
        role: "duty",
        hedged: false,
        targets: new Set<string>(),
        statement,
        at: each.at,
        text: each.text,
      });
    }
  });
  return mentions;
}

function rowsOf(table: Readonly<Record<string, string>>): (readonly [string, string])[] {
  return Object.entries(table).flatMap(([value, phrases]) =>
    phrases.split(",").map((phrase): readonly [string, string] => [phrase.trim(), value]),
  );
}
