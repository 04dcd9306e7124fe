import { openCheckVersion, type RuleCheck } from "../../core/check/rule-check.ts";
import type { AgainstRule, CheckReplay, Replay } from "../../core/replay/replay.ts";
import { findVersion, presentVersion } from "../../core/rule/rule.ts";
import type { CheckStore } from "../../ports/check-store.ts";
import type { PastRepository } from "../../ports/commit-history.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import type { Syntax } from "../../ports/syntax.ts";
import type { TriedVersion } from "../check/hits-in-files.ts";
import { type DossierParts, proposalDossier } from "../rule/proposal-dossier.ts";
import { loadReplayEvidence, type ReplayEvidenceParts } from "./load-replay-evidence.ts";
import { replayCheck } from "./replay-check.ts";
import { type HistoryLimits, replayHistory } from "./replay-history.ts";
import { replayWords, type ReplayWordsParts } from "./replay-words.ts";

export interface ReplayQuestion {
  /** Default: the version that waits for a decision, else the one in force, else the last. */
  readonly version?: number;
  /** Only what is older is replayed; default: now. */
  readonly until?: string;
  /** Leave out to replay no commits. */
  readonly history?: HistoryLimits;
}

export interface ReplayRuleParts extends ReplayEvidenceParts {
  readonly rules: Pick<RuleStore, "find">;
  readonly checks: Pick<CheckStore, "ofRules">;
  readonly syntax: Syntax;
  /** What recognises the same mistake in other words; opened for a rule that has words. */
  readonly learning: () => Promise<Omit<ReplayWordsParts, "feedback">>;
  /** What it takes to find approved work that contradicts a rule. */
  readonly compared: () => Promise<DossierParts>;
  /** The repository at hand; undefined if there is none. */
  readonly repository: () => Promise<PastRepository | undefined>;
  readonly now: () => string;
  /** Gives others a turn. */
  readonly pause?: () => Promise<void>;
}

/** What a rule would have done, had it been there: its checks run over the past, its words judged. Nothing is stored. */
export const replayRule = (parts: ReplayRuleParts) => {
  const load = loadReplayEvidence(parts);
  const overEvidence = replayCheck(parts);
  const overHistory = replayHistory(parts);
  return async (ruleId: string, question: ReplayQuestion = {}): Promise<Replay | undefined> => {
    const rule = await parts.rules.find(ruleId);
    if (rule === undefined) return undefined;
    const version = findVersion(rule, question.version ?? null) ?? presentVersion(rule);
    const until = question.until ?? parts.now();
    const evidence = await load(rule, until);
    const checks = (await parts.checks.ofRules([rule.id])).filter(
      // Emend runs no linter, so there is nothing to replay.
      (check) => check.state !== "retired" && openCheckVersion(check).check.kind !== "lint",
    );
    const replayed: CheckReplay[] = [];
    const repository = await parts.repository();
    // As if the replayed version were in force: its scope decides which files are read.
    const asked = { ...rule, in_force: version.version };
    const histories =
      repository === undefined || question.history === undefined || checks.length === 0
        ? []
        : await overHistory(checks.map(toTried), asked, repository, question.history);
    for (const [at, check] of checks.entries()) {
      const { version: number, check: runs } = openCheckVersion(check);
      const over = await overEvidence(runs, evidence);
      const { is_too_slow = false, ...history } = histories[at] ?? {};
      replayed.push({
        check_id: check.id,
        version: number,
        language: runs.kind === "structure" ? runs.language : null,
        ...over,
        history: "commits" in history ? history : null,
        is_too_slow: over.is_too_slow || is_too_slow,
      });
    }
    const words =
      version.wants_words === undefined
        ? await replayWords({ ...parts, ...(await parts.learning()) })({
            text: version.text,
            until,
            evidence: new Set(version.evidence),
            remarks: evidence.remarks,
            contradictions: await against(rule.id, until),
          })
        : undefined;
    const { isCut = false, ...spoken } = words ?? {};
    return {
      rule_id: rule.id,
      version: version.version,
      until,
      checks: replayed,
      words: "tried" in spoken ? spoken : null,
      has_repository: repository !== undefined,
      newest_only: [...evidence.newestOnly, ...(isCut ? (["remarks"] as const) : [])],
    };
  };

  async function against(ruleId: string, until: string): Promise<readonly AgainstRule[]> {
    const dossier = await proposalDossier(await parts.compared())(ruleId);
    return (dossier?.contradictions ?? [])
      .filter(({ time }) => time < until)
      .map(({ feedback_id, time, said, why }) => ({ feedback_id, time, said, why }));
  }
};

function toTried(check: RuleCheck): TriedVersion {
  const { version, check: runs } = openCheckVersion(check);
  return { check_id: check.id, version, state: "watching", check: runs };
}
