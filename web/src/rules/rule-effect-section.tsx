import { Plot } from "../components/plot.tsx";
import { Section } from "../components/section.tsx";
import type { Schemas } from "../api/contract.ts";
import { isCertainEffect } from "./effect-cell.tsx";
import { EffectAxis, EffectGrid, EffectMark } from "./effect-line.tsx";
import { capitalize } from "../lib/format.ts";
import { changePercent, drawnChange, describeChange, formatInterval, whyNotDrawn } from "./format-effect.ts";
import { formatDay } from "../lib/format-date.ts";
import { LeastReduction, useRuleLimits } from "./rule-limits.ts";
import type { RuleEffect, RuleState } from "./rule-state.ts";
import { describeEffect } from "./describe-effect.ts";

export function RuleEffectSection({
  effect,
  regression,
  state,
  flagReason,
}: {
  readonly effect: RuleEffect;
  readonly regression: Schemas["RuleRegression"] | null;
  readonly state: RuleState;
  readonly flagReason: string | undefined;
}) {
  const drawn = drawnChange(effect);
  const { reduction } = useRuleLimits();
  const rows = [
    ["Before", effect.before, effect.before_from],
    ["Since", effect.after, effect.after_from],
  ] as const;
  const hundred = (rate: number | null): string => (rate === null ? "–" : (rate * 100).toFixed(1));
  return (
    <Section
      title="Effect"
      end={effect.agents.length === 0 ? undefined : `work of ${effect.agents.join(", ")}`}
    >
      <p className="max-w-[64ch] text-row text-ink-2">{describeEffect(effect, state, flagReason)}</p>
      <p className="mt-2 max-w-[64ch] text-row">
        {regression === null ? effect.advice.message : capitalize(regression.message)}
      </p>
      <dl className="my-4 grid grid-cols-2 border-y border-hair md:grid-cols-3">
        {rows.map(([name, { events, runs, rate }, from]) => (
          <div key={name} className="border-r border-hair py-3 pr-4 not-first:pl-4 last:border-0">
            <dt className="text-meta text-ink-3">
              {name}, per 100{from === null ? "" : `, from ${formatDay(from)}`}
            </dt>
            <dd className="serif text-figure">{hundred(rate)}</dd>
            <dd className="text-meta text-ink-2">
              {events} in {runs} {effect.basis === "decided_work" ? "decided" : "runs"}
            </dd>
          </div>
        ))}
        <div className="py-3 md:pl-4 max-md:col-span-2 max-md:border-t max-md:border-hair">
          <dt className="text-meta text-ink-3">Change</dt>
          <dd className={`serif text-figure ${state === "flagged" ? "text-red" : ""}`}>
            {drawn === undefined ? "–" : changePercent(drawn.change)}
          </dd>
          <dd className="text-meta text-ink-2">
            {drawn === undefined
              ? whyNotDrawn(effect, state)
              : `${formatInterval(drawn)}; each bound holds with 95\u202f% confidence`}
          </dd>
        </div>
      </dl>
      {drawn === undefined ? null : (
        <Plot
          label={`Change in how often the mistake comes back: ${describeChange(effect, state)}`}
          height={84}
          table={{
            head: ["When", "Times", "Runs", "Per 100"],
            rows: rows.map(([name, { events, runs, rate }]) => [name, events, runs, hundred(rate)]),
          }}
        >
          {() => (
            <LeastReduction value={reduction}>
              <EffectAxis />
              <svg y="38" height="46">
                <EffectGrid />
                <EffectMark drawn={drawn} state={state} isCertain={isCertainEffect(effect)} />
              </svg>
            </LeastReduction>
          )}
        </Plot>
      )}
    </Section>
  );
}
