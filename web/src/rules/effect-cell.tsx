import { drawnChange, describeChange, whyNotDrawn } from "./format-effect.ts";
import { EffectGrid, EffectMark } from "./effect-line.tsx";
import type { RuleEffect, RuleState } from "./rule-state.ts";

export const isCertainEffect = (effect: RuleEffect): boolean =>
  effect.verdict !== "stabilising" && effect.verdict !== "not_enough";

export function EffectCell({
  effect,
  state,
  quiet = false,
}: {
  readonly effect: RuleEffect | null | undefined;
  readonly state: RuleState;
  readonly quiet?: boolean;
}) {
  const drawn = drawnChange(effect);
  return (
    <div className="relative min-h-7 self-stretch">
      <svg
        width="100%"
        height="100%"
        className="absolute inset-0"
        {...(drawn === undefined
          ? { "aria-hidden": true }
          : { role: "img", "aria-label": describeChange(effect, state) })}
      >
        <EffectGrid />
        {drawn === undefined || effect === null || effect === undefined ? null : (
          <EffectMark drawn={drawn} state={state} isCertain={isCertainEffect(effect)} />
        )}
      </svg>
      {drawn !== undefined || quiet ? null : (
        <p className="absolute inset-y-0 left-[6%] flex items-center text-meta text-ink-3">
          <span className="bg-sheet pr-2 group-aria-current:bg-sunk">{whyNotDrawn(effect, state)}</span>
        </p>
      )}
    </div>
  );
}
