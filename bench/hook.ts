import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Check } from "../src/core/check/check.ts";
import { applyCheckCommand, type CheckCommand } from "../src/core/check/decide-check.ts";
import type { RuleCheck } from "../src/core/check/rule-check.ts";
import { DEFAULT_RULE_POLICY } from "../src/core/evaluation/rule-policy.ts";
import type { Feedback } from "../src/core/feedback/feedback.ts";
import { fromJsonl } from "../src/core/feedback/from-jsonl.ts";
import { openSqliteStore } from "../src/drivers/sql/sqlite/open-sqlite-store.ts";
import type { Store } from "../src/ports/store.ts";
import { bringIntoForce } from "../test/active-rules.ts";
import { drafting } from "../test/examples/example-check.ts";
import { person } from "../test/examples/example-rule.ts";
import { median, millis, type Row } from "./measure.ts";

const RECORDS = 100_000;
const BATCH = 1_000;
const DRAFTED = "2026-01-01T00:00:00.000Z";
const ROUNDS = 25;
/** The first runs fill caches, and start the process that answers the others. */
const WARM = 6;
const ALLOWED_MS = 40;
const OUTPUT_BYTES = 20_000;
const BIN = resolve("dist/bin.js");

/** Corrections of the last days by whoever runs the hook: more than an agent is reminded of. */
const CORRECTIONS = 40;
const PERSON = "ada";

/** Remark number `n` on the work of ten agents, one of them the hook's. */
function remark(n: number): Feedback {
  const { feedback } = fromJsonl(
    {
      id: `remark-${n}`,
      agent: n % 10 === 0 ? "claude-code" : `agent-${n % 10}`,
      author: { id: `reviewer-${n % 25}`, trust: "person" },
      time: new Date(Date.UTC(2025, 0, 1) + n * 60_000).toISOString(),
      path: `src/part-${n % 300}/file-${n % 7}.ts`,
      tags: [`tag-${n % 12}`],
      comment: `Worker ${n} gives up after the first time-out; wait longer each time and say which host failed.`,
    },
    { now: "2026-01-01T00:00:00Z" },
  );
  return feedback[0]!;
}

/** A correction of the hook's agent that nobody made a rule of yet. */
function correction(n: number): Feedback {
  const { feedback } = fromJsonl(
    {
      id: `correction-${n}`,
      agent: "claude-code",
      author: { id: PERSON, trust: "person" },
      time: new Date(Date.now() - n * 3_600_000).toISOString(),
      path: `src/part-${n}/file-${n % 7}.ts`,
      comment: `Say in part ${n} which host failed, and never wait without a limit.`,
    },
    { now: "2026-01-01T00:00:00Z" },
  );
  return feedback[0]!;
}

const CHECKS = 50;
const CHECKED_LINES = 400;

/** A check for number `n` of a call with two arguments, which tells the agent. */
async function addCheck(store: Store, n: number): Promise<void> {
  const rule_id = await bringIntoForce(store, `Call part ${n} with one argument.`);
  const check: Check = { kind: "structure", language: "typescript", rule: { pattern: `part${n}($A, $B)` } };
  const commands: readonly CheckCommand[] = [
    drafting({ rule_id, check }),
    ...["ada", "ben"].map((by): CheckCommand => ({ type: "approve", by: person(by), version: 1 })),
    { type: "nudge", by: person("ada"), version: 1 },
  ];
  let state: RuleCheck | null = null;
  for (const command of commands) {
    const decided = applyCheckCommand(state, command, { now: DRAFTED, policy: DEFAULT_RULE_POLICY });
    if (!decided.ok) throw new Error(decided.error.message);
    await store.checks.save(decided.value);
    state = decided.value.state;
  }
}

/** A file in which every check has something to look at and finds nothing. */
const checkedFile = (): string =>
  Array.from({ length: CHECKED_LINES }, (_, n) => `export const value${n} = part${n % CHECKS}(${n});\n`).join(
    "",
  );

/** A run of tests that prints so much, and in which one fails. */
function failingRun(): string {
  const lines: string[] = [];
  for (let n = 0, size = 0; size < OUTPUT_BYTES; n += 1) {
    lines.push(`tests/test_part_${n % 40}.py::test_case_${n} PASSED`);
    size += lines[n]!.length + 1;
  }
  return [
    ...lines,
    "E       assert 3 == 4",
    "tests/test_basket.py:12: AssertionError",
    "FAILED tests/test_basket.py::test_sum - assert 3 == 4",
    `==== 1 failed, ${lines.length} passed in 3.10s ====`,
  ].join("\n");
}

