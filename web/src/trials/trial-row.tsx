import { Link } from "@tanstack/react-router";
import { linear } from "../components/plot.tsx";
import { Ago } from "../components/time.tsx";
import { formatCount } from "../lib/format.ts";
import { changeText, questionOf, recurrencesOf, strengthText } from "./describe-trial.ts";
import { StandingLabel } from "./standing-label.tsx";
import type { Trial } from "./trial-queries.ts";

export function TrialRow({ trial }: { readonly trial: Trial }) {
  const { id, text, tasks, recurrences, reduction, points, state, end, started_at } = trial;
  return (
    <li className="grid gap-x-6 gap-y-2 border-b border-hair py-3 md:grid-cols-[minmax(0,1fr)_130px_190px]">
      <div className="min-w-0">
        <p className="mb-1 flex flex-wrap gap-x-3 text-meta text-ink-2">
          <StandingLabel trial={trial} />
          <span>{questionOf(trial)}</span>
          <span className="text-ink-3">
            {state === "running" || end === null ? (
              <>
                started <Ago time={started_at} />
              </>
            ) : (
              <>
                ended <Ago time={end.at} />
              </>
            )}
          </span>
        </p>
        <Link
          to="/trials/$trial"
          params={{ trial: id }}
          search={{}}
          className="serif plain-link block py-0.5 text-rule hover:underline"
        >
          {text === "" ? "A rule that no longer exists" : text}
        </Link>
      </div>
      {points.length === 0 ? <span className="max-md:hidden" /> : <Strength trial={trial} />}
      <div className="self-center text-meta text-ink-2">
        {points.length === 0 ? (
          <p>{tasks.given + tasks.withheld === 0 ? "no task yet" : "no recurrence yet"}</p>
        ) : (
          <>
            <p>
              <b className="text-second font-semibold text-ink">
                {reduction.estimate === null ? "" : changeText(reduction.estimate)}
              </b>{" "}
              evidence {strengthText(trial)}
            </p>
            <p>
              came back in {formatCount(recurrences.given)} of {formatCount(tasks.given)} with it,{" "}
              {formatCount(recurrences.withheld)} of {formatCount(tasks.withheld)} without
            </p>
          </>
        )}
      </div>
    </li>
  );
}

const WIDTH = 130;
const HEIGHT = 34;

/** The evidence in small, with the threshold as a dashed line. */
function Strength({ trial }: { readonly trial: Trial }) {
  const { points, threshold } = trial;
  const most = Math.max(threshold * 5, ...points.map(({ e_value }) => e_value));
  const x = linear([0, Math.max(1, recurrencesOf(trial))], [1, WIDTH - 2]);
  const y = (value: number): number =>
    linear([Math.log10(0.05), Math.log10(most)], [HEIGHT - 3, 3])(Math.log10(Math.max(0.05, value)));
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden="true" className="block self-center">
      <line
        x1="0"
        x2={WIDTH}
        y1={y(threshold)}
        y2={y(threshold)}
        className="stroke-edge"
        strokeDasharray="3 3"
      />
      <polyline
        points={points.map(({ recurrences, e_value }) => `${x(recurrences)},${y(e_value)}`).join(" ")}
        className="fill-none stroke-ink"
        strokeWidth="1.4"
      />
    </svg>
  );
}
