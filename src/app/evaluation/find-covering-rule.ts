import { defined } from "../../core/defined.ts";
import { LINK_AT } from "../../core/cluster/link-groups.ts";
import type { CoveringRule } from "../../core/evaluation/evaluation-facts.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { cosine, judgedText, MIN_COSINE, type Judgement } from "../../core/judge/judgement.ts";
import { isSpecific } from "../../core/rule/propose/is-specific.ts";
import { matchesGlob } from "../../core/rule/glob.ts";
import { findVersion, holdsFor, type Rule, type RuleVersion } from "../../core/rule/rule.ts";
import type { Embedder } from "../../ports/vector-index.ts";
import type { Judge } from "../../ports/evaluator.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import { mayBeClustered } from "./place-feedback.ts";

interface CoverParts {
  readonly rules: Pick<RuleStore, "ofCluster" | "inForce">;
  readonly embedder: Embedder;
  readonly judge: Judge;
}

export interface Covered extends CoveringRule {
  /** The rule's cluster; null for a rule that no feedback led to. */
  readonly cluster_id: string | null;
  /** The judgement, if the rule's own words cover it. */
  readonly judgement?: Judgement;
}

export interface CoverQuestion {
  readonly record: Feedback;
  readonly vector: Float32Array | undefined;
  readonly cluster: string | undefined;
}

/** The nearest rules that are judged. */
const MAX_JUDGED = 4;
const MAX_CACHED = 5_000;

/**
 * Finds the rule in force that covers a record: that of its cluster, one based on it, or one whose own words say
 * the same. Call `forBatch` once per batch, which reads the rules once.
 */
export function findCoveringRule({ rules, embedder, judge }: CoverParts) {
  const ruleVectors = new Map<string, Float32Array>();

  async function embedMissing(texts: readonly string[]): Promise<void> {
    const missing = [...new Set(texts)].filter((text) => !ruleVectors.has(text));
    if (missing.length === 0) return;
    if (ruleVectors.size + missing.length > MAX_CACHED) ruleVectors.clear();
    const made = await embedder.embed(missing);
    for (const [at, text] of missing.entries()) ruleVectors.set(text, made[at]!);
  }

  async function byWords(
    { record, vector }: CoverQuestion,
    inForce: readonly InForce[],
  ): Promise<Covered | undefined> {
    // "A check of the work failed" is too vague for any rule.
    if (vector === undefined || !mayBeClustered(record) || !isSpecific(record)) return undefined;
    const fitting = inForce.filter(({ version }) => appliesTo(version, record));
    await embedMissing(fitting.map(({ version }) => version.text));
    const near = fitting
      .flatMap((each) => {
        const ruleVector = ruleVectors.get(each.version.text);
        return ruleVector === undefined
          ? []
          : [{ ...each, place: ruleVector, cosine: cosine(vector, ruleVector) }];
      })
      .filter((each) => each.cosine >= MIN_COSINE)
      .toSorted((a, b) => b.cosine - a.cosine)
      .slice(0, MAX_JUDGED);
    const judgements = await judge.judge(
      judgedText(record, vector),
      near.map(({ version, place: ruleVector }) => ({ text: version.text, vector: ruleVector })),
    );
    let best: { readonly one: InForce; readonly judgement: Judgement } | undefined;
    for (const [at, one] of near.entries()) {
      const judgement = judgements[at]!;
      if (judgement.relation !== "same" || judgement.score < LINK_AT) continue;
      if (judgement.score > (best?.judgement.score ?? 0)) best = { one, judgement };
    }
    return best === undefined ? undefined : covered(best.one, record, best.judgement);
  }

  return {
    forBatch: () => {
      let read: Promise<readonly InForce[]> | undefined;
      return async (question: CoverQuestion): Promise<Covered | undefined> => {
        const { record, cluster } = question;
        const ofCluster = cluster === undefined ? [] : inForceOf(await rules.ofCluster(cluster));
        if (ofCluster[0] !== undefined) return covered(ofCluster[0], record);
        read ??= rules.inForce().then(inForceOf);
        const inForce = await read;
        const basedOnIt = inForce.find(({ version }) => version.evidence.includes(record.id));
        if (basedOnIt !== undefined) return covered(basedOnIt, record);
        return byWords(question, inForce);
      };
    },
  };
}

interface InForce {
  readonly rule: Rule;
  readonly version: RuleVersion;
}

const inForceOf = (rules: readonly Rule[]): readonly InForce[] =>
  rules.flatMap((rule) => {
    const version = findVersion(rule, rule.in_force);
    return version === undefined || version.text.trim() === "" ? [] : [{ rule, version }];
  });

const appliesTo = ({ scope }: RuleVersion, { agent = "", target }: Feedback): boolean =>
  holdsFor(scope, agent) &&
  (scope.paths.length === 0 ||
    target?.path === undefined ||
    scope.paths.some((glob) => matchesGlob(glob, target.path!)));

function covered({ rule, version }: InForce, record: Feedback, judgement?: Judgement): Covered {
  const isEarlier = version.evidence.includes(record.id) || record.time < (rule.in_force_since ?? "");
  return {
    rule_id: rule.id,
    insertion_point: version.insertion_point,
    cluster_id: rule.cluster_id,
    ...(isEarlier ? { earlier: true } : {}),
    ...defined({ judgement }),
  };
}
