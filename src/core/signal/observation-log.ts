import type { SignalFacts, SignalType } from "./signal.ts";

const KEPT_FIRST = 4;
const KEPT_LAST = 4;

/** Observations in bounded memory: a long log may repeat one a million times. */
export class ObservationLog {
  private readonly groups = new Map<string, ObservationGroup>();

  /** Returns the group that it belongs to. */
  add(observation: Observation): ObservationGroup {
    const key = `${observation.source} ${observation.says} ${observation.weight}`;
    let group = this.groups.get(key);
    if (group === undefined) {
      group = { count: 0, latest: 0, first: [], last: [] };
      this.groups.set(key, group);
    }
    group.count += 1;
    group.latest = Math.max(group.latest, observation.start);
    if (group.first.length < KEPT_FIRST) group.first.push(observation);
    else {
      group.last.push(observation);
      if (group.last.length > KEPT_LAST) group.last.shift();
    }
    return group;
  }

  /** The offset of the latest of these; -1 if there is none. */
  latest(says: readonly Says[], ...weights: readonly Weight[]): number {
    let latest = -1;
    for (const group of this.groups.values()) {
      const [sample] = group.first;
      if (says.includes(sample!.says) && weights.includes(sample!.weight))
        latest = Math.max(latest, group.latest);
    }
    return latest;
  }

  /** The number of observations of one of these weights. */
  count(says: Says, ...weights: readonly Weight[]): number {
    let total = 0;
    for (const group of this.groups.values()) {
      const [sample] = group.first;
      if (sample?.says === says && weights.includes(sample.weight)) total += group.count;
    }
    return total;
  }

  /** The kept observations, in text order. */
  list(): readonly Observation[] {
    return [...this.groups.values()]
      .flatMap((group) => [...group.first, ...group.last])
      .toSorted((a, b) => a.start - b.start || a.end - b.end);
  }
}

/** A tool's observations of one verdict and weight. */
export interface ObservationGroup {
  count: number;
  /** The latest offset, also of observations that are not kept. */
  latest: number;
  readonly first: Observation[];
  readonly last: Observation[];
}

/**
 * How much an observation decides.
 * - `proof`: a parsed result that settles it: a test summary, a count of errors, an exit code, a finished trace.
 * - `strong`: one unmistakable line: a failing test's name, a compiler's error, an exception with its message.
 * - `weak`: words that usually mean it, such as an ERROR line in a log.
 */
export type Weight = "proof" | "strong" | "weak";

/** The verdict of an observation; `success` contradicts every failure. */
export type Says = SignalType | "success";

/** One thing seen in the text by one tool's rules. */
export interface Observation {
  readonly says: Says;
  readonly weight: Weight;
  /** The tool's name. */
  readonly source: string;
  /** Offsets in the original text. */
  readonly start: number;
  readonly end: number;
  /** The text of the span, truncated. */
  readonly text: string;
  readonly facts?: SignalFacts;
}
