import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plan, RULES } from "../../../test/examples/example-injection.ts";
import { activeRule } from "../../../test/examples/example-rule.ts";
import { FILE_MARKER, TARGET_NAMES, type TargetName } from "./targets.ts";
import type { InjectionRequest } from "./plan-injection.ts";
import { changeKindOf, type InjectionPlan } from "./planned-file.ts";

/** What lies on disk once a plan was carried out. */
function carriedOut(existing: ReadonlyMap<string, string>, { files }: InjectionPlan): Map<string, string> {
  const after = new Map(existing);
  for (const file of files) {
    if (file.after === null) after.delete(file.path);
    else after.set(file.path, file.after);
  }
  return after;
}

describe("planInjection", () => {
  it("divides the rules where both halves of a pair are written", () => {
    const { files } = plan(["claude", "claude-rules", "copilot", "copilot-paths"]);
    expect(files.map(({ path, rules }) => `${path} ${rules}`)).toMatchInlineSnapshot(`
      [
        "CLAUDE.md 2",
        ".claude/rules/emend-test-ts-6b70ee3f.md 1",
        ".claude/rules/emend-src-ts-src-tsx-edbce726.md 1",
        ".github/copilot-instructions.md 2",
        ".github/instructions/emend-test-ts-6b70ee3f.instructions.md 1",
        ".github/instructions/emend-src-ts-src-tsx-edbce726.instructions.md 1",
      ]
    `);
    expect(files.find(({ target }) => target === "claude")?.after).not.toContain("Build a set");
  });

  it("gives a file the rules of the agents that read it, or of those named", () => {
    const rules = ["codex", "claude-code", "rio"].map((agent, at) =>
      activeRule(at + 1, { scope: { agents: [agent], paths: [] } }),
    );
    const given = (parts: Partial<InjectionRequest>): readonly string[] =>
      plan(["agents", "claude"], { rules, ...parts }).files.map(
        ({ path, after }) => `${path} ${(after?.match(/number \d/g) ?? []).join()}`,
      );
    expect(given({})).toEqual(["AGENTS.md number 1", "CLAUDE.md number 2"]);
    expect(given({ agents: ["rio"] })).toEqual(["AGENTS.md number 3", "CLAUDE.md number 3"]);
    expect(given({ agents: ["rio", "codex"] })).toEqual([
      "AGENTS.md number 1,number 3",
      "CLAUDE.md number 1,number 3",
    ]);
    const sameFile = new Map([["claude", "agents"]] as const);
    expect(given({ sameFile })).toEqual(["AGENTS.md number 1,number 2"]);
    expect(given({ sameFile, targets: ["agents", "claude", "claude-rules"] })).toEqual([
      "AGENTS.md number 1,number 2",
    ]);
    const { files, notes, withheld } = plan(["agents"], { rules });
    expect(files[0]?.rules).toBe(2);
    expect(notes).toEqual([
      "target agents: 1 rule is for other agents (rio); use --agent to choose whose rules to write",
    ]);
    expect(withheld.map(({ reason }) => reason)).toEqual(["other_agent"]);
  });

  it("gives AGENTS.md the rules of every agent that reads it, and of the repository's own agent", () => {
    const names = ["gemini", "opencode", "amp", "zed", "aider", "windsurf", "cline", "rio"];
    const rules = names.map((agent, at) => activeRule(at + 1, { scope: { agents: [agent], paths: [] } }));
    expect(plan(["agents"], { rules }).files[0]?.rules).toBe(7);
    expect(plan(["agents"], { rules, local: "rio" }).files[0]?.rules).toBe(8);
  });

  it("does not repeat the rules of AGENTS.md in the files of agents that read both", () => {
    const rules = [activeRule(1), activeRule(2, { scope: { agents: ["windsurf"], paths: [] } })];
    const { files, notes } = plan(["agents", "windsurf"], { rules });
    expect(files.map(({ path, after }) => `${path} ${(after?.match(/number \d/g) ?? []).join()}`)).toEqual([
      "AGENTS.md number 1",
      ".windsurf/rules/emend.md number 2",
    ]);
    expect(notes).toContain("target windsurf: 1 rule is only in AGENTS.md, which windsurf reads, too");
  });

  it.each<{ why: string; target: TargetName; path: string; text: string; kept: number }>([
    {
      why: "Codex's 32 KiB, in bytes",
      target: "agents",
      path: "AGENTS.md",
      text: `${"é".repeat(16_220)}\n`,
      kept: 1,
    },
    {
      why: "a file that is too long already",
      target: "agents",
      path: "AGENTS.md",
      text: `${"x".repeat(40_000)}\n`,
      kept: 0,
    },
    {
      why: "Copilot's 4,000 characters",
      target: "copilot",
      path: ".github/copilot-instructions.md",
      text: `${"x".repeat(3_700)}\n`,
      kept: 1,
    },
  ])("withholds what goes beyond $why, the best go in", ({ target, path, text, kept }) => {
    const rules = [
      activeRule(1, { evidence_count: 9 }),
      activeRule(2, { text: `Do ${"much ".repeat(40)}` }),
      activeRule(3, { text: `Do ${"more ".repeat(40)}` }),
    ];
    const { files, withheld } = plan([target], { rules, existing: new Map([[path, text]]) });
    expect(files[0]?.rules).toBe(kept);
    expect(files[0]?.after?.startsWith(text)).toBe(true);
    expect(withheld.map(({ rule_id, reason }) => [Number(rule_id.slice(3)), reason])).toEqual(
      rules.slice(kept).map((_, at) => [at + kept + 1, "format_limit"]),
    );
  });

  it("holds every whole file to its limit", () => {
    const rules = Array.from({ length: 1_000 }, (_, at) => activeRule(at + 1));
    const policy = { rulesPerAgent: 1_000, tokenBudget: 1_000_000, withholdFlagged: false };
    const { files, withheld } = plan(["cursor", "copilot-paths", "claude-rules", "skill"], { rules, policy });
    expect(files.map(({ path, after }) => [path, after?.length, after?.split("\n").length]))
      .toMatchInlineSnapshot(`
        [
          [
            ".claude/rules/emend-everywhere.md",
            4505,
            200,
          ],
          [
            ".cursor/rules/emend.mdc",
            11335,
            499,
          ],
          [
            ".github/instructions/emend-everywhere.instructions.md",
            3999,
            181,
          ],
          [
            ".claude/skills/emend-rules/SKILL.md",
            11506,
            499,
          ],
        ]
      `);
    expect(withheld.length).toBe(4_000 - files.reduce((sum, file) => sum + file.rules, 0));
  });

  it("remarks on a CLAUDE.md that is longer than Claude follows well", () => {
    const existing = new Map([["CLAUDE.md", "x\n".repeat(300)]]);
    expect(plan(["claude"], { existing }).notes[0]).toMatch(/^CLAUDE\.md has 3\d\d lines/);
  });

  it("leaves a file alone that has our name and is not ours, unless told otherwise", () => {
    const path = ".cursor/rules/emend.mdc";
    const existing = new Map([[path, "mine\n"]]);
    expect(plan(["cursor"], { existing }).problems).toMatchObject([{ path, code: "file_not_ours" }]);
    expect(plan(["cursor"], { existing, rules: [] })).toMatchObject({ files: [], problems: [] });
    expect(
      plan(["cursor"], { existing, force: true }).files.find((file) => file.path === path),
    ).toMatchObject({ before: "mine\n" });
  });

  it("writes rules once where CLAUDE.md loads AGENTS.md, and takes out what it held", () => {
    const rules = [activeRule(1), activeRule(2, { scope: { agents: ["claude-code"], paths: [] } })];
    const own = new Map([["CLAUDE.md", "# Mine\n"]]);
    const before = carriedOut(own, plan(["claude"], { rules, existing: own }));
    const existing = new Map([["CLAUDE.md", `@AGENTS.md\n${before.get("CLAUDE.md")}`]]);
    const { files, notes } = plan(["agents", "claude"], { rules, existing });
    expect(files.map(({ path, rules: count }) => [path, count])).toEqual([
      ["AGENTS.md", 2],
      ["CLAUDE.md", 0],
    ]);
    expect(files[1]?.after).toBe("@AGENTS.md\n# Mine\n");
    expect(notes).toEqual(["CLAUDE.md loads AGENTS.md, so rules are only written there"]);
    expect(plan(["claude"], { rules, existing }).files[0]?.rules).toBe(2);
  });

  it("names the file whose block is broken", () => {
    const existing = new Map([["AGENTS.md", "<!-- emend:begin -->\n"]]);
    expect(plan(["agents"], { existing })).toMatchObject({
      files: [],
      problems: [{ path: "AGENTS.md", code: "block_unclosed" }],
    });
  });

  it("removes the file of a scope that is gone, and nothing that is not ours", () => {
    const before = carriedOut(
      new Map([
        [".cursor/rules/emend-mine.mdc", "mine"],
        [".cursor/rules/other.mdc", FILE_MARKER],
      ]),
      plan(["cursor"]),
    );
    const { files } = plan(["cursor"], { existing: before, rules: RULES.slice(0, 1) });
    expect(files.map((file) => `${changeKindOf(file)} ${file.path}`)).toMatchInlineSnapshot(`
      [
        "updated .cursor/rules/emend.mdc",
        "removed .cursor/rules/emend-src-ts-src-tsx-edbce726.mdc",
        "removed .cursor/rules/emend-test-ts-6b70ee3f.mdc",
      ]
    `);
  });

  it("keeps the Windows line ends of a checkout", () => {
    const before = carriedOut(new Map(), plan(["cursor", "skill"]));
    const existing = new Map(
      [...before].map(([path, text]) => [path, text.replaceAll("\n", "\r\n")] as const),
    );
    expect(plan(["cursor", "skill"], { existing }).files.map(changeKindOf)).toEqual([
      "unchanged",
      "unchanged",
      "unchanged",
      "unchanged",
    ]);
  });

  it("changes nothing the second time, and without rules leaves what was there before", () => {
    const words = fc.record({
      number: fc.integer({ min: 1, max: 40 }),
      text: fc.string({ minLength: 1 }),
      path: fc.option(fc.constantFrom("src/**", "*.md", "a b/*", "{a,b}/c")),
    });
    const own = fc.dictionary(
      fc.constantFrom("AGENTS.md", "CLAUDE.md", ".github/copilot-instructions.md"),
      fc.constantFrom("", "# A", "# A\n", "a\r\nb\r\n", "\uFEFFa"),
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(words, { selector: ({ number }) => number, maxLength: 8 }),
        fc.subarray([...TARGET_NAMES]),
        own,
        (parts, targets, texts) => {
          const rules = parts.map(({ number, text, path }) =>
            activeRule(number, { text, scope: { agents: [], paths: path === null ? [] : [path] } }),
          );
          const before = new Map(Object.entries(texts));
          const first = plan(targets, { rules, existing: before });
          expect(first.problems).toEqual([]);
          const once = carriedOut(before, first);
          expect(
            plan(targets, { rules, existing: once }).files.filter(
              (file) => changeKindOf(file) !== "unchanged",
            ),
          ).toEqual([]);
          expect(carriedOut(once, plan(TARGET_NAMES, { rules: [], existing: once }))).toEqual(before);
        },
      ),
    );
  });
});
