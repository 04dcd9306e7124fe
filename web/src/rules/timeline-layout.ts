import { linear } from "../components/plot.tsx";
import type { Timeline } from "./describe-week.ts";
import { formatDay } from "../lib/format-date.ts";
import { labelWidth, type Place, placeLabels } from "./place-labels.ts";

const DAY = 86_400_000;
const LABEL_LANES = 3;
export const LANE = 16;
const PLOT = 150;
/** The least size of what people touch. */
export const MARK = 24;
const MARK_LANES = 4;
const TICKS = 20;
const LEFT = 34;

interface Event {
  readonly x: number;
  readonly text: string;
  readonly kind: "version" | "model";
  readonly place: Place;
}

export interface TimelineLayout {
  readonly height: number;
  readonly left: number;
  /** The top and the bottom of the rates. */
  readonly top: number;
  readonly base: number;
  readonly x: (day: string) => number;
  readonly y: (rate: number) => number;
  readonly levels: readonly number[];
  readonly events: readonly Event[];
  /** The recurrences, in the order of the timeline; undefined if there is no room. */
  readonly marks: readonly Place[];
  readonly ticks: readonly { readonly text: string; readonly left: number; readonly isLast?: boolean }[];
}

const startOf = (day: string): number => Date.parse(`${day.slice(0, 10)}T00:00:00Z`);

/** Where everything of a rule's timeline is, at a width. */
export function timelineLayout(timeline: Timeline, width: number): TimelineLayout {
  const { weeks, versions, model_changes, occurrences, expected_rate } = timeline;
  const right = Math.max(LEFT + 1, width - 2);
  const x = (day: string): number =>
    linear(
      [startOf(timeline.first), startOf(timeline.last) + DAY],
      [LEFT, right],
    )(day.length > 10 ? Date.parse(day) : startOf(day));
  const isWide = width >= 560;
  const named = [
    ...versions.map(({ version, from }) => ({
      kind: "version" as const,
      x: x(from),
      text: isWide ? `version ${version}` : `v${version}`,
    })),
    ...model_changes.map(({ day, to }) => ({
      kind: "model" as const,
      x: x(day),
      text: to.length > 22 ? `${to.slice(0, 21)}…` : to,
    })),
  ].filter((event) => event.x >= LEFT - 1);
  const places = placeLabels(
    named.map(({ x: at, text }) => ({ x: at + 4, width: labelWidth(text) })),
    { width, lanes: LABEL_LANES },
  );
  const used = 1 + Math.max(0, ...places.map((place) => place?.lane ?? 0));
  const top = used * LANE + 6;
  const base = top + PLOT;
  const marks = placeLabels(
    occurrences.map(({ time }) => ({ x: x(time) - MARK / 2, width: MARK })),
    { width, lanes: MARK_LANES, gap: 0 },
  );
  const rows = 1 + Math.max(-1, ...marks.map((place) => place?.lane ?? -1));
  const highest = Math.max(expected_rate ?? 0, ...weeks.map(({ rate }) => rate ?? 0), 0.01);
  // Bands of weeks with few runs would leave nothing of the rest to see.
  const most = Math.max(highest * 1.25, ...weeks.map(({ band }) => Math.min(band?.high ?? 0, highest * 2)));
  const step = niceStep(most * 100) / 100;
  const levels = Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => at * step);
  const height = base + rows * MARK + 4 + TICKS;
  const days = [...new Set([timeline.first, ...weeks.map(({ first }) => first), timeline.last])];
  const wanted = days.map((day) => ({ text: formatDay(day), left: x(day) }));
  return {
    height,
    left: LEFT,
    top,
    base,
    x,
    y: linear([0, most], [base, top]),
    levels,
    events: named.map((event, at) => ({ ...event, place: places[at] })),
    marks,
    ticks: spaced(wanted, width),
  };
}

/** 1, 2 or 5 times a power of ten, for two to five levels. */
function niceStep(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most / 2));
  const step = [1, 2, 5, 10].find((each) => most / (each * power) <= 5) ?? 10;
  return step * power;
}

/** The ticks that fit beside each other, and the last one. */
function spaced(
  wanted: readonly { readonly text: string; readonly left: number }[],
  width: number,
): TimelineLayout["ticks"] {
  const last = wanted.at(-1);
  if (last === undefined) return [];
  const end = { text: last.text, left: width - labelWidth(last.text), isLast: true };
  const kept: { text: string; left: number }[] = [];
  let free = 0;
  for (const { text, left } of wanted.slice(0, -1)) {
    const right = left + labelWidth(text);
    if (left < free || right + 16 > end.left) continue;
    kept.push({ text, left });
    free = right + 28;
  }
  return [...kept, end];
}
