import type { Rule } from "../../core/rule/rule.ts";
import {
  findNeedless,
  isForRetirement,
  MODEL_DAYS,
  type NeedlessRule,
  offerWithdrawals,
  SAVING_DAYS,
  UNUSED_DAYS,
  type WithdrawalOffer,
} from "../../core/rule/sunset-rules.ts";
import { defined } from "../../core/defined.ts";
import { daysAfter } from "../../core/time/time.ts";
import type { CheckStore } from "../../ports/check-store.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { RunStore } from "../../ports/run-store.ts";
import type { TrialStore } from "../../ports/trial-store.ts";
import { isSafetyRule } from "../trial/start-trial.ts";
import { type DecideParts, decideRule, EMEND_ACTOR } from "./decide-rule.ts";

export interface SunsetParts extends DecideParts {
  readonly runs: Pick<RunStore, "modelDays" | "uses">;
  readonly trials: Pick<TrialStore, "assignments" | "exemptions" | "list">;
  readonly checks: Pick<CheckStore, "running">;
  readonly feedback: Pick<FeedbackStore, "findAll">;
}

export interface SunsetQuestion {
  /** Every file of the repository at hand, to notice folders that are gone. */
  readonly files?: readonly string[];
}

export interface SunsetReport {
  readonly needless: readonly NeedlessRule[];
  /** By expected saving. */
  readonly offers: readonly WithdrawalOffer[];
}

/** More offers are not worth reading at once. */
const MAX_OFFERS = 50;
const MAX_TRIALS_READ = 500;

/** Rules in force that may no longer be needed, and those to try without. Its cost does not depend on the history. */
export const sunsetReport =
  (parts: SunsetParts) =>
  async ({ files }: SunsetQuestion = {}): Promise<SunsetReport> => {
    const rules = await parts.rules.inForce();
    const onTrial = new Set((await parts.trials.assignments()).map(({ rule_id }) => rule_id));
    const needless = await needlessOf(parts, rules, onTrial, files);
    const flagged = new Set(needless.map(({ rule_id }) => rule_id));
    const others = rules.filter(({ id }) => !flagged.has(id));
    return { needless, offers: await offersOf(parts, others, onTrial) };
  };

async function needlessOf(
  { rules: store, runs, checks, now: clock }: SunsetParts,
  rules: readonly Rule[],
  onTrial: ReadonlySet<string>,
  files: readonly string[] | undefined,
): Promise<readonly NeedlessRule[]> {
  const now = clock();
  const span = { from: daysAfter(now, -UNUSED_DAYS), to: now };
  const covered = new Map<string, "nudging" | "blocking">();
  for (const { rule_id, state } of await checks.running())
    if (state === "blocking" || (state === "nudging" && !covered.has(rule_id))) covered.set(rule_id, state);
  return findNeedless(rules, {
    now,
    work: await store.runs(span),
    uses: await runs.uses(span),
    covered,
    onTrial,
    ...defined({ files }),
  });
}

async function offersOf(
  { runs, trials, feedback, now: clock }: SunsetParts,
  rules: readonly Rule[],
  onTrial: ReadonlySet<string>,
): Promise<readonly WithdrawalOffer[]> {
  const now = clock();
  const models = await runs.modelDays({ from: daysAfter(now, -MODEL_DAYS), to: now });
  if (models.length === 0) return [];
  const lastTried = new Map<string, string>();
  for (const { rule_id, kind, started_at } of (await trials.list({ limit: MAX_TRIALS_READ })).items)
    if (kind === "withdrawal" && started_at > (lastTried.get(rule_id) ?? ""))
      lastTried.set(rule_id, started_at);
  const exempt = new Set((await trials.exemptions(rules.map(({ id }) => id))).keys());
  const uses = await runs.uses({ from: daysAfter(now, -SAVING_DAYS), to: now });
  const offers: WithdrawalOffer[] = [];
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  for (const offer of offerWithdrawals(rules, { now, models, uses, onTrial, lastTried, exempt })) {
    if (offers.length === MAX_OFFERS) break;
    if (!(await isSafetyRule({ feedback }, byId.get(offer.rule_id)!, "withdrawal"))) offers.push(offer);
  }
  return offers;
}

/** Flags rules that may no longer be needed, so that people are asked to retire them. Returns those that it flagged. */
export const flagNeedless =
  (parts: SunsetParts) =>
  async ({ files }: SunsetQuestion = {}): Promise<readonly NeedlessRule[]> => {
    const rules = await parts.rules.inForce();
    const onTrial = new Set((await parts.trials.assignments()).map(({ rule_id }) => rule_id));
    const decide = decideRule(parts);
    const flagged: NeedlessRule[] = [];
    const found = await needlessOf(parts, rules, onTrial, files);
    for (const needless of found.filter(isForRetirement)) {
      const { rule_id, version, message } = needless;
      const decided = await decide(rule_id, {
        type: "flag",
        by: EMEND_ACTOR,
        version,
        verdict: "needless",
        reduction: null,
        reason: message,
      });
      // Otherwise a person was faster, which is just as good.
      if (decided.ok) flagged.push(needless);
    }
    return flagged;
  };
