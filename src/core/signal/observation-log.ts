import type { SignalFacts, SignalType } from "./signal.ts";

const KEPT_FIRST = 4;
const KEPT_LAST = 4;

/** What was seen, bounded: a long log may repeat an observation a million times. */
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

  /** Where one of these was seen last; -1 if never. */
  latest(says: readonly Says[], ...weights: readonly Weight[]): number {
    let latest = -1;
    for (const group of this.groups.values()) {
      const [sample] = group.first;
      if (says.includes(sample!.says) && weights.includes(sample!.weight))
        latest = Math.max(latest, group.latest);
    }
    return latest;
  }

  /** How often something was said with one of these weights. */
  count(says: Says, ...weights: readonly Weight[]): number {
    let total = 0;
    for (const group of this.groups.values()) {
      const [sample] = group.first;
      if (sample?.says === says && weights.includes(sample.weight)) total += group.count;
    }
    return total;
  }

  /** The kept observations, in the order of the text. */
  list(): readonly Observation[] {
    return [...this.groups.values()]
      .flatMap((group) => [...group.first, ...group.last])
      .toSorted((a, b) => a.start - b.start || a.end - b.end);
  }
}

/** Observations of one tool that say the same with the same weight. */
export interface ObservationGroup {
  count: number;
  /** Where it was seen last; also told of what need not be kept again. */
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

/** What an observation speaks for; `success` speaks against any failure. */
export type Says = SignalType | "success";

/** One thing seen in the text by one tool's rules. */
export interface Observation {
  readonly says: Says;
  readonly weight: Weight;
  /** The tool's name. */
  readonly source: string;
  /** Offsets in the text as it was given. */
  readonly start: number;
  readonly end: number;
  /** What stands there, cut when it is long. */
  readonly text: string;
  readonly facts?: SignalFacts;
}
