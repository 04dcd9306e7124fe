import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type DocumentParts, makeDocument } from "../../../test/make-round.ts";
import { runCli } from "../../../test/run-cli.ts";
import type { TaskHistory } from "../../core/iteration/task-history.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-iterations-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const env = { USER: "ana", HOME: "/nonexistent" };
const run = (args: readonly string[], stdin?: string) =>
  runCli(["iterations", ...args], { cwd: folder, env, ...(stdin === undefined ? {} : { stdin }) });
const record = (number: number, parts: DocumentParts = {}, ...args: readonly string[]) =>
  run(["record", "--task", "PAY-17", ...args], JSON.stringify(makeDocument(number, parts)));

describe("emend iterations", () => {
  it("17.1 records rounds and says what repeats, what escalates and whether the loop will settle", async () => {
    expect((await record(1)).stdout).toMatchInlineSnapshot(`
      "PAY-17: round 1 of 10 recorded (score 0.60, verdict refine)
        new
          line 3: The total is off by one when the list is empty
          No earlier round is about this target.
      outlook   too early to say
                It is too early to tell whether the loop converges; wait for round 3 (2 more).
      "
    `);
    await record(2, { score: 0.7 });
    const { code, stdout } = await record(3, { score: 0.65 });
    expect(code).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "PAY-17: round 3 of 10 recorded (score 0.65, verdict refine)
        repeated
          line 3: The total is off by one when the list is empty
          Round 2 said it in the same words.
      escalates seen in 3 of the last 5 rounds; a person should decide: The total is off by one when the
                list is empty
      verdict   expected escalate, not refine: the same issue came up in 3 of the last 5 rounds, so a
                person decides
      outlook   not settling
                - Findings in the last 3 rounds: 1, 1, 1. They are not falling.
                - Score in the last 3 rounds: 0.60, 0.70, 0.65. It is not rising.
                - An issue came up in at least 3 of the last 5 rounds: "The total is off by one when the
                list is empty".
                Ask a person about the repeated issue; another round is unlikely to help.
      "
    `);
  });

  it("000.5 000.7 shows rounds, rates against their targets and the best round", async () => {
    await record(1, { score: 0.4 });
    await record(2, { score: 0.8, tracking: { feedback_followed: true } });
    await record(3, { score: 0.8 }, "--no-verified");
    const { stdout } = await run(["show", "PAY-17"]);
    expect(stdout).toMatchInlineSnapshot(`
      "PAY-17: 3 rounds, best is round 2 (0.80)

      round     score  verdict  findings  repeated  reversed  new  followed  improved
      1         0.40   refine   1         0         0         1    0 %       yes (+0.40)
      2         0.80   refine   1         1         0         0    100 %*    no (0.00)
      3 failed  0.80   refine   1         1         0         0    –         –

      followed  50 %   target ≥ 90 %  missed
      improved  0 %    target ≥ 80 %  missed
      repeated  100 %  target ≤ 10 %  missed
      escalated 33 %   target ≤ 5 %  missed

      3 rounds, 1 to 3, open, escalated in round 3
        line 3: The total is off by one when the list is empty
      outlook   not settling
                - Findings in the last 3 rounds: 1, 1, 1. They are not falling.
                + Score in the last 3 rounds: 0.40, 0.80, 0.80. It is rising.
                - An issue came up in at least 3 of the last 5 rounds: "The total is off by one when the
                list is empty".
                Ask a person about the repeated issue; another round is unlikely to help.
      "
    `);
    const shown = JSON.parse((await run(["show", "PAY-17", "--json"])).stdout) as TaskHistory;
    expect(shown.best_round).toMatchObject({ number: 2, score: 0.8 });
    expect(shown.rounds[2]).toMatchObject({ verified: false });
    expect(shown.rounds[1]!.followed).toEqual({ value: 1, source: "given" });
  });

  it("17.1 tells new findings on unchanged code from those on changed code by --content", async () => {
    writeFileSync(join(folder, "a.ts"), "const one = 1;\nconst two = 2;\n");
    await record(1, { items: [{ issue: "The constant one has no unit in its name" }] }, "--content", "a.ts");
    writeFileSync(join(folder, "a.ts"), "const one = 1;\nconst two = 22;\n");
    const { stdout } = await record(
      2,
      {
        items: [
          { issue: "Passwords are compared without hashing them", at: ["line", "1"] },
          { issue: "The upload has no upper limit on its size", at: ["line", "2"] },
        ],
      },
      "--content",
      "a.ts",
    );
    expect(stdout).toContain("new on unchanged code");
    expect(stdout).toContain("Line 2 has changed since round 1.");
  });

  it("17.1 refuses what is no document with exit code 1, and reports what is vague", async () => {
    const unfit = await run(["record", "--task", "T"], '{"feedback_items": []}');
    expect(unfit.code).toBe(1);
    expect(unfit.stderr).toContain("id: id is missing [missing_required_field]");
    expect(unfit.stderr).toContain("[document_unfit]");
    expect((await run(["record", "--task", "T"], "no JSON")).stderr).toContain("[invalid_json]");
    expect((await run(["record", "--task", " "], "{}")).stderr).toContain("[invalid_name]");
    const vague = { items: [{ issue: "The error handling could be better in many places" }] };
    const kept = await record(1, vague);
    expect([kept.code, kept.stderr]).toEqual([0, expect.stringContaining("[vague_issue]")]);
    expect((await record(2, vague, "--strict")).code).toBe(1);
  });

  it("17.1 lists tasks, and says where none are", async () => {
    await record(1, {}, "--agent", "rio");
    expect((await run(["list"])).stdout).toMatch(
      /^PAY-17 \(rio\) {2}\S+ \S+ {2}round 1 of 10, 1 recorded, score 0\.60, refine\n$/,
    );
    const { items, next } = JSON.parse((await run(["list", "--json"])).stdout) as {
      readonly items: readonly unknown[];
      readonly next: unknown;
    };
    expect([items.length, next]).toEqual([1, null]);
    expect((await run(["list", "--agent", "kim"])).stderr).toContain("no rounds recorded yet");
    const missing = await run(["show", "T-9"]);
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("[task_not_found]")]);
  });
});
