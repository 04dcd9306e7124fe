import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

/** Hears 100 MB in parts, as the command does, and prints by how much the process grew. */
const SCRIPT = `
  import { SignalReader } from "./dist/entry/signal.js";
  const line = (n) => "2026-11-15T08:00:00Z INFO worker-" + (n * 2654435761 % 97) + ": order " + n.toString(16) + " shipped to " + (n * 40503 % 9973) + " with 0 errors\\n";
  const part = (k) => { let text = ""; for (let n = 0; text.length < 65536; n += 1) text += line(k * 1000 + n); return Buffer.from(text); };
  const begun = performance.now();
  const reader = new SignalReader();
  let size = 0, start = 0, most = 0;
  for (let k = 0; size < 100e6; k += 1) {
    const bytes = part(k);
    size += bytes.length;
    reader.push(bytes.toString("utf8"));
    if (k === 32) { globalThis.gc(); start = process.memoryUsage().rss; }
    if (k % 50 === 0) most = Math.max(most, process.memoryUsage().rss);
  }
  const signal = reader.end();
  console.log(JSON.stringify({ grown: most - start, signal, ms: performance.now() - begun }));
`;

/** Ten times what it takes on a busy machine, and a third of what searching the rest of the text for every line took. */
const MOST_MS = 12_000;

it("a log of 100 MB takes at most 64 MB more than a small one, and seconds", () => {
  const run = spawnSync(process.execPath, ["--expose-gc", "--input-type=module", "-e", SCRIPT], {
    encoding: "utf8",
  });
  const { grown, signal, ms } = JSON.parse(run.stdout) as { grown: number; signal: unknown; ms: number };
  expect(signal).toBeNull();
  expect(grown / 1e6).toBeLessThan(64);
  expect(ms).toBeLessThan(MOST_MS);
});
