import { existsSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../../../test/run-cli.ts";
import {
  atTerminal,
  folder,
  look,
  plant,
  run,
  textOf,
  top,
  useInitProject,
} from "../../../test/init-project.ts";

useInitProject();

describe("emend init asks", () => {
  beforeEach(() => plant({ ".zed": null }));

  it.each([
    { answer: "y\n", written: true },
    { answer: "YES\n", written: true },
    { answer: "\n", written: false },
    { answer: "no\n", written: false },
    { answer: "", written: false },
  ])("$answer", async ({ answer, written }) => {
    const { code, stderr } = await run([], {}, atTerminal(answer));
    expect([code, existsSync(join(folder, "emend.yaml"))]).toEqual([0, written]);
    expect(stderr).toContain("Write these 3 files? [y/N] ");
    const undone = await run(["--undo"], {}, atTerminal("y\n"));
    expect([undone.code, readdirSync(folder)]).toEqual([0, [".git", ".zed"]]);
  });

  it("writes nothing on a dry run, agreed to or not", async () => {
    expect((await run(["--dry-run", "--yes"])).stdout).toContain("+++ b/emend.yaml");
    expect(readdirSync(folder)).toEqual([".git", ".zed"]);
    await run(["--yes"]);
    const before = look();
    expect((await run(["--undo", "--dry-run", "--yes"])).stdout).toContain("+++ /dev/null");
    expect(look()).toEqual(before);
  });

  it("shows nothing that could act on a terminal", async () => {
    plant({ ".gitignore": "a\u001b[31mb" });
    const { stdout } = await run([]);
    expect(stdout).toContain("a\\u001b[31mb");
    expect(stdout).not.toContain("\u001b");
  });

  it.each([
    { args: ["--for", "emacs"], error: "unknown_part" },
    { args: ["--for", ""], error: "unknown_part" },
    { args: ["--agent", " "], error: "invalid_agent" },
    { args: ["--command", "emend; true"], error: "invalid_command" },
    { args: ["--undo", "--for", "cursor"], error: "conflicting_options" },
  ])("refuses $args: $error", async ({ args, error }) => {
    const { code, stderr } = await run(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`[${error}]`) as string]);
    expect(readdirSync(folder)).toEqual([".git", ".zed"]);
  });
});

describe("emend init in a repository that shows no agent", () => {
  const installed = { installedAgents: () => ["codex", "amp"] as const };

  it("says which agents it knows, and asks which of them work here", async () => {
    const { stderr } = await run([], installed, atTerminal("gemini, zed\ny\n"));
    expect(stderr).toContain("No coding agent was found in this repository. Emend knows:");
    expect(stderr).toContain("  codex        Codex, installed here\n");
    expect(stderr).toContain("Which of them work here? [codex, amp] ");
    expect(existsSync(join(folder, ".gemini/settings.json"))).toBe(true);
    expect(existsSync(join(folder, ".zed/settings.json"))).toBe(true);
    expect(existsSync(join(folder, ".codex"))).toBe(false);
  });

  it.each([
    { answer: "\ny\n", made: [".amp", ".codex"] },
    { answer: "none\ny\n", made: [] },
  ])("takes the answer $answer", async ({ answer, made }) => {
    await run([], installed, atTerminal(answer));
    const folders = readdirSync(folder).filter((name) => [".amp", ".codex", ".gemini"].includes(name));
    expect(folders).toEqual(made);
    expect(existsSync(join(folder, "emend.yaml"))).toBe(true);
  });

  it("asks once more for an agent that it does not know", async () => {
    const { code, stderr } = await run([], installed, atTerminal("emacs\nvim\n"));
    expect(stderr).toContain("emacs is none of them; write names such as claude-code, codex");
    expect([code, stderr]).toEqual([2, expect.stringContaining("unknown agent vim") as string]);
    expect(readdirSync(folder)).toEqual([".git"]);
  });

  it("without a terminal sets up what is installed, and says so", async () => {
    const done = await run(["--yes"], installed);
    expect(done.stderr).toContain(
      "no coding agent was found in this repository, so Codex and Amp were chosen because they are installed; choose others with --for",
    );
    expect(existsSync(join(folder, ".codex/hooks.json"))).toBe(true);
    const again = await run(["--yes", "--json"], { installedAgents: () => [] });
    expect(again.stderr, "by now it shows agents").not.toContain("no coding agent");
  });

  it("sets up none if none is known, and says how to name one", async () => {
    const { code, stderr } = await run(["--yes"]);
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining("name yours with --for: claude-code, cursor") as string,
    ]);
  });
});

