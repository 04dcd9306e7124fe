import { describe, expect, it } from "vitest";
import { ruleFile } from "../../../test/rule-file.ts";
import { folderOf, formatOfPath } from "./formats.ts";
import { scopeOfFile } from "./scope-of-file.ts";

describe("formatOfPath", () => {
  it.each([
    ["AGENTS.md", "agents", ""],
    ["packages/api/AGENTS.md", "agents", "packages/api"],
    ["CLAUDE.md", "claude", ""],
    [".claude/CLAUDE.md", "claude", ""],
    ["web/.claude/rules/forms/a.md", "claude-rules", "web"],
    [".cursor/rules/a.mdc", "cursor", ""],
    [".cursorrules", "cursor-legacy", ""],
    [".github/copilot-instructions.md", "copilot", ""],
    [".github/instructions/a.instructions.md", "copilot-paths", ""],
    [".windsurf/rules/a.md", "windsurf", ""],
    [".clinerules", "cline", ""],
    [".clinerules/a.md", "cline", ""],
    ["GEMINI.md", "gemini", ""],
    [".agents/skills/deploy/SKILL.md", "skill", ""],
  ])("knows %s as %s", (path, name, folder) => {
    expect(formatOfPath(path)?.name).toBe(name);
    expect(folderOf(path)).toBe(folder);
  });

  it.each([
    "README.md",
    ".cursor/rules/README.md",
    "CLAUDE.local.md",
    "docs/agents.md",
    ".agents/skills/deploy/AGENTS.md",
    "fixtures/AGENTS.md",
    "a/".repeat(2_000),
  ])("does not take %s", (path) => expect(formatOfPath(path)).toBeUndefined());
});

describe("scopeOfFile", () => {
  const scope = (path: string, front: string) => scopeOfFile(ruleFile(`---\n${front}\n---\n- a\n`, path));

  it.each([
    ["the folder of a nested file", "packages/api/AGENTS.md", "a: b", [], ["packages/api/**"]],
    [
      "Cursor's globs",
      ".cursor/rules/a.mdc",
      "globs: src/**,*.ts\nalwaysApply: false",
      ["cursor"],
      ["src/**", "*.ts"],
    ],
    [
      "a rule that is always applied",
      ".cursor/rules/a.mdc",
      "globs: src/**\nalwaysApply: true",
      ["cursor"],
      [],
    ],
    [
      "Claude's paths, within a folder",
      "web/.claude/rules/a.md",
      'paths:\n  - "src/**"',
      ["claude-code"],
      ["web/src/**"],
    ],
    [
      "Copilot's applyTo",
      ".github/instructions/a.instructions.md",
      'applyTo: "src/**,docs/**"',
      ["copilot"],
      ["src/**", "docs/**"],
    ],
    ["every file", ".github/instructions/a.instructions.md", 'applyTo: "**"', ["copilot"], []],
    ["Windsurf's globs", ".windsurf/rules/a.md", "trigger: glob\nglobs: src/**", ["windsurf"], ["src/**"]],
  ])("has %s", (_, path, front, agents, paths) =>
    expect(scope(path, front)).toEqual({ agents, paths, lost: [] }),
  );

  it.each([
    [
      ".cursor/rules/a.mdc",
      "description: For forms\nalwaysApply: false",
      "Cursor loads it only when its description fits the task; as a rule of Emend it is always given",
    ],
    [
      ".cursor/rules/a.mdc",
      "alwaysApply: false",
      "Cursor loads it only when somebody names it; as a rule of Emend it is always given",
    ],
    [
      ".windsurf/rules/a.md",
      "trigger: manual",
      "Windsurf loads it only when somebody names it; as a rule of Emend it is always given",
    ],
    [
      ".github/instructions/a.instructions.md",
      "description: b",
      "it has no applyTo, so Copilot never loads it by itself",
    ],
  ])("says what a rule of Emend cannot say: %s %s", (path, front, lost) =>
    expect(scope(path, front).lost).toEqual([lost]),
  );
});
