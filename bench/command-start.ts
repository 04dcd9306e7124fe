import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median, millis, type Row } from "./measure.ts";

/** How long a command takes from start to end, against Node doing nothing. */
export function benchCommandStart(): readonly Row[] {
  const folder = mkdtempSync(join(tmpdir(), "emend-bench-"));
  const list = join(folder, "changed.txt");
  const answer = join(folder, "answer.txt");
  writeFileSync(list, "src/a.ts\nsrc/b.ts\n");
  writeFileSync(
    answer,
    JSON.stringify({
      schema_version: "1.0",
      prompt_version: "1.0",
      findings: [
        { id: "F1", severity: "low", category: "style", title: "t", file: "src/a.ts", line: 1, message: "m" },
      ],
    }),
  );
  const input = readFileSync(answer);
  const time = (args: readonly string[]): number => {
    const start = performance.now();
    const run = spawnSync(process.execPath, args, { input });
    if (run.status !== 0)
      throw new Error(`node ${args.join(" ")} ended with ${run.status}: ${String(run.stderr)}`);
    return performance.now() - start;
  };
  const check = ["dist/bin.js", "review", "check", "--changed-files", list];
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < 30; round += 1) {
    ours.push(time(check));
    bare.push(time(["-e", "0"]));
  }
  rmSync(folder, { recursive: true });
  // The first runs fill the caches of the disk and of the compiler.
  const mine = median(ours.slice(5));
  const theirs = median(bare.slice(5));
  return [
    {
      what: "emend review check, whole run",
      peer: "node -e 0 (limit: 1.5 × + 30 ms)",
      ours: millis(mine),
      theirs: millis(theirs),
      ratio: mine / theirs,
      limit: 1.5 + 30 / theirs,
    },
  ];
}