/** How long an agent waits for its hook, from start to end, against Node doing nothing. */
export async function benchHook(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "emend-bench-hook-"));
  const runtime = mkdtempSync(join(tmpdir(), "emend-rt-"));
  mkdirSync(join(folder, ".git"));
  const store = await openSqliteStore({ file: join(folder, ".emend/emend.db") });
  for (let at = 0; at < RECORDS; at += BATCH)
    await store.feedback.record(Array.from({ length: BATCH }, (_, n) => remark(at + n)));
  await store.feedback.record(Array.from({ length: CORRECTIONS }, (_, n) => correction(n)));
  for (let n = 0; n < CHECKS; n += 1) await addCheck(store, n);
  await store.close();
  const checked = join(folder, "checked.ts");
  writeFileSync(checked, checkedFile());

  const env = {
    ...process.env,
    HOME: folder,
    USER: PERSON,
    XDG_RUNTIME_DIR: runtime,
    CLAUDE_PROJECT_DIR: folder,
  };
  const output = failingRun();
  const event = (n: number, fields: object): string =>
    JSON.stringify({ session_id: `session-${n % 5}`, cwd: folder, ...fields });
  const bash = {
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_input: { command: "pytest | tee log" },
  };
  const events = {
    tool: (n: number) =>
      event(n, { ...bash, tool_use_id: `t-${n}`, tool_response: { stdout: output, stderr: "" } }),
    edit: (n: number) =>
      event(n, {
        hook_event_name: "PreToolUse",
        tool_name: "Edit",
        tool_input: { file_path: join(folder, `src/part-${n}/file-1.ts`) },
      }),
    written: (n: number) =>
      event(n, {
        hook_event_name: "PostToolUse",
        tool_name: "Edit",
        tool_input: { file_path: checked, old_string: "x", new_string: "export const value7 = part7(7);" },
        tool_response: {
          structuredPatch: [{ oldStart: 8, newStart: 8, lines: ["-x", "+export const value7 = part7(7);"] }],
        },
      }),
    start: (n: number) => event(n, { hook_event_name: "SessionStart", source: "startup" }),
  };
  const time = (args: readonly string[], input: string): number => {
    const start = performance.now();
    const { status, stderr } = spawnSync(process.execPath, args, { input, env, cwd: folder });
    if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}: ${String(stderr)}`);
    return performance.now() - start;
  };
  const hook = [BIN, "hook", "claude-code"];
  const ways: Readonly<Record<string, (n: number) => number>> = {
    bare: () => time(["-e", "0"], ""),
    tool: (n) => time(hook, events.tool(n)),
    edit: (n) => time(hook, events.edit(n)),
    written: (n) => time(hook, events.written(n)),
    start: (n) => time(hook, events.start(n)),
    alone: (n) => time([...hook, "--alone"], events.tool(1_000 + n)),
  };
  const times = Object.fromEntries(Object.keys(ways).map((name): [string, number[]] => [name, []]));
  ways["tool"]!(0);
  for (let waited = 0; waited < 100 && !hasSocket(runtime); waited += 1) await setTimeout(100);
  const { alone, ...together } = ways;
  for (let round = 1; round <= ROUNDS; round += 1)
    for (const [name, run] of Object.entries(together)) times[name]!.push(run(round));
  // Apart from the others: each of its runs leaves a delivery behind that would disturb the next.
  for (let round = 1; round <= ROUNDS; round += 1) times["alone"]!.push(alone!(round));
  // Whoever answers sees that its place is gone, and ends.
  rmSync(runtime, { recursive: true, force: true });
  spawnSync(process.execPath, [BIN, "hook", "--deliver"], { cwd: folder, env });
  rmSync(folder, { recursive: true, force: true });

  const of = (name: string): number => median(times[name]!.slice(WARM));
  const bare = of("bare");
  const row = (what: string, name: string, limit = Number.POSITIVE_INFINITY): Row => ({
    what: `emend hook, ${what}`,
    peer: limit === Number.POSITIVE_INFINITY ? "node -e 0" : `node -e 0 (limit: + ${ALLOWED_MS} ms)`,
    ours: millis(of(name)),
    theirs: millis(bare),
    ratio: of(name) / bare,
    limit,
  });
  return [
    row(
      `failed tests in 20 KB of output, ${RECORDS.toLocaleString("en")} records`,
      "tool",
      1 + ALLOWED_MS / bare,
    ),
    row("before a file is written, with reminders", "edit", 1 + ALLOWED_MS / bare),
    row(
      `after a file of ${CHECKED_LINES} lines was edited, ${CHECKS} checks`,
      "written",
      1 + ALLOWED_MS / bare,
    ),
    row("a session begins, with reminders", "start", 1 + ALLOWED_MS / bare),
    row("failed tests, --alone", "alone"),
  ];
}

const hasSocket = (runtime: string): boolean =>
  readdirSync(runtime, { recursive: true, encoding: "utf8" }).some((name) => name.endsWith(".sock"));
