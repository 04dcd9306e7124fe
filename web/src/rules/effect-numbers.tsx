import {
  changePercent,
  formatCounts,
  drawnChange,
  formatInterval,
  formatMissing,
  runsMissing,
} from "./format-effect.ts";
import type { RuleSummary, RuleState } from "./rule-state.ts";

export function EffectNumbers({ rule, state }: { readonly rule: RuleSummary; readonly state: RuleState }) {
  const { effect, last_answer } = rule;
  if (effect === null || effect === undefined) {
    return (
      <p className="text-meta text-ink-3">
        {state === "retired" ? (last_answer?.reason ?? "") : "not measured"}
      </p>
    );
  }
  const drawn = drawnChange(effect);
  const missing = runsMissing(effect);
  return (
    <div className="text-meta text-ink-3">
      {drawn === undefined ? null : (
        <p>
          <b className={`text-second font-semibold ${state === "flagged" ? "text-red" : "text-ink"}`}>
            {changePercent(drawn.change)}
          </b>{" "}
          {formatInterval(drawn)}
        </p>
      )}
      <p className="whitespace-nowrap">{formatCounts(effect)}</p>
      {missing === undefined ? null : (
        <p className="font-semibold text-ink">
          needs {formatMissing(missing.needed, effect)}
          <Progress done={missing.done} of={missing.done + missing.needed} />
        </p>
      )}
    </div>
  );
}

function Progress({ done, of }: { readonly done: number; readonly of: number }) {
  return (
    <svg width="120" height="5" aria-hidden="true" className="mt-1 block">
      <rect y="2" width="120" height="1" className="fill-edge" />
      <rect y="1" width={(120 * done) / Math.max(1, of)} height="3" className="fill-edge" />
      <rect x="119" width="1" height="5" className="fill-ink" />
    </svg>
  );
}
