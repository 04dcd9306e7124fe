import { use } from "react";
import type { DrawnChange } from "./format-effect.ts";
import { LeastReduction } from "./rule-limits.ts";
import type { RuleState } from "./rule-state.ts";

const HALF = 44;
const at = (share: number): string => `${50 + Math.max(-1, Math.min(1, share)) * HALF}%`;

const GRID = [-1, -0.5, 0.5, 1] as const;

export function EffectGrid() {
  const least = -use(LeastReduction);
  return (
    <>
      {GRID.map((share) => (
        <line
          key={share}
          x1={at(share)}
          x2={at(share)}
          y1="0"
          y2="100%"
          className="stroke-hair"
          strokeWidth="1"
        />
      ))}
      <line x1={at(least)} x2={at(least)} y1="0" y2="100%" className="stroke-edge" strokeDasharray="1 3" />
      <line x1={at(0)} x2={at(0)} y1="0" y2="100%" className="stroke-ink-2" strokeWidth="1.2" />
    </>
  );
}

/** Solid if certain, dashed if not, with an arrow if the interval leaves the axis. */
export function EffectMark({
  drawn,
  state,
  isCertain,
}: {
  readonly drawn: DrawnChange;
  readonly state: RuleState;
  readonly isCertain: boolean;
}) {
  const colour = state === "flagged" ? "text-red" : state === "retired" ? "text-edge" : "text-ink";
  const { change, low, high } = drawn;
  return (
    <svg y="50%" overflow="visible" className={colour} stroke="currentColor" strokeWidth="1.6" fill="none">
      <line x1={at(low)} x2={at(high)} y1="0" y2="0" strokeDasharray={isCertain ? undefined : "3 3"} />
      <End share={low} direction={-1} />
      <End share={high} direction={1} />
      <circle
        cx={at(change)}
        cy="0"
        r="4.5"
        className={isCertain ? "" : "fill-sheet"}
        fill={isCertain ? "currentColor" : undefined}
      />
    </svg>
  );
}

function End({ share, direction }: { readonly share: number; readonly direction: 1 | -1 }) {
  return (
    <svg x={at(share)} overflow="visible">
      {Math.abs(share) > 1 ? (
        <path d={`M0 -4 L${direction * 6} 0 L0 4`} />
      ) : (
        <line x1="0" x2="0" y1="-4" y2="4" />
      )}
    </svg>
  );
}

const TICKS = [
  [-1, "−100"],
  [-0.5, "−50"],
  [0, "0"],
  [0.5, "+50"],
  [1, "+100"],
] as const;

export function EffectAxis() {
  return (
    <svg
      width="100%"
      height="36"
      overflow="visible"
      aria-hidden="true"
      fontSize="12"
      className="block fill-ink-3"
    >
      <text x={at(-1)} y="12" dx="-14">
        recurs less
      </text>
      <text x={at(1)} y="12" dx="14" textAnchor="end">
        more,&#x202f;%
      </text>
      {TICKS.map(([share, text]) => (
        <text key={text} x={at(share)} y="30" textAnchor="middle">
          {text}
        </text>
      ))}
    </svg>
  );
}
