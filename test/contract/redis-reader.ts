// Reads one batch, prints the number of each event and never answers: the address and the stream, as arguments.
import { writeSync } from "node:fs";
import { openRedisEventLog } from "../../src/drivers/redis/open-redis-event-log.ts";
import { numberOf } from "./make-event.ts";

const [url = "", stream = ""] = process.argv.slice(2);
const log = await openRedisEventLog({ url, stream, stuckMs: 200 });
log.consume({
  group: "g",
  consumer: "killed",
  batch: 10,
  handle: (entries) => {
    writeSync(1, entries.map((entry) => `${numberOf(entry)}\n`).join(""));
    return new Promise(() => {});
  },
});
