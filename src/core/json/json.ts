import { z } from "zod";

/** A JSON object: not null, not an array. */
export const isJsonObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A rejection is flat; whoever nests deeper wants to exhaust the stack. */
const MAX_DEPTH = 8;

/**
 * The one spelling of a JSON value that is signed: keys sorted by UTF-16 code unit, no white space, strings
 * and numbers as `JSON.stringify` writes them. Nothing for a value nested deeper than 8 levels.
 */
export function canonicalJson(value: unknown, depth = 0): string | undefined {
  const object = isJsonObject(value);
  if (!object && !Array.isArray(value)) return JSON.stringify(value);
  if (depth >= MAX_DEPTH) return undefined;
  const parts: string[] = [];
  for (const key of object ? Object.keys(value).toSorted() : value.keys()) {
    const part = canonicalJson(Reflect.get(value, key), depth + 1);
    if (part === undefined) return undefined;
    parts.push(object ? `${JSON.stringify(key)}:${part}` : part);
  }
  return object ? `{${parts.join(",")}}` : `[${parts.join(",")}]`;
}

/** Where a schema's complaint is, as text: `gates[2].tag`. */
export const issuePath = (path: readonly PropertyKey[], prefix = ""): string =>
  path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, prefix);

/** What stands there, if anything does. */
export const valueAt = (raw: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, key)
        ? Reflect.get(value, key)
        : undefined,
    raw,
  );

interface Named {
  /** Where the published schema says it lives; part of every document's contract. */
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
