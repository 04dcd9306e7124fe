import type { EntryOpposite } from "../../core/catalogue/catalogue-entry.ts";
import { isOpposite, locateRule, type RuleLocation } from "../../core/catalogue/catalogue-space.ts";
import type { KnownOpposite } from "../../core/rule/find-related-rules.ts";
import type { PlacedEntries } from "./place-entries.ts";
import type { TextVectors } from "./text-vectors.ts";

/** Maximum rules to compare. Each takes some milliseconds when it is new. */
const MAX_RULES = 500;
const MAX_PLACES = 5_000;

interface Side {
  /** Index of the entry. */
  readonly at: number;
  readonly side: "rule" | "opposite";
}

/** Finds the opposites of a rule: by the catalogue's wording if it is used, otherwise by meaning. */
export async function ruleOpposites(
  placed: PlacedEntries,
  vectors: TextVectors,
  rule: string,
  others: readonly string[],
): Promise<ReadonlyMap<string, KnownOpposite>> {
  const found = new Map<string, KnownOpposite>();
  const { space, entries } = placed;
  const looked = [...new Set(others)].slice(0, MAX_RULES);
  if (looked.length === 0 || entries.length === 0) return found;
  const { worded, places } = learnedOf(placed);
  const [vector, ...theirs] = await vectors([rule, ...looked]);
  const placeOf = (text: string, at: Float32Array): RuleLocation => {
    let located = places.get(text);
    if (located === undefined) {
      located = locateRule(space, at);
      if (places.size >= MAX_PLACES) places.delete(places.keys().next().value!);
      places.set(text, located);
    }
    return located;
  };
  const sideOf = (text: string, at: Float32Array): Side | undefined => {
    const known = worded.get(wordsOf(text));
    if (known !== undefined) return known;
    const { entry } = placeOf(text, at);
    return entry === undefined ? undefined : { at: entry, side: "rule" };
  };
  const opposes = async (entry: number, text: string, at: Float32Array): Promise<boolean> => {
    const known = worded.get(wordsOf(text));
    if (known?.at === entry) return known.side === "opposite";
    const { opposite } = entries[entry]!.entry;
    if (opposite === null || !placeOf(text, at).near.includes(entry)) return false;
    return isOpposite(space, at, entry, await vectors(oppositeTexts(opposite)));
  };
  const own = sideOf(rule, vector!);
  for (const [number, other] of looked.entries()) {
    const at = theirs[number]!;
    const their = sideOf(other, at);
    const entry =
      own?.side === "rule" && (await opposes(own.at, other, at))
        ? own.at
        : their?.side === "rule" && (await opposes(their.at, rule, vector!))
          ? their.at
          : undefined;
    if (entry === undefined) continue;
    const { id, rule: known, opposite } = entries[entry]!.entry;
    found.set(other, { entry_id: id, rule: known, opposite: opposite?.rule ?? "" });
  }
  return found;
}

const oppositeTexts = ({ rule, rules, comments }: EntryOpposite): readonly string[] => [
  rule,
  ...rules,
  ...comments,
];

/** Cached facts about rules, valid as long as the entries are the same. */
interface Learned {
  readonly worded: ReadonlyMap<string, Side>;
  /** Cached because each takes a comparison with every entry. */
  readonly places: Map<string, RuleLocation>;
}

const learned = new WeakMap<PlacedEntries, Learned>();

function learnedOf(placed: PlacedEntries): Learned {
  let known = learned.get(placed);
  if (known === undefined) {
    known = { worded: wordedSides(placed), places: new Map() };
    learned.set(placed, known);
  }
  return known;
}

/** Maps a wording to its entry. A wording that two entries share is ambiguous and left out. */
function wordedSides(placed: PlacedEntries): ReadonlyMap<string, Side> {
  const made = new Map<string, Side | undefined>();
  const add = (text: string, side: Side): void => {
    const words = wordsOf(text);
    made.set(words, made.has(words) ? undefined : side);
  };
  for (const [at, { entry }] of placed.entries.entries()) {
    for (const text of [entry.rule, ...entry.rules]) add(text, { at, side: "rule" });
    for (const text of entry.opposite === null ? [] : [entry.opposite.rule, ...entry.opposite.rules]) {
      add(text, { at, side: "opposite" });
    }
  }
  return new Map(
    Array.from(made).flatMap(([words, side]) => (side === undefined ? [] : [[words, side] as const])),
  );
}

const wordsOf = (text: string): string =>
  text
    .slice(0, 1_000)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
