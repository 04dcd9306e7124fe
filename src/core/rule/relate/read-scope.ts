import scopeTags from "./scope-tags.json" with { type: "json" };
import { wordSet } from "../../text/word-set.ts";
import { indexPhrases, phraseAt } from "./setting.ts";
import { splitRule, type RuleWord } from "./rule-words.ts";

/** A scope that words can express. Two names of one dimension exclude each other. */
interface ScopeTag {
  readonly dimension: "language" | "framework" | "purpose" | "test_level" | "side" | "place" | "age";
  readonly name: string;
  /** Phrases that mean it anywhere. */
  readonly phrases: string;
  /** Phrases that mean it only after `in`, `for` and the like, or in an explicit scope. */
  readonly placed?: string;
  /** The language of a framework. */
  readonly language?: string;
}

export const SCOPE_TAGS = scopeTags as readonly ScopeTag[];

/** A scope of only these words means everywhere. */
const EVERYWHERE = wordSet(
  "all any every everything everywhere whole entire project repo repository codebase codebas global general code cod file work the of in this",
);

/** Where a rule applies: names by dimension, and words of an explicit scope that no table contains. */
export interface ScopeReading {
  readonly tags: ReadonlyMap<ScopeTag["dimension"], ReadonlySet<string>>;
  /** Stems of the explicit scope, without words that mean everywhere. */
  readonly words: ReadonlySet<string>;
  /** Those without a tag. */
  readonly unknown: ReadonlySet<string>;
}

export type ScopeOverlap = "same" | "overlapping" | "contained" | "disjoint";

const anyPhrases = indexPhrases(rowsOf(({ phrases }) => phrases));
const placedPhrases = indexPhrases(rowsOf((tag) => tag.placed ?? ""));
const PLACING = wordSet("in for on inside within under of to from");
const BETWEEN = wordSet("the a all our your any new every each committed");

/** Reads the explicit scope, and from the text the dimensions that it leaves open. */
export function readScope(words: readonly RuleWord[], scope: string | undefined): ScopeReading {
  const scopeWords = splitScope(scope);
  const tags = new Map<ScopeTag["dimension"], Set<string>>();
  const add = ({ dimension, name }: Pick<ScopeTag, "dimension" | "name">): void => {
    tags.set(dimension, (tags.get(dimension) ?? new Set()).add(name));
  };
  const addTag = (tag: ScopeTag): void => {
    add(tag);
    if (tag.language !== undefined) add({ dimension: "language", name: tag.language });
  };
  const unknown = new Set<string>();
  for (let at = 0; at < scopeWords.length; at += 1) {
    const hit = phraseAt(anyPhrases, scopeWords, at) ?? phraseAt(placedPhrases, scopeWords, at);
    const { stem } = scopeWords[at]!;
    if (hit !== undefined) addTag(hit.meaning);
    else if (stem !== "" && !EVERYWHERE.has(stem)) unknown.add(stem);
    at += (hit?.length ?? 1) - 1;
  }
  const closed = new Set(tags.keys());
  for (let at = 0; at < words.length; at += 1) {
    if (isException(words[at]!)) at = endOfStatement(words, at);
    const hit =
      phraseAt(anyPhrases, words, at) ??
      (isPlaced(words, at) ? phraseAt(placedPhrases, words, at) : undefined);
    if (hit !== undefined && !closed.has(hit.meaning.dimension)) addTag(hit.meaning);
  }
  const explicit = new Set(
    scopeWords.map(({ stem }) => stem).filter((stem) => stem !== "" && !EVERYWHERE.has(stem)),
  );
  return { tags, words: explicit, unknown };
}

/** The words of an explicit scope; empty if it means everywhere. */
function splitScope(scope: string | undefined): readonly RuleWord[] {
  const words = splitRule(scope ?? "");
  return words.every(({ stem }) => stem === "" || EVERYWHERE.has(stem)) ? [] : words;
}

/** Scopes are disjoint if they differ in a shared dimension, or are explicit and share no words. */
export function overlapOf(a: ScopeReading, b: ScopeReading): ScopeOverlap {
  const shared = [...a.tags].filter(([dimension]) => b.tags.has(dimension));
  for (const [dimension, names] of shared) {
    if (![...names].some((name) => b.tags.get(dimension)!.has(name))) return "disjoint";
  }
  if (a.words.size > 0 && b.words.size > 0 && shared.length === 0) {
    const foreign = (a.unknown.size > 0 && isOwnPlace(b)) || (b.unknown.size > 0 && isOwnPlace(a));
    if (foreign && ![...a.words].some((stem) => b.words.has(stem))) return "disjoint";
  }
  const wider = a.tags.size + a.words.size === 0;
  const narrower = b.tags.size + b.words.size === 0;
  if (wider !== narrower) return "contained";
  return wider || sameTags(a, b) ? "same" : "overlapping";
}

/** Whether a scope is more than a language, in which anything may be written. */
function isOwnPlace({ tags, unknown }: ScopeReading): boolean {
  return (
    unknown.size > 0 ||
    [...tags.keys()].some((dimension) => dimension !== "language" && dimension !== "framework")
  );
}

function sameTags(a: ScopeReading, b: ScopeReading): boolean {
  const flat = ({ tags }: ScopeReading): string =>
    [...tags]
      .map(([dimension, names]) => `${dimension} ${[...names].toSorted().join(" ")}`)
      .toSorted()
      .join("\n");
  return flat(a) === flat(b);
}

function isPlaced(words: readonly RuleWord[], at: number): boolean {
  let before = at - 1;
  while (before >= at - 2 && BETWEEN.has(words[before]?.text ?? "")) before -= 1;
  return PLACING.has(words[before]?.text ?? "");
}

const isException = ({ text }: RuleWord): boolean => text === "unless" || text === "except";

function endOfStatement(words: readonly RuleWord[], at: number): number {
  let end = at;
  while (end < words.length - 1 && words[end]!.mark !== "strong") end += 1;
  return end;
}

function rowsOf(phrasesOf: (tag: ScopeTag) => string): (readonly [string, ScopeTag])[] {
  return SCOPE_TAGS.flatMap((tag) =>
    phrasesOf(tag)
      .split(",")
      .map((phrase): readonly [string, ScopeTag] => [phrase.trim(), tag])
      .filter(([phrase]) => phrase !== ""),
  );
}
