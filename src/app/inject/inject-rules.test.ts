import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changeKindOf } from "../../core/inject/planned-file.ts";
import { EXAMPLE_TIME, person, proposing, ruleAfter, WRITER } from "../../../test/examples/example-rule.ts";
import { type Rule, type RuleScope, ruleId } from "../../core/rule/rule.ts";
import { DEFAULT_RULE_POLICY } from "../../core/evaluation/rule-policy.ts";
import type { TrialAssignment } from "../../core/trial/trial.ts";
import { createProjectFiles } from "../../drivers/files/project-files.ts";
import { injectRules, type InjectReport, type InjectRulesOptions } from "./inject-rules.ts";

/** A rule that two people approved. */
function inForce(text: string, scope: Partial<RuleScope> = {}): Rule {
  const id = ruleId({ cluster_id: text });
  const proposed = proposing(WRITER, { text, scope: { agents: [], paths: [], ...scope } });
  return ruleAfter(
    { ...proposed, id } as typeof proposed,
    { type: "approve", version: 1, by: person("ada") },
    { type: "approve", version: 1, by: person("ben") },
  );
}

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "emend-inject-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const onDisk = (path: string): string => readFileSync(join(root, path), "utf8");

const NO_CHECKS = { hookRuns: async () => [], running: async () => [] };
const inject = (
  rules: readonly Rule[],
  options: InjectRulesOptions = {},
  tried: readonly TrialAssignment[] = [],
  checks: Parameters<typeof injectRules>[0]["checks"] = NO_CHECKS,
): Promise<InjectReport> =>
  injectRules({
    rules: { inForce: async () => rules },
    trials: { assignments: async () => tried },
    checks,
    files: createProjectFiles({ root }),
    policy: DEFAULT_RULE_POLICY,
    now: () => EXAMPLE_TIME,
  })(options);

const changes = ({ files }: InjectReport): readonly string[] =>
  files.map((file) => `${changeKindOf(file)} ${file.path}`);

const RULES = [inForce("Close every file."), inForce("Build a set first.", { paths: ["src/**"] })];

