import compounds from "./compounds.json" with { type: "json" };
import measureRows from "./measures.json" with { type: "json" };
import type { Mention } from "./mention.ts";
import { type Quantity, readQuantities, NUMBER_WORDS, VERSIONED } from "./quantities.ts";
import { readMentions } from "./read-mentions.ts";
import { readNames } from "./read-names.ts";
import { readScope, type ScopeReading } from "./read-scope.ts";
import { splitRule, stemOf, type RuleWord } from "./rule-words.ts";

/** The numbers that a project chooses. The first measure that fits counts. */
const measures = measureRows.map((measure) => ({
  ...measure,
  near: measure.near.map((group) => new Set(group.split(" ").map(stemOf))),
}));

/** The number of words on each side of a number that tell what it measures. */
const WINDOW = 7;

/** A rule's text, and where it applies if the text does not say so. */
export interface ComparedRule {
  readonly text: string;
  readonly scope?: string | undefined;
}

export interface RuleReading {
  readonly mentions: readonly Mention[];
  readonly scope: ScopeReading;
  /** The stems in order, by which rules with the same words are recognised. */
  readonly stems: string;
  readonly quantities: readonly Quantity[];
}

export function readRuleText({ text, scope }: ComparedRule): RuleReading {
  const words = splitRule(text);
  const plain = readMentions(words);
  const read = [...plain, ...readCompounds(plain)];
  const signs = new Map(plain.map(({ at, sign }) => [at, sign]));
  const names = readNames(words, (at) => signs.get(at) ?? 1);
  const named = new Set(names.map(({ at }) => at));
  return {
    mentions: [...readMeasures(words), ...names, ...read.filter(({ at }) => !named.has(at))],
    scope: readScope(words, scope),
    quantities: readQuantities(text),
    stems: words
      .filter(({ mark }) => mark === undefined)
      .map(({ stem }) => stem)
      .join(" "),
  };
}

/** The compound settings of each statement, unless a phrase already names them. */
function readCompounds(mentions: readonly Mention[]): readonly Mention[] {
  const statements = new Map<number, Map<string, Mention>>();
  for (const each of mentions) {
    if (each.role === "reason") continue;
    const topics = statements.get(each.statement) ?? new Map<string, Mention>();
    if (!topics.has(each.topic)) topics.set(each.topic, each);
    statements.set(each.statement, topics);
  }
  return [...statements.values()].flatMap((topics) =>
    COMPOUNDS.flatMap((compound) => {
      const made = topics.has(compound.name) ? undefined : toCompound(compound, topics);
      return made === undefined ? [] : [made];
    }),
  );
}

function toCompound(compound: Compound, topics: ReadonlyMap<string, Mention>): Mention | undefined {
  const one = findFirst(compound.one, topics);
  const other = findFirst(compound.other, topics);
  if (one === undefined || other === undefined || (one.role !== "duty" && other.role !== "duty"))
    return undefined;
  const [first, second] = one.at <= other.at ? [one, other] : [other, one];
  return {
    ...one,
    topic: compound.name,
    value: compound.value ?? "yes",
    kind: "setting",
    sign: one.sign === -1 || other.sign === -1 ? -1 : 1,
    weight: compound.weight,
    role: "duty",
    text: first.text === second.text ? first.text : `${first.text} … ${second.text}`,
  };
}

function findFirst(names: readonly string[], topics: ReadonlyMap<string, Mention>): Mention | undefined {
  for (const name of names) {
    const found = topics.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A setting that follows from two topics in one statement, in any order. */
interface Compound {
  readonly name: string;
  readonly weight: number;
  readonly value?: string;
  /** One of these topics must be mentioned. */
  readonly one: readonly string[];
  /** One of these topics must be mentioned as well. */
  readonly other: readonly string[];
}

export const COMPOUNDS: readonly Compound[] = compounds;

/** The numbers a rule sets: lengths, shares, versions. */
function readMeasures(words: readonly RuleWord[]): readonly Mention[] {
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

/** Whether another number follows the mark, which has its own words. */
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
