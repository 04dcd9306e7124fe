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
    writeFileSync(join(folder, "empty.jsonl"), "");
    writeFileSync(join(folder, "answer.txt"), "I rewrote the login page. It is ready.\n");
    writeFileSync(join(folder, "bad.json"), '[{"role": "narrator", "text": "a"}]');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("shows the evidence in place", async () => {
    const run = await runCli(["detect"], { stdin: failing });
    expect(run.code).toBe(0);
    expect(run.stdout).toMatchInlineSnapshot(`
      "verification_failure (confidence 0.98): a check of the work failed

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
    expect((await runCli(["detect"], { stdin: "all is well" })).stdout).toBe("none: no sign of a failure\n");
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
    const out = JSON.parse(run.stdout) as { items: { file: string; type: string | null }[]; next: null };
    expect(out.next).toBeNull();
    expect(out.items.map(({ file, type }) => [file, type])).toEqual([
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
    [["--after", "nowhere.json"], 3, "cannot read the conversation from nowhere.json"],
    [["--after", "bad.json"], 2, "history[0] must have a role (user, assistant, system, tool) and a text"],
    [["--after", "bad.json", "--jsonl"], 2, "cannot be used with"],
  ])("%j ends with %d and says why", async (args, code, message) => {
    const run = await runCli(["detect", ...args], { stdin: "x", cwd: folder });
    expect(run.code).toBe(code);
    expect(run.stderr).toContain(message);
  });

  it.each([
    { text: "ok", args: ["--exit-code", "1"], type: "runtime_error" },
    { text: "1 test failed", args: ["--exit-code", "0"], type: null },
    { text: REPORT, args: ["--after", "empty.jsonl"], type: null },
    { text: REPORT, args: ["--after", "answer.txt"], type: "user_rejection" },
  ])("17.2 $text with $args is $type", async ({ text, args, type }) => {
    const run = await runCli(["detect", "--json", ...args], { stdin: text, cwd: folder });
    expect(JSON.parse(run.stdout)).toMatchObject({ type });
  });

  it("17.2 --jsonl takes what was said before", async () => {
    const lines = [
      { id: 1, text: REPORT, kind: "user_message", history: [] },
      { id: 2, text: REPORT, history: [{ role: "assistant", content: "I rewrote the login page." }] },
      { id: 3, text: REPORT, history: "before" },
      { id: 4, text: "Please never commit directly to main." },
    ];
    const run = await runCli(["detect", "--jsonl"], {
      stdin: lines.map((line) => JSON.stringify(line)).join("\n"),
    });
    const out = run.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, object>);
    expect(out).toMatchObject([
      { id: 1, type: null },
      { id: 2, type: "user_rejection" },
      { id: 3, error: { code: "invalid_history" } },
      { id: 4, type: null, facts: { standing_instruction: "Never commit directly to main." } },
    ]);
  });

  it("17.2 shows a standing instruction where nothing failed", async () => {
    const run = await runCli(["detect"], { stdin: "Don't use default exports in this repo." });
    expect(run.stdout).toBe(
      "none: no sign of a failure\n\n  standing_instruction  Do not use default exports in this repo.\n",
    );
  });

  it("17.2 prints nothing of a log that acts on a terminal, with carets in place", async () => {
    const stdin =
      "名前\t\u001b[31mok\u001b[0m\r\nload\r\u001b]0;title\u0007Error: cannot open\t名前 \u202e\u009b2J\r\n";
    for (const args of [[], ["--json"]]) {
      const { stdout } = await runCli(["detect", ...args], { stdin });
      expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
      expect(stdout).toContain("runtime_error");
    }
    expect((await runCli(["detect"], { stdin })).stdout.split("\n").slice(2, 4)).toMatchInlineSnapshot(`
      [
        "      2 │ Error: cannot open  名前 \\u202e",
        "          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ [shell]",
      ]
    `);
  });
});

const REPORT = "The login page doesn't work on Safari, please fix it.";
