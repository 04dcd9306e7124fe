import { defined } from "../defined.ts";
import type { EffectVerdict } from "./effect.ts";
import { findVersion, type Rule, type RuleText, holdsFor } from "./rule.ts";
import { byCodeUnits } from "../text/code-points.ts";
import type { LeftOut } from "./injection.ts";
import { matchesGlob } from "./glob.ts";
import { renderRuleLine, RULES_HEADING, TYPE_TITLES, tokenCost } from "./render-rules.ts";
import type { RulePolicy } from "../evaluation/rule-policy.ts";
import { sanitiseRuleText } from "./sanitise-rule-text.ts";

/** A rule as an agent follows it: the text of the version in force. */
export interface ActiveRule extends RuleText {
  readonly rule_id: string;
  readonly version: number;
  readonly cluster_id: string | null;
  readonly flagged: boolean;
  readonly in_force_since: string;
  readonly evidence_count: number;
  /** Its measured effect; absent before anything was measured. */
  readonly effect?: ActiveRuleEffect;
}

export interface ActiveRuleEffect {
  readonly verdict: EffectVerdict;
  /** The share of recurrences that went away; null if unknown. */
  readonly reduction: number | null;
}

/** The version in force, or undefined if there is none. */
export function toActiveRule(rule: Rule, effect?: ActiveRuleEffect): ActiveRule | undefined {
  const version = findVersion(rule, rule.in_force);
  if (version === undefined || rule.in_force_since === null) return undefined;
  // No store holds such a rule. If one did, agents would get nothing rather than an empty line.
  if (version.wants_words !== undefined || version.text.trim() === "") return undefined;
  const { type, text, reason, insertion_point, scope } = version;
  return {
    rule_id: rule.id,
    version: version.version,
    cluster_id: rule.cluster_id,
    flagged: rule.flag !== null,
    in_force_since: rule.in_force_since,
    evidence_count: version.evidence.length,
    type,
    text,
    reason,
    insertion_point,
    scope,
    ...defined({ effect }),
  };
}

export interface Selection {
  readonly agent: string;
  /** The files that the run touches; empty or absent if unknown. */
  readonly files?: readonly string[];
  readonly policy: Pick<RulePolicy, "rulesPerAgent" | "tokenBudget" | "withholdFlagged">;
  /** Rules that a check enforces, by `enforcedRules`. */
  readonly enforced?: ReadonlySet<string>;
  /** How relevant a rule is to the task, from 0 to 1. Only used if not all rules fit. */
  readonly relevance?: (rule: ActiveRule) => number;
  /** Whether the first rule says everything that the second says. Only used if not all rules fit. */
  readonly similar?: (a: ActiveRule, b: ActiveRule) => boolean;
}

export interface SelectedRules {
  /** Best first. */
  readonly injected: readonly ActiveRule[];
  readonly withheld: readonly LeftOut[];
  /** The total cost of the injected rules, headings included; 0 if there are none. */
  readonly tokens: number;
}

/**
 * Selects the rules for a run's prompt. Rules for other agents or files are left out. If the rest exceeds the limit
 * or the budget, rules are consolidated into one that covers them, and then the best are taken until the prompt is
 * full. The input order does not matter.
 */
export function selectRules(rules: readonly ActiveRule[], selection: Selection): SelectedRules {
  const { rulesPerAgent, tokenBudget } = selection.policy;
  const withheld: LeftOut[] = [];
  const fitting: Candidate[] = [];
  for (const rule of rules) {
    const reason = reasonAgainst(rule, selection);
    if (reason === undefined) fitting.push({ rule, tokens: tokenCost(`${renderRuleLine(rule)}\n`) });
    else withheld.push({ rule_id: rule.rule_id, version: rule.version, reason });
  }
  const all = fitting.reduce((sum, { tokens }) => sum + tokens, fitting.length === 0 ? 0 : FRAME_TOKENS);
  const crowded = fitting.length > rulesPerAgent || all > tokenBudget;
  const ranked = rank(fitting, crowded ? selection.relevance : undefined);
  const injected: Candidate[] = [];
  const consolidated: Consolidated[] = [];
  let tokens = FRAME_TOKENS;
  for (const { rule, tokens: cost } of ranked) {
    const named = { rule_id: rule.rule_id, version: rule.version };
    const { similar } = crowded ? selection : {};
    const wider = injected.find(({ rule: kept }) => similar?.(kept, rule) === true);
    const narrower =
      wider === undefined ? injected.findIndex(({ rule: kept }) => similar?.(rule, kept) === true) : -1;
    const freed = injected[narrower];
    if (wider !== undefined) consolidated.push({ rule, into: wider.rule });
    else if (freed !== undefined && tokens - freed.tokens + cost <= tokenBudget) {
      // It covers the other rule and replaces it.
      injected[narrower] = { rule, tokens: cost };
      tokens += cost - freed.tokens;
      consolidated.push({ rule: freed.rule, into: rule });
    } else if (injected.length >= rulesPerAgent) withheld.push({ ...named, reason: "limit" });
    else if (tokens + cost > tokenBudget) withheld.push({ ...named, reason: "budget" });
    else {
      injected.push({ rule, tokens: cost });
      tokens += cost;
    }
  }
  for (const { rule, into } of consolidated) {
    const { rule_id, version } = rule;
    withheld.push({
      rule_id,
      version,
      reason: "consolidated_into",
      into: finalRule(into, consolidated).rule_id,
    });
  }
  return {
    injected: injected.map(({ rule }) => rule),
    withheld: withheld.toSorted((a, b) => byCodeUnits(a.rule_id, b.rule_id)),
    tokens: injected.length === 0 ? 0 : tokens,
  };
}

