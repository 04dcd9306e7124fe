// Keeps entries until it is killed: the spool's folder, the first event's number and how many there are, as arguments.
// Prints each id on a line of its own once its entry is kept.
import { writeSync } from "node:fs";
import { createSpool } from "../../src/hook/spool.ts";
import { makeFeedback } from "../contract/make-feedback.ts";

const [folder = "", first = "0", count = "1"] = process.argv.slice(2);
const spool = createSpool(folder);
for (let n = Number(first); n < Number(first) + Number(count); n += 1) {
  const record = makeFeedback(n);
  spool.put({ schema: 1, id: record.event_id, kind: "feedback", record }, n);
  writeSync(1, `${record.id}\n`);
}
