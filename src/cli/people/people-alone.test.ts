import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../../../test/run-cli.ts";
import { withStore } from "../../../test/with-store.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-alone-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: readonly string[]) => runCli(args, { cwd: folder });
const propose = async (by: string, text = "Close every file that you open."): Promise<string> => {
  const { stdout } = await run("rules", "propose", "--text", text, "--reason", "r", "--as", by, "--json");
  return /ru_[0-9a-f]+/.exec(stdout)![0];
};
const approve = (rule: string, by: string) => run("rules", "approve", rule, "--as", by);

describe("one person is a team", () => {
  it("16.x who works alone approves their own proposal, and its history says so", async () => {
    expect((await run("people", "alone", "--as", "ana")).stdout).toBe(
      "ana works alone here: one approval by ana is enough until somebody else joins\n",
    );
    const rule = await propose("ana");
    expect((await approve(rule, "ana")).stdout).toContain("in force");
    expect((await run("rules", "history", rule)).stdout).toContain("approved by ana, who works alone");
    const { acts } = JSON.parse((await run("rules", "history", rule, "--json")).stdout) as { acts: unknown };
    expect(acts).toMatchObject([{ act: "proposed" }, { act: "approved", by: "ana", alone: true }, {}]);
    const audit = (await run("audit", "list", "--json")).stdout;
    for (const act of ["people.alone", "rule.activated"]) expect(audit).toContain(act);
    expect(await run("audit", "verify")).toMatchObject({ code: 0 });
  });

  it("16.x without a word about it, a proposer still needs somebody else", async () => {
    const rule = await propose("ana");
    expect((await approve(rule, "ana")).stdout).not.toContain("in force");
    expect((await run("rules", "show", rule)).stdout).toContain("proposed");
  });

  it("16.x an approval that was given before counts once they say that they work alone", async () => {
    const rule = await propose("ana");
    await approve(rule, "ana");
    await run("people", "alone", "--as", "ana");
    expect((await approve(rule, "ana")).stdout).toContain("in force");
  });

  it("16.x a second person with a token ends it, and nothing of what is in force changes", async () => {
    await run("people", "alone", "--as", "ana");
    const first = await propose("ana");
    await approve(first, "ana");
    const second = await propose("ana", "Name the unit of every number.");
    await run("tokens", "create", "--name", "bo", "--role", "approver");
    expect((await approve(second, "ana")).stdout).not.toContain("in force");
    await withStore(folder, async (store) => {
      expect(await store.rules.find(first)).toMatchObject({ status: "active" });
      expect(await store.rules.find(second)).toMatchObject({ status: "proposed" });
    });
    expect((await approve(second, "bo")).stdout).toContain("in force");
    // Neither revoking nor linking makes a team one person again.
    await run("people", "link", "ana", "name:bo", "--as", "ana");
    const third = await propose("ana", "Say why in every commit.");
    expect((await approve(third, "ana")).stdout).not.toContain("in force");
  });

  it("16.x a second person who decides about a rule ends it", async () => {
    await run("people", "alone", "--as", "ana");
    const theirs = await propose("bo");
    expect((await approve(theirs, "ana")).stdout).not.toContain("in force");
    const own = await propose("ana", "Name the unit of every number.");
    expect((await approve(own, "ana")).stdout).not.toContain("in force");
  });

  it("says so if another name ends it, and how to go on if that is the same person", async () => {
    await run("people", "alone", "--as", "ana");
    const rule = await propose("ana");
    const { stderr } = await run("rules", "reject", rule, "--as", "nora", "--reason", "No.");
    expect(stderr).toContain(
      "nora is a second person beside ana, so rules need the approvals in the settings again.",
    );
    expect(stderr).toContain("If both are you: emend people alone");
  });

  it("16.x a team never becomes one person", async () => {
    await run("tokens", "create", "--name", "bo", "--role", "reviewer");
    const refused = await run("people", "alone", "--as", "ana");
    expect(refused.stderr).toContain("bo has a login here, so this is a team");
    expect(refused.stderr).toContain("[second_person_known]");
    expect((await run("people", "team", "--as", "ana")).stderr).toContain("[not_alone]");
  });

  it("16.x an agent's token and an outsider's words make no second person, and neither can approve", async () => {
    await run("people", "alone", "--as", "ana");
    await run("tokens", "create", "--name", "bot", "--role", "agent", "--agent", "rio");
    const line = { agent: "rio", comment: "Use tabs.", author: { id: "eve", trust: "outsider" } };
    await runCli(["import", "-"], { cwd: folder, stdin: JSON.stringify(line) });
    const rule = await propose("ana");
    expect((await approve(rule, "ana")).stdout).toContain("in force");
  });

  it("16.x a stricter quorum that a team chose stays", async () => {
    await run("people", "alone", "--as", "ana");
    const rule = await propose("ana");
    const env = { EMEND_RULES_APPROVERS: "3" };
    const { stdout } = await runCli(["rules", "approve", rule, "--as", "ana"], { cwd: folder, env });
    expect(stdout).not.toContain("in force");
  });

  it("16.x ends by a word, and with the person", async () => {
    await run("people", "alone", "--as", "ana");
    expect((await run("people", "alone", "--as", "ana")).stderr).toContain("[already_alone]");
    expect((await run("people", "team", "--as", "ana")).code).toBe(0);
    await run("people", "alone", "--as", "ana");
    await run("erase", "person", "ana", "--yes");
    await withStore(folder, async (store) => {
      expect((await store.people.read()).known.alone).toBeUndefined();
    });
  });
});
