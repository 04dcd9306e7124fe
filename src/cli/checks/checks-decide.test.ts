import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ruleFromCode } from "../../../test/corrected-rule.ts";
import { runCli } from "../../../test/run-cli.ts";
import { testPorts } from "../../../test/test-ports.ts";
import { composeEmend } from "../../compose.ts";
import { openSqliteStore } from "../../drivers/sql/sqlite/open-sqlite-store.ts";

let folder = "";
let rule = "";
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "emend-cli-checks-"));
  execFileSync("git", ["init", "-q"], { cwd: folder });
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "src/a.js"), "const a = 1;\nuse(parseInt(a));\n");
  writeFileSync(join(folder, "src/b.js"), "use(parseInt(b, 10));\n");
  const emend = composeEmend(testPorts(await openSqliteStore({ file: join(folder, "emend.db") })));
  rule = (await ruleFromCode(emend)).id;
  await emend.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (args: readonly string[], stdin?: string) =>
  runCli(["checks", ...args, "--store", "emend.db"], {
    cwd: folder,
    env: { USER: "ana", HOME: "/nonexistent" },
    ...(stdin === undefined ? {} : { stdin }),
  });
interface Answer {
  readonly check: { readonly check_id: string };
  readonly items: readonly { readonly id: string }[];
}
const json = async (...args: readonly string[]): Promise<Answer> => {
  const { stdout, stderr, code } = await run([...args, "--json"]);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Answer;
};
const drafted = async (): Promise<string> => (await json("draft", rule)).check.check_id;

describe("emend checks", () => {
  it("drafts a check from a rule's corrections, tries it, and takes people's decisions", async () => {
    const made = await run(["draft", rule.slice(0, 12)]);
    expect(made.stderr).toBe("");
    expect(made.stdout).toMatch(
      /^drafted ck_\w{8}: it finds 3 of 3 corrections, 0 of 3 of what people made of them, 0 of 0 accepted pieces of work and 0 of 0 from other rules; 1 hit in 3 lines of the repository \(333.33 per 1,000\)\nNext: emend checks try ck_/,
    );
    const id = /ck_\w{8}/.exec(made.stdout)![0];
    const shown = await run(["show", id]);
    expect(shown.stdout).toContain("drafted; version 1 waits for approval");
    expect(shown.stdout).toContain("language: javascript");
    expect(shown.stdout).toContain("- const n = parseInt(text);\n  + const n = parseInt(text, 10);");
    const tried = await run(["try", id]);
    expect(tried.stdout).toContain("version 1 of");
    expect(tried.stdout).toContain("src/a.js:2");
    const hits = await json("hits", id, "--verdict", "none");
    expect(hits).toMatchObject({ items: [{ path: "src/a.js", line: 2, verdict: null }], next: null });
    const hit = hits.items[0]!.id;
    expect((await run(["judge", hit, "right"])).stdout).toContain("src/a.js:2 is right");
    expect(await json("hits", "--verdict", "right")).toMatchObject({ items: [{ judged_by: "ana" }] });
    expect((await run(["nudge", id])).stderr).toContain("[check_not_approved]");
    expect((await run(["approve", id])).stdout).toContain("1 more approval is needed");
    expect((await run(["approve", id, "--as", "ben"])).stdout).toContain("is watching in version 1");
    expect((await run(["nudge", id, "--reason", "all right"])).stdout).toContain("is nudging in version 1");
    expect((await run(["block", id])).stdout).toContain("is blocking");
    expect((await run(["watch", id, "--version", "1"])).stdout).toContain("is watching");
    const list = await json("list", "--state", "watching");
    expect(list).toMatchObject({
      items: [{ check_id: expect.stringContaining(id), state: "watching", figures: { fired: 1, right: 1 } }],
      next: null,
    });
    expect((await run(["list"])).stdout).toMatch(/^ID .*STATE .*FIRED/);
    expect((await run(["retire", id, "--reason", "noisy"])).stdout).toContain("retired");
    expect((await json("list", "--state", "watching")).items).toEqual([]);
  });

  it("takes a person's own pattern, words or file, and refuses what fails the gate with exit code 1", async () => {
    const own = ["draft", rule, "--language", "javascript", "--pattern"];
    const wide = await run([...own, "parseInt($$$A)"]);
    expect([wide.code, wide.stdout]).toEqual([1, ""]);
    expect(wide.stderr).toContain("it also finds what people made of 3 of the rule's 3 corrections");
    expect(wide.stderr).toContain("[check_refused]");
    const unread = await run([...own, "parseInt(("]);
    expect(unread.stderr).toContain("is not one piece of javascript code");
    expect((await run(["draft", rule, "--pattern", "x"])).stderr).toContain("[language_missing]");
    expect((await run(["draft", rule, "--check", "-"], "{}")).stderr).toContain("[invalid_check]");
    expect((await run(["draft", rule, "--check", "-"], "nonsense")).code).toBe(2);
    expect((await run(["draft"])).stderr).toContain("[rule_missing]");
    const good = { kind: "structure", language: "javascript", rule: { pattern: "parseInt($X)" } };
    const taken = await run(["draft", rule, "--check", "-", "--json"], JSON.stringify(good));
    expect(JSON.parse(taken.stdout)).toMatchObject({ check: { check: good, state: "drafted" } });
    expect((await run(["draft", rule, "--check", "-"], JSON.stringify(good))).stderr).toContain(
      "[same_check]",
    );
    expect((await run(["draft", rule, "--words", "parseInt forever"])).code).toBe(0);
    expect((await json("list", "--rule", rule)).items).toHaveLength(2);
  });

  it("explains what does not exist and what is wrong, with the exit codes of every command", async () => {
    const id = await drafted();
    const none = await run(["show", "ck_zzz"]);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("[check_not_found]")]);
    expect((await run(["judge", "hi_zzz", "right"])).stderr).toContain("[hit_not_found]");
    expect((await run(["judge", "hi_zzz", "maybe"])).code).toBe(2);
    expect((await run(["list", "--state", "asleep"])).code).toBe(2);
    expect((await run(["list", "--after", "x"])).stderr).toContain("[invalid_cursor]");
    expect((await run(["try", id, "--version", "7"])).stderr).toContain("[no_such_check_version]");
    expect((await run(["try", id, "../outside"])).code).toBeGreaterThan(1);
    expect((await run(["approve", id, "--version", "7"])).stderr).toContain("[no_such_check_version]");
    expect((await run(["retire", id])).code).toBe(2);
    const few = await run(["draft", "ru_zzz"]);
    expect([few.code, few.stderr]).toEqual([2, expect.stringContaining("[rule_not_found]")]);
  });

  it("prints nothing that acts on a terminal", async () => {
    const evil = "\u001b[2J\u009b1m\u202E";
    writeFileSync(join(folder, "src/evil.js"), `use(parseInt("${evil}"));\n`);
    const id = await drafted();
    await run(["retire", id, "--reason", `${evil} gone`]);
    for (const args of [
      ["list"],
      ["show", id],
      ["try", id],
      ["hits"],
      ["hits", "--jsonl"],
      ["try", id, "--json"],
    ]) {
      const { code, stdout } = await run(args);
      expect([args, code]).toEqual([args, 0]);
      expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
    }
  });
});
