import { hash64 } from "../hash.ts";

const MAX_WORDS = 32;

/** A short name for a set of globs: its words for people, and a hash so that no two sets share one. */
export function scopeSlug(globs: readonly string[]): string {
  const words = globs
    .join(" ")
    .slice(0, 200)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_WORDS)
    .replace(/^-/, "")
    .replace(/-$/, "");
  return `${words === "" ? "" : `${words}-`}${hash64(globs.join("\n")).slice(0, 8)}`;
}
