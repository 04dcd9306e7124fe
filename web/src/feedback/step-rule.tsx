import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "../api/contract.ts";
import { Ago } from "../components/time.tsx";
import { PendingChange } from "../rules/pending-change.tsx";
import { EffectCell } from "../rules/effect-cell.tsx";
import { EffectAxis } from "../rules/effect-line.tsx";
import { capitalize } from "../lib/format.ts";
import { formatCounts } from "../rules/format-effect.ts";
import { stateOf } from "../rules/rule-state.ts";
import { effectQuery } from "../rules/rule-queries.ts";
import { RULE_MARKS, RULE_WORDS, RuleLink } from "./cluster-rules.tsx";
import { Step } from "./step.tsx";

export function StepRule({
  evaluated,
  cluster,
}: {
  readonly evaluated: Schemas["EvaluatedFeedbackDetail"] | null | undefined;
  readonly cluster: Schemas["ClusterDetail"] | undefined;
}) {
  const rule = cluster?.rules[0];
  if (rule === undefined) {
    return (
      <Step title="A rule" isDone={false}>
        <p className="max-w-[70ch] text-second text-ink-2">
          {evaluated ? MISSING[evaluated.standing] : "Not yet."}
        </p>
      </Step>
    );
  }
  const [mark, tone] = RULE_MARKS[rule.status];
  const { approval } = rule;
  return (
    <Step
      title={rule.status === "proposed" ? "Rule proposed" : "Became a rule"}
      end={
        <>
          {RULE_WORDS[rule.status]}, <Ago time={rule.in_force_since ?? rule.proposed_at} />
        </>
      }
      mark={mark}
      tone={tone}
    >
      <p className="max-w-[70ch]">
        <RuleLink rule={rule} />
      </p>
      <PendingChange rule={rule} />
      {rule.status === "proposed" && approval !== null ? (
        <p className="mt-1 text-second text-ink-2">
          {approval.given} of {approval.required} approvals.
        </p>
      ) : null}
    </Step>
  );
}

const MISSING: Readonly<Record<Schemas["EvaluatedFeedback"]["standing"], string>> = {
  generalizable_high: "Not yet. It recurs, so Emend will propose a rule soon.",
  generalizable_low: "Not yet. One more correction, or another person saying the same, makes it a pattern.",
  edge_case: "Not yet. It becomes one if it recurs or somebody promotes it.",
  ambiguous: "Not until somebody resolves the contradiction.",
  positive: "None. There is nothing to correct.",
  ignored: "None. There is nothing to correct.",
};

export function StepEffect({ cluster }: { readonly cluster: Schemas["ClusterDetail"] | undefined }) {
  const rule = cluster?.rules.find(({ in_force }) => in_force !== null);
  const { data } = useQuery(effectQuery(rule?.id ?? "", rule !== undefined));
  const effect = data?.effect;
  const state = rule === undefined ? undefined : stateOf(rule, effect);
  if (effect === undefined || state === undefined) {
    return (
      <Step title="Effect" isDone={false}>
        <p className="text-second text-ink-2">Measured once a rule is in force.</p>
      </Step>
    );
  }
  const isFlagged = effect.verdict === "ineffective" || effect.verdict === "worse";
  return (
    <Step
      title="Effect"
      end={formatCounts(effect)}
      mark={isFlagged ? "query" : effect.verdict === "helping" ? "stet" : "wait"}
      tone={isFlagged ? "red" : effect.verdict === "helping" ? "green" : "ink"}
    >
      <p className="max-w-[70ch] text-row text-ink-2">{capitalize(effect.rationale)}.</p>
      <div className="mt-3 max-w-[560px]">
        <EffectAxis />
        <div className="grid h-10">
          <EffectCell effect={effect} state={state} />
        </div>
      </div>
    </Step>
  );
}
