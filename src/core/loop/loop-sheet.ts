import { clipText } from "../text/bounded-text.ts";
import { daysAfter } from "../time/time.ts";
import { effectiveVersion, holdsFor, type Rule } from "../rule/rule.ts";

/** The days of a sheet, both ends included. */
export interface LoopDays {
  readonly first: string;
  readonly last: string;
}

/** What the loop did in some days. The first four count events, the last two count rules in force. */
export interface LoopFigures {
  readonly corrected: number;
  readonly recurred: number;
  readonly proposed: number;
  readonly approved: number;
  /** Rules whose mistake did not occur. */
  readonly stopped: number;
  /** Rules whose mistake occurred although they were in force. */
  readonly came_back: number;
}

/** So many days up to this one. */
export const daysUpTo = (last: string, days: number): LoopDays => ({
  first: shiftDay(last, 1 - days),
  last,
});

export const shiftDay = (day: string, days: number): string =>
  daysAfter(`${day}T00:00:00.000Z`, days).slice(0, 10);

interface Occurrence {
  readonly cluster_id: string;
  readonly agent: string;
  readonly day: string;
}

/** A rule's mistake in some days. */
export interface RuleStanding {
  readonly rule: Rule;
  readonly came_back: boolean;
}

/**
 * Which mistakes came back although a rule was in force. A rule is left out if it has no cluster, or was not in force for one whole day of
 * these: on the day on which it came into force, part of the work was done without it.
 */
export function standingsOf(
  rules: readonly Rule[],
  occurrences: readonly Occurrence[],
  { first, last }: LoopDays,
): readonly RuleStanding[] {
  const byCluster = Map.groupBy(occurrences, ({ cluster_id }) => cluster_id);
  return rules.flatMap((rule) => {
    const since = rule.in_force_since?.slice(0, 10);
    if (rule.cluster_id === null || since === undefined || since >= last) return [];
    const { scope } = effectiveVersion(rule);
    const came_back = (byCluster.get(rule.cluster_id) ?? []).some(
      ({ agent, day }) => day > since && day >= first && day <= last && holdsFor(scope, agent),
    );
    return [{ rule, came_back }];
  });
}

const MAX_NAME = 90;

/** A name for a mistake that people can read: the first sentence of what somebody said about it, and never a diff. */
export function mistakeName(texts: readonly (string | undefined)[]): string {
  for (const text of texts) {
    const line = text
      ?.split("\n")
      .map((each) => each.trim().replace(/^[-*] /, ""))
      .find((each) => each !== "" && !DIFF_LINE.test(each));
    if (line === undefined) continue;
    const sentence = /^.{12,}?[.!?](?=\s|$)/u.exec(line)?.[0] ?? line;
    return clipText(sentence, MAX_NAME);
  }
  return "";
}

const DIFF_LINE = /^(?:@@|diff --git |index [0-9a-f]{7}|\+\+\+ |--- |```|[+-](?! ))/;
