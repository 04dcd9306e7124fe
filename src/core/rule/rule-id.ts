import { hash64 } from "../hash.ts";

export const RULE_ID = /^ru_[0-9a-f]{32}$/;

/**
 * Every machine gives the same cluster's rule the same id, so that two workers that propose it at once meet in
 * one record. A rule that a person writes without a cluster is known by its words and its scope.
 */
export function ruleId(of: { readonly cluster_id: string } | RuleWords): string {
  const key =
    "cluster_id" in of
      ? `cluster ${of.cluster_id}`
      : `text ${JSON.stringify([ruleTextKey(of.text), [...of.scope.agents].toSorted(), [...of.scope.paths].toSorted()])}`;
  return `ru_${hash64(key)}${hash64(`#${key}`)}`;
}

interface RuleWords {
  readonly text: string;
  readonly scope: { readonly agents: readonly string[]; readonly paths: readonly string[] };
}

/** The same for texts that differ in case, spacing, closing marks or unseen characters only. */
export function ruleTextKey(text: string): string {
  const plain = text
    .slice(0, MAX_READ)
    .toWellFormed()
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .toLowerCase()
    .trim();
  return hash64(plain.replace(/[.!;, ]{1,20}$/, ""));
}

const MAX_READ = 4_096;
