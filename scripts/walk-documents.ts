// Goes through the five founding documents line by line on the built command and server, and says what holds:
// `npm run walk`, or `npm run walk -- 003 001.2` for some of them.
import { DOCUMENT_LINES } from "../test/documents/document-lines.ts";
import { World } from "../test/documents/world.ts";

const asked = process.argv.slice(2);
const lines = DOCUMENT_LINES.filter(
  ({ line }) => asked.length === 0 || asked.some((start) => line === start || line.startsWith(`${start}.`)),
);
const world = new World();
let failed = 0;
try {
  for (const { line, asks, see, walk } of lines) {
    const start = performance.now();
    let problem: unknown;
    try {
      await walk(world);
    } catch (error) {
      problem = error;
      failed += 1;
    }
    const seconds = ((performance.now() - start) / 1_000).toFixed(1);
    console.log(
      `${problem === undefined ? "holds" : "FAILS"}  ${line}  ${asks}\n              ${see.join(", ")} (${seconds} s)`,
    );
    if (problem !== undefined) console.log(problem instanceof Error ? problem.stack : problem);
  }
} finally {
  await world.close();
}
console.log(`\n${lines.length - failed} of ${lines.length} lines hold.`);
process.exit(failed === 0 ? 0 : 1);
