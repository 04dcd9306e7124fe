import { alertKey, type RepeatedTagAlert } from "./alert.ts";
import type { AlertThresholds } from "./alert-thresholds.ts";
import type { PatternWindow } from "./pattern-window.ts";
import { repeatEpisodes, type RepeatEpisode } from "./repeat-episodes.ts";
import type { OfferAlert } from "./alert-shortlist.ts";
import type { AgentBook } from "./roll-up-book.ts";
import { hourNumber, hourText } from "../time/to-hour.ts";
import { visibleName } from "../text/visible-name.ts";

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
export function offerRepeatedTags(
  agent: string,
  { tags }: AgentBook,
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

/** A span that is no number of hours is read as the nearest that is. */
const spanOf = (hours: number): number => Math.min(168, Math.max(1, Math.floor(hours) || 1));