/** What these rules cost in a prompt, headings included. */
export const tokensOf = (rules: readonly ActiveRule[]): number =>
  rules.length === 0
    ? 0
    : rules.reduce((sum, rule) => sum + tokenCost(`${renderRuleLine(rule)}\n`), FRAME_TOKENS);

/** Estimates whether some rules may not fit, at half a token per character. */
export function mayBeCrowded(
  rules: readonly ActiveRule[],
  { rulesPerAgent, tokenBudget }: Selection["policy"],
): boolean {
  const characters = rules.reduce((sum, { text }) => sum + text.length, 0);
  return rules.length > rulesPerAgent || characters / 2 > tokenBudget;
}

/** A rule for exactly these files is more relevant than one for every file. */
export const relevanceTo =
  (files: readonly string[]) =>
  ({ scope }: ActiveRule): number =>
    scope.paths.length > 0 && files.length > 0 ? 1 : 0.5;

interface Candidate {
  readonly rule: ActiveRule;
  readonly tokens: number;
}

interface Consolidated {
  readonly rule: ActiveRule;
  readonly into: ActiveRule;
}

/** The rule that finally covers another, since that one may have been consolidated too. */
function finalRule(rule: ActiveRule, consolidated: readonly Consolidated[]): ActiveRule {
  let last = rule;
  for (const each of consolidated) if (each.rule === last) last = each.into;
  return last;
}

/** The headings count in full whichever groups there are, so that adding a rule never costs more than its line. */
const FRAME_TOKENS = tokenCost(`${RULES_HEADING}\n\n${Object.values(TYPE_TITLES).join("\n\n\n\n")}\n\n`);

function reasonAgainst(
  rule: ActiveRule,
  { agent, files = [], policy, enforced }: Selection,
): Exclude<LeftOut["reason"], "consolidated_into"> | undefined {
  const { paths } = rule.scope;
  if (!holdsFor(rule.scope, agent)) return "other_agent";
  if (
    paths.length > 0 &&
    files.length > 0 &&
    !files.some((file) => paths.some((glob) => matchesGlob(glob, file)))
  ) {
    return "other_files";
  }
  if (rule.flagged && policy.withholdFlagged) return "flagged";
  if (enforced?.has(rule.rule_id) === true) return "check";
  return sanitiseRuleText(rule.text) === "" ? "empty" : undefined;
}

/**
 * Best first: rules that help, then unmeasured ones, then those that do not help. Ties are broken by relevance,
 * reduction, evidence and age.
 */
function rank(candidates: readonly Candidate[], relevance: Selection["relevance"]): readonly Candidate[] {
  return candidates
    .map((candidate) => ({
      ...candidate,
      standing: verdictRank(candidate.rule),
      near: bounded(relevance?.(candidate.rule)),
    }))
    .toSorted(
      (a, b) =>
        b.standing - a.standing ||
        b.near - a.near ||
        (b.rule.effect?.reduction ?? 0) - (a.rule.effect?.reduction ?? 0) ||
        b.rule.evidence_count - a.rule.evidence_count ||
        byCodeUnits(a.rule.in_force_since, b.rule.in_force_since) ||
        byCodeUnits(a.rule.rule_id, b.rule.rule_id),
    );
}

function verdictRank({ flagged, effect }: ActiveRule): number {
  if (flagged || effect?.verdict === "worse") return 0;
  if (effect?.verdict === "ineffective") return 1;
  return effect?.verdict === "helping" ? 3 : 2;
}

const bounded = (relevance: number | undefined): number =>
  relevance === undefined || Number.isNaN(relevance) ? 0 : Math.min(1, Math.max(0, relevance));
