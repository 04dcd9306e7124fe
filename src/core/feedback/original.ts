import { hash64 } from "../hash.ts";
import type { Original } from "./feedback.ts";
import { MAX_EXCERPT, MAX_ORIGINAL } from "./limits.ts";

/** The source's value kept for provenance, within bounds. */
export function keepOriginal(value: unknown): Original {
  const json = toJson(value);
  if (json === undefined) return { state: "truncated", excerpt: "", hash: hash64(""), size: 0 };
  const hash = hash64(json);
  if (json.length <= MAX_ORIGINAL) return { state: "whole", json, hash };
  const excerpt = json.slice(0, MAX_EXCERPT).toWellFormed();
  return { state: "truncated", excerpt, hash, size: json.length };
}

/** The value as it was given, where it is whole. */
export function readOriginal(original: Original): unknown {
  if (original.state !== "whole") return undefined;
  try {
    return JSON.parse(original.json);
  } catch {
    return undefined;
  }
}

function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value) ?? "null";
  } catch {
    // Only nesting deeper than the stack, or what never was JSON, gets here.
    return undefined;
  }
}
