import agentSettings from "./agent-settings.json" with { type: "json" };
import concepts from "./concepts.json" with { type: "json" };
import faintWords from "./faint-words.json" with { type: "json" };
import styleSettings from "./style-settings.json" with { type: "json" };
import toolSettings from "./tool-settings.json" with { type: "json" };
import workSettings from "./work-settings.json" with { type: "json" };
import { wordSet } from "../../text/word-set.ts";
import { indexPhrases, type RuleSetting } from "./setting.ts";
import { stemOf } from "./rule-words.ts";
import { SCOPE_TAGS } from "./read-scope.ts";

/** How a word affects the sign of the words around it. */
export type SignTurn =
  /** Forbids what follows, up to the end of the statement or a new command: never, avoid. */
  | "ban"
  /** Forbids what follows, up to the next mark: no, instead of. */
  | "local_ban"
  /** A verb that removes its object: skip, remove. */
  | "undo"
  /** Forbids what precedes it: is forbidden. */
  | "ban_before"
  /** Resets the sign: but, always. */
  | "affirm"
  /** Compares: after "prefer", what follows is worse, as in `x over y`. */
  | "over"
  | "condition"
  | "exception"
  | "reason";

/** Phrases by effect. Commas separate phrases, and `|` spellings. */
const TURNS: Readonly<Record<SignTurn, string>> = {
  ban: "never, not, don't, dont, do not, does not, doesn't, must not, mustn't, should not, shouldn't, cannot, can't, won't, will not, may not, avoid, refrain from, forbid, prohibit, ban, disallow, stop using, stop adding, stop writing, isn't, aren't, is not, are not, don, discourage, minimize, minimise, nor, neither, under no circumstances, not necessary to, not need to, hardly, reject",
  local_ban:
    "no, without, instead of, rather than, as opposed to, no need to, no need for, in place of, zero, free of, no more, not by, and not, never by",
  undo: "skip, omit, remove, delete, drop, disable, bypass, exclude, eliminate, strip, get rid of, ignore, leave out, turn off, replace, keep out, forget, break, miss, hesitate, lose, violate, neglect, rewrite, compromise, sacrifice, underestimate",
  ban_before:
    "sparingly, is|are deprecated, is|are legacy, overkill, harder, is|are harmful, is|are bad, bad practice, anti pattern, antipattern, not a goal, is not a goal, evil, harmful, out of, nothing, optional, not mandatory, last resort, forbidden, banned, incomplete, unacceptable, rejected, prohibited, disallowed, discouraged, unnecessary, not allowed, not permitted, not needed, not required, not acceptable, not used, not be used, not necessary, aren't allowed, isn't allowed, is not allowed, are not allowed, not be allowed, never be used, never used, never acceptable, never allowed, not welcome, noise, clutter, pointless, a waste, out of scope, is|are not|never used|allowed|permitted|needed|required|acceptable|necessary|welcome|supported|added|committed|written|present|wanted|tolerated, isn't|aren't used|needed|required|acceptable|necessary|welcome|wanted, not tolerated, not be added, not be committed, not be written, not be present, should not be used, must not be used, should never be used, must never be used, off limits, shouldn't be used, a smell, must go, get removed, are deleted, are removed, is not needed, are not needed, needs not",
  affirm:
    "but, always, instead, in favor of, in favour of, incomplete|unfinished without, not complete|done|finished without",
  over: "over, to, than, above",
  condition:
    "when, if, before, after, while, during, whenever, once, until, where, upon, at the start of, at the end of, prior to",
  exception: "unless, except, other than, apart from, except for, except when, only if strictly, aside from",
  reason:
    "because, since, so that, to avoid, to ensure, to prevent, to improve, to keep, to make, to help, to reduce, to maintain, in order to, due to, for readability, for clarity, for consistency, for better, for improved, for maintainability, for easier, as it, as they, as this, this improve, this make, this help, this ensure, which, so, to balance, to maximize, to allow",
};

