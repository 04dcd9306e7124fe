import { checkVersion, type RuleCheck } from "../../core/check/rule-check.ts";
import { defined } from "../../core/defined.ts";
import {
  MAX_EXAMPLE_TEXT,
  MAX_PACK_CHECKS,
  MAX_PACK_EXAMPLES,
  type PackCheck,
  type PackRule,
} from "../../core/rule-pack/rule-pack.ts";
import { maskPrivate } from "../../core/rule-text/secrets.ts";
import { MAX_PACK_QUOTES, type PackEvidence } from "../../core/rule/pack-origin.ts";
import { findVersion, holdsFor, type Rule, type RuleVersion } from "../../core/rule/rule.ts";
import { sanitiseRuleText } from "../../core/rule/sanitise-rule-text.ts";
import type { TrialVerdict } from "../../core/trial/judge-trial.ts";
import type { CheckStore } from "../../ports/check-store.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import type { TrialStore } from "../../ports/trial-store.ts";
import { currentCluster } from "../cluster/change-cluster.ts";
import { loadRuleEvidence } from "../rule/load-rule-evidence.ts";
import { type MeasureParts, measureRules, type RuleEffect } from "../rule/measure-rules.ts";

export interface CollectPackParts extends Omit<MeasureParts, "checks" | "clusters"> {
  readonly checks: MeasureParts["checks"] & Pick<CheckStore, "ofRules" | "figures">;
  readonly clusters: MeasureParts["clusters"] & Pick<ClusterStore, "authors">;
  readonly trials: Pick<TrialStore, "list">;
}

export interface CollectedRules {
  readonly rules: readonly PackRule[];
  /** Rules of other packs, which have licences of their own. */
  readonly foreign: readonly { readonly rule_id: string; readonly pack: string }[];
}

export interface PackSelection {
  /** Ids of rules; all in force without any. */
  readonly only?: readonly string[];
  readonly agent?: string;
  /** A glob that a rule must have; rules for every file are left out. */
  readonly path?: string;
  /** Whether to add what people wrote: reasons, quotes and the code of corrections. */
  readonly quotes: boolean;
}

/**
 * The rules in force as a pack gives them away, oldest first. Without `quotes` they have counts and verdicts only: no
 * agent, no person, and no code. Secrets and addresses are masked.
 */
export const collectPackRules = (parts: CollectPackParts) => {
  const evidenceOf = loadRuleEvidence(parts);
  return async (selection: PackSelection): Promise<CollectedRules> => {
    const chosen = (await parts.rules.inForce()).filter((rule) => isChosen(rule, selection));
    const [own, foreign] = [chosen.filter((rule) => packOf(rule) === undefined), chosen.filter(packOf)];
    const { effects } = await measureRules(parts)({ ruleIds: own.map(({ id }) => id), flag: false });
    const rules: PackRule[] = [];
    for (const rule of own) rules.push(await toPackRule(rule, effects.get(rule.id), selection.quotes));
    return { rules, foreign: foreign.map((rule) => ({ rule_id: rule.id, pack: packOf(rule)! })) };
  };

  async function toPackRule(rule: Rule, effect: RuleEffect | undefined, quotes: boolean): Promise<PackRule> {
    const version = inForce(rule);
    const cluster =
      rule.cluster_id === null ? undefined : await currentCluster(parts.clusters, rule.cluster_id);
    const { evidence } = await evidenceOf(version, cluster);
    const checks = (await parts.checks.ofRules([rule.id])).filter(({ running }) => running !== null);
    const figures = [...(await parts.checks.figures(checks.map(({ id }) => id))).values()];
    const caught = figures.reduce((sum, each) => sum + each.caught, 0);
    const trial = await trialOf(rule.id);
    const said = evidence.members.map((member) => sanitiseRuleText(maskPrivate(member.said)));
    const kept = [...new Set(said)].filter((text) => text !== "").slice(0, MAX_PACK_QUOTES);
    const claims: PackEvidence = {
      ...(evidence.occurrences === 0 ? {} : { corrections: evidence.occurrences, people: evidence.people }),
      ...defined({ first: dayOf(evidence.first), last: dayOf(evidence.last) }),
      ...(effect === undefined || effect.verdict === "stabilising"
        ? {}
        : { effect: { verdict: effect.verdict, reduction: effect.reduction } }),
      ...defined({ trial }),
      ...(caught === 0 ? {} : { caught }),
      ...(quotes && kept.length > 0 ? { quotes: kept } : {}),
    };
    return {
      id: rule.id,
      type: version.type,
      text: version.text,
      reason: quotes ? maskPrivate(version.reason) : "",
      paths: version.scope.paths,
      checks: checks.slice(0, MAX_PACK_CHECKS).map((check) => toPackCheck(check, quotes)),
      evidence: claims,
    };
  }

  /** The verdict of the newest trial that the evidence decided. */
  async function trialOf(ruleId: string): Promise<PackEvidence["trial"]> {
    const { items } = await parts.trials.list({ rule: ruleId, state: "stopped", limit: MAX_TRIALS });
    for (const { kind, end } of items) {
      const verdict: TrialVerdict | null = end?.verdict ?? null;
      if (kind === "introduction" && end !== null && verdict !== null)
        return { verdict, e_value: Number(Math.min(LARGEST, end.judged.e_value).toPrecision(4)) };
    }
    return undefined;
  }
};

const MAX_TRIALS = 10;
const LARGEST = 1e12;

const inForce = (rule: Rule): RuleVersion => findVersion(rule, rule.in_force)!;

const packOf = (rule: Rule): string | undefined => inForce(rule).pack?.name;

const dayOf = (time: string | null): string | undefined => time?.slice(0, 10);

const isChosen = (rule: Rule, { only, agent, path }: PackSelection): boolean =>
  (only === undefined || only.includes(rule.id)) &&
  (agent === undefined || holdsFor(inForce(rule).scope, agent)) &&
  (path === undefined || inForce(rule).scope.paths.includes(path));

function toPackCheck(check: RuleCheck, quotes: boolean): PackCheck {
  const { check: runs, examples } = checkVersion(check, check.running)!;
  const fitting = examples
    .filter(({ isHit }) => isHit)
    .map(({ before, after }) => ({ before: maskPrivate(before), after: maskPrivate(after) }))
    .filter(({ before, after }) => before.length <= MAX_EXAMPLE_TEXT && after.length <= MAX_EXAMPLE_TEXT);
  return { check: runs, examples: quotes ? fitting.slice(0, MAX_PACK_EXAMPLES) : [] };
}
