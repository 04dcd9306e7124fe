import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../../../test/run-cli.ts";

const failing =
  "collected 4 items\n\nFAILED tests/test_cart.py::test_total - assert 41 == 42\n==== 1 failed, 3 passed in 0.12s ====\n";

describe("emend detect", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "emend-detect-"));
    writeFileSync(join(folder, "fail.log"), failing);
    writeFileSync(join(folder, "fine.log"), "==== 4 passed in 0.12s ====\n");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("shows the evidence in place", async () => {
    const run = await runCli(["detect"], { stdin: failing });
    expect(run.code).toBe(0);
    expect(run.stdout).toMatchInlineSnapshot(`
      "verification_failure (confidence 0.98): a check of the work said no

            3 │ FAILED tests/test_cart.py::test_total - assert 41 == 42
                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ [pytest]

            4 │ ==== 1 failed, 3 passed in 0.12s ====
                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ [pytest]

        framework  pytest
        language  python
        error_message  assert 41 == 42
        failing_tests  tests/test_cart.py::test_total
      "
    `);
  });

  it("says so when nothing failed", async () => {
    expect((await runCli(["detect"], { stdin: "all is well" })).stdout).toBe(
      "none: nothing in it speaks of a failure\n",
    );
  });

  it.each([
    [["--fail-on", "any"], 1],
    [["--fail-on", "verification_failure"], 1],
    [["--fail-on", "runtime_error", "user_rejection"], 0],
  ])("%j ends with %d", async (args, code) => {
    expect((await runCli(["detect", ...args], { stdin: failing })).code).toBe(code);
  });

  it("reads several files", async () => {
    const run = await runCli(["detect", "fail.log", "fine.log", "--json"], { cwd: folder });
    const out = JSON.parse(run.stdout) as { file: string; type: string | null }[];
    expect(out.map(({ file, type }) => [file, type])).toEqual([
      ["fail.log", "verification_failure"],
      ["fine.log", null],
    ]);
  });

  it("--jsonl keeps order and ids, and answers bad lines where they stand", async () => {
    const lines = [
      { id: 1, text: failing, kind: "tool_output" },
      { id: 2, text: "thanks, that works", kind: "user_message" },
      { id: 3 },
      { id: 4, text: "x", kind: "poem" },
      { id: 5, text: "quiet", kind: "tool_output", exit_code: 3 },
    ];
    const run = await runCli(["detect", "--jsonl"], {
      stdin: lines.map((line) => JSON.stringify(line)).join("\n"),
    });
    const out = run.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { id: number; type?: string; error?: { code: string } });
    expect(out.map(({ id, type, error }) => [id, error?.code ?? type])).toEqual([
      [1, "verification_failure"],
      [2, null],
      [3, "invalid_text"],
      [4, "invalid_kind"],
      [5, "runtime_error"],
    ]);
    expect(Object.keys(out[0]!)).toEqual(["id", "type", "confidence", "evidence", "facts"]);
  });

  it.each([
    [["nowhere.log"], 3, "cannot read nowhere.log"],
    [["--kind", "poem"], 2, "Allowed choices are tool_output, user_message"],
    [["--exit-code", "many"], 2, "expected a whole number"],
  ])("%j ends with %d and says why", async (args, code, message) => {
    const run = await runCli(["detect", ...args], { stdin: "x", cwd: folder });
    expect(run.code).toBe(code);
    expect(run.stderr).toContain(message);
  });
});
