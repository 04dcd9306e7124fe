import { MEASURES, NUMBER_WORDS, VERSIONED } from "./measures-table.ts";
import type { Mention } from "./mention.ts";
import { stemOf, type RuleWord } from "./rule-words.ts";

const measures = MEASURES.map((measure) => ({
  ...measure,
  near: measure.near.map((group) => new Set(group.split(" ").map(stemOf))),
}));

/** How many words on each side of a number tell what it counts. */
const WINDOW = 7;

/** The numbers a rule sets: lengths, shares, versions. */
export function readMeasures(words: readonly RuleWord[]): readonly Mention[] {
  const mentions: Mention[] = [];
  let statement = 0;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    if (word.mark === "strong") statement += 1;
    const version = versionAt(words, at);
    const amount = version === undefined ? amountOf(word) : undefined;
    const name = version?.name ?? (amount === undefined ? undefined : measureAt(words, at, amount));
    if (name === undefined) continue;
    const value = version?.value ?? String(amount);
    mentions.push({
      topic: name,
      value,
      kind: "setting",
      sign: 1,
      weight: 3,
      role: "duty",
      hedged: false,
      targets: new Set<string>(),
      statement,
      at,
      text: value,
    });
  }
  return mentions;
}

function amountOf({ text }: RuleWord): number | undefined {
  if (/^[0-9]{1,5}$/.test(text)) return Number(text);
  return Object.hasOwn(NUMBER_WORDS, text) ? NUMBER_WORDS[text] : undefined;
}

function measureAt(words: readonly RuleWord[], at: number, amount: number): string | undefined {
  const near = new Set<string>();
  for (const step of [-1, 1]) {
    for (let next = at + step, seen = 0; seen < WINDOW; next += step, seen += 1) {
      const word = words[next];
      if (word === undefined || word.mark === "strong") break;
      if (word.mark === undefined) near.add(word.stem);
      else if (word.mark === "weak" && amountNear(words, next, step)) break;
    }
  }
  return measures.find(
    (measure) =>
      amount >= measure.from &&
      amount <= measure.to &&
      measure.near.every((group) => [...group].some((stem) => near.has(stem))),
  )?.name;
}

/** Behind a mark, another number has its own words. */
function amountNear(words: readonly RuleWord[], at: number, step: number): boolean {
  for (let next = at + step, seen = 0; seen < WINDOW; next += step, seen += 1) {
    const word = words[next];
    if (word === undefined || word.mark === "strong") return false;
    if (amountOf(word) !== undefined) return true;
  }
  return false;
}

function versionAt(words: readonly RuleWord[], at: number): { name: string; value: string } | undefined {
  const before = words[at - 1]?.text ?? "";
  const name = Object.hasOwn(VERSIONED, before) ? VERSIONED[before] : undefined;
  const text = words[at]!.text.replace(/^v/u, "");
  if (name === undefined || !/^[0-9]{1,3}$/.test(text)) return undefined;
  const minor = words[at + 1]?.text ?? "";
  return { name, value: /^[0-9]{1,3}$/.test(minor) ? `${text}.${minor}` : text };
}
