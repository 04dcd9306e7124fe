import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { git } from "../../../test/git-ledger.ts";
import { runCli } from "../../../test/run-cli.ts";

let cwd: string;

function put(path: string, text: string): void {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), text);
}

const emend = (...args: readonly string[]) => runCli(args, { cwd, env: { HOME: cwd, USER: "ana" } });

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "emend-import-"));
  git(cwd, "init", "-q", "-b", "main");
  put(
    "AGENTS.md",
    "# Shop\n\nA shop for books.\n\n## Git\n\n- Never push to main.\n- Squash your commits.\n",
  );
  put(".cursor/rules/forms.mdc", "---\nglobs: src/forms/**\n---\n- Use labels in forms.\n");
});

describe("emend rules import", () => {
  it("shows what it would propose, and proposes nothing", async () => {
    const run = await emend("rules", "import", "--dry-run");
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout).toMatchInlineSnapshot(`
      ".cursor/rules/forms.mdc:4  cursor, in src/forms/**
        Use labels in forms.
      AGENTS.md:7  every agent, in every file
        Never push to main.
      AGENTS.md:8  every agent, in every file
        Squash your commits.

      3 rules to propose from 2 files
      lines left in the files:
            1  no instruction
            2  heading, code, table, quote or comment
      "
    `);
    expect((await emend("rules", "import")).code).toBe(2);
  });

  it("proposes each rule once, and puts none in force", async () => {
    const before = readFileSync(join(cwd, "AGENTS.md"), "utf8");
    const first = await emend("rules", "import", "--yes");
    expect(first.stdout).toContain("proposed 3 rules. Next: emend rules list --status proposed\n");
    expect(readFileSync(join(cwd, "AGENTS.md"), "utf8")).toBe(before);
    const listed = JSON.parse((await emend("rules", "list", "--json")).stdout) as {
      items: { rule_id: string; status: string; text: string }[];
    };
    expect(listed.items.map(({ status, text }) => `${status} ${text}`).toSorted()).toEqual([
      "proposed Never push to main.",
      "proposed Squash your commits.",
      "proposed Use labels in forms.",
    ]);
    const again = await emend("rules", "import", "--yes", "--json");
    expect(JSON.parse(again.stdout)).toMatchObject({ proposed: 0, proposals: [], known: [{}, {}, {}] });
    const form = listed.items.find(({ text }) => text.startsWith("Use labels"))!;
    const shown = await emend("rules", "show", form.rule_id, "--json");
    expect(JSON.parse(shown.stdout)).toMatchObject({
      version: {
        reason: "Already written here: .cursor/rules/forms.mdc:4.",
        scope: { agents: ["cursor"], paths: ["src/forms/**"] },
        proposed_by: { id: "ana", trust: "person" },
      },
    });
  });

  it("does not propose again what people rejected", async () => {
    const { proposals } = JSON.parse((await emend("rules", "import", "--yes", "--json")).stdout) as {
      proposals: { rule_id: string; text: string }[];
    };
    const { rule_id } = proposals.find(({ text }) => text.startsWith("Squash"))!;
    await emend("rules", "reject", rule_id, "--as", "bo", "--reason", "we merge");
    expect((await emend("rules", "import", "--yes")).stdout).toContain(
      "0 rules to propose from 2 files; 3 known already",
    );
  });

  it("leaves skills out unless they are named", async () => {
    put(
      ".claude/skills/ship/SKILL.md",
      "---\nname: ship\ndescription: To ship\n---\n- Tag the release first.\n",
    );
    expect((await emend("rules", "import", "--dry-run")).stdout).toContain("1 skill left out");
    const named = await emend("rules", "import", "--dry-run", ".claude/skills");
    expect(named.stdout).toContain("Tag the release first.");
    expect(named.stdout).toContain(
      "the agent loads it only when its description fits the task; as a rule of Emend it is always given",
    );
  });
});