describe("injectRules", () => {
  it.each<{ why: string; there: readonly string[]; targets: readonly string[] }>([
    { why: "nothing there", there: [], targets: ["agents"] },
    { why: "AGENTS.md", there: ["AGENTS.md"], targets: ["agents"] },
    {
      why: "Claude's file and rules",
      there: ["CLAUDE.md", ".claude/rules/style.md"],
      targets: ["claude", "claude-rules"],
    },
    { why: "a folder of Cursor's", there: [".cursor/mcp.json"], targets: ["cursor"] },
    {
      why: "Copilot's files",
      there: [".github/copilot-instructions.md", ".github/instructions/a.instructions.md"],
      targets: ["copilot", "copilot-paths"],
    },
    { why: "workflows are no sign of Copilot", there: [".github/workflows/ci.yml"], targets: ["agents"] },
    { why: "a folder of Claude Code's", there: [".claude/skills/x/SKILL.md"], targets: ["claude"] },
    { why: "Codex", there: [".codex/config.toml"], targets: ["agents"] },
    { why: "Windsurf", there: [".windsurf/rules/a.md"], targets: ["windsurf"] },
  ])("finds targets: $why", async ({ there, targets }) => {
    for (const path of there) put(path, "x\n");
    expect((await inject(RULES)).targets).toEqual(targets);
  });

  it("writes, changes nothing the second time, and takes it all back", async () => {
    put("CLAUDE.md", "# Mine\r\n");
    put(".cursor/rules/mine.mdc", "mine\n");
    const first = await inject(RULES, { targets: ["agents", "claude", "cursor", "skill"] });
    expect(changes(first)).toMatchInlineSnapshot(`
      [
        "created AGENTS.md",
        "updated CLAUDE.md",
        "created .claude/skills/emend-rules/SKILL.md",
      ]
    `);
    expect(onDisk("CLAUDE.md")).toMatch(/^# Mine\r\n<!-- emend:begin -->\r\n/);
    const second = await inject(RULES);
    expect(second.targets).toEqual(["agents", "claude", "cursor", "skill"]);
    expect(changes(second).every((change) => change.startsWith("unchanged"))).toBe(true);
    const gone = await inject(RULES, { remove: true });
    expect(gone.written).toBe(true);
    expect(onDisk("CLAUDE.md")).toBe("# Mine\r\n");
    expect(readdirSync(root, { recursive: true, encoding: "utf8" }).toSorted()).toEqual([
      ".claude",
      ".claude/skills",
      ".cursor",
      ".cursor/rules",
      ".cursor/rules/mine.mdc",
      "CLAUDE.md",
    ]);
  });

  it("takes the block out when the last rule goes, and the file where it was made for it", async () => {
    await inject(RULES, { targets: ["agents"] });
    expect(changes(await inject([], { targets: ["agents"] }))).toEqual(["removed AGENTS.md"]);
    expect(existsSync(join(root, "AGENTS.md"))).toBe(false);
  });

  it("writes nothing anywhere while one file has a problem", async () => {
    put("AGENTS.md", "# A\n");
    put("CLAUDE.md", "<!-- emend:end -->\n");
    const report = await inject(RULES);
    expect(report).toMatchObject({
      written: false,
      problems: [{ path: "CLAUDE.md", code: "block_unopened" }],
    });
    expect(onDisk("AGENTS.md")).toBe("# A\n");
  });

  it("only says what it would do", async () => {
    const report = await inject(RULES, { dry: true });
    expect(report).toMatchObject({ written: false, files: [{ before: null }] });
    expect(existsSync(join(root, "AGENTS.md"))).toBe(false);
  });

  it("writes a file once that has two names", async () => {
    put("AGENTS.md", "# A\n");
    symlinkSync("AGENTS.md", join(root, "CLAUDE.md"));
    const report = await inject([...RULES, inForce("Ask first.", { agents: ["claude-code"] })]);
    expect(changes(report)).toEqual(["updated AGENTS.md"]);
    expect(report.notes).toEqual(["CLAUDE.md is the same file as AGENTS.md, so it is written once"]);
    expect(onDisk("CLAUDE.md")).toContain("- Ask first.");
    expect(changes(await inject([], { remove: true }))).toEqual(["updated AGENTS.md"]);
    expect(onDisk("AGENTS.md")).toBe("# A\n");
  });

  it("leaves rules on trial out, and says so", async () => {
    const [tried, other] = [inForce("Close every handle."), inForce("Name every test.")];
    const trial = { id: "tr_1", rule_id: tried.id, version: 1, share: 0.5, secret: "s" };
    const { notes } = await inject([tried, other], {}, [trial]);
    expect(onDisk("AGENTS.md")).toContain("Name every test.");
    expect(onDisk("AGENTS.md")).not.toContain("Close every handle.");
    expect(notes).toEqual([
      `1 rule is on trial and left out of files, which every task reads: ${tried.id}; see \`emend trials list\``,
    ]);
    await inject([tried, other], {}, [{ ...trial, version: 2 }]);
    expect(onDisk("AGENTS.md")).toContain("Close every handle.");
  });

  it("asks the store for the one agent that is named", async () => {
    const asked: (string | undefined)[] = [];
    const run = injectRules({
      rules: {
        inForce: async (agent) => {
          asked.push(agent);
          return [];
        },
      },
      trials: { assignments: async () => [] },
      checks: NO_CHECKS,
      files: createProjectFiles({ root }),
      policy: DEFAULT_RULE_POLICY,
      now: () => EXAMPLE_TIME,
    });
    await run({ agents: ["rio"] });
    await run({ agents: ["rio", "mia"] });
    await run();
    await run({ remove: true });
    expect(asked).toEqual(["rio", undefined, undefined]);
  });
});
