import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readYaml } from "../../src/drivers/git/read-yaml.ts";
import { importableRules } from "../../src/core/rule-file/importable-rules.ts";
import { fixRuleFile } from "../../src/core/rule-lint/fix-rule-file.ts";
import { lintAsReview } from "../../src/core/rule-lint/lint-as-review.ts";
import { lintRuleFiles } from "../../src/core/rule-lint/lint-rule-files.ts";
import { readCommands } from "../../src/core/rule-lint/project-commands.ts";
import { createTree } from "../../src/core/rule-lint/project-tree.ts";
import { readToolSettings, TOOL_FILES } from "../../src/core/rule-lint/tool-settings.ts";
import { ruleFile } from "../rule-file.ts";

const PATHS = [
  "AGENTS.md",
  "CLAUDE.md",
  ".cursor/rules/a.mdc",
  ".claude/rules/a.md",
  ".github/instructions/a.instructions.md",
  ".windsurf/rules/a.md",
  ".claude/skills/a/SKILL.md",
];

/** Everything that is done with a file of somebody else's. */
function takeIn(text: string, path: string): number {
  const file = ruleFile(text, path);
  const { findings, stalePaths } = lintRuleFiles({
    files: [file, ruleFile(text, "web/AGENTS.md")],
    tree: createTree(["src/a.ts", "package.json", text.slice(0, 300)]),
    commands: readCommands(
      new Map(
        ["package.json", "Makefile", "justfile", "Taskfile.yml", "Cargo.toml"].map((name) => [name, text]),
      ),
    ),
    enforcement: {
      settings: readToolSettings(new Map(TOOL_FILES.map((name) => [name, text])), readYaml),
      linterFor: () => undefined,
      isScript: true,
    },
    yamlProblem: (front) => {
      const parsed = readYaml(front);
      return parsed.ok ? undefined : parsed.error;
    },
  });
  fixRuleFile(file, findings);
  lintAsReview(findings);
  return findings.length + stalePaths.length + importableRules([file]).rules.length;
}

describe("instruction files that somebody else wrote", () => {
  it("take any text", () => {
    const part = fc.constantFrom(
      ...'---\n|globs: |alwaysApply: "true"|paths:\n  - |a: &a [*a,*a]|- |`src/|`npm run |`make |](|](mdc:|@docs/|<!--|-->|```sh\n|| |# |**|\\|/|..|%2e%2e|{a,b}|*|[|(|é|\u200b|\u202e|\u{e0041}|\ud800|\0|\n|\r\n|`|:|\'|"|Use |Never |tabs|2 spaces'.split(
        "|",
      ),
    );
    const text = fc.oneof(
      fc.array(part, { maxLength: 80 }).map((parts) => parts.join("")),
      fc.string({ unit: "binary", maxLength: 300 }),
    );
    fc.assert(
      fc.property(text, fc.constantFrom(...PATHS), (all, path) => {
        expect(takeIn(all, path)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    [
      "nested aliases",
      `---\na: &a [x]\n${Array.from({ length: 40 }, (_, at) => `b${at}: &b${at} [*a,*a,*a]`).join("\n")}\n---\n`,
    ],
    ["deep nesting", `---\na: ${"[".repeat(50_000)}\n---\n${"  ".repeat(2_000)}- a\n`],
    ["many backticks", "`".repeat(100_000)],
    ["open spans and links", "`a](".repeat(30_000)],
    ["open comments", "<!-- ".repeat(30_000)],
    ["one long line of stars", `- ${"**a".repeat(40_000)}`],
    ["one long path", `- \`${"a/".repeat(40_000)}b.ts\``],
    ["many globs", `---\nglobs: ${"{a,b}".repeat(5_000)}\n---\n- a\n`],
    ["many lines that are alike", "- Use two spaces in all files here.\n".repeat(3_000)],
    ["many paths", Array.from({ length: 6_000 }, (_, at) => `- \`src/page-${at}.ts\``).join("\n")],
    ["spaces", `- a${" ".repeat(100_000)}b\n${" ".repeat(100_000)}`],
    ["invisible characters", "\u200b".repeat(100_000)],
    ["a list without an end", "- Use tabs: and spaces, and tabs; and spaces. ".repeat(5_000)],
  ])("end in time: %s", (_, text) => {
    const from = performance.now();
    for (const path of [".cursor/rules/a.mdc", "CLAUDE.md"]) takeIn(text, path);
    // A text that took quadratic time would need minutes.
    expect(performance.now() - from).toBeLessThan(8_000);
  });
});
