interface Entry {
  readonly time: number;
  readonly act: () => Promise<void>;
}

/** What is going to happen, in the order of time; who acts may put more on it. */
export interface Agenda {
  /** What is due before the present moment of the story happens at once; what lies beyond its end does not happen. */
  readonly add: (time: number, act: () => Promise<void>) => void;
  readonly run: (onTime: (time: number) => void) => Promise<void>;
}

export function createAgenda(end: number): Agenda {
  const entries: Entry[] = [];
  let now = -Infinity;
  return {
    add: (time, act) => {
      if (time > end) return;
      const due = Math.max(time, now);
      let [low, high] = [0, entries.length];
      // Behind those of the same moment, so that the order of adding holds.
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (entries[middle]!.time <= due) low = middle + 1;
        else high = middle;
      }
      entries.splice(low, 0, { time: due, act });
    },
    run: async (onTime) => {
      for (let next = entries.shift(); next !== undefined; next = entries.shift()) {
        now = next.time;
        onTime(now);
        await next.act();
      }
    },
  };
}
