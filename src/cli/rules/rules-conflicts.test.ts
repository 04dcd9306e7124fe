import { PassThrough, Readable } from "node:stream";
import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { CliError } from "../cli-error.ts";
import { addRulesConflicts } from "./rules-conflicts.ts";

describe("emend rules conflicts", () => {
  it("says why two rules conflict, and ends with 1", async () => {
    const run = await runConflicts(["Use tabs.", "Indent with 2 spaces."]);
    expect(run.code).toBe(1);
    expect(run.stdout).toMatchInlineSnapshot(`
      "conflict (score 0.98)
        the first asks for "tabs", the second for "indent with 2 spaces"
      "
    `);
  });

  it("takes scopes into account", async () => {
    const run = await runConflicts(["Use tabs", "Use 2 spaces", "--scope-a", "Go", "--scope-b", "YAML"]);
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/^independent/);
  });

  it("prints JSON", async () => {
    const run = await runConflicts(["Never use mocks", "Do not use mocks", "--json"]);
    expect(JSON.parse(run.stdout)).toMatchObject({ relation: "duplicate", opposed: [] });
  });

  it("answers line by line, in order, under the same id", async () => {
    const run = await runConflicts(
      ["--jsonl"],
      [
        { id: 1, a: "Use pnpm.", b: "Use npm." },
        {
          id: 2,
          a: { text: "Use semicolons", scope: "TypeScript" },
          b: { text: "No semicolons", scope: "Python" },
        },
        { id: 3, a: "Use pnpm." },
        { id: 4, a: { text: 1 }, b: "Use npm." },
      ],
    );
    const out = run.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { id: number; relation?: string; error?: { code: string } });
    expect(out.map(({ id, relation, error }) => [id, relation ?? error?.code])).toEqual([
      [1, "conflict"],
      [2, "independent"],
      [3, "invalid_rule"],
      [4, "invalid_rule"],
    ]);
    expect(run.code).toBe(0);
  });

  it("asks for two rules", async () => {
    await expect(runConflicts(["Use tabs."])).rejects.toThrow(CliError);
  });
});

async function runConflicts(
  args: readonly string[],
  lines: readonly unknown[] = [],
): Promise<{ code: number; stdout: string }> {
  const stdout = new PassThrough();
  const chunks: Buffer[] = [];
  stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  let code = 0;
  const program = new Command("emend").exitOverride();
  addRulesConflicts(program.command("rules"), {
    io: {
      stdin: Readable.from(lines.map((line) => Buffer.from(`${JSON.stringify(line)}\n`))),
      stdout,
      stderr: new PassThrough(),
      env: {},
      cwd: process.cwd(),
      now: () => new Date("2026-11-15T12:00:00Z"),
    },
    finish: (given) => {
      code = given;
    },
  });
  await program.parseAsync(["rules", "conflicts", ...args], { from: "user" });
  return { code, stdout: Buffer.concat(chunks).toString("utf8") };
}
