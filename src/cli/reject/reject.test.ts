import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BUILT_IN_PACKS } from "../../core/gate/built-in-packs.ts";
import { runCli } from "../../../test/run-cli.ts";

const KEY = { EMEND_REJECTION_KEY: "correct horse battery staple" };

async function fileWith(name: string, text: string): Promise<{ cwd: string; name: string }> {
  const cwd = await mkdtemp(join(tmpdir(), "emend-reject-"));
  await writeFile(join(cwd, name), text);
  return { cwd, name };
}

const lines = (text: string): unknown[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));

describe("emend reject", () => {
  it("prints a comment for tags given as options and as arguments", async () => {
    const run = await runCli([
      "reject",
      "lint_errors",
      "--tag",
      "title_overclaims",
      "-s",
      "ci",
      "-c",
      "Nearly!",
    ]);
    expect(run).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "<!-- REJECTION: {"v":1,"issues":["lint_errors","title_overclaims"],"source":"ci","ts":"2026-11-15T12:00:00.000Z"} -->

      **Rejected** — 2 blocking issues (by \`ci\`)

      - **[BLOCK] Lint** (\`lint_errors\`): The linter reports problems in the changed files
        - Fix: Run the project's linter with its fix option, fix by hand what remains, and add no new ignore comments.
        - Auto-fixable: a tool can do this without judgement.
      - **[BLOCK] Title precision** (\`title_overclaims\`): The title promises more certainty or reach than the evidence in the body can carry
        - Fix: Weaken the verb until the evidence supports it: one source suggests, it does not prove. Name the mechanism and the conditions it was seen under.

      **Note from the reviewer**

      \`\`\`text
      Nearly!
      \`\`\`
      ",
      }
    `);
  });

  it("002.2: warns about an unregistered tag, suggests one, and keeps it visible", async () => {
    const run = await runCli(["reject", "test_failing", "--pack", "code"]);
    expect(run.code).toBe(0);
    expect(run.stderr).toBe(
      "emend: test_failing is not registered in code; did you mean tests_failing? [unregistered_tag]\n",
    );
    expect(run.stdout).toContain("**[UNREGISTERED]** `test_failing` — did you mean `tests_failing`?");
  });

  it("002.2: --pack narrows what is registered", async () => {
    const run = await runCli(["reject", "body_too_thin", "--pack", "code", "--json"]);
    expect(JSON.parse(run.stdout)).toMatchObject({
      issues: ["body_too_thin"],
      unregistered: ["body_too_thin"],
    });
  });

  it("002.4: falls back when a script passes no tag", async () => {
    const run = await runCli(["reject"]);
    expect(run.code).toBe(0);
    expect(run.stdout).toContain('"issues":["unspecified"]');
    expect(run.stderr).toContain("[tag_missing]");
  });

  it("says when GitHub would refuse the comment", async () => {
    const run = await runCli(["reject", "x".repeat(40_000)]);
    expect(run.stderr).toContain("[comment_too_long]");
    expect(run.stderr.length).toBeLessThan(1000);
  });

  it.each([
    {
      why: "an unknown pack, naming those there are",
      args: ["--pack", "cod"],
      code: 2,
      says: "expected one of code, knowledge-base [unknown_pack]",
    },
    {
      why: "a pack file that is not there",
      args: ["--pack", "./gone.json"],
      code: 3,
      says: "[file_unreadable]",
    },
    { why: "a comment that is not there", args: ["--parse", "gone.md"], code: 3, says: "[file_unreadable]" },
    {
      why: "a key file that is not there",
      args: ["dead_code", "--key-file", "gone"],
      code: 3,
      says: "[file_unreadable]",
    },
    {
      why: "tags beside --parse",
      args: ["--parse", "a.md", "dead_code"],
      code: 2,
      says: "[options_conflict]",
    },
    { why: "tags beside --list", args: ["--list", "dead_code"], code: 2, says: "[options_conflict]" },
    {
      why: "tags beside --jsonl",
      args: ["--jsonl", "--tag", "dead_code"],
      code: 2,
      says: "[options_conflict]",
    },
    {
      why: "a key on the command line",
      args: ["dead_code", "--key", "secret"],
      code: 2,
      says: "unknown option",
    },
  ])("refuses $why", async ({ args, code, says }) => {
    const run = await runCli(["reject", ...args]);
    expect(run.code).toBe(code);
    expect(run.stderr).toContain(says);
    expect(run.stdout).toBe("");
  });

  it("has help with examples that name real tags", async () => {
    const { stdout } = await runCli(["reject", "--help"]);
    expect(stdout).toContain("emend reject tests_failing missing_docs --source ci");
    expect(stdout).toContain("EMEND_REJECTION_KEY");
  });
});

