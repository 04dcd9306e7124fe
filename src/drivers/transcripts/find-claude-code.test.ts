import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SAMPLES, useTestHome } from "../../../test/contract/transcripts.ts";
import { git } from "../../../test/git-ledger.ts";

const at = useTestHome();
const nameOf = (folder: string): string => folder.replaceAll(/[^a-zA-Z0-9]/g, "-");
const session = (folder: string, name: string, cwd = folder): string => {
  const path = `.claude/projects/${nameOf(folder)}/${name}`;
  at.write(path, SAMPLES["claude-code"].make("No", cwd));
  return path;
};

describe("Claude Code's sessions", () => {
  it("are those of the root and its subfolders, without subagents", async () => {
    const own = [session(at.root, "a.jsonl"), session(join(at.root, "src", "ui"), "b.jsonl")];
    session(at.root, "agent-1.jsonl");
    session(at.root, "a/subagents/agent-2.jsonl");
    session(at.root, "notes.txt");
    session(join(at.home, "other"), "c.jsonl");
    expect(await at.find("claude-code")).toMatchObject([{ place: "~/.claude/projects" }]);
    expect(await at.paths("claude-code")).toEqual(own.toSorted());
  });

  it("are not those of a folder with a similar name", async () => {
    session(`${at.root}-ui`, "a.jsonl");
    session(at.root, "b.jsonl", at.root.replace("/shop", "-shop"));
    expect(await at.paths("claude-code")).toEqual([]);
  });

  it("count without a folder if their project is the root", async () => {
    const line = `${JSON.stringify({ type: "queue-operation", operation: "enqueue", sessionId: "s" })}\n`;
    at.write(`.claude/projects/${nameOf(at.root)}/a.jsonl`, line);
    at.write(`.claude/projects/${nameOf(at.root)}-ui/b.jsonl`, line);
    expect(await at.paths("claude-code")).toEqual([`.claude/projects/${nameOf(at.root)}/a.jsonl`]);
  });

  it("are those of worktrees and of the root behind a link", async () => {
    git(at.root, "commit", "--quiet", "--allow-empty", "--message=One");
    const tree = join(at.home, "shop-fix");
    git(at.root, "worktree", "add", "--quiet", tree);
    const own = [session(at.root, "a.jsonl"), session(join(tree, "src"), "b.jsonl")];
    const link = join(at.home, "link");
    symlinkSync(at.root, link);
    for (const root of [at.root, tree, link]) {
      const found = await at.open().find(root);
      expect(found.flatMap(({ files }) => files.map(({ path }) => path))).toEqual(
        own.map((path) => join(at.home, path)).toSorted(),
      );
    }
  });

  it("are found under a name that was cut", async () => {
    const deep = join(at.home, ...Array.from({ length: 30 }, () => "folder-12"));
    mkdirSync(deep, { recursive: true });
    const path = `.config/claude/projects/${nameOf(deep).slice(0, 200)}-k3j2h1/a.jsonl`;
    at.write(path, SAMPLES["claude-code"].make("No", deep));
    const transcripts = at.open({ env: { CLAUDE_CONFIG_DIR: join(at.home, ".config", "claude") } });
    expect((await transcripts.find(deep)).flatMap(({ files }) => files)).toMatchObject([
      { path: join(at.home, path) },
    ]);
  });

  it("reports a session behind a broken link and finds the others", async () => {
    const own = session(at.root, "b.jsonl");
    symlinkSync("nowhere", join(at.home, own.replace("b.jsonl", "a.jsonl")));
    expect((await at.find("claude-code")).map(({ place, files }) => [place, files.length])).toEqual([
      ["~/.claude/projects", 1],
      [`~/${own.replace("b.jsonl", "a.jsonl")} (cannot be read: broken link)`, 0],
    ]);
  });
});
