import { alertKey, type RepeatedTagAlert } from "./alert.ts";
import type { AlertThresholds } from "./alert-thresholds.ts";
import type { PatternWindow } from "./pattern-window.ts";
import { repeatEpisodes, type RepeatEpisode } from "./repeat-episodes.ts";
import type { TagHour } from "./roll-up.ts";
import { createHourReader, hourNumber, hourText } from "../time/to-hour.ts";
import { visibleName } from "./visible-name.ts";
import { wholeCount } from "./work-counts.ts";

/**
 * The first hour whose rows alerts need: the previous window, and at least a day and a span before the
 * window, so that an episode is known from its beginning even where the window is short.
 */
export function alertRowsFrom(window: PatternWindow, thresholds: AlertThresholds): string {
  return hourText(firstHour(window, thresholds));
}

const firstHour = ({ from, hours }: PatternWindow, { repeatHours }: AlertThresholds): number =>
  (hourNumber(from) ?? 0) - Math.max(hours, 24 + spanOf(repeatHours));

/** The same agent and tag too often within a span of hours, for every episode that reaches into the window. */
export function detectRepeatedTags(
  rows: readonly TagHour[],
  window: PatternWindow,
  thresholds: AlertThresholds,
): readonly RepeatedTagAlert[] {
  const start = firstHour(window, thresholds);
  const from = hourNumber(window.from) ?? 0;
  const end = hourNumber(window.to) ?? 0;
  const span = spanOf(thresholds.repeatHours);
  const found: RepeatedTagAlert[] = [];
  for (const [agent, tags] of occurrencesOf(rows, start, end)) {
    for (const [tag, occurrences] of tags) {
      for (const episode of repeatEpisodes(occurrences, thresholds.repeatCount, span)) {
        if (episode.last >= from) found.push(toAlert(agent, tag, episode, start, thresholds));
      }
    }
  }
  return found;
}

function toAlert(
  agent: string,
  tag: string,
  episode: RepeatEpisode,
  start: number,
  { repeatCount, repeatHours }: AlertThresholds,
): RepeatedTagAlert {
  const span = spanOf(repeatHours);
  // So near to the first row the episode may have begun unseen; naming its day keeps the key from changing every hour.
  const isCut = episode.first < start + span;
  const beginning = isCut ? Math.floor(episode.first / 24) * 24 : episode.first;
  const identity = { code: "repeated_tag", agent, tag, episode: hourText(beginning) } as const;
  return {
    id: alertKey(identity),
    ...identity,
    since: hourText(episode.first),
    until: hourText(episode.last + 1),
    value: episode.peak,
    threshold: repeatCount,
    message: `${visibleName(agent, 60)}: ${visibleName(tag, 60)} came back ${episode.peak} times within ${span} hours; correct it before the next run`,
    evidence: { occurrences: episode.occurrences, span_hours: span },
  };
}

type Occurrences = Map<string, Map<string, Map<number, number>>>;

/** By agent, tag and hour. */
function occurrencesOf(rows: readonly TagHour[], start: number, end: number): Occurrences {
  const byAgent: Occurrences = new Map();
  const readHour = createHourReader();
  for (const row of rows) {
    const hour = readHour(row.hour) ?? Number.NaN;
    const count = wholeCount(row.count);
    if (!(hour >= start && hour < end) || count === 0) continue;
    const byTag = byAgent.get(row.agent) ?? new Map<string, Map<number, number>>();
    const byHour = byTag.get(row.tag) ?? new Map<number, number>();
    byHour.set(hour, (byHour.get(hour) ?? 0) + count);
    byTag.set(row.tag, byHour);
    byAgent.set(row.agent, byTag);
  }
  return byAgent;
}

/** A span that is no number of hours is read as the nearest that is. */
const spanOf = (hours: number): number => Math.min(168, Math.max(1, Math.floor(hours) || 1));
