import { formatDay } from "../lib/format-date.ts";
import { Mark, type MarkName } from "../components/mark.tsx";
import { linear, Plot } from "../components/plot.tsx";
import { useNow } from "../components/time.tsx";
import type { Member, Proposal } from "./proposal-queries.ts";
import { countWord, plural } from "../lib/format.ts";

const TOP = 24;

const MARKS: Readonly<Record<string, readonly [MarkName, string]>> = {
  rejected: ["dele", "rejected"],
  approved_with_changes: ["caret", "approved with changes"],
  approved: ["stet", "approved"],
  none: ["query", "commented on"],
};

const markOf = ({ outcome }: Pick<Member, "outcome">): readonly [MarkName, string] =>
  MARKS[outcome ?? "none"]!;

export function EvidencePlot({ proposal }: { readonly proposal: Proposal }) {
  const now = useNow();
  const { evidence, contradictions, version, earlier, policy } = proposal;
  const steps = evidence.members.toReversed();
  const [oldest] = steps;
  if (oldest === undefined) return null;
  // Only the newest are listed, so the staircase starts at the number of earlier ones.
  const before = Math.max(0, evidence.occurrences - steps.length);
  const last = before + steps.length;
  const goal = policy.occurrences;
  const top = Math.max(last, before < goal ? goal : 0);
  const step = top - before > 12 ? 10 : top - before > 6 ? 15 : 20;
  const base = TOP + step * (top - before) + 12;
  const height = base + (contradictions.length === 0 ? 26 : 46);
  const start = Math.min(Date.parse(oldest.time), ...contradictions.map(({ time }) => Date.parse(time)));
  const kinds = [...new Set(steps.map((each) => markOf(each)[1]))];
  const count = (kind: string): number => steps.filter((each) => markOf(each)[1] === kind).length;
  const label = `${plural(evidence.occurrences, "correction")} since ${formatDay(new Date(start).toISOString())}; ${kinds.map((kind) => `${count(kind)} ${kind}`).join(", ")}.${contradictions.length === 0 ? "" : ` ${plural(contradictions.length, "approval")} went the other way.`}`;
  return (
    <>
      <Plot
        label={label}
        height={height}
        table={{
          head: ["time", "so far", "what", "agent", "by", "said"],
          rows: [
            ...steps.map((each, at) => [
              each.time.slice(0, 16).replace("T", " "),
              before + at + 1,
              markOf(each)[1],
              each.agent ?? "",
              each.author,
              each.said,
            ]),
            ...contradictions.map(({ time, agent, author, said }) => [
              time.slice(0, 16).replace("T", " "),
              "",
              "approved as submitted",
              agent ?? "",
              author,
              said,
            ]),
          ],
        }}
      >
        {(width) => {
          const left = 24;
          const pad = (now - start) * 0.06 + 3_600_000;
          const x = linear([start - pad, Math.max(now, start + 1)], [left + 8, width - 14]);
          const y = (value: number): number => base - step * (value - before);
          const isWide = width >= 520 && step >= 15;
          const points = steps.map((each, at) => ({
            each,
            x: x(Date.parse(each.time)),
            y: y(before + at + 1),
          }));
          const path = points.reduce(
            (drawn, point) => `${drawn}H${point.x}V${point.y}`,
            `M${left + 8} ${base}`,
          );
          const ticks = [0, 1, 2].map((part) => start + ((now - start) * part) / 3);
          const levels = [...new Set([goal, Math.round((before + last) / 2), last])].filter(
            (value) => value > before && value <= top,
          );
          const proposedX = x(Date.parse(version.proposed_at));
          // Move the label to the right if early steps would overlap it.
          const isLeftTaken = points.some((point) => point.x < 300 && Math.abs(point.y - (y(goal) - 9)) < 16);
          // Skip ticks that would overlap.
          const isApart = (at: number, index: number): boolean =>
            x(at) < width - 90 && (index === 0 || x(at) - x(ticks[index - 1]!) > 70);
          return (
            <>
              <text x={0} y={12} className="fill-ink-3">
                corrections so far
              </text>
              <line x1={proposedX} x2={proposedX} y1={18} y2={base} className="stroke-hair-2" />
              <text x={Math.min(proposedX, width - 2)} y={12} textAnchor="end" className="fill-ink-2">
                {version.origin === "proposed_again" ? "proposed again" : "proposed"}
              </text>
              {earlier === null || Date.parse(earlier.at) < start ? null : (
                <>
                  <line
                    x1={x(Date.parse(earlier.at))}
                    x2={x(Date.parse(earlier.at))}
                    y1={18}
                    y2={base}
                    className="stroke-hair-2"
                  />
                  {x(Date.parse(earlier.at)) < proposedX - 120 && x(Date.parse(earlier.at)) > 130 ? (
                    <text x={x(Date.parse(earlier.at))} y={12} className="fill-ink-2">
                      rejected
                    </text>
                  ) : null}
                </>
              )}
              {goal > before ? (
                <>
                  <line
                    x1={left}
                    x2={width}
                    y1={y(goal)}
                    y2={y(goal)}
                    strokeDasharray="2 3"
                    className="stroke-edge"
                  />
                  <text
                    x={isLeftTaken ? width : left + 4}
                    y={y(goal) - 5}
                    textAnchor={isLeftTaken ? "end" : "start"}
                    strokeWidth="4"
                    paintOrder="stroke"
                    className="fill-ink-3 stroke-sheet"
                  >
                    {isWide ? `${countWord(goal)} similar: a pattern` : "a pattern"}
                  </text>
                </>
              ) : null}
              {levels.map((value) => (
                <text key={value} x={left - 8} y={y(value) + 4} textAnchor="end" className="fill-ink-3">
                  {value}
                </text>
              ))}
              <path d={path} fill="none" className="stroke-edge" />
              <line x1={left} x2={width} y1={base} y2={base} className="stroke-edge" />
              {points.map(({ each, x: at, y: up }) => (
                <g key={each.feedback_id}>
                  <title>{`${formatDay(each.time)}, ${each.author}: ${each.said}`}</title>
                  <rect x={at - 9} y={up - 8} width={18} height={16} className="fill-sheet" />
                  <g transform={`translate(${at - 8} ${up - 8})`}>
                    <Mark name={markOf(each)[0]} size={16} />
                  </g>
                  {isWide && at > 130 ? (
                    <text
                      x={at - 13}
                      y={up + 4}
                      textAnchor="end"
                      strokeWidth="4"
                      paintOrder="stroke"
                      className="fill-ink-2 stroke-sheet"
                    >
                      {shortened(each.agent ?? "")}
                      <tspan className="fill-ink-3">, {shortened(each.author)}</tspan>
                    </text>
                  ) : null}
                </g>
              ))}
              {contradictions.map(({ feedback_id, time }) => (
                <g key={feedback_id} transform={`translate(${x(Date.parse(time)) - 8} ${base + 4})`}>
                  <Mark name="stet" tone="green" size={16} />
                </g>
              ))}
              {ticks.filter(isApart).map((at, index) => (
                <text
                  key={index}
                  x={x(at)}
                  y={height - 6}
                  textAnchor={index === 0 ? "start" : "middle"}
                  className="fill-ink-3"
                >
                  {formatDay(new Date(at).toISOString())}
                </text>
              ))}
              <text x={width} y={height - 6} textAnchor="end" className="fill-ink-3">
                today
              </text>
            </>
          );
        }}
      </Plot>
      <ul className="mt-1 flex flex-wrap gap-x-5 text-meta text-ink-2">
        {kinds.map((kind) => (
          <li key={kind} className="flex items-center gap-1">
            <Mark name={Object.values(MARKS).find(([, word]) => word === kind)![0]} size={15} />
            {kind}, {count(kind)}
          </li>
        ))}
        {contradictions.length === 0 ? null : (
          <li className="flex items-center gap-1">
            <Mark name="stet" tone="green" size={15} />
            approved as submitted, {contradictions.length}
          </li>
        )}
      </ul>
    </>
  );
}

const shortened = (name: string): string => (name.length > 16 ? `${name.slice(0, 15)}…` : name);
