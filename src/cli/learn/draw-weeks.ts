import type { WeekOfCorrections } from "../../core/correction/learn-report.ts";

interface Bar {
  readonly from: string;
  readonly corrections: number;
  readonly recurring: number;
}

const HEIGHT = 132;
const TOP = 18;
const BASE = 104;
const LEFT = 30;
const GAP = 0.25;
const WIDEST = 28;

/** Corrections over time, as inline SVG. Without weeks to compare it is empty. */
export function drawWeeks(weeks: readonly WeekOfCorrections[], width: number, most: number): string {
  if (weeks.length < 2) return "";
  const per = Math.ceil(weeks.length / most);
  const bars: Bar[] = [];
  for (let at = 0; at < weeks.length; at += per) {
    const some = weeks.slice(at, at + per);
    bars.push({
      from: some[0]!.week,
      corrections: some.reduce((sum, each) => sum + each.corrections, 0),
      recurring: some.reduce((sum, each) => sum + each.recurring, 0),
    });
  }
  const highest = Math.max(1, ...bars.map(({ corrections }) => corrections));
  const step = Math.min(WIDEST, (width - LEFT) / bars.length);
  const y = (count: number): number => BASE - (count / highest) * (BASE - TOP);
  const rect = (at: number, count: number, name: string): string =>
    count === 0
      ? ""
      : `<rect class="${name}" x="${round(LEFT + at * step)}" y="${round(y(count))}" width="${round(step * (1 - GAP))}" height="${round(BASE - y(count))}"/>`;
  const total = bars.reduce((sum, { corrections }) => sum + corrections, 0);
  const recur = bars.reduce((sum, { recurring }) => sum + recurring, 0);
  const label = `Corrections by ${unitOf(per)} from ${bars[0]!.from} to ${weeks.at(-1)!.week}: ${total}, of which ${recur} recur.`;
  const end = round(LEFT + bars.length * step - step * GAP);
  return `<svg viewBox="0 0 ${width} ${HEIGHT}" width="${width}" height="${HEIGHT}" role="img" aria-label="${label}">
<text class="axis" x="0" y="${TOP + 4}">${highest}</text><text class="axis" x="0" y="${BASE + 4}">0</text>
<path class="grid" d="M${LEFT} ${TOP}H${end}"/>
${bars.map(({ corrections, recurring }, at) => rect(at, corrections, "all") + rect(at, recurring, "again")).join("")}
<path class="base" d="M${LEFT} ${BASE}H${end}"/>
<text class="axis" x="${LEFT}" y="${BASE + 18}">${bars[0]!.from}</text>${bars.length > 5 ? `<text class="axis end" x="${end}" y="${BASE + 18}">${weeks.at(-1)!.week}</text>` : ""}
</svg>`;
}

/** What one bar stands for. */
export const unitOf = (weeks: number): string => (weeks === 1 ? "week" : `${weeks} weeks`);

const round = (number: number): number => Math.round(number * 10) / 10;
