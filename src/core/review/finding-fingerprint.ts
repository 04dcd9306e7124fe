import { hash64 } from "../hash.ts";
import type { Finding } from "./review.ts";

/** Longer titles say nothing more about identity, and the cost stays bounded. */
const MAX_TITLE_LENGTH = 1_000;

/**
 * One fingerprint for each finding, in the same order and all different. Equal findings are numbered from
 * the top of the file down, so a different order in the answer does not exchange their fingerprints.
 *
 * What makes two findings the same over time: file, rule (or category) and the set of words in the title.
 * Lines are left out because every edit above moves them; digits because titles quote those lines and
 * counts; id, severity and message because a model words and numbers them anew on each run. Moving the
 * file or renaming the rule makes it another finding.
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

/** The title's words without case, order, repetition, digits and punctuation. */
function titleWords(title: string): string {
  const text = title.slice(0, MAX_TITLE_LENGTH).normalize("NFKC").toLowerCase();
  const words = text.replaceAll(/\p{N}+/gu, "").match(/[\p{L}\p{M}_]+/gu) ?? [];
  return words.length === 0 ? text.trim() : [...new Set(words)].toSorted().join(" ");
}
