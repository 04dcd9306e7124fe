import { effectiveVersion, type Rule, type RuleVersion } from "../rule/rule.ts";
import { END, type KeyOrder, renderYaml } from "./render-yaml.ts";

const ACT = { by: END, at: END, reason: END };
const ANSWER = { version: END, status: END, ...ACT };

/** The words first, then what people said to them, then what only machines need. */
const VERSION_ORDER = {
  version: END,
  status: END,
  origin: END,
  text: END,
  wants_words: { why: END, suggestions: END },
  reason: END,
  type: END,
  scope: { agents: END, paths: END },
  insertion_point: END,
  note: END,
  restores: END,
  proposed_by: { id: END, trust: END },
  proposed_at: END,
  approvals: { by: END, at: END },
  quorum: END,
  decided_at: END,
  rejection: ACT,
  retirement: ACT,
  earlier: ANSWER,
  deferrals: { ...ACT, until: END },
  expires_at: END,
  confidence: END,
  token_cost: END,
  evidence: END,
} satisfies { readonly [key in keyof RuleVersion]-?: KeyOrder };

const RULE_ORDER = {
  id: END,
  status: END,
  text: END,
  in_force: END,
  in_force_since: END,
  pending: END,
  flag: { verdict: END, version: END, reduction: END, ...ACT },
  last_answer: ANSWER,
  versions: VERSION_ORDER,
  cluster_id: END,
  measured_from: END,
  created_at: END,
  updated_at: END,
  revision: END,
  schema: END,
} satisfies { readonly [key in keyof Rule | "text"]-?: KeyOrder };

/** A rule as the ledger holds it: everything, with the words that count at the top. */
export const renderRule = (rule: Rule): string => renderYaml({ ...rule, text: headline(rule) }, RULE_ORDER);

/** The words in force; where there are none, those that wait for approval, or else the last. */
export function headline(rule: Rule): string {
  const version = effectiveVersion(rule);
  return version?.text ?? "";
}
