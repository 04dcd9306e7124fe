import type { Observation, Says, Weight } from "./observation.ts";

const KEPT_FIRST = 4;
const KEPT_LAST = 4;

/** What was seen, bounded: a long log may repeat an observation a million times. */
export class ObservationLog {
  private readonly groups = new Map<string, Group>();

  add(observation: Observation): void {
    const key = `${observation.source} ${observation.says} ${observation.weight}`;
    let group = this.groups.get(key);
    if (group === undefined) {
      group = { count: 0, first: [], last: [] };
      this.groups.set(key, group);
    }
    group.count += 1;
    if (group.first.length < KEPT_FIRST) group.first.push(observation);
    else {
      group.last.push(observation);
      if (group.last.length > KEPT_LAST) group.last.shift();
    }
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

interface Group {
  count: number;
  readonly first: Observation[];
  readonly last: Observation[];
}
