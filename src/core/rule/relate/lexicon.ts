import { AGENT_SETTINGS } from "./agent-settings.ts";
import { CONCEPTS, FAINT_WORDS } from "./concepts-table.ts";
import { indexPhrases } from "./phrase-index.ts";
import { TURNS, type Turn } from "./polarity-words.ts";
import { stemOf } from "./rule-words.ts";
import { SCOPE_TAGS } from "./scope-table.ts";
import type { Setting } from "./setting.ts";
import { STYLE_SETTINGS } from "./style-settings.ts";
import { TOOL_SETTINGS } from "./tool-settings.ts";
import { WORK_SETTINGS } from "./work-settings.ts";

const pair = (one: string, other: string): Setting => ({
  name: `${one.split(",")[0]} or ${other.split(",")[0]}`,
  either: true,
  values: { one, other },
});

/** Words whose sense is each other's reverse; they oppose two texts that otherwise speak of the same. */
const OPPOSITES: readonly Setting[] = [
  pair("inline, inlined", "extract, extracted, pull out"),
  pair("combine, consolidate, join together, one file", "split, separate, break up, break into"),
  pair("implicit", "explicit type"),
  pair("lazy, lazily, on demand", "eager, eagerly, up front, upfront"),
  pair("synchronous, sync", "asynchronous, async"),
  pair("singular", "plural"),
  pair("flat", "nested folder, nested structure"),
  pair("strict", "lenient, permissive, tolerant"),
  pair(
    "bubble up, let it bubble, propagate, rethrow, let errors reach",
    "catch and handle, error locally, exception locally, handle locally, recover locally",
  ),
  pair("automatic, automatically, auto", "manual, manually, by hand"),
  pair("feature folder, by feature, feature based", "by type, layer folder, by layer, layer based"),
  pair("monorepo", "separate repository, separate repo, polyrepo"),
  pair("immediately, at once, right away", "later, afterwards, at the end, batch"),
  pair("hard delete, physically delete", "soft delete, logical delete, archive"),
  pair("uuid, ulid", "auto increment, autoincrement, serial id, sequential id"),
  pair("ascending", "descending"),
  pair("fail fast, crash early, crash", "degrade gracefully, graceful degradation, keep running"),
];

/** What a phrase of the tables means. */
export interface Sense {
  readonly topic: string;
  readonly value: string;
  readonly kind: "setting" | "concept";
  readonly weight: number;
  /** The phrase says the reverse: `dry` forbids duplication. */
  readonly reversed: boolean;
}

const SETTING_WEIGHT = 3;

type Senses = (readonly [string, Sense])[];

/** A tool is often named where the rule is about something else. */
const TOOL_WEIGHT = 2.5;

const tools = TOOL_SETTINGS.map((setting): Setting => ({
  ...setting,
  weight: setting.weight ?? TOOL_WEIGHT,
}));

const settings: readonly Setting[] = [...STYLE_SETTINGS, ...tools, ...WORK_SETTINGS, ...AGENT_SETTINGS];

/** Settings and pairs of opposites by name. */
export const SETTINGS: ReadonlyMap<string, Setting> = new Map(
  [...settings, ...OPPOSITES].map((setting) => [setting.name, setting]),
);

/** Stems of which one must stand beside a setting's value for the setting to be meant. */
export const NEAR: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  settings.flatMap(({ name, near }) =>
    near === undefined ? [] : [[name, new Set(near.split(" ").map(stemOf))]],
  ),
);

/** Phrases of settings; they are looked for before all else. */
export const SETTING_SENSES = indexPhrases<Sense>(
  settings.flatMap((setting) => sensesOf(setting, "setting", setting.weight ?? SETTING_WEIGHT)),
);

/** Phrases of opposites and of common things. */
export const CONCEPT_SENSES = indexPhrases<Sense>([
  ...OPPOSITES.flatMap((setting) => sensesOf(setting, "concept", 1)),
  ...CONCEPTS.flatMap(({ name, weight, phrases }) =>
    split(phrases).map(([phrase, reversed]): readonly [string, Sense] => [
      phrase,
      { topic: `concept ${name}`, value: "yes", kind: "concept", weight, reversed },
    ]),
  ),
]);

export const TURN_INDEX = indexPhrases<Turn>(
  (Object.entries(TURNS) as [Turn, string][]).flatMap(([turn, phrases]) =>
    split(phrases).map(([phrase]): readonly [string, Turn] => [phrase, turn]),
  ),
);

const weights: ReadonlyMap<string, number> = new Map(
  Object.entries(FAINT_WORDS)
    .toSorted(([, a], [, b]) => b - a)
    .map(([word, weight]) => [stemOf(word), weight]),
);

/** Words that tell where a rule holds say little about what it asks. */
const SCOPE_WORTH = 0.3;

const places: ReadonlySet<string> = new Set(
  SCOPE_TAGS.filter(({ dimension }) => dimension === "language" || dimension === "framework").flatMap(
    ({ phrases }) =>
      split(phrases)
        .map(([phrase]) => phrase)
        .filter((phrase) => !phrase.includes(" "))
        .map(stemOf),
  ),
);

/** How much it says that two rules share this stem. */
export function weightOf(stem: string): number {
  if (/^\p{N}/u.test(stem)) return 0;
  return weights.get(stem) ?? (places.has(stem) ? SCOPE_WORTH : 1);
}

function sensesOf(setting: Setting, kind: Sense["kind"], weight: number): Senses {
  return Object.entries(setting.values).flatMap(([value, phrases]) =>
    split(phrases).map(([phrase, reversed]): readonly [string, Sense] => [
      phrase,
      { topic: setting.name, value, kind, weight, reversed },
    ]),
  );
}

function split(phrases: string): readonly (readonly [string, boolean])[] {
  return phrases
    .split(",")
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== "")
    .map((phrase) => (phrase.startsWith("!") ? [phrase.slice(1), true] : [phrase, false]));
}