describe("emend init leaves alone", () => {
  it("what it cannot read, and says what to put in by hand", async () => {
    plant({ ".claude/settings.json": '{"hooks": [}', ".mcp.json": '{"mcpServers": []}' });
    const { code, stderr } = await run(["--yes"]);
    expect(code).toBe(1);
    expect(textOf(".claude/settings.json")).toBe('{"hooks": [}');
    expect(stderr).toContain("not changed: .claude/settings.json: line 1: expected a value [json_invalid]");
    expect(stderr.slice(stderr.indexOf("emend: not changed: .mcp.json"))).toMatchInlineSnapshot(`
      "emend: not changed: .mcp.json: mcpServers is not an object [json_shape]; add this by hand:
        {
          "mcpServers": {
            "emend": {
              "command": "emend",
              "args": [
                "mcp"
              ]
            }
          }
        }
      "
    `);
    expect(existsSync(join(folder, "emend.yaml"))).toBe(true);
    expect((await run(["--yes"])).code).toBe(1);
  });

  it.each<{ why: string; link: readonly [at: string, to: string]; code: string }>([
    { why: "a folder that is linked outwards", link: [".claude", "../outside"], code: "path_outside" },
    { why: "a file that is linked outwards", link: [".mcp.json", "../outside/x"], code: "path_outside" },
    { why: "a rule file that is linked outwards", link: ["CLAUDE.md", "../outside/x"], code: "path_outside" },
    { why: "a link that leads nowhere", link: ["AGENTS.md", "gone"], code: "link_broken" },
    { why: "a link into git's own folder", link: [".gitignore", ".git/info/exclude"], code: "path_outside" },
  ])("$why", async ({ link: [at, to], code }) => {
    plant({ "outside/x": "{}" }, top);
    symlinkSync(to, join(folder, at));
    const [before, outside] = [look(), look(join(top, "outside"))];
    const exclude = textOf(".git/info/exclude");
    const done = await run(["--for", "claude-code,codex", "--yes"]);
    expect([done.code, done.stderr]).toEqual([1, expect.stringContaining(`[${code}]`) as string]);
    expect(look(join(top, "outside"))).toEqual(outside);
    expect(textOf(".git/info/exclude")).toBe(exclude);
    expect((await run(["--undo", "--yes"])).code).toBe(0);
    expect(look()).toEqual(before);
  });

  it("bytes that are no text, and a block that is broken", async () => {
    plant({ "AGENTS.md": "<!-- emend:begin -->\n", ".claude": null });
    writeFileSync(join(folder, ".mcp.json"), Buffer.from([0xff, 0xfe]));
    const { code, stderr } = await run(["--yes"]);
    expect(code).toBe(1);
    expect(stderr).toContain("[not_text]");
    expect(stderr).toContain("[block_unclosed]");
    expect(textOf("AGENTS.md")).toBe("<!-- emend:begin -->\n");
  });
});

describe("emend init asks who works here", () => {
  const alone = async (): Promise<unknown> => {
    const { stdout } = await runCli(["people", "team", "--json"], { cwd: folder });
    return stdout !== "";
  };

  it.each([
    { answer: "y\nalone\n", expected: true },
    { answer: "y\nA\n", expected: true },
    { answer: "y\nteam\n", expected: false },
    { answer: "y\n\n", expected: false },
    { answer: "y\n", expected: false },
    { answer: "n\nalone\n", expected: false },
  ])("16.x $answer", async ({ answer, expected }) => {
    plant({ ".zed": null });
    const { stderr } = await run([], {}, atTerminal(answer));
    expect(stderr.includes("Do you work here alone or in a team? [alone/TEAM] ")).toBe(
      answer.startsWith("y"),
    );
    expect(stderr.includes(" works alone here")).toBe(expected);
    expect(existsSync(join(folder, ".emend/emend.db"))).toBe(expected);
    expect(await alone()).toBe(expected);
  });

  it("16.x nobody is asked with --yes, without a terminal or where somebody is known, and a team stays one", async () => {
    expect((await run(["--yes"])).stderr).not.toContain("alone or in a team");
    await runCli(["tokens", "create", "--name", "bo", "--role", "approver"], { cwd: folder });
    const again = await run(["--for", "codex"], {}, atTerminal("y\nalone\n"));
    expect(again.stderr).not.toContain("alone or in a team");
    const refused = await run(["--alone", "--yes"]);
    expect(refused.stderr).toContain("[second_person_known]");
  });

  it("16.x --alone says it without asking, --team takes it back", async () => {
    const said = await run(["--alone", "--yes"]);
    expect(said).toMatchObject({ code: 0 });
    expect(said.stderr).toContain(" works alone here");
    expect((await run(["--alone", "--yes"])).stderr).not.toContain("works alone");
    expect((await run(["--team", "--yes"])).stderr).toContain("this is a team again");
    expect((await run(["--alone", "--team"])).stderr).toContain("[conflicting_options]");
    expect((await run(["--alone", "--undo"])).stderr).toContain("[conflicting_options]");
    expect((await run(["--alone", "--dry-run"])).stderr).not.toContain("works alone");
  });
});