/** Verbs that start a new command, which ends a ban before them. */
export const COMMANDS = wordSet(
  "use prefer always write keep add run make ensure put instead import export create return handle name choose pass call define declare ask stick extract split replace set rely inject throw raise log catch fix update commit push open follow give place move treat check read format indent wrap mark test mock favor favour opt go build return limit document comment load store validate validates rebase squash merge target end start wait propagate let return stay respond answer explain implement leave delete remove",
);

/** Verbs after which `over` and `to` introduce what is worse. */
export const PREFERRING = wordSet("prefer favor favour choose preferr preferred pick");

const pair = (one: string, other: string): RuleSetting => ({
  name: `${one.split(",")[0]} or ${other.split(",")[0]}`,
  either: true,
  values: { one, other },
});

/** Words with opposite meanings. They divide two texts that otherwise say the same. */
const OPPOSITES: readonly RuleSetting[] = [
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

/** The meaning of a phrase in the tables. */
export interface Sense {
  readonly topic: string;
  readonly value: string;
  readonly kind: "setting" | "concept";
  readonly weight: number;
  /** The phrase means the opposite: `dry` forbids duplication. */
  readonly reversed: boolean;
}

const SETTING_WEIGHT = 3;

type Senses = (readonly [string, Sense])[];

/** Tools weigh less, because rules about other things often name one. */
const TOOL_WEIGHT = 2.5;

const settings = [
  ...styleSettings,
  ...toolSettings.map((setting) => ({ weight: TOOL_WEIGHT, ...setting })),
  ...workSettings,
  ...agentSettings,
] as readonly RuleSetting[];

export const SETTINGS: ReadonlyMap<string, RuleSetting> = new Map(
  [...settings, ...OPPOSITES].map((setting) => [setting.name, setting]),
);

/** A setting's value only counts if one of these stems is in the rule too. */
export const NEAR: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  settings.flatMap(({ name, near }) =>
    near === undefined ? [] : [[name, new Set(near.split(" ").map(stemOf))]],
  ),
);

/** Phrases of settings, which are looked up first. */
export const SETTING_SENSES = indexPhrases<Sense>(
  settings.flatMap((setting) => sensesOf(setting, "setting", setting.weight ?? SETTING_WEIGHT)),
);

/** Phrases of opposites and of common things. */
export const CONCEPT_SENSES = indexPhrases<Sense>([
  ...OPPOSITES.flatMap((setting) => sensesOf(setting, "concept", 1)),
  ...concepts.flatMap(({ name, weight, phrases }) =>
    split(phrases).map(([phrase, reversed]): readonly [string, Sense] => [
      phrase,
      { topic: `concept ${name}`, value: "yes", kind: "concept", weight, reversed },
    ]),
  ),
]);

export const TURN_INDEX = indexPhrases<SignTurn>(
  (Object.entries(TURNS) as [SignTurn, string][]).flatMap(([turn, phrases]) =>
    split(phrases).map(([phrase]): readonly [string, SignTurn] => [phrase, turn]),
  ),
);

/** Words that any rule may contain. If two have the same stem, the lower weight counts. */
const weights: ReadonlyMap<string, number> = new Map(
  faintWords
    .toSorted((a, b) => b.weight - a.weight)
    .flatMap(({ weight, words }) => words.split(" ").map((word) => [stemOf(word), weight])),
);

/** Words for where a rule applies say little about what it asks for. */
const SCOPE_WORTH = 0.3;

const scopeStems: ReadonlySet<string> = new Set(
  SCOPE_TAGS.filter(({ dimension }) => dimension === "language" || dimension === "framework").flatMap(
    ({ phrases }) =>
      split(phrases)
        .map(([phrase]) => phrase)
        .filter((phrase) => !phrase.includes(" "))
        .map(stemOf),
  ),
);

/** The weight of a stem that two rules share. */
export function senseWeight(stem: string): number {
  if (/^\p{N}/u.test(stem)) return 0;
  return weights.get(stem) ?? (scopeStems.has(stem) ? SCOPE_WORTH : 1);
}

function sensesOf(setting: RuleSetting, kind: Sense["kind"], weight: number): Senses {
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
