import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { readAll } from "../../../test/contract/read-all.ts";
import { runCli, type CliRun } from "../../../test/run-cli.ts";
import { runCommand } from "../../../test/run-command.ts";
import { withStore } from "../../../test/with-store.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import type { Store } from "../../ports/store.ts";
import { addLedger } from "./ledger.ts";
import { ledgerFolder } from "../open/open-ledger.ts";

const root = mkdtempSync(join(tmpdir(), "emend-cli-ledger-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let cwd = "";
let number = 0;
beforeEach(() => {
  number += 1;
  cwd = mkdtempSync(join(root, `${number}-`));
});

const emend = (...args: readonly string[]): Promise<CliRun> => runCli(["ledger", ...args], { cwd });
const git = (...args: readonly string[]): string =>
  execFileSync(
    "git",
    ["-C", join(cwd, ".emend/ledger"), "-c", "user.name=A", "-c", "user.email=a@b.c", ...args],
    {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    },
  );

const inStore = <T>(work: (store: Store) => Promise<T>, file?: string): Promise<T> =>
  withStore(cwd, work, file);
const record = (...records: readonly Feedback[]) => inStore((store) => store.feedback.record(records));

const decision = (n: number, fields: Parameters<typeof makeFeedback>[1] = {}): Feedback =>
  makeFeedback(n, { gate: "HITL-1", ...fields });
const pathOf = (n: number): string => `decisions/HITL-1/${makeFeedback(n).id}.yaml`;

describe("emend ledger write", () => {
  it("writes what the ledger lacks, once", async () => {
    await record(
      decision(1),
      decision(2, { gate: "Design review" }),
      makeFeedback(3, { source: { kind: "sarif" } }),
    );
    const first = await emend("write");
    expect(first.stdout.replace(cwd, ".")).toMatchInlineSnapshot(`
      "in store           3 records
      written            3
      commits            2 in ./.emend/ledger
      "
    `);
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect((await emend("write")).stdout).toContain("commits            0");
    await record(decision(4));
    expect((await emend("write")).stdout).toContain("written            1");
    expect(git("log", "-1", "--format=%s").trim()).toBe("Record 1 decision of HITL-1");
    expect(git("status", "--porcelain")).toBe("");
    expect(readdirSync(join(cwd, ".emend/ledger")).toSorted()).toEqual([
      ".git",
      "README.md",
      "decisions",
      "feedback",
    ]);
  });

  it("shows the newest correction of a task, and none once its words are erased", async () => {
    const diff = (n: number) => ({
      task: "t/1",
      correction: { diff: `--- a\n+++ b\n-${n}\n` },
      author: { id: `p${n}`, trust: "person" as const },
    });
    await record(decision(5, diff(5)), decision(9, diff(9)));
    await emend("write");
    const folder = join(cwd, ".emend/ledger/corrections");
    const copy = join(folder, readdirSync(folder)[0]!, "correction.diff");
    expect(readFileSync(copy, "utf8")).toBe("--- a\n+++ b\n-9\n");
    await record(decision(7, diff(7)));
    await emend("write");
    expect(readFileSync(copy, "utf8")).toContain("-9");
    await inStore((store) => store.feedback.erasePerson("p9"));
    await emend("write");
    expect(readFileSync(copy, "utf8")).toContain("-7");
    await inStore((store) => store.feedback.erasePerson("p5"));
    await inStore((store) => store.feedback.erasePerson("p7"));
    expect((await emend("verify")).code).toBe(1);
    await emend("write");
    expect(existsSync(copy)).toBe(false);
    expect(await emend("verify")).toMatchObject({ code: 0 });
  });

  it("starts anew after an erasure, so that no commit has the words", async () => {
    await record(decision(1, { comment: "the unsayable words", author: { id: "eve", trust: "person" } }));
    await emend("write");
    await inStore((store) => store.feedback.erasePerson("eve"));
    await emend("write");
    expect(git("log", "-p", "--all")).toContain("unsayable");
    expect(await emend("write", "--anew")).toMatchObject({ code: 0, stderr: "" });
    const objects = git("cat-file", "--batch-all-objects", "--batch-check").trim().split("\n");
    for (const line of objects) expect(git("cat-file", "-p", line.split(" ")[0]!)).not.toContain("unsayable");
    expect(await emend("verify")).toMatchObject({ code: 0 });
  });

  it("pushes to origin if there is one, and says if it is refused", async () => {
    await record(decision(1));
    const without = await emend("write", "--push");
    expect(without).toMatchObject({ code: 0 });
    expect(without.stderr).toContain("no remote named origin");
    execFileSync("git", ["init", "--quiet", "--bare", join(cwd, "origin.git")]);
    git("remote", "add", "origin", join(cwd, "origin.git"));
    expect((await emend("write", "--push")).stdout).toContain("pushed to origin");
    git("remote", "set-url", "origin", join(cwd, "nowhere.git"));
    const refused = await emend("write", "--push");
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain("[ledger_push_refused]");
  });

  it("shows how far it is on a terminal, and wipes that away", async () => {
    await record(decision(1));
    const run = await runCommand(addLedger, ["ledger", "write"], { cwd, terminal: 80 });
    expect(run.stderr).toBe("\r[####################] 100%  1 records\u001b[K\r\u001b[K");
  });

  it("refuses a folder that is something else, and a store that is not there", async () => {
    expect((await emend("write")).stderr).toContain("[store_missing]");
    await record(decision(1));
    writeFileSync(join(cwd, "notes"), "");
    const run = await emend("write", "--ledger", ".");
    expect(run.code).toBe(3);
    expect(run.stderr).toContain("[ledger_not_a_repository]");
  });
});

describe("emend ledger verify", () => {
  it("lists what is missing on either side and what differs", async () => {
    await record(decision(1), decision(2));
    await emend("write");
    await record(decision(3));
    const ledger = join(cwd, ".emend/ledger");
    writeFileSync(join(ledger, pathOf(1)), "edited\n");
    const own = pathOf(2).replace(makeFeedback(2).id, makeFeedback(99).id);
    writeFileSync(join(ledger, own), "of nobody\n");
    git("add", "--all");
    git("commit", "--quiet", "-m", "Mine");
    const run = await emend("verify");
    expect(run.code).toBe(1);
    expect(run.stdout).toBe(
      `missing from the ledger: 1\n  ${pathOf(3)}\nmissing from the store: 1\n  ${own}\ndiffering: 1\n  ${pathOf(1)}\n`,
    );
    const json: unknown = JSON.parse((await emend("verify", "--json")).stdout);
    expect(json).toEqual({
      records: 3,
      missing_from_ledger: { count: 1, paths: [pathOf(3)] },
      missing_from_store: { count: 1, paths: [own] },
      differing: { count: 1, paths: [pathOf(1)] },
    });
    expect((await emend("write")).stderr).toContain("1 files belong to records");
    expect(git("log", "--format=%s").split("\n")[1]).toBe("Mine");
    expect(readFileSync(join(ledger, pathOf(1)), "utf8")).toContain(makeFeedback(1).id);
  });

  it("finds a record that was moved, and puts it back", async () => {
    await record(decision(1));
    await emend("write");
    git("mv", "decisions/HITL-1", "decisions/other");
    git("commit", "--quiet", "-m", "Moved");
    expect((await emend("verify")).stdout).toContain("differing: 1");
    await emend("write");
    expect(await emend("verify")).toMatchObject({ code: 0 });
    expect(git("ls-files").trim().split("\n")).toEqual(["README.md", pathOf(1)]);
  });

  it("lists no more than twenty", async () => {
    await record(decision(0));
    await emend("write");
    await record(...Array.from({ length: 30 }, (_, n) => decision(n + 1)));
    const { stdout } = await emend("verify");
    expect(stdout).toContain("missing from the ledger: 30");
    expect(stdout.split("\n").filter((line) => line.includes(".yaml")).length).toBe(20);
  });

  it("says that there is no ledger yet", async () => {
    expect((await emend("verify")).stderr).toContain("[ledger_missing]");
  });
});

describe("emend ledger rebuild", () => {
  it("fills an empty store with everything, and changes nothing the second time", async () => {
    await record(
      decision(1, { correction: { diff: "a\r\nb" }, task: "t" }),
      decision(2, { comment: "lone \ud800\0 pair" }),
      makeFeedback(3, { source: { kind: "jsonl", tool: "yes" } }),
    );
    await emend("write");
    const args = ["rebuild", "--store", "new/emend.db", "--ledger", ".emend/ledger"];
    expect(await emend(...args)).toMatchObject({
      code: 0,
      stdout: "new                3\nknown              0\nunreadable         0\n",
    });
    expect((await emend(...args)).stdout).toContain("known              3");
    const before = await inStore((store) => readAll(store.feedback));
    expect(await inStore((store) => readAll(store.feedback), "new/emend.db")).toEqual(before);
    expect(await emend("verify", "--store", "new/emend.db", "--ledger", ".emend/ledger")).toMatchObject({
      code: 0,
    });
  });

  it("names what it cannot read, and records the rest", async () => {
    await record(decision(1), decision(2));
    await emend("write");
    writeFileSync(join(cwd, ".emend/ledger", pathOf(1)), "id: !evil \u001b[31m\n");
    git("commit", "--quiet", "--all", "-m", "Broken");
    const run = await emend("rebuild", "--store", "new.db", "--ledger", ".emend/ledger");
    expect(run.code).toBe(1);
    expect(run.stderr).toContain(`emend: ${pathOf(1)}: `);
    expect(run.stderr).not.toContain("\u001b");
    expect(run.stdout).toContain("new                1");
    expect(run.stdout).toContain("unreadable         1");
  });
});

describe("the ledger's folder", () => {
  const io = { cwd: "/home/ada/project" } as Parameters<typeof ledgerFolder>[0];
  it.each([
    { why: "by default", options: {}, folder: "/home/ada/project/.emend/ledger" },
    { why: "beside another store", options: { store: "a/b.db" }, folder: "/home/ada/project/a/ledger" },
    {
      why: "with a server",
      options: { store: "postgres://host/x" },
      folder: "/home/ada/project/.emend/ledger",
    },
    { why: "as named", options: { store: "a/b.db", ledger: "../l" }, folder: "/home/ada/l" },
  ])("$why", ({ options, folder }) => {
    expect(ledgerFolder(io, options)).toBe(folder);
  });
});
