import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../../../test/run-cli.ts";
import { withStore } from "../../../test/with-store.ts";
import { decideRule } from "../../app/rule/decide-rule.ts";
import { DEFAULT_RULE_POLICY } from "../../core/evaluation/rule-policy.ts";
import { approve, EXAMPLE_ID, person, proposing } from "../../../test/examples/example-rule.ts";

let folder = "";
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "emend-people-cli-"));
  await runCli(["tokens", "create", "--name", "ana", "--role", "approver"], { cwd: folder });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: readonly string[]) => runCli(["people", ...args], { cwd: folder });
const steady = (text: string): string => text.replaceAll(/(tk|pn)_[0-9a-f]{16}/g, "$1_0");

describe("emend people", () => {
  it("links a login, shows whose it is, and unlinks it", async () => {
    const linked = await run("link", "ana", "github:ana-dev", "--as", "root");
    expect(linked.code).toBe(0);
    expect(steady((await run("show", "github:ana-dev")).stdout)).toMatchInlineSnapshot(`
      "ana (pn_0)
        name:ana: linked by root on 2026-11-15
        github:ana-dev: linked by root on 2026-11-15
        token:tk_0 as ana: not linked
      "
    `);
    expect((await run("list")).stdout).toMatch(/^NAME +LOGINS +ID\nana +name:ana, github:ana-dev, token:tk_/);
    expect((await run("unlink", "github:ana-dev")).stdout).toContain("unlinked github:ana-dev");
    const { items: people } = JSON.parse((await run("list", "--json")).stdout) as { items: unknown[] };
    expect(people).toMatchObject([{ name: "ana", logins: [{ how: "administrator" }, { how: "same_name" }] }]);
  });

  it.each([
    [["link", "ana", "token:tk_0000000000000000"], 2, "login_not_found"],
    [["link", "ana", "oidc:nobody"], 1, "invalid_login"],
    [["link", "ana", "ana"], 1, "already_linked"],
    [["unlink", "github:who"], 1, "login_not_linked"],
    [["admit", "ana"], 1, "not_erased"],
    [["show", "who"], 2, "person_not_found"],
  ])("refuses %j", async (args, code, problem) => {
    const { code: ended, stderr } = await run(...args);
    expect([ended, stderr]).toEqual([code, expect.stringContaining(`[${problem}]`)]);
  });

  it("names the rules in force that fewer people approved than it seemed", async () => {
    await withStore(folder, async (store) => {
      const decide = decideRule({
        ...store,
        policy: DEFAULT_RULE_POLICY,
        now: () => "2026-03-01T09:00:00.000Z",
      });
      await decide(EXAMPLE_ID, proposing());
      await decide(EXAMPLE_ID, approve(person("ana")));
      await decide(EXAMPLE_ID, approve(person("ana@example.com")));
    });
    const { stdout, stderr } = await run("link", "ana", "ana@example.com", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ short_of_quorum: [EXAMPLE_ID] });
    expect(stderr).toContain("is in force with too few approvals");
  });

  it("admits somebody who was erased", async () => {
    await runCli(["erase", "person", "ana", "--yes"], { cwd: folder });
    const create = ["tokens", "create", "--name", "ana", "--role", "approver"];
    expect((await runCli(create, { cwd: folder })).stderr).toContain("[name_erased]");
    expect((await run("admit", "ana")).code).toBe(0);
    expect((await runCli(create, { cwd: folder })).code).toBe(0);
  });
});
