import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "../api/contract.ts";
import { Ago } from "../components/time.tsx";
import { ChangeWaits } from "../rules/change-waits.tsx";
import { EffectCell } from "../rules/effect-cell.tsx";
import { EffectAxis } from "../rules/effect-line.tsx";
import { capital } from "../lib/format.ts";
import { countWords } from "../rules/format-effect.ts";
import { stateOf } from "../rules/rule-state.ts";
import { effectQuery } from "../rules/rule-queries.ts";
import { RULE_MARKS, RULE_WORDS, RuleLink } from "./cluster-rules.tsx";
import { Step } from "./step.tsx";

/** The rule that came of it, or what is missing for one. */
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
      title={rule.status === "proposed" ? "A rule is proposed" : "It became a rule"}
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
      <ChangeWaits rule={rule} />
      {rule.status === "proposed" && approval !== null ? (
        <p className="mt-1 text-second text-ink-2">
          {approval.given} of {approval.required} have approved it.
        </p>
      ) : null}
    </Step>
  );
}

const MISSING: Readonly<Record<Schemas["EvaluatedFeedback"]["standing"], string>> = {
  generalizable_high: "Not yet. It recurs, so a rule is proposed with the next round.",
  generalizable_low: "Not yet. Said once more, or by another person, it would be a pattern.",
  edge_case: "Not yet. It becomes one when it recurs, or when somebody promotes it.",
  ambiguous: "Not before somebody says which holds.",
  positive: "None: there is nothing to correct.",
  ignored: "None: there is nothing to correct.",
};

/** What the rule did to the mistake. */
export function StepEffect({ cluster }: { readonly cluster: Schemas["ClusterDetail"] | undefined }) {
  const rule = cluster?.rules.find(({ in_force }) => in_force !== null);
  const { data } = useQuery(effectQuery(rule?.id ?? "", rule !== undefined));
  const effect = data?.effect;
  const state = rule === undefined ? undefined : stateOf(rule, effect);
  if (effect === undefined || state === undefined) {
    return (
      <Step title="Its effect" isDone={false}>
        <p className="text-second text-ink-2">Measured once a rule is in force.</p>
      </Step>
    );
  }
  const isFlagged = effect.verdict === "ineffective" || effect.verdict === "worse";
  return (
    <Step
      title="Its effect"
      end={countWords(effect)}
      mark={isFlagged ? "query" : effect.verdict === "helping" ? "stet" : "wait"}
      tone={isFlagged ? "red" : effect.verdict === "helping" ? "green" : "ink"}
    >
      <p className="max-w-[70ch] text-row text-ink-2">{capital(effect.rationale)}.</p>
      <div className="mt-3 max-w-[560px]">
        <EffectAxis />
        <div className="grid h-10">
          <EffectCell effect={effect} state={state} />
        </div>
      </div>
    </Step>
  );
}
