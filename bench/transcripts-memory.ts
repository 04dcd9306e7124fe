// A fresh process that reads the transcripts given as its arguments and prints the most memory that it used.
import { openTranscripts } from "../src/drivers/transcripts/open-transcripts.ts";

const transcripts = openTranscripts({ env: {}, home: process.cwd() });
let bytes = 0;
for (const file of process.argv.slice(2)) {
  await transcripts.read(file);
  bytes = Math.max(bytes, process.memoryUsage.rss());
}
console.log(JSON.stringify({ bytes }));
