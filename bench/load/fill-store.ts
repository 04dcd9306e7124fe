import type { Store } from "../../src/ports/store.ts";
import { makeRecord } from "./make-record.ts";

const BATCH = 500;
const SIDE_BY_SIDE = 4;

/** The company's pace: so many records an hour on average, so that roll-ups are as dense as they would be. */
const PER_HOUR = 10_000_000 / (30 * 24);

/** Puts in so many records, the last of them now; answers the seconds it took. */
export async function fillStore(store: Store, count: number, now = Date.now()): Promise<number> {
  const started = performance.now();
  const timeOf = (n: number): string => new Date(now - ((count - n) / PER_HOUR) * 3_600_000).toISOString();
  let next = 0;
  const fill = async (): Promise<void> => {
    while (next < count) {
      const from = next;
      next += BATCH;
      const size = Math.min(BATCH, count - from);
      await store.feedback.record(
        Array.from({ length: size }, (_, at) => makeRecord(from + at, timeOf(from + at))),
      );
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, fill));
  return (performance.now() - started) / 1_000;
}
