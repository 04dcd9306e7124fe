import { defined } from "../defined.ts";
import { type Approval, findVersion, type Rule, type RuleVersion } from "../rule/rule.ts";
import type { ShownInjection } from "../rule/injection.ts";

/** A rule in a prompt, with the people who signed it. */
export interface SignedRule extends Pick<RuleVersion, "version" | "type" | "text" | "origin"> {
  readonly rule_id: string;
  /** The version that it takes the place of. */
  readonly replaces: number | null;
  readonly proposed_by: string;
  readonly approvals: readonly Omit<Approval, "login">[];
  /** The number of corrections that speak for it. */
  readonly evidence: number;
}

export interface RuleThatLeft extends Pick<RuleVersion, "version" | "type" | "text"> {
  readonly rule_id: string;
  /** That it was retired, or why it was withheld while in force. */
  readonly why: "retired" | ShownInjection["withheld"][number]["reason"];
  /** Who retired it; null if nobody did. */
  readonly by: string | null;
  readonly reason: string | null;
}

type Selected = Pick<ShownInjection, "rules" | "withheld">;

/** What came into a prompt and what left it, from one moment to the next. */
export function promptChange(
  rules: ReadonlyMap<string, Rule>,
  before: Selected,
  after: Selected,
): { readonly added: readonly SignedRule[]; readonly removed: readonly RuleThatLeft[] } {
  const had = new Map(before.rules.map(({ rule_id, version }) => [rule_id, version]));
  const has = new Set(after.rules.map(({ rule_id }) => rule_id));
  return {
    added: after.rules.flatMap(({ rule_id, version }) =>
      had.get(rule_id) === version ? [] : signedRule(rules, rule_id, version, had.get(rule_id) ?? null),
    ),
    removed: before.rules.flatMap(({ rule_id, version: number }) => {
      const version = findVersion(rules.get(rule_id)!, number);
      if (has.has(rule_id) || version === undefined) return [];
      const held = after.withheld.find((one) => one.rule_id === rule_id)?.reason;
      const end = held === undefined ? version.retirement : null;
      const { type, text } = version;
      const why = end === null ? (held ?? "other_agent") : "retired";
      return [
        { rule_id, version: number, type, text, why, by: end?.by ?? null, reason: end?.reason || null },
      ];
    }),
  };
}

export function signedRule(
  rules: ReadonlyMap<string, Rule>,
  rule_id: string,
  number: number,
  replaces: number | null = null,
): readonly SignedRule[] {
  const rule = rules.get(rule_id);
  const found = rule && findVersion(rule, number);
  if (found === undefined) return [];
  const { version, type, text, origin, approvals, proposed_by, evidence } = found;
  return [
    {
      rule_id,
      version,
      type,
      text,
      origin,
      replaces,
      proposed_by: proposed_by.id,
      approvals: approvals.map(({ by, at, alone }) => ({ by, at, ...defined({ alone }) })),
      evidence: evidence.length,
    },
  ];
}
