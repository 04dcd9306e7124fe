import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../../../test/run-cli.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-refinements-"));
  writeFileSync(join(folder, "prompt.md"), "Sum the invoices.\n");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const TRACE = "TypeError: cannot read properties of undefined (reading 'total')";
const run = (args: readonly string[], more: { stdin?: string; now?: string } = {}) =>
  runCli(args, { cwd: folder, env: { USER: "ana", HOME: "/nonexistent" }, ...more });
const refine = (...more: readonly string[]) => run(["refine", "prompt.md", "-t", TRACE, ...more]);

interface Entry {
  readonly id: string;
  readonly next: { readonly heard: string } | null;
}
const listed = async (...args: readonly string[]): Promise<readonly Entry[]> =>
  (JSON.parse((await run(["refinements", "list", "--json", ...args])).stdout) as { items: Entry[] }).items;

describe("emend refine --log", () => {
  it("17.3 keeps nothing without --log", async () => {
    expect((await refine()).code).toBe(0);
    expect((await run(["refinements", "list"])).stderr).toContain("[store_missing]");
    expect((await refine("--session", "s-1")).stderr).toContain("--session is only used with --log");
  });

  it("001.7 keeps one entry for each iteration, with the fields of the log and the score", async () => {
    const done = await refine("--log", "--session", "s-1", "--run", "r-1", "--agent", "rio");
    expect(done.stderr).toContain("logged    1 iteration; see `emend refinements list`");
    expect(await listed()).toEqual([
      {
        id: expect.stringMatching(/^rf_[0-9a-f]{32}$/),
        timestamp: "2026-11-15T12:00:00.000Z",
        original_prompt: "Sum the invoices.\n",
        feedback_type: "runtime_error",
        feedback_signal: TRACE,
        actions_applied: ["add_context", "request_approach"],
        refined_prompt: done.stdout,
        iteration: 1,
        success: expect.any(Boolean),
        score_before: 0,
        score_after: expect.any(Number),
        agent: "rio",
        session: "s-1",
        run: "r-1",
        recorded_by: "ana",
        next: null,
      },
    ]);
    await refine("--log", "--session", "s-1", "--run", "r-1", "--agent", "rio");
    expect(await listed()).toHaveLength(1);
  });

  it("17.3 masks secrets in prompts and feedback", async () => {
    const token = `ghp_${"a1B2".repeat(9)}`;
    writeFileSync(join(folder, "prompt.md"), `Push with ${token} to main.\n`);
    await run(["refine", "prompt.md", "--log", "-t", `TypeError: token ${token} refused`]);
    const kept = JSON.stringify(await listed());
    expect(kept).not.toContain(token);
    expect(kept).toContain("Push with [secret] to main.");
  });

  it("17.3 keeps each line of --jsonl under the session it names", async () => {
    const lines = [
      { id: 1, prompt: "Add it.", feedback: TRACE, session: "s-1" },
      { id: 2, prompt: "Add it.", feedback: "3 passed" },
      { id: 3, prompt: "Add it.", feedback: TRACE, session: 7 },
    ];
    const done = await run(["refine", "--jsonl", "--log", "--agent", "rio"], {
      stdin: lines.map((line) => JSON.stringify(line)).join("\n"),
    });
    expect(done.stdout.split("\n")[2]).toContain("session: expected a name");
    expect(await listed()).toMatchObject([{ session: "s-1", agent: "rio" }]);
  });
});

describe("emend refinements", () => {
  it("17.3 shows across sessions which actions followed which signal, and the next outcome", async () => {
    await refine("--log", "--session", "s-1", "--agent", "rio");
    await refine("--log", "--session", "s-2", "--agent", "rio");
    await run(["refine", "prompt.md", "--log", "--run", "r-3", "-t", "No, wrong. I meant per month."]);
    const later = { agent: "rio", time: "2026-11-15T13:00:00Z", author: { id: "bo", trust: "person" } };
    const said = [
      { ...later, id: "1", run: "s-1", outcome: "approved" },
      { ...later, id: "2", run: "s-2", outcome: "rejected", comment: "Still wrong." },
    ];
    await run(["import", "-"], { stdin: said.map((line) => JSON.stringify(line)).join("\n") });
    const list = await run(["refinements", "list", "--type", "runtime_error"]);
    expect(list.stdout).toContain("next      approved\n");
    expect(list.stdout).toContain("next      rejected\n");
    expect((await listed("--session", "s-1")).map(({ next }) => next?.heard)).toEqual(["approved"]);
    expect(await listed("--type", "partial_success")).toEqual([]);
    const { stdout } = await run(["refinements", "summary"]);
    expect(stdout).toMatchInlineSnapshot(`
      "TYPE            ACTION                 TIMES  SCORE  TARGET  OK  CHANGED  FAIL  REMARK  ?
      runtime_error   add_context                2  0 → 7       2   1        0     1       0  0
      runtime_error   request_approach           2  0 → 7       2   1        0     1       0  0
      user_rejection  request_clarification      1  0 → 2       0   0        0     0       0  1
      "
    `);
    const summary = JSON.parse((await run(["refinements", "summary", "--json"])).stdout) as {
      actions: readonly { action: string; entries: number; next: Record<string, number> }[];
    };
    expect(summary.actions[0]).toMatchObject({
      action: "add_context",
      entries: 2,
      next: { approved: 1, rejected: 1, unknown: 0 },
    });
  });

  it("17.3 shows one entry by the beginning of its id, and pages", async () => {
    for (const session of ["a", "b", "c"]) await refine("--log", "--session", session);
    const [first] = await listed();
    const shown = await run(["refinements", "show", first!.id.slice(0, 9)]);
    expect(shown.stdout).toContain("applied   add_context, request_approach");
    expect(shown.stdout).toContain("+## Error to resolve");
    expect((await run(["refinements", "show", "rf_zz"])).stderr).toContain("[refinement_not_found]");
    const page = JSON.parse((await run(["refinements", "list", "--limit", "2", "--json"])).stdout) as {
      items: readonly Entry[];
      next: string;
    };
    expect(page.items).toHaveLength(2);
    expect(await listed("--after", page.next)).toHaveLength(1);
    expect((await run(["refinements", "list", "--since", "soon"])).stderr).toContain("[invalid_time]");
  });

  it("17.3 retention and erasure know the log", async () => {
    await refine("--log", "--session", "a");
    await run(["erase", "person", "ana", "--yes", "--as", "bo"]);
    expect(await listed()).toMatchObject([{ recorded_by: "erased", original_prompt: "" }]);
    await run(["erase", "older-than", "2026-11-16", "--yes"], { now: "2026-11-20T00:00:00Z" });
    expect(await listed()).toEqual([]);
  });
});
