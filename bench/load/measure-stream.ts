import { Redis } from "ioredis";
import { openRedisEventLog } from "../../src/drivers/redis/open-redis-event-log.ts";
import type { EmendEvent } from "../../src/core/event/emend-event.ts";
import type { Fleet } from "./start-fleet.ts";

const STREAM = "emend:load";
const BATCH = 500;
const BATCHES = 200;

/** How many events a Redis that waits for the disk takes in a second, and what one holds of memory, as a line of the table. */
export async function measureStream({ redisUrl, read }: Fleet): Promise<string[]> {
  const log = await openRedisEventLog({ url: redisUrl, stream: STREAM });
  const before = await read();
  for (let batch = 0; batch < BATCHES; batch += 1)
    await log.publish(Array.from({ length: BATCH }, (_, at) => eventOf(batch * BATCH + at)));
  const after = await read();
  await log.close();
  const redis = new Redis(redisUrl);
  await redis.del(STREAM);
  redis.disconnect();
  const [events, seconds] = [BATCHES * BATCH, (after.at - before.at) / 1_000];
  const cpu = `redis ${(((after.cpu.redis - before.cpu.redis) * 1_000) / events).toFixed(4)}; memory ${Math.round((after.redisBytes - before.redisBytes) / events)} bytes an event`;
  return ["Redis stream, batches of 500", (events / seconds).toFixed(0), "not raised", "machine", cpu];
}

const eventOf = (n: number): EmendEvent => ({
  specversion: "1.0",
  id: `01980000-0000-7000-8000-${String(n).padStart(12, "0")}`,
  source: "/emend",
  type: "emend.feedback.recorded",
  time: "2026-01-31T12:00:00.000Z",
  subject: `fb_${String(n).padStart(16, "0")}`,
  datacontenttype: "application/json",
  data: {},
});
