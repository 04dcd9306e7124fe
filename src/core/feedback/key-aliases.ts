import { defined } from "../defined.ts";
import { nearestTag } from "../gate/gate.ts";
import { isJsonObject, fieldOf, type JsonObject, textOf } from "../json/json.ts";
import type { Outcome } from "./feedback.ts";
import KEYS from "./usual-keys.json" with { type: "json" };
import OUTCOMES from "./usual-outcomes.json" with { type: "json" };

const OWN_KEYS = [...Object.keys(KEYS), "event_id", "kind", "trust"];
const OWN: ReadonlySet<string> = new Set(OWN_KEYS);

const KEY_BY_ALIAS: ReadonlyMap<string, string> = new Map(
  Object.entries(KEYS).flatMap(([own, names]) => names.map((name): [string, string] => [name, own])),
);

const KNOWN_KEYS: readonly string[] = [...OWN_KEYS, ...KEY_BY_ALIAS.keys()];
const SHORT_KEY = 6;

/** The known key that a misspelled one probably means: up to one edit for a short key, otherwise two. */
export const suggestKey = (key: string): string | undefined =>
  nearestTag(plainKey(key), KNOWN_KEYS, key.length < SHORT_KEY ? 1 : 2);

const OUTCOME_BY_WORD: ReadonlyMap<string, Outcome | null> = new Map(
  Object.entries(OUTCOMES).flatMap(([outcome, words]) =>
    [outcome, ...words].map((word): [string, Outcome | null] => [
      word,
      outcome === "none" ? null : (outcome as Outcome),
    ]),
  ),
);

/** The most keys of a line that are read. */
const MOST_KEYS = 200;
const MOST_KEY_LENGTH = 80;

export interface ResolvedLine {
  /** The line with the record's own key names. */
  readonly line: JsonObject;
  /** Unknown keys, as spelled in the line. */
  readonly unknown: readonly string[];
}

/**
 * Renames the keys of a line to the record's own: `reviewer`, `user` or `login` to author, `body` or `message` to
 * comment, `createdAt` to time. An own name takes precedence, then aliases in the order of the table. An alias
 * whose value does not fit is skipped.
 */
export function resolveAliases(input: JsonObject): ResolvedLine {
  const ownValues = new Map<string, unknown>();
  const aliased = new Map<string, { readonly rank: number; readonly value: unknown }>();
  const unknown: string[] = [];
  for (const [key, value] of Object.entries(input).slice(0, MOST_KEYS)) {
    const name = plainKey(key);
    const own = KEY_BY_ALIAS.get(name);
    if (OWN.has(name)) {
      if (!ownValues.has(name) || key === name) ownValues.set(name, value);
    } else if (own === undefined) {
      if (value !== null && !key.startsWith("_")) unknown.push(key.slice(0, MOST_KEY_LENGTH));
    } else if (fits(own, value)) {
      const rank = KEYS[own as keyof typeof KEYS].indexOf(name);
      const other = aliased.get(own);
      if (other === undefined || rank < other.rank) aliased.set(own, { rank, value });
    }
  }
  const line: Record<string, unknown> = Object.fromEntries(ownValues);
  for (const [own, { value }] of aliased) {
    if (line[own] === undefined || line[own] === null || line[own] === "") line[own] = value;
  }
  return { line: { ...line, ...agentOf(line), ...taskOf(line) }, unknown };
}

/** Files that name no agent often name its model, which then is the agent. */
const agentOf = ({ agent, model }: JsonObject): JsonObject =>
  agent === undefined || agent === null || agent === "" ? defined({ agent: textOf(model) }) : {};

/** Makes `createdAt`, `Created At` and `created-at` one key. */
const plainKey = (key: string): string =>
  key
    .slice(0, MOST_KEY_LENGTH)
    .trim()
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "_")
    .toLowerCase()
    .replaceAll(/[\s.-]/g, "_");

/** Whether a value fits a field: `state: 3` is not an outcome, and `error: {}` is not a text. */
function fits(own: string, value: unknown): boolean {
  switch (own) {
    case "author":
      return authorIdOf(value) !== undefined;
    case "tags":
      return tagsOf(value).length > 0;
    case "time":
      return timeText(value) !== undefined;
    case "line":
    case "end_line":
    case "duration_seconds":
      return numberOf(value) !== undefined;
    case "repo":
      return (textOf(value) ?? textOf(fieldOf(value, "full_name"))) !== undefined;
    case "pr":
      return (wordOf(value) ?? wordOf(fieldOf(value, "number"))) !== undefined;
    case "severity":
    case "category":
      return textOf(value) !== undefined;
    case "outcome":
      return typeof value === "boolean" || outcomeOf(value) !== undefined;
    default:
      return wordOf(value) !== undefined;
  }
}

/** A text, or a number used as a name. */
export const wordOf = (value: unknown): string | undefined =>
  typeof value === "number" && Number.isFinite(value) ? String(value) : textOf(value);

/** A name, or an object with one: `{login}`, `{id}`, `{name}`, `{username}`, `{email}`. */
export function authorIdOf(value: unknown): string | undefined {
  if (!isJsonObject(value)) return wordOf(value);
  for (const name of ["id", "login", "username", "user_name", "name", "display_name", "email"]) {
    const id = name === "id" ? textOf(value[name]) : wordOf(fieldOf(value, name));
    if (id !== undefined) return id;
  }
  return wordOf(value["id"]);
}

/** From a list of texts or `{name}` objects, or a comma-separated text. */
export function tagsOf(value: unknown): readonly string[] {
  const list = Array.isArray(value) ? (value as readonly unknown[]) : (textOf(value)?.split(",") ?? []);
  return list.flatMap((one) => textOf(one)?.trim() ?? textOf(fieldOf(one, "name")) ?? []);
}

/** The outcome that a word means; null if it means no decision, undefined if it is unknown. */
export function outcomeOf(value: unknown): Outcome | null | undefined {
  if (value === true) return "approved";
  if (value === false) return "rejected";
  if (typeof value !== "string") return undefined;
  return OUTCOME_BY_WORD.get(plainKey(value).replaceAll("/", "_"));
}

export const numberOf = (value: unknown): number | undefined => {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  return typeof value === "string" && /^\d{1,9}$/.test(value.trim()) ? Number(value) : undefined;
};

const LEAST_EPOCH_S = 100_000_000;
const LEAST_EPOCH_MS = 100_000_000_000;
const MOST_EPOCH_MS = 8_640_000_000_000;

/** Normalises a time: a date is midnight UTC, a number is a Unix time in seconds or milliseconds. */
export function timeText(value: unknown): string | undefined {
  const number = typeof value === "number" ? value : undefined;
  if (number !== undefined && number >= LEAST_EPOCH_S && number <= MOST_EPOCH_MS) {
    return new Date(number >= LEAST_EPOCH_MS ? number : number * 1_000).toISOString();
  }
  const text = textOf(value)?.trim();
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text;
}

/** `acme/shop#12`, if the line names a pull request but no task. */
function taskOf({ task, repo, pr }: JsonObject): { readonly task?: string } {
  if (wordOf(task) !== undefined) return {};
  const number = (wordOf(pr) ?? wordOf(fieldOf(pr, "number")))?.trim();
  if (number === undefined) return {};
  const repository = textOf(repo) ?? textOf(fieldOf(repo, "full_name"));
  const named = number.replace(/^#/, "");
  return { task: repository === undefined || !/^\d{1,12}$/.test(named) ? number : `${repository}#${named}` };
}
