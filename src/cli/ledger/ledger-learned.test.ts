import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { changeEvaluation, evaluating, resolving } from "../../../test/contract/change-evaluation.ts";
import { decideAndSave } from "../../../test/contract/decide-and-save.ts";
import { makeFeedback, timeAt } from "../../../test/contract/make-feedback.ts";
import { makeMember } from "../../../test/contract/make-member.ts";
import { readAll } from "../../../test/contract/read-all.ts";
import { runCli, type CliRun } from "../../../test/run-cli.ts";
import { withStore } from "../../../test/with-store.ts";
import type { EvaluationCommand } from "../../core/evaluation/decide-evaluation.ts";
import {
  approve,
  EXAMPLE_TEXT,
  person,
  proposing,
  reject,
  retire,
} from "../../../test/examples/example-rule.ts";
import type { RuleCommand } from "../../core/rule/rule-command.ts";
import { ruleId } from "../../core/rule/rule.ts";
import type { Store } from "../../ports/store.ts";

const root = mkdtempSync(join(tmpdir(), "emend-cli-learned-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let cwd = "";
beforeEach(() => {
  cwd = mkdtempSync(join(root, "run-"));
});

const emend = (...args: readonly string[]): Promise<CliRun> =>
  runCli(["ledger", ...args], { cwd, env: { USER: "dana" } });
const ledger = (path: string): string => join(cwd, ".emend/ledger", path);
const git = (...args: readonly string[]): string =>
  execFileSync(
    "git",
    ["-C", join(cwd, ".emend/ledger"), "-c", "user.name=A", "-c", "user.email=a@b.c", ...args],
    { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] },
  );
/** A person changes a file of the ledger, and commits that. */
function edit(path: string, change: (text: string) => string): void {
  mkdirSync(dirname(ledger(path)), { recursive: true });
  const before = existsSync(ledger(path)) ? readFileSync(ledger(path), "utf8") : "";
  writeFileSync(ledger(path), change(before));
  git("add", "--all");
  git("commit", "--quiet", "-m", "Mine");
}

const inStore = <T>(work: (store: Store) => Promise<T>, file?: string): Promise<T> =>
  withStore(cwd, work, file);

const ruleNumber = (n: number): string => ruleId({ cluster_id: `cl-${n}` });
const feedbackNumber = (n: number): string => makeFeedback(n).id;

/** What people and Emend do to rule number `n`, one command after the other. */
const decide = (n: number, minute: number, ...commands: readonly RuleCommand[]): Promise<void> =>
  inStore(async ({ rules }) => {
    for (const command of commands) {
      const given =
        command.type === "propose" ? { ...command, id: ruleNumber(n), cluster_id: `cl-${n}` } : command;
      const made = await decideAndSave(rules, { id: ruleNumber(n), now: timeAt(minute), command: given });
      if (typeof made === "string") throw new Error(made);
    }
  });

/** The same for the evaluation of feedback number `n`. */
const evaluate = (n: number, minute: number, ...commands: readonly EvaluationCommand[]): Promise<void> =>
  inStore(async ({ evaluations }) => {
    const id = feedbackNumber(n);
    for (const command of commands) {
      const given =
        command.type === "evaluate"
          ? { ...command, evaluation: { ...command.evaluation, feedback_id: id } }
          : command;
      await evaluations.save(changeEvaluation((await evaluations.find(id)) ?? null, given, minute));
    }
  });

const promote: EvaluationCommand = { type: "promote_edge_case", by: person("ana"), reason: "Seen again." };

/** Rules of every folder, evaluations of every kind, and clusters that people merged, split and named. */
async function fill(): Promise<void> {
  await inStore(async ({ feedback, clusters }) => {
    await feedback.record(Array.from({ length: 12 }, (_, n) => makeFeedback(n, { comment: `Say ${n}.` })));
    for (const [at, id] of ["cl-0123456789abcde0", "cl-0123456789abcde1"].entries()) {
      const members = [0, 1, 2, 3].map((n) =>
        makeMember(4 * at + n, { feedback_id: feedbackNumber(4 * at + n), cluster_id: id, reasons: [] }),
      );
      await clusters.found(id, members);
    }
    await clusters.merge(["cl-0123456789abcde0", "cl-0123456789abcde1"], "ana");
    const leaving = [feedbackNumber(2), feedbackNumber(6)];
    await clusters.split("cl-0123456789abcde0", leaving, "cl-0123456789abcde9", "ben");
    await clusters.rename("cl-0123456789abcde0", "handles: all of them", "ana");
  });
  const yes = [approve(person("ana")), approve(person("ben"))];
  await decide(1, 1, proposing());
  await decide(2, 2, proposing(), ...yes);
  await decide(3, 3, proposing(), reject(person("ana"), "Too broad.\nSay where."));
  await decide(4, 4, proposing(), ...yes, retire(person("cleo"), "Solved."));
  await evaluate(1, 1, evaluating(1, "edge_case"));
  await evaluate(2, 2, evaluating(2, "ambiguous"), resolving("ana", "edge_case"));
  await evaluate(3, 3, evaluating(3, "ambiguous"), resolving("ben", "ignore"));
  await evaluate(4, 4, evaluating(4, "generalizable_high"));
}

const learned = (file?: string) =>
  inStore(async ({ feedback, rules, evaluations, clusters }) => {
    const { items } = await clusters.list({ order: "recent", limit: 500 });
    return {
      feedback: await readAll(feedback),
      rules: await rules.list({ limit: 500 }),
      inForce: await rules.inForce("rio"),
      evaluations: await evaluations.list({ limit: 500 }),
      counts: await evaluations.counts(),
      clusters: items,
      members: await Promise.all(items.map(({ id }) => clusters.members(id, { limit: 500 }))),
      ties: await Promise.all(items.map(({ id }) => clusters.ties(id))),
    };
  }, file);

describe("emend ledger write of what was learned", () => {
  it("puts each rule, evaluation and cluster where it belongs, in commits that say so", async () => {
    await fill();
    const run = await emend("write");
    expect(run.stdout.replace(cwd, ".")).toMatchInlineSnapshot(`
      "in store          22 records, of them 4 rules, 4 evaluations, 2 clusters
      written           22
      commits            5 in ./.emend/ledger
      "
    `);
    expect(
      git("ls-files")
        .trim()
        .split("\n")
        .filter((path) => !path.startsWith("decisions/")),
    ).toEqual([
      "README.md",
      "clusters/cl-0123456789abcde0.yaml",
      "clusters/cl-0123456789abcde9.yaml",
      ...[1, 2].map((n) => `edge_cases/${feedbackNumber(n)}.yaml`).toSorted(),
      `evaluations/generalizable_high/${feedbackNumber(4)}.yaml`,
      `evaluations/ignored/${feedbackNumber(3)}.yaml`,
      `rules/active/${ruleNumber(2)}.yaml`,
      `rules/proposed/${ruleNumber(1)}.yaml`,
      `rules/rejected/${ruleNumber(3)}.yaml`,
      `rules/retired/${ruleNumber(4)}.yaml`,
    ]);
    expect(readFileSync(ledger(`edge_cases/${feedbackNumber(1)}.yaml`), "utf8")).toContain(
      "\ntext: Say 1.\n",
    );
    expect(git("log", "--format=%s").trim().split("\n").toReversed()).toMatchInlineSnapshot(`
      [
        "Say what the ledger holds",
        "Record 12 decisions of no-gate",
        "Record 2 clusters",
        "Record 2 edge cases and 2 evaluations",
        "Record 4 rules",
      ]
    `);
    expect((await emend("write")).stdout).toContain("commits            0");
    expect(await emend("verify")).toMatchObject({
      code: 0,
      stdout: "the ledger holds what the store holds: 22 records\n",
    });
  });

  it("moves a rule to the folder of what it is now, in one commit", async () => {
    await decide(1, 1, proposing());
    await emend("write");
    await decide(1, 2, approve(person("ana")), approve(person("ben")));
    expect((await emend("verify")).code).toBe(1);
    expect((await emend("write")).stdout).toContain("removed            1 file\n");
    expect(git("show", "--no-renames", "--name-status", "--format=%s", "HEAD").trim().split("\n")).toEqual([
      "Record 1 rule",
      "",
      `A\trules/active/${ruleNumber(1)}.yaml`,
      `D\trules/proposed/${ruleNumber(1)}.yaml`,
    ]);
    expect(git("status", "--porcelain")).toBe("");
    expect(await emend("verify")).toMatchObject({ code: 0 });
    await decide(1, 3, retire(person("ana"), "Solved."));
    await emend("write");
    expect(git("ls-files", "rules").trim()).toBe(`rules/retired/${ruleNumber(1)}.yaml`);
  });

  it("takes an edge case away once it is promoted", async () => {
    await inStore(({ feedback }) => feedback.record([makeFeedback(1)]));
    await evaluate(1, 1, evaluating(1, "edge_case"));
    await emend("write");
    await evaluate(1, 2, promote);
    await emend("write");
    expect(git("ls-files", "edge_cases", "evaluations").trim()).toBe(
      `evaluations/generalizable_high/${feedbackNumber(1)}.yaml`,
    );
  });

  it("puts the store's rule on top of what a person edited, and a second file of it away", async () => {
    await decide(1, 1, proposing());
    await emend("write");
    const path = `rules/proposed/${ruleNumber(1)}.yaml`;
    const before = readFileSync(ledger(path), "utf8");
    edit(path, (text) => text.replaceAll(EXAMPLE_TEXT.text, "Do as I say."));
    edit(`rules/retired/${ruleNumber(1)}.yaml`, () => before);
    edit("rules/notes.yaml", () => "ours");
    expect((await emend("verify")).stdout).toBe(
      `differing: 2\n  ${path}\n  rules/retired/${ruleNumber(1)}.yaml\n`,
    );
    await emend("write");
    expect(readFileSync(ledger(path), "utf8")).toBe(before);
    expect(git("ls-files", "rules").trim().split("\n")).toEqual(["rules/notes.yaml", path]);
    expect(await emend("verify")).toMatchObject({ code: 0 });
  });

  it("starts anew after an erasure without a person who approved, resolved or split", async () => {
    await fill();
    await emend("write");
    await inStore(({ feedback }) => feedback.erasePerson("ben"));
    expect(await emend("write", "--anew")).toMatchObject({ code: 0, stderr: "" });
    const objects = git("cat-file", "--batch-all-objects", "--batch-check").trim().split("\n");
    for (const line of objects) {
      expect(git("cat-file", "-p", line.split(" ")[0]!)).not.toMatch(/^ *(?:- )?(?:by|author|id): ben$/m);
    }
    expect(await emend("verify")).toMatchObject({ code: 0 });
  });
});

describe("emend ledger rebuild of what was learned", () => {
  const again = ["rebuild", "--store", "new.db", "--ledger", ".emend/ledger"] as const;

  it("gives a store that is equal to the one before, and says so once in the audit log", async () => {
    await fill();
    await emend("write");
    expect(await emend(...again)).toMatchObject({
      code: 0,
      stderr: "",
      stdout: "new               22\nknown              0\nunreadable         0\n",
    });
    expect(await learned("new.db")).toEqual(await learned());
    expect((await emend(...again)).stdout).toContain("known             22");
    expect(await emend("verify", "--store", "new.db", "--ledger", ".emend/ledger")).toMatchObject({
      code: 0,
    });
    await inStore(async ({ audit, rules, clusters }) => {
      expect(await audit.list({ limit: 9 })).toMatchObject([
        {
          actor: "dana",
          action: "ledger.rebuilt",
          subject: "ledger",
          detail: { new: 22, known: 0, unreadable: 0, feedback: 12, rules: 4, evaluations: 4, clusters: 2 },
        },
      ]);
      const more = approve(person("cleo"));
      const at = { id: ruleNumber(1), now: timeAt(9) };
      expect(await decideAndSave(rules, { ...at, command: more })).toMatchObject({ revision: 2 });
      expect(await clusters.keptApart([feedbackNumber(0), feedbackNumber(2)])).toHaveLength(1);
    }, "new.db");
  });

  it("takes what a person edited, where it is a rule", async () => {
    await decide(1, 1, proposing());
    await emend("write");
    edit(`rules/proposed/${ruleNumber(1)}.yaml`, (text) =>
      text.replaceAll(EXAMPLE_TEXT.text, "Do as I say."),
    );
    expect(await emend(...again, "--as", "privacy-desk")).toMatchObject({ code: 0 });
    await inStore(async ({ rules, audit }) => {
      expect((await rules.find(ruleNumber(1)))?.versions[0]?.text).toBe("Do as I say.");
      expect(await audit.list({ limit: 1 })).toMatchObject([{ actor: "privacy-desk" }]);
    }, "new.db");
  });

  it("names what contradicts itself, and puts back the rest", async () => {
    await fill();
    await emend("write");
    const path = (n: number, folder: string): string => `rules/${folder}/${ruleNumber(n)}.yaml`;
    git("mv", path(3, "rejected"), path(3, "active"));
    edit(path(2, "proposed"), () => readFileSync(ledger(path(2, "active")), "utf8"));
    edit(`edge_cases/${feedbackNumber(1)}.yaml`, () => "id: !evil \u001b[31m\n");
    edit("clusters/cl-0123456789abcde9.yaml", () => "members: []\n");
    const run = await emend(...again);
    expect(run.code).toBe(1);
    expect(
      run.stderr
        .replace(/^emend: /gm, "")
        .trim()
        .split("\n")
        .toSorted(),
    ).toEqual([
      "clusters/cl-0123456789abcde9.yaml: id: Invalid input: expected string, received undefined",
      expect.stringMatching(/^edge_cases\/fb_[0-9a-f]+\.yaml: /),
      `${path(2, "active")}: the same is also at ${path(2, "proposed")}; remove the one that is wrong`,
      `${path(3, "active")}: its status is rejected, so it belongs in ${path(3, "rejected")}`,
      `${path(2, "proposed")}: the same is also at ${path(2, "active")}; remove the one that is wrong`,
    ]);
    expect(run.stderr).not.toContain("\u001b");
    expect(run.stdout).toContain("new               18");
    await inStore(async ({ rules }) => expect(await rules.inForce()).toEqual([]), "new.db");
  });
});
