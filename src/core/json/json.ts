import { z } from "zod";
import { MAX_LINE } from "../text/limits.ts";

/** The value of a JSON text. Undefined if there is none, or it is not JSON. */
export function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "") as unknown;
  } catch {
    return undefined;
  }
}

/** A JSON object: not null, not an array. */
export const isJsonObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Rejections are flat; deeper nesting can only be an attempt to exhaust the stack. */
const MAX_DEPTH = 8;

/**
 * The canonical form that is signed: keys sorted by UTF-16 code unit, no white space, strings and numbers as in
 * `JSON.stringify`. Undefined for a value nested deeper than `deepest` levels.
 */
export function canonicalJson(value: unknown, deepest = MAX_DEPTH): string | undefined {
  const object = isJsonObject(value);
  if (!object && !Array.isArray(value)) return JSON.stringify(value);
  if (deepest <= 0) return undefined;
  const parts: string[] = [];
  for (const key of object ? Object.keys(value).toSorted() : value.keys()) {
    const part = canonicalJson(Reflect.get(value, key), deepest - 1);
    if (part === undefined) return undefined;
    parts.push(object ? `${JSON.stringify(key)}:${part}` : part);
  }
  return object ? `{${parts.join(",")}}` : `[${parts.join(",")}]`;
}

/** The path of a schema issue as text: `gates[2].tag`. */
export const issuePath = (path: readonly PropertyKey[], prefix = ""): string =>
  path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, prefix);

/** The value at a path, if there is one. */
export const valueAt = (raw: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, key)
        ? Reflect.get(value, key)
        : undefined,
    raw,
  );

interface Named {
  /** The published URN; part of every document's contract. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
}

/** A schema as JSON Schema 2020-12, derived from the code that validates. */
export function publishSchema(
  schema: z.ZodType,
  { id, title, description }: Named,
): Readonly<Record<string, unknown>> {
  const { $schema, ...derived } = z.toJSONSchema(schema, { target: "draft-2020-12", io: "input" });
  return { $schema, $id: id, title, description, ...derived };
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** The value if it is an object, otherwise an empty one. */
export const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

/** An own field at a path, so that `constructor` and the like are not found on every object. */
export function fieldOf(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce(
    (found, name) => (isJsonObject(found) && Object.hasOwn(found, name) ? found[name] : undefined),
    value,
  );
}

/** The value if it is a text that is not blank. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The texts of a list that are not blank. */
export const textsOf = (value: unknown): readonly string[] =>
  listOf(value).filter((one): one is string => textOf(one) !== undefined);

/** The value if it is a valid line number. */
export function lineOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= MAX_LINE
    ? value
    : undefined;
}

/** The value if it is in the list. */
export function oneOf<T extends string>(value: unknown, values: readonly T[]): T | undefined {
  return values.find((one) => one === value);
}
