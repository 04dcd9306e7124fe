import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import { Plot } from "../components/plot.tsx";
import { Section } from "../components/section.tsx";
import { Failed } from "../components/states.tsx";
import {
  describeOccurrence,
  describeWeek,
  perHundred,
  type Timeline,
  withoutEmptyStart,
} from "./describe-week.ts";
import { formatDay } from "../lib/format-date.ts";
import { timelineQuery } from "./rule-queries.ts";
import { MARK, timelineLayout } from "./timeline-layout.ts";
import { TimelineDrawing } from "./timeline-drawing.tsx";

export function EffectTimeline({ rule }: { readonly rule: string }) {
  const { data, error, refetch } = useQuery(timelineQuery(rule, true));
  return (
    <Section title="Mistakes over time" end={data === undefined ? undefined : "per 100, by week"}>
      {error !== null ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <div aria-busy="true" className="skeleton h-64" />
      ) : data.weeks.every(({ runs }) => runs === 0) && data.occurrences.length === 0 ? (
        <p className="text-second text-ink-2">No runs and no mistakes were recorded in this time.</p>
      ) : (
        <TimelinePlot timeline={withoutEmptyStart(data)} />
      )}
    </Section>
  );
}

function TimelinePlot({ timeline }: { readonly timeline: Timeline }) {
  const { weeks, occurrences, basis } = timeline;
  const [week, setWeek] = useState<number | undefined>(undefined);
  const [mark, setMark] = useState<number | undefined>(undefined);
  const details = useId();
  const heightAt = (width: number): number => timelineLayout(timeline, width).height;
  const shown =
    mark !== undefined
      ? describeOccurrence(occurrences[mark]!)
      : week !== undefined
        ? describeWeek(timeline, weeks[week]!)
        : undefined;
  const start = timeline.versions[0]?.from ?? "";
  return (
    <>
      <Plot
        label={summaryOf(timeline)}
        height={heightAt}
        table={{
          head: [
            "week from",
            "mistakes",
            basis === "runs" ? "runs" : "decisions",
            "per 100",
            "95 % from",
            "to",
          ],
          rows: weeks.map(({ first, recurrences, runs, rate, band }) => [
            first,
            recurrences,
            runs,
            rate === null ? "–" : perHundred(rate),
            band === null ? "–" : perHundred(band.low),
            band === null ? "–" : perHundred(band.high),
          ]),
        }}
        over={(width) => {
          const layout = timelineLayout(timeline, width);
          const weekAt = (px: number): number =>
            Math.max(
              0,
              weeks.findLastIndex(({ first }) => layout.x(first) <= px),
            );
          return (
            <>
              <div
                role="slider"
                tabIndex={0}
                aria-label="Week"
                aria-valuemin={1}
                aria-valuemax={weeks.length}
                aria-valuenow={(week ?? weeks.length - 1) + 1}
                aria-valuetext={describeWeek(timeline, weeks[week ?? weeks.length - 1]!)}
                aria-describedby={details}
                className="absolute cursor-crosshair"
                style={{ left: layout.left, right: 0, top: layout.top, height: layout.base - layout.top }}
                onPointerMove={(event) =>
                  setWeek(
                    weekAt(event.clientX - event.currentTarget.getBoundingClientRect().left + layout.left),
                  )
                }
                onPointerLeave={(event) => {
                  if (event.pointerType === "mouse" && document.activeElement !== event.currentTarget)
                    setWeek(undefined);
                }}
                onFocus={() => setWeek((now) => now ?? weeks.length - 1)}
                onBlur={() => setWeek(undefined)}
                onKeyDown={(event) => {
                  const at = week ?? weeks.length - 1;
                  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: weeks.length - 1 }[
                    event.key
                  ];
                  if (to === undefined) return;
                  event.preventDefault();
                  setWeek(Math.max(0, Math.min(weeks.length - 1, to)));
                }}
              />
              <ul aria-label="Marks of mistakes">
                {occurrences.map((one, at) => {
                  const place = layout.marks[at];
                  if (place === undefined) return null;
                  const tone =
                    one.time < start ? "text-ink-3" : one.injected === true ? "text-red" : "text-ink";
                  return (
                    <li key={one.feedback_id}>
                      <Link
                        to="/feedback/$feedback"
                        params={{ feedback: one.feedback_id }}
                        aria-label={`What happened, ${describeOccurrence(one)}`}
                        className={`plain-link absolute grid place-items-center ${tone}`}
                        style={{
                          left: place.left,
                          top: layout.base + 4 + place.lane * MARK,
                          width: MARK,
                          height: MARK,
                        }}
                        onPointerEnter={() => setMark(at)}
                        onPointerLeave={() => setMark(undefined)}
                        onFocus={() => setMark(at)}
                        onBlur={() => setMark(undefined)}
                      >
                        <svg width="12" height="12" viewBox="0 0 10 10" aria-hidden="true">
                          <circle
                            cx="5"
                            cy="5"
                            r="3.6"
                            stroke="currentColor"
                            strokeWidth="1.4"
                            fill={one.injected === true ? "currentColor" : "none"}
                          />
                        </svg>
                      </Link>
                    </li>
                  );
                })}
              </ul>
            </>
          );
        }}
      >
        {(width) => (
          <TimelineDrawing
            timeline={timeline}
            layout={timelineLayout(timeline, width)}
            width={width}
            week={week}
          />
        )}
      </Plot>
      <p id={details} className="mt-2 min-h-10 text-second text-ink-2" aria-live="polite">
        {shown ??
          "Point at a week or a mark, or use the arrow keys, for details. Each circle is one mistake and opens what happened; a filled one happened with the rule in the prompt."}
      </p>
      {occurrences.length === 0 ? null : (
        <details className="text-meta text-ink-2">
          <summary className="quiet cursor-pointer py-1">
            {timeline.more_occurrences ? `The newest ${occurrences.length} mistakes` : "Each mistake"} as a
            list
          </summary>
          <ul className="mt-1" aria-label="Mistakes, newest first">
            {occurrences.map((one) => (
              <li key={one.feedback_id} className="border-b border-hair py-1 last:border-0">
                <Link
                  to="/feedback/$feedback"
                  params={{ feedback: one.feedback_id }}
                  className="inline-block py-1"
                >
                  {describeOccurrence(one)}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function summaryOf({ weeks, versions, model_changes, expected_rate, basis }: Timeline): string {
  const sum = (side: "before" | "since"): string => {
    const own = weeks.filter((week) => week.side === side);
    const [times, runs] = [
      own.reduce((all, week) => all + week.recurrences, 0),
      own.reduce((all, week) => all + week.runs, 0),
    ];
    return `${times} in ${runs} ${basis === "runs" ? "runs" : "decisions"}`;
  };
  return [
    `Mistakes per 100 by week: ${sum("before")} before the rule, ${sum("since")} since.`,
    ...(expected_rate === null ? [] : [`Expected without the rule: ${perHundred(expected_rate)} per 100.`]),
    ...versions.map(({ version, from }) => `Version ${version} from ${formatDay(from)}.`),
    ...model_changes.map(({ day, agent, to }) => `${agent} on ${to} from ${formatDay(day)}.`),
  ].join(" ");
}
