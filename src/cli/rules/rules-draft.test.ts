import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { Command } from "commander";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CliError } from "../cli-error.ts";
import { addRulesDraft } from "./rules-draft.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-draft-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Answer {
  readonly id: unknown;
  readonly text?: string | null;
  readonly why?: string;
  readonly scope?: string;
  readonly suggestions?: readonly string[];
  readonly error?: { readonly code: string };
}

const LINES = [
  {
    id: "yarn",
    remarks: [
      { text: "use yarn, not npm", path: "web/a.ts" },
      { text: "we use yarn here, never npm install", path: "web/b.ts" },
    ],
  },
  {
    id: "both",
    remarks: [
      { text: "Use tabs.", author: "ana" },
      { text: "Do not use tabs.", author: "ben" },
    ],
  },
  { id: "vague", remarks: [{ text: "meh" }, { text: "no, again" }] },
  {
    id: "edits",
    remarks: [
      { text: "see edit", before: "var a = 1;", after: "const a = 1;" },
      { text: "same", before: "var b = f();", after: "const b = f();" },
    ],
  },
  { id: "none", remarks: [] },
  { id: "odd", remarks: [{ text: 7 }] },
  { id: "path", remarks: [{ text: "x", path: {} }] },
];

describe("emend rules draft", () => {
  it("answers line by line: a rule, or null and why", async () => {
    const { stdout, code } = await runDraft(["--jsonl"], LINES);
    const out = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Answer);
    expect(out.map(({ id }) => id)).toEqual(LINES.map(({ id }) => id));
    const [yarn, both, vague, edits, ...bad] = out;
    expect(yarn).toMatchObject({
      text: expect.stringMatching(/^Use yarn instead of npm/),
      scope: "web/**/*.ts",
    });
    expect(both).toMatchObject({ text: null, why: expect.stringMatching(/^People disagree: ana says/) });
    expect(vague).toMatchObject({ text: null, why: "No remark says what is wanted.", suggestions: [] });
    expect(edits?.text).toContain("const");
    expect(bad.map(({ error }) => error?.code)).toEqual([
      "invalid_remarks",
      "invalid_remarks",
      "invalid_remarks",
    ]);
    expect(code).toBe(0);
  });

  it("takes remarks as arguments, and ends with 1 if a person has to write the rule", async () => {
    const made = await runDraft(["use yarn, not npm", "we use yarn here, never npm install"]);
    expect(made.stdout).toMatch(/^Use yarn instead of npm/);
    expect(made.code).toBe(0);
    const none = await runDraft(["meh", "hm, no", "--json"]);
    expect(JSON.parse(none.stdout)).toMatchObject({ text: null });
    expect(none.code).toBe(1);
  });

  it("asks for two remarks", async () => {
    await expect(runDraft(["use yarn"])).rejects.toThrow(CliError);
  });
});

async function runDraft(
  args: readonly string[],
  lines: readonly unknown[] = [],
): Promise<{ code: number; stdout: string }> {
  const stdout = new PassThrough();
  const chunks: Buffer[] = [];
  stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  let code = 0;
  const program = new Command("emend").exitOverride();
  addRulesDraft(program.command("rules"), {
    io: {
      stdin: Readable.from(lines.map((line) => Buffer.from(`${JSON.stringify(line)}\n`))),
      stdout,
      stderr: new PassThrough(),
      env: {},
      cwd: folder,
      now: () => new Date("2026-11-15T12:00:00Z"),
    },
    finish: (given) => {
      code = given;
    },
  });
  await program.parseAsync(["rules", "draft", ...args], { from: "user" });
  return { code, stdout: Buffer.concat(chunks).toString("utf8") };
}
