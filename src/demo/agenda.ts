interface Entry {
  readonly time: number;
  readonly act: () => Promise<void>;
}

/** A queue of future actions ordered by time. Actions can add more while it runs. */
export interface Agenda {
  /** An action in the past runs next; one after the end of the story is dropped. */
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
      // Entries with the same time keep the order in which they were added.
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
