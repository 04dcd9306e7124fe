import { alertKey, type RepeatedTagAlert, type AlertThresholds, type OfferAlert } from "./alert.ts";
import type { PatternWindow } from "./pattern-window.ts";
import { type AgentRollUp, lowerBound, TAG_WIDTH } from "./roll-up.ts";
import { hourNumber, hourText } from "../time/time.ts";
import { visibleName } from "../text/visible-name.ts";

const NONE: readonly RepeatEpisode[] = [];

/**
 * The first hour whose rows alerts need: the previous window, and at least a day and a span before the window, so
 * that the start of an episode is known even if the window is short.
 */
export function alertRowsFrom(window: PatternWindow, thresholds: AlertThresholds): string {
  return hourText(firstHour(window, thresholds));
}

const firstHour = ({ from, hours }: PatternWindow, { repeatHours }: AlertThresholds): number =>
  (hourNumber(from) ?? 0) - Math.max(hours, 24 + spanOf(repeatHours));

/** Finds every episode of a repeated tag that reaches into the window. */
export function offerRepeatedTags(
  agent: string,
  { tags }: AgentRollUp,
  window: PatternWindow,
  thresholds: AlertThresholds,
  offer: OfferAlert,
): void {
  const start = firstHour(window, thresholds);
  const from = hourNumber(window.from) ?? 0;
  const end = hourNumber(window.to) ?? 0;
  const span = spanOf(thresholds.repeatHours);
  for (const [tag, list] of tags) {
    for (const episode of repeatEpisodes(list, { start, end }, thresholds.repeatCount, span)) {
      if (episode.last < from) continue;
      offer({ code: "repeated_tag", agent, tag, since: episode.first, until: episode.last + 1 }, () =>
        toAlert(agent, tag, episode, start, thresholds),
      );
    }
  }
}

function toAlert(
  agent: string,
  tag: string,
  episode: RepeatEpisode,
  start: number,
  { repeatCount, repeatHours }: AlertThresholds,
): RepeatedTagAlert {
  const span = spanOf(repeatHours);
  // This close to the first row the episode may have begun earlier. Its day keeps the key from changing every hour.
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

/** Clamps an invalid span. */
const spanOf = (hours: number): number => Math.min(168, Math.max(1, Math.floor(hours) || 1));

/** A period in which a count stays at or above its threshold. */
interface RepeatEpisode {
  /** The first and last hour with an occurrence, counted from 1970. */
  readonly first: number;
  last: number;
  occurrences: number;
  /** The most occurrences within one span. */
  peak: number;
}

/**
 * Finds periods with at least `count` occurrences within `span` consecutive hours; spans that share an hour with an
 * occurrence are one episode. Only hours from `start` up to `end` of the tag's list are read.
 */
function repeatEpisodes(
  list: readonly number[],
  { start, end }: { readonly start: number; readonly end: number },
  count: number,
  span: number,
): readonly RepeatEpisode[] {
  let found: RepeatEpisode[] | undefined;
  let from = lowerBound(list, TAG_WIDTH, start);
  let sum = 0;
  // All occurrences so far, and those before the last episode.
  let total = 0;
  let before = 0;
  for (let to = from; to < list.length && list[to]! < end; to += TAG_WIDTH) {
    const hour = list[to]!;
    const here = list[to + 1]!;
    sum += here;
    total += here;
    while (hour - list[from]! >= span) {
      sum -= list[from + 1]!;
      from += TAG_WIDTH;
    }
    if (sum < count) continue;
    const last = found?.at(-1);
    if (last === undefined || list[from]! > last.last) {
      before = total - sum;
      (found ??= []).push({ first: list[from]!, last: hour, occurrences: sum, peak: sum });
    } else {
      last.last = hour;
      last.occurrences = total - before;
      last.peak = Math.max(last.peak, sum);
    }
  }
  return found ?? NONE;
}
