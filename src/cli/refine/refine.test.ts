import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { Command, CommanderError } from "commander";
import { afterAll, describe, expect, it } from "vitest";
import { EXAMPLE_DOCUMENTS } from "../../core/actionable/json-schema.ts";
import { CliError } from "../cli-error.ts";
import { addRefine } from "./refine.ts";

const folder = mkdtempSync(join(tmpdir(), "emend-refine-"));
writeFileSync(join(folder, "prompt.md"), "review the code\n");
writeFileSync(join(folder, "reply.txt"), "wrong, I meant security review\n");
const [ROUND, ACCEPTED] = EXAMPLE_DOCUMENTS;
writeFileSync(join(folder, "round.json"), JSON.stringify(ROUND));
afterAll(() => rmSync(folder, { recursive: true }));

const TRACE = `Traceback (most recent call last):
  File "app/main.py", line 10, in <module>
    run()
TypeError: unsupported operand type(s)
`;

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function refine(args: readonly string[], stdin = "", isTTY = false): Promise<Run> {
  const written = { stdout: "", stderr: "" };
  const sink = (name: "stdout" | "stderr"): PassThrough & { isTTY?: boolean } =>
    Object.assign(
      new PassThrough().on("data", (chunk: Buffer) => (written[name] += chunk.toString())),
      name === "stdout" ? { isTTY } : {},
    );
  let code = 0;
  const io = {
    stdin: Readable.from(stdin === "" ? [] : [Buffer.from(stdin)]),
    stdout: sink("stdout"),
    stderr: sink("stderr"),
    env: {},
    cwd: folder,
    now: () => new Date("2026-11-15T12:00:00Z"),
  };
  const program = new Command("emend").exitOverride().configureOutput({
    writeOut: (text) => void io.stdout.write(text),
    writeErr: (text) => void io.stderr.write(text),
  });
  addRefine(program, { io, finish: (ended) => (code = ended) });
  try {
    await program.parseAsync(["refine", ...args], { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) code = error.exitCode === 0 ? 0 : 2;
    else if (error instanceof CliError) {
      code = error.exitCode;
      io.stderr.write(`${error.message} [${error.code}] ${error.hint ?? ""}`);
    } else throw error;
  }
  return { code, ...written };
}

describe("emend refine", () => {
  it("001.4: prints the refined prompt, and on standard error the signal and the actions", async () => {
    const run = await refine(["prompt.md", "--feedback", "reply.txt"]);
    expect(run.code).toBe(0);
    expect(run.stdout).toMatchInlineSnapshot(`
      "review the code

      ## What is wanted

      - To clarify the goal: “security review”.
      "
    `);
    expect(run.stderr.replace(/\(confidence [\d.]+\)/, "(confidence …)")).toMatchInlineSnapshot(`
      "signal    user_rejection (confidence …)
      applied   request_clarification
      left out  narrow_scope, offer_alternatives: the feedback lacks the facts they need
      score     3 → 5 of 10
                +1 target: names what it is about
                +1 context: gives the situation or the reason
      "
    `);
  });

  it("001.4: changes nothing the second time", async () => {
    const first = await refine(["prompt.md", "-f", "-"], TRACE);
    const second = await refine(["-", "-t", TRACE], first.stdout);
    expect(first.stdout).toContain("`TypeError: unsupported operand type(s)`");
    expect(second.stdout).toBe(first.stdout);
    expect(second.stderr).toContain("nothing; the prompt is unchanged");
    expect(second.stderr).toContain("the prompt already says it");
  });

  it("leaves the prompt alone if there is no failure", async () => {
    const run = await refine(["prompt.md", "-t", "Thanks, this is great."]);
    expect(run).toEqual({
      code: 0,
      stdout: "review the code\n",
      stderr: "signal    no failure in the feedback; the prompt is unchanged\n",
    });
  });

  it("takes an actionable-feedback document by its items, once", async () => {
    const run = await refine(["prompt.md", "--feedback", "round.json"]);
    expect(run.stdout).toMatchInlineSnapshot(`
      "review the code

      ## What is left to change

      - Specifically, address “'loadInvoice()' joins the file name from the request onto the upload folder, so '../' reads any file of the server”.
      - Additional constraint: “Resolve the path and throw a 'BadRequestError' when it does not start with the upload folder”.
      - Specifically, address “Amounts are summed as floating point numbers, so an invoice with 30 lines is off by one cent”.
      - Additional constraint: “Add up whole cents and divide by 100 only where the total is shown”.
      - Make minimal changes to address this, and leave what already works as it is.
      "
    `);
    expect(run.stderr).toMatchInlineSnapshot(`
      "signal    2 items of a feedback document (verdict refine)
      applied   focus_on_gap, add_targeted_constraint, request_incremental_fix
      score     3 → 7 of 10
                +1 target: names what it is about
                +1 constraints: says what has to hold
                +1 evidence: shows the real thing
                +1 scope: says where to stop
      "
    `);
    const again = await refine(["-", "--feedback", "round.json"], run.stdout);
    expect(again.stdout).toBe(run.stdout);
    expect(again.stderr).toContain("the prompt already says it");
  });

  it.each([
    { why: "accepted work", document: ACCEPTED, says: "0 items of a feedback document (verdict accept)" },
    {
      why: "a reviewer who is not sure",
      document: { ...ROUND, overall_assessment: { ...ROUND?.overall_assessment, confidence: 0.3 } },
      says: "asks for a person",
    },
  ])("a document leaves the prompt alone: $why", async ({ document, says }) => {
    const run = await refine(["prompt.md", "-t", JSON.stringify(document)]);
    expect([run.code, run.stdout]).toEqual([0, "review the code\n"]);
    expect(run.stderr).toContain(says);
  });

  it("refuses a document that does not fit its schema, and takes other JSON for a log", async () => {
    const broken = await refine(["prompt.md", "-t", JSON.stringify({ ...ROUND, timestamp: "yesterday" })]);
    expect(broken.code).toBe(2);
    expect(broken.stderr).toContain("timestamp");
    expect(broken.stderr).toContain("[invalid_feedback_document]");
    const log = await refine([
      "prompt.md",
      "-t",
      '{"level":"error","message":"TypeError: x is not a function"}',
    ]);
    expect(log.code).toBe(0);
  });

  it("shows a diff", async () => {
    const run = await refine(["prompt.md", "-t", "wrong, I meant security review", "--diff"]);
    expect(run.stdout).toMatchInlineSnapshot(`
      "--- prompt
      +++ refined prompt
      @@ -1,1 +1,5 @@
       review the code
      +
      +## What is wanted
      +
      +- To clarify the goal: “security review”.
      "
    `);
  });

  it("scores a prompt by the rubric", async () => {
    const run = await refine(["--score"], "Fix `src/a.ts`, because it must start.");
    expect(run.code).toBe(0);
    expect(run.stdout).toMatchInlineSnapshot(`
      "6 of 10; the target is 7

        2/2  task          says what is to be done
        1/1  target        names what it is about
        1/1  context       gives the situation or the reason
        1/1  constraints   says what has to hold
        0/1  output        says what the answer looks like
                           say in what form the answer is wanted, or what the result does
        0/1  verification  says how to tell that it is done
                           name the test to pass or the check to run
        0/1  evidence      shows the real thing
                           paste the error, an example or a sample of the input
        0/1  scope         says where to stop
                           say what to leave alone, or what alone to work on
        1/1  clarity       leaves nothing to guess
      "
    `);
    const json = JSON.parse((await refine(["prompt.md", "--score", "--json"])).stdout) as { score: number };
    expect(json.score).toBe(3);
  });

  it("001.7: answers in JSON with its log", async () => {
    const run = await refine(["prompt.md", "-t", "wrong, I meant security review", "--json"]);
    const answer = JSON.parse(run.stdout) as Record<string, unknown>;
    expect(answer).toMatchObject({
      feedback_type: "user_rejection",
      actions_applied: ["request_clarification"],
      iterations: 1,
      score_before: 3,
      score_after: 5,
      log: [{ timestamp: "2026-11-15T12:00:00Z", iteration: 1, actions_applied: ["request_clarification"] }],
    });
    expect(run.stderr).toBe("");
  });

  it("001.6: with limit 0 returns the original", async () => {
    const run = await refine(["prompt.md", "-t", TRACE, "--limit", "0", "--json"]);
    expect(JSON.parse(run.stdout)).toMatchObject({
      refined_prompt: "review the code\n",
      feedback_type: "runtime_error",
      actions_applied: [],
      iterations: 0,
    });
  });

  it("answers line by line, in order, and says which lines it cannot use", async () => {
    const lines = [
      { id: 1, prompt: "review the code", feedback: "wrong, I meant security review" },
      { id: 2, prompt: "x", feedback: "all good, thanks" },
      { id: 3, prompt: "x" },
      { id: 4, prompt: 7, feedback: "x" },
      { id: 5, prompt: "x", feedback: "x", kind: "letter" },
      { id: 6, prompt: "x", feedback: "make: *** [all] Error 2", exit_code: 2, kind: "tool_output" },
      { id: 7, prompt: "x", feedback: "x", exit_code: "2" },
      { id: 8, prompt: "x", feedback: ROUND },
      { id: 9, prompt: "x", feedback: { ...ROUND, id: 1 } },
    ];
    const run = await refine(["--jsonl"], lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const answers = run.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { id: number; feedback_type?: string; error?: { code: string } });
    expect(answers.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(answers.map(({ feedback_type, error }) => error?.code ?? feedback_type)).toEqual([
      "user_rejection",
      null,
      "invalid_input",
      "invalid_input",
      "invalid_input",
      expect.any(String),
      "invalid_input",
      "partial_success",
      "invalid_input",
    ]);
    expect(Object.keys(answers[0] ?? {})).toEqual(
      expect.arrayContaining([
        "refined_prompt",
        "feedback_type",
        "actions_applied",
        "iterations",
        "score_before",
        "score_after",
      ]),
    );
    expect(run.code).toBe(2);
  });

  it("makes the prompt safe to show on a terminal, and leaves it alone in a pipe", async () => {
    const prompt = "review \u001b[2J the code\n";
    expect((await refine(["-t", "thanks"], prompt)).stdout).toBe(prompt);
    expect((await refine(["-t", "thanks"], prompt, true)).stdout).toBe("review \\u001b[2J the code\n");
  });

  it.each([
    { args: ["prompt.md"], code: 2, says: "feedback_missing", why: "there is nothing to refine by" },
    { args: ["--feedback", "-"], code: 2, says: "input_conflict", why: "one stream cannot be both" },
    {
      args: ["prompt.md", "-t", "x", "--limit", "11"],
      code: 2,
      says: "from 0 to 10",
      why: "over the hard limit",
    },
    { args: ["prompt.md", "-t", "x", "--limit", "two"], code: 2, says: "invalid_number", why: "no number" },
    {
      args: ["prompt.md", "-t", "x", "--exit-code", "1.5"],
      code: 2,
      says: "--exit-code",
      why: "no whole number",
    },
    { args: ["prompt.md", "-t", "x", "-f", "y"], code: 2, says: "cannot be used", why: "two feedbacks" },
    { args: ["prompt.md", "-t", "x", "--kind", "z"], code: 2, says: "Allowed choices", why: "no such kind" },
    { args: ["none.md", "-t", "x"], code: 3, says: "file_unreadable", why: "no such prompt" },
    { args: ["prompt.md", "-f", "none.log"], code: 3, says: "file_unreadable", why: "no such feedback" },
  ])("$args ends with $code: $why", async ({ args, code, says }) => {
    const run = await refine(args);
    expect(run.code).toBe(code);
    expect(run.stderr).toContain(says);
    expect(run.stdout).toBe("");
  });

  it("explains itself", async () => {
    const run = await refine(["--help"]);
    expect(run.code).toBe(0);
    expect(run.stdout).toContain("npm test 2>&1 | emend refine prompt.md --feedback - > better.md");
  });
});
