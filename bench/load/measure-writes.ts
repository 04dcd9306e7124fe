import { openPostgresStore } from "../../src/drivers/sql/postgres/open-postgres-store.ts";
import { makeRecord } from "./make-record.ts";
import type { Fleet } from "./start-fleet.ts";

const BATCH = 500;
const BATCHES = 60;
const SIDE_BY_SIDE = 4;
/** Beyond the numbers that filling a store uses. */
const FIRST = 1_000_000_000;

/** How many records PostgreSQL takes in a second from one process that does nothing else, as a line of the table. */
export async function measureWrites({ storeUrl, read }: Fleet): Promise<string[]> {
  const store = await openPostgresStore({ url: storeUrl });
  const before = await read();
  let next = 0;
  const write = async (): Promise<void> => {
    while (next < BATCHES) {
      const from = FIRST + next * BATCH;
      next += 1;
      const time = new Date().toISOString();
      await store.feedback.record(Array.from({ length: BATCH }, (_, at) => makeRecord(from + at, time)));
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, write));
  const after = await read();
  await store.close();
  const [records, seconds] = [BATCHES * BATCH, (after.at - before.at) / 1_000];
  const each = (seconds_: number): string => ((seconds_ * 1_000) / records).toFixed(3);
  const cpu = `postgres ${each(after.cpu.postgres - before.cpu.postgres)}, generator ${each(after.cpu.generator - before.cpu.generator)}; log ${Math.round((after.walBytes - before.walBytes) / records)} bytes`;
  return ["PostgreSQL writes, batches of 500", (records / seconds).toFixed(0), "not raised", "machine", cpu];
}
