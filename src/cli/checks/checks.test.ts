import { PassThrough, Readable } from "node:stream";
import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { addChecks } from "./checks.ts";

interface Answer {
  readonly id?: unknown;
  readonly check?: unknown;
  readonly hit?: boolean;
  readonly count?: number;
  readonly error?: { readonly code: string };
}

async function run(command: string, lines: readonly string[]): Promise<readonly Answer[]> {
  const stdout = new PassThrough();
  const io = {
    stdin: Readable.from([lines.join("\n")]),
    stdout,
    stderr: new PassThrough(),
    env: {},
    cwd: process.cwd(),
  };
  const program = new Command("emend");
  addChecks(program, { io: io as never, finish: () => {} });
  await program.parseAsync(["checks", command, "--jsonl"], { from: "user" });
  const text = String(stdout.read() ?? "");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Answer);
}

const CASE = {
  id: "sleep",
  language: "python",
  description: "Use clock.wait rather than time.sleep.",
  corrections: [
    { before: "time.sleep(5)", after: "clock.wait(5)" },
    { before: "if late:\n    time.sleep(delay)", after: "if late:\n    clock.wait(delay)" },
    { before: "time.sleep(backoff * 2)", after: "clock.wait(backoff * 2)" },
  ],
};

describe("emend checks", () => {
  it("drafts a check that finds the mistake in other code", async () => {
    const [drafted] = await run("draft", [JSON.stringify(CASE)]);
    expect(drafted).toMatchObject({ id: "sleep", check: { kind: "structure", language: "python" } });
    const lines = ["time.sleep(1)\ntime.sleep(2)", "clock.wait(1)", "", "def ((("].map((code) =>
      JSON.stringify({ check: drafted!.check, language: "python", code }),
    );
    expect((await run("run", lines)).map(({ hit, count }) => [hit, count])).toEqual([
      [true, 2],
      [false, 0],
      [false, 0],
      [false, 0],
    ]);
  });

  it("answers each line, whatever is on it", async () => {
    const bad = ["nonsense", "[]", "{}", '{"language":"go","corrections":[{"before":1}]}'];
    expect((await run("draft", bad)).map(({ error }) => error?.code)).toEqual([
      "invalid_jsonl",
      "invalid_jsonl",
      "invalid_corrections",
      "invalid_corrections",
    ]);
    const check = { kind: "structure", language: "go", rule: { regex: "(a+)+" } };
    const words = { kind: "text", tokens: ["never"] };
    const lines = [{ check, language: "go", code: "a" }, { check: words, language: "go" }, {}].map((line) =>
      JSON.stringify(line),
    );
    expect((await run("run", lines)).map(({ error }) => error?.code)).toEqual([
      "invalid_check",
      "invalid_code",
      "invalid_check",
    ]);
  });
});

it("a check that takes too long on some code says so and goes on with the next line", async () => {
  const search = { stopBy: "end", has: { stopBy: "end", pattern: "$A", regex: "^never$" } };
  const rule = { kind: "call_expression", inside: { kind: "program", ...search } };
  const check = { kind: "structure", language: "javascript", rule };
  const line = (code: string): string => JSON.stringify({ check, language: "javascript", code });
  const answers = await run("run", [line("f(g(h(i(j(1)))));\n".repeat(3_000)), line("f(never);")]);
  expect(answers.map(({ hit, error }) => [hit, error?.code])).toEqual([
    [false, "check_too_slow"],
    [true, undefined],
  ]);
}, 60_000);
