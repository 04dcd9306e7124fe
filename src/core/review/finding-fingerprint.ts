import { hash64 } from "../hash.ts";
import type { Finding } from "./review.ts";

/** Bounds the cost; longer titles identify a finding no better. */
const MAX_TITLE_LENGTH = 1_000;

/**
 * A unique fingerprint per finding, in the same order. Equal findings are numbered from the top of the file, so
 * that the answer's order does not matter. Over time, two findings are the same if they have the same file, rule
 * (or category) and set of title words. Lines are left out because every edit above moves them, digits because
 * titles quote lines and counts, and id, severity and message because a model words them anew on each run.
 */
export function findingFingerprints(findings: readonly Finding[]): string[] {
  const seen = new Map<string, number>();
  const fingerprints: string[] = [];
  const order = findings.map((_, index) => index).toSorted((a, b) => findings[a]!.line - findings[b]!.line);
  for (const index of order) {
    const base = baseOf(findings[index]!);
    const occurrence = (seen.get(base) ?? 0) + 1;
    seen.set(base, occurrence);
    fingerprints[index] = `${base}:${occurrence}`;
  }
  return fingerprints;
}

function baseOf(finding: Finding): string {
  const rule = (finding.rule_id ?? "").trim() || finding.category;
  return hash64([finding.file, rule, titleWords(finding.title)].join("\0"));
}

/** The title's words, ignoring case, order, repetition, digits and punctuation. */
function titleWords(title: string): string {
  const text = title.slice(0, MAX_TITLE_LENGTH).normalize("NFKC").toLowerCase();
  const words = text.replaceAll(/\p{N}+/gu, "").match(/[\p{L}\p{M}_]+/gu) ?? [];
  return words.length === 0 ? text.trim() : [...new Set(words)].toSorted().join(" ");
}