describe("emend reject --list", () => {
  it("shows the gates of a pack", async () => {
    const run = await runCli(["reject", "--list", "--pack", "knowledge-base"]);
    expect(run.stdout).toMatchInlineSnapshot(`
      "knowledge-base  Claims that agents propose for a knowledge base; fallback tag unspecified
      TAG                        GATE                    SEVERITY  ROUTE
      frontmatter_schema         Schema compliance       blocking  auto_fix
      broken_wiki_links          Wiki link validity      warning   auto_fix
      title_overclaims           Title precision         blocking  llm_fix
      confidence_miscalibration  Confidence calibration  blocking  llm_fix
      date_errors                Date accuracy           blocking  auto_fix
      factual_discrepancy        Factual accuracy        blocking  llm_fix
      near_duplicate             Duplicate check         warning   convert
      scope_error                Scope qualification     blocking  llm_fix
      opsec_internal_deal_terms  OPSEC                   blocking  close
      body_too_thin              Evidence quality        blocking  llm_fix
      title_too_few_words        Title precision         blocking  llm_fix
      title_not_proposition      Title precision         blocking  llm_fix
      unspecified                Unspecified reason      blocking  llm_fix
      "
    `);
  });

  it("002.3: answers in JSON with every gate and its one route", async () => {
    const { stdout } = await runCli(["reject", "--list", "--json"]);
    expect(JSON.parse(stdout)).toEqual({ packs: BUILT_IN_PACKS });
  });
});

describe("a pack of the user's own", () => {
  const gate = {
    tag: "no_changelog",
    gate: "Changelog",
    description: "No entry",
    fix: "Add one.",
    severity: "warning",
    auto_fixable: false,
    route: "llm_fix",
  };
  const pack = { name: "ours", description: "Ours", extends: "code", gates: [gate] };

  it("registers its tags beside those it extends", async () => {
    const { cwd } = await fileWith("ours.json", JSON.stringify(pack));
    const run = await runCli(["reject", "no_changelog", "dead_code", "--pack", "ours.json"], { cwd });
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout).toContain("**[WARN] Changelog** (`no_changelog`)");
  });

  it("002.3: is refused with every problem named by its key", async () => {
    const broken = {
      ...pack,
      extends: "cod",
      gates: [
        { ...gate, route: undefined },
        { ...gate, severity: "error" },
      ],
    };
    const { cwd } = await fileWith("ours.json", JSON.stringify(broken));
    const run = await runCli(["reject", "no_changelog", "--pack", "./ours.json"], { cwd });
    expect(run).toMatchInlineSnapshot(`
      {
        "code": 2,
        "stderr": "emend: ./ours.json: gates[0].route is missing: expected one of auto_fix, llm_fix, convert, close [unrouted_tag]
      emend: ./ours.json: gates[1].severity is invalid: expected one of blocking, warning [invalid_value]
      emend: ./ours.json: extends is not a built-in pack: expected one of code, knowledge-base [unknown_pack]
      emend: ./ours.json: gates[1].tag occurs twice: expected each tag once; gates[0] already has it [duplicate_tag]
      emend: 4 problems in the pack ./ours.json [invalid_pack]
        fix the problems above and run it again
      ",
        "stdout": "",
      }
    `);
  });
});

