import { isJsonObject } from "./json-object.ts";

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
