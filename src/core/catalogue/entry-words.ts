import { ended } from "../text/ended.ts";
import type { CatalogueEntry } from "./catalogue-entry.ts";
import { isHarmless } from "./entry-warnings.ts";

/** What an entry lends to a proposal. */
export interface EntryWords {
  readonly id: string;
  readonly rule: string;
  /** Why, and how it is mended, in the catalogue's words; empty where it tells neither. */
  readonly reason: string;
}

export function entryWords({ id, rule, rules, fix }: CatalogueEntry): EntryWords {
  const why = rules.find((text) => REASONED.test(text) && isHarmless(text)) ?? "";
  const mend = fix === "" || !isHarmless(fix) ? "" : `To mend it: ${ended(fix)}`;
  return { id, rule, reason: [why, mend].filter((part) => part !== "").join(" ") };
}

/** How a wording gives its reason. */
const REASONED = /\b(?:because|since|so that|otherwise|or else|as it)\b/i;

/** `swallowed-exception` → `Swallowed exception`. */
export function entryName(id: string): string {
  const words = id.replaceAll("-", " ");
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