describe("emend reject --parse", () => {
  it("shows what was refused and how to mend it", async () => {
    const { stdout } = await runCli(["reject", "dead_code", "made_up", "near_duplicate", "--source", "ci"]);
    const { cwd } = await fileWith("comment.md", stdout);
    const run = await runCli(["reject", "--parse", "comment.md"], { cwd });
    expect(run).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "Rejected by ci at 2026-11-15T12:00:00.000Z
        WARN  dead_code  Dead code (llm_fix)
            Fix: Delete unused functions, parameters, imports and commented-out lines. Version control keeps the old text.
        UNREGISTERED  made_up
            Fix: ask the reviewer what has to change; no active pack has guidance for this tag.
        WARN  near_duplicate  Duplicate check (convert)
            Fix: Do not add a second file. Find the existing claim in the index and add your evidence to it as an enrichment.
      ",
      }
    `);
  });

  it("is safe to show on a terminal", async () => {
    const { stdout } = await runCli(["reject", "\u001b[2Jred", "-s", "\u001b]0;x\u0007"]);
    const run = await runCli(["reject", "--parse"], { stdin: stdout });
    expect(run.stdout).not.toContain("\u001b");
  });

  it("002.1: exits with 1 and says why when no block is valid", async () => {
    const run = await runCli(["reject", "--parse"], { stdin: "<!-- REJECTION: nope -->" });
    expect(run).toMatchInlineSnapshot(`
      {
        "code": 1,
        "stderr": "emend: there is no valid rejection block:
      emend: block 1: the block is malformed: expected a JSON object in the block [malformed]
      ",
        "stdout": "",
      }
    `);
  });

  it("answers in JSON", async () => {
    const written = await runCli(["reject", "dead_code"]);
    const read = await runCli(["reject", "--parse", "--json"], { stdin: written.stdout });
    expect(JSON.parse(read.stdout)).toEqual({
      issues: ["dead_code"],
      unregistered: [],
      source: "validator",
      ts: "2026-11-15T12:00:00.000Z",
      version: 1,
      signed: false,
      verdict: "warnings",
    });
    const none = await runCli(["reject", "--parse", "--json"], { stdin: "" });
    expect(none.code).toBe(1);
    expect(JSON.parse(none.stdout)).toMatchObject({ issues: null, error: { code: "none" } });
  });
});

describe("warnings and untagged rejections", () => {
  it("17.4 warnings only are read back as what they are", async () => {
    const written = await runCli(["reject", "near_duplicate", "--json"]);
    expect(JSON.parse(written.stdout)).toMatchObject({ verdict: "warnings" });
    const { comment } = JSON.parse(written.stdout) as { comment: string };
    const read = await runCli(["reject", "--parse"], { stdin: comment });
    expect(read).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("at 2026-11-15T12:00:00.000Z: 1 non-blocking issue\n"),
    });
    expect(read.stdout).toMatch(/^Warnings by validator/);
  });

  it("17.4 without a tag, a note that says what is wanted is the guidance, there and back", async () => {
    const note = "Cite the survey for the 40 % figure.";
    const written = await runCli(["reject", "--comment", note]);
    expect(written.stdout).toContain("Fix: Do what the note below asks.");
    const read = await runCli(["reject", "--parse"], { stdin: written.stdout });
    expect(read.stdout).toContain(`Fix: ${note}`);
    const line = JSON.stringify({ id: 1, issues: [], comment: note });
    const batch = await runCli(["reject", "--jsonl"], { stdin: `${line}\n` });
    expect(JSON.parse(batch.stdout)).toMatchObject({
      id: 1,
      verdict: "rejected",
      comment: expect.stringContaining("Do what the note below asks."),
    });
  });
});

describe("signed rejections", () => {
  it.each([
    { why: "signed and read with the key", writer: KEY, reader: KEY, code: 0, says: "signature verified" },
    { why: "unsigned where a key is configured", writer: {}, reader: KEY, code: 1, says: "[unsigned]" },
    {
      why: "signed with another key",
      writer: { EMEND_REJECTION_KEY: "other" },
      reader: KEY,
      code: 1,
      says: "[bad_signature]",
    },
    {
      why: "signed where no key is configured",
      writer: KEY,
      reader: {},
      code: 0,
      says: "[signature_unchecked]",
    },
  ])("$why", async ({ writer, reader, code, says }) => {
    const { stdout } = await runCli(["reject", "dead_code"], { env: writer });
    const run = await runCli(["reject", "--parse"], { stdin: stdout, env: reader });
    expect(run.code).toBe(code);
    expect(run.stdout + run.stderr).toContain(says);
  });

  it("take the key from a file as well, without its last line break", async () => {
    const { cwd } = await fileWith("key", `${KEY.EMEND_REJECTION_KEY}\n`);
    const { stdout } = await runCli(["reject", "dead_code", "--key-file", "key"], { cwd });
    expect((await runCli(["reject", "--parse"], { stdin: stdout, env: KEY })).code).toBe(0);
  });

  it("are not switched off by a key that is empty", async () => {
    const run = await runCli(["reject", "--parse"], { stdin: "", env: { EMEND_REJECTION_KEY: "" } });
    expect(run.code).toBe(2);
    expect(run.stderr).toContain("[key_empty]");
  });
});

describe("emend reject --jsonl", () => {
  it("002.1: gives every tag back in its order", async () => {
    const inputs = [
      { id: "a", issues: ["tests_failing", "x --> y", "line\nbreak", "日本", "\ud800"], source: "ci" },
      { id: 2, issues: ["made_up"], source: "<!-- REJECTION: " },
      { id: "dup", issues: ["dead_code", "dead_code"], source: "ci" },
      { id: "none", issues: [], source: "ci" },
    ];
    const stdin = inputs.map((input) => JSON.stringify(input)).join("\n");
    const written = await runCli(["reject", "--jsonl"], { stdin });
    expect(written.code).toBe(0);
    const read = await runCli(["reject", "--parse", "--jsonl"], { stdin: written.stdout });
    expect(lines(read.stdout)).toMatchObject([
      inputs[0]!,
      inputs[1]!,
      { id: "dup", issues: ["dead_code"], source: "ci" },
      { id: "none", issues: ["unspecified"], source: "ci" },
    ]);
  });

  it("answers each line, also those it cannot use", async () => {
    const stdin = [
      '{"id":1,"issues":"a"}',
      '{"id":2,"issues":["a",3]}',
      '{"id":3,"source":4}',
      "nope",
      '{"id":5,"issues":["dead_code"]}',
    ].join("\n");
    const run = await runCli(["reject", "--jsonl"], { stdin });
    expect(run.code).toBe(2);
    expect(lines(run.stdout)).toMatchObject([
      { id: 1, comment: null, error: { code: "invalid_input", message: "issues must be an array of tags" } },
      { id: 2, comment: null, error: { message: "issues[1] must be a string" } },
      { id: 3, comment: null, error: { message: "source must be a string" } },
      { id: null, error: { code: "invalid_jsonl" } },
      { id: 5, comment: expect.stringContaining("dead_code") },
    ]);
  });

  it("002.1: reads comments from a file, null if there is no block", async () => {
    const { cwd } = await fileWith("comments.jsonl", '{"id":1,"comment":"LGTM"}\n{"id":2,"comment":7}\n');
    const run = await runCli(["reject", "--parse", "comments.jsonl", "--jsonl"], { cwd });
    expect(run.code).toBe(2);
    expect(lines(run.stdout)).toMatchObject([
      { id: 1, issues: null, error: { code: "none" } },
      { id: 2, issues: null, error: { code: "invalid_input" } },
    ]);
  });

  it("does not flood the terminal with warnings", async () => {
    const stdin = Array.from({ length: 500 }, (_, id) => JSON.stringify({ id, issues: [`tag ${id}`] })).join(
      "\n",
    );
    const run = await runCli(["reject", "--jsonl"], { stdin });
    expect(run.stderr.split("\n").length).toBeLessThan(30);
  });
});
