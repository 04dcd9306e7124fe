import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli } from "../../../test/run-cli.ts";
import { EXAMPLE_DOCUMENTS } from "../../core/actionable/json-schema.ts";

const lint = (stdin: string, ...args: readonly string[]) => runCli(["feedback", "lint", ...args], { stdin });

describe("emend feedback lint", () => {
  it("000.3 shows the phrase in its place and how to write it", async () => {
    const { code, stdout } = await lint("This should probably be a constant.\n");
    expect(code).toBe(1);
    expect(stdout).toMatchInlineSnapshot(`
      "not actionable: 1 violation

      error  advisory_wording text
        the change is hedged ("should probably"), so the reader cannot tell whether to make it
          This should probably be a constant.
               ^^^^^^^^^^^^^^^
        hint: say it as an instruction: "Rename x to y" instead of "maybe rename x"

      note  location_unknown location
        the comment does not say where the problem is
        hint: give its file and line as location, such as {"type": "line", "reference": "42"}
      "
    `);
  });

  it("000.3 shows the phrase inside a field of a document", async () => {
    const document = EXAMPLE_DOCUMENTS[0]!;
    const item = document.feedback_items[1]!;
    const changed = {
      ...item,
      suggestion: { ...item.suggestion, action: "Maybe add up whole cents and divide at the end" },
    };
    const { code, stdout } = await lint(JSON.stringify({ ...document, feedback_items: [changed] }));
    expect(code).toBe(1);
    expect(stdout).toMatchInlineSnapshot(`
      "not actionable: 1 violation

      error  advisory_wording feedback_items[0].suggestion.action
        feedback_items[0].suggestion.action is advisory: "Maybe" leaves open whether to do it
          Maybe add up whole cents and divide at the end
          ^^^^^
        hint: write the change as an instruction: "Replace x with y", "Add z before w"
      "
    `);
  });

  it("says so when a comment is actionable", async () => {
    expect(await lint("Rename tmp to total.")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^actionable\n/),
    });
  });

  it("000.1 accepts the shipped examples in the strict profile", async () => {
    for (const document of EXAMPLE_DOCUMENTS) {
      expect(await lint(JSON.stringify(document), "--strict")).toEqual({
        code: 0,
        stdout: "actionable\n",
        stderr: "",
      });
    }
  });

  it("answers with JSON", async () => {
    const { code, stdout } = await lint('{"text": "LGTM"}', "--json");
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      kind: "comment",
      actionable: false,
      violations: [{ code: "not_feedback" }, {}],
    });
  });

  it("judges line by line, in order, with the same id", async () => {
    const lines = [
      JSON.stringify({ id: "a", text: "Remove this.", location: { type: "line", reference: "src/a.ts:3" } }),
      JSON.stringify({ id: 2, text: "maybe remove this" }),
      JSON.stringify(EXAMPLE_DOCUMENTS[0]),
    ];
    const { code, stdout } = await lint(lines.join("\n"), "--jsonl");
    expect(code).toBe(1);
    expect(
      stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { id: "a", actionable: true, violations: [] },
      { id: 2, actionable: false },
      { id: EXAMPLE_DOCUMENTS[0]?.id, actionable: true, violations: [] },
    ]);
  });

  it("reads files, for one and for many", async () => {
    const cwd = await mkdtemp(join(tmpdir(), "emend-"));
    await writeFile(join(cwd, "comment.txt"), "Close the cursor before the return.");
    await writeFile(
      join(cwd, "comments.jsonl"),
      '{"id": 1, "text": "Close the cursor before the return."}\n',
    );
    expect(await runCli(["feedback", "lint", "comment.txt"], { cwd })).toMatchObject({ code: 0 });
    expect(await runCli(["feedback", "lint", "--jsonl", "comments.jsonl"], { cwd })).toMatchObject({
      code: 0,
    });
    expect(await runCli(["feedback", "lint", "absent.txt"], { cwd })).toMatchObject({ code: 3 });
  });

  it.each([
    ["broken JSON", '{"id": 1,', [], "invalid_json"],
    ["two formats at once", "x", ["--json", "--jsonl"], "options_conflict"],
  ])("refuses %s", async (_what, stdin, args, code) => {
    expect(await lint(stdin, ...args)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`[${code}]`),
    });
  });

  it("takes a comment that begins with a brace as a comment", async () => {
    expect(await lint("{ get; private set; }")).toMatchObject({ code: 0 });
  });

  it("lets no escape sequence of a comment reach the terminal", async () => {
    const { stdout } = await lint("maybe \u001b[31mrename\u001b[0m it");
    expect(stdout).not.toContain("\u001b");
  });
});

describe("emend feedback schema", () => {
  it("000.1 prints the JSON Schema", async () => {
    const { code, stdout } = await runCli(["feedback", "schema"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
    });
  });
});

it("explains the group", async () => {
  const { stdout } = await runCli(["feedback", "--help"]);
  expect(stdout).toContain("emend feedback lint round-2.json --strict");
});
