import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../../../test/run-cli.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-natural-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: readonly string[]) => runCli(["import", ...args], { cwd: folder });
const write = (lines: readonly (object | string)[]): void =>
  writeFileSync(
    join(folder, "said.jsonl"),
    lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"),
  );
const WORDS = ["Use cents for money.", "Close the handle.", "Sort the imports."];
const natural = WORDS.flatMap((comment) =>
  ["mara", "tom", "ivo", "lee"].map((reviewer) => ({ agent: "rio", reviewer, comment, outcome: "rejected" })),
);

describe("a natural file", () => {
  it("17.6 has its authors, and the summary says why none can become a rule and what to add", async () => {
    write(natural);
    const first = await run("said.jsonl");
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(first.stdout).toMatchInlineSnapshot(`
      "read                12 entries
      new                 12
      known                0
      skipped              0
      for rules            0 of 12 can be used
        12 cannot: their authors are not vouched for
          If they are on your team: emend import said.jsonl --trust person
          If only some are, mark those with "author": {"id": "<name>", "trust": "person"}
          Import them into a new store: the records in this one do not change, and patterns would count them twice.
      "
    `);
    const { stdout } = await run("said.jsonl", "--trust", "person");
    expect(stdout).toContain("12 of 12 can be used\n  Next: emend rules propose\n");
  });

  it("17.6 names unknown keys once, with a count and what was probably meant", async () => {
    write([
      ...WORDS.map((comment) => ({ agent: "rio", comment, reviwer: "mara", mood: "fine" })),
      { comment: "No." },
      { agent: "rio", comment: "Thanks, great work!" },
      "{ broken",
      { agent: "rio", coment: "Sort it." },
    ]);
    const { stdout, code } = await run("said.jsonl");
    expect(code).toBe(1);
    expect(stdout).toMatchInlineSnapshot(`
      "read                 7 entries
      new                  5
      known                0
      skipped              2
        invalid_json (1)
          line 6: is not valid JSON: Expected property name or '}' in JSON at position 2; expected one JSON object
        nothing_said (1)
          line 7: expected at least one of wrong, fix, comment, diff or outcome
      unknown keys, stored with the record but not used:
        mood     3 times
        reviwer  3 times; did you mean reviewer?
        coment   1 time; did you mean comment?
      for rules            0 of 5 can be used
        3 cannot: they do not say who wrote them
          Add "author": {"id": "<name>", "trust": "person"} to each line. If your team wrote all of them: emend import said.jsonl --trust person
        1 cannot: they are praise, thanks, answers, reports or questions
        1 cannot: they do not say what was wrong or what to do
          Add what is wrong or what to do as "comment", "wrong" or "fix", or the change as "diff"
          Import them into a new store: the records in this one do not change, and patterns would count them twice.
        1 names no agent, so agents are not reminded of them; add "agent" to each line, or: emend import said.jsonl --agent <name>
      "
    `);
    const again = JSON.parse(
      (await run("said.jsonl", "--restart", "--json", "--trust", "person")).stdout,
    ) as {
      unknown_keys: unknown;
      rules: unknown;
    };
    expect(again.unknown_keys).toContainEqual({ key: "reviwer", count: 3, suggestion: "reviewer" });
    expect(again.rules).toEqual({
      ready: 3,
      not_ready: [
        { reason: "no_correction", count: 1 },
        { reason: "no_words", count: 1 },
      ],
      without_agent: 1,
    });
  });

  it("17.6 advice repeats the command as it was given", async () => {
    writeFileSync(join(folder, "my notes.jsonl"), JSON.stringify(natural[0]));
    const { stdout } = await run("my notes.jsonl", "--format", "feedback");
    expect(stdout).toContain("emend import 'my notes.jsonl' --format feedback --trust person\n");
  });
});
