// A minute with Emend: what it does, each run for real and checked. Exits 1 when one does not do what it says.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const command = fileURLToPath(new URL("../../dist/bin.js", import.meta.url));

let failed = false;

/** Shows a command as one would type it, runs it, and checks what it answered. */
function show(title, args, expected) {
  console.log(`\n── ${title}\n\n$ emend ${args.join(" ")}\n`);
  const run = spawnSync(process.execPath, [command, ...args], { cwd: here, encoding: "utf8" });
  process.stdout.write(run.stdout.replace(/^(?=.)/gm, "  "));
  process.stderr.write(run.stderr);
  for (const text of expected) {
    if (run.stdout.includes(text)) continue;
    console.error(`expected ${JSON.stringify(text)} in the answer above (exit code ${run.status})`);
    failed = true;
  }
}

console.log(
  "Emend: correct an agent once. A minute with what it does so far, on the files in examples/first-minute/.",
);

show(
  "A model's review, broken in the usual ways, read safely",
  ["review", "check", "answer.txt", "--changed-files", "changed-files.txt"],
  ["accepted: 1 finding, 2 dropped", "src/users/find-user.ts:18", "invalid_enum_value", "truncated"],
);
show(
  "A failing test run, heard without a hint",
  ["detect", "test-run.txt"],
  ["verification_failure", "tests/test_cart.py::test_total"],
);
show(
  "The same run, turned into a better prompt",
  ["refine", "prompt.txt", "--feedback", "test-run.txt"],
  ["Fix the cart total.", "test_total"],
);
show(
  "A review comment that nobody can act on, and why",
  ["feedback", "lint", "comment.txt"],
  ["could be better"],
);
show(
  "A rejection that people and agents can both read",
  ["reject", "missing_tests", "out_of_scope_change", "--source", "ci"],
  ["<!-- REJECTION: ", "missing_tests"],
);

console.log(`
── Next

  node dist/bin.js help                 every command
  node dist/bin.js review prompt --help ask your reviewer for such an answer
  docs/architecture.md                  how it is built
`);
process.exitCode = failed ? 1 : 0;
