import { MAX_LINE } from "../text/limits.ts";
import { isJsonObject } from "./json.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** The value as an object; anything else has no fields. */
export const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

/** A field of its own, so that `constructor` and the like are not found on every object. */
export function fieldOf(value: unknown, name: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A text that says something. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Every text in a list that says something. */
export const textsOf = (value: unknown): readonly string[] =>
  listOf(value).filter((one): one is string => textOf(one) !== undefined);

/** A line number that a file can have. */
export function lineOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= MAX_LINE
    ? value
    : undefined;
}

/** The value where it is one of a closed list. */
export function oneOf<T extends string>(value: unknown, values: readonly T[]): T | undefined {
  return values.find((one) => one === value);
}
