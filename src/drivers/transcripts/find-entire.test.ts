import { writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SAMPLES, turnsOf, useTestHome } from "../../../test/contract/transcripts.ts";
import { git } from "../../../test/git-ledger.ts";

const at = useTestHome();
const BRANCH = "entire/checkpoints/v1";
const A = "ab/0123456789";
const B = "cd/0123456789";

/** Commits files to a branch that is not checked out. */
function commit(files: Readonly<Record<string, string>>, mode = "100644", root = at.root): void {
  const input = Object.entries(files).map(
    ([path, text]) => `M ${mode} inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
  );
  execFileSync("git", ["-C", root, "fast-import", "--quiet", "--force"], {
    input: `commit refs/heads/${BRANCH}\ncommitter A <a@b> 1700000000 +0000\ndata 1\nx\n${input.join("")}`,
    stdio: ["pipe", "ignore", "ignore"],
  });
}

const metadata = (id: string): string => JSON.stringify({ session_id: id, agent: "Gemini CLI" });
const places = async (): Promise<readonly string[]> =>
  (await at.open().find(at.root)).map(({ agent, place, files }) => `${agent}: ${place}: ${files.length}`);

describe("Entire's branch", () => {
  it("has the longest transcript of each session, told by its content", async () => {
    commit({
      [`${A}/0/full.jsonl`]: SAMPLES["claude-code"].make("One"),
      [`${A}/0/metadata.json`]: metadata("s1"),
      [`${B}/0/full.jsonl`]: SAMPLES["claude-code"].make("One, and more of it"),
      [`${B}/0/metadata.json`]: metadata("s1"),
      [`${B}/1/full.jsonl`]: SAMPLES.codex.make("Two"),
      [`${B}/1/metadata.json`]: metadata("s2"),
      [`${B}/2/full.jsonl`]: "of no agent\n",
    });
    const transcripts = at.open();
    const found = await transcripts.find(at.root);
    expect(found).toMatchObject([
      {
        agent: "claude-code",
        place: `git branch ${BRANCH} (1 of unknown agents left out)`,
        files: [{ path: `git:${BRANCH}:${B}/0/full.jsonl` }],
      },
      { agent: "codex", files: [{ path: `git:${BRANCH}:${B}/1/full.jsonl` }] },
    ]);
    const [claude, codex] = found.map(({ files }) => files[0]!);
    expect(await turnsOf(transcripts, claude!.path)).toEqual(["message: One, and more of it"]);
    expect(await turnsOf(transcripts, codex!.path)).toEqual(["message: Two"]);
    expect(claude!.version).toBe(git(at.root, "rev-parse", `${BRANCH}:${B}/0/full.jsonl`));
    expect(claude!.size).toBe(Buffer.byteLength(SAMPLES["claude-code"].make("One, and more of it")));
  });

  it("has long transcripts in parts, which are joined", async () => {
    const [first = "", second = ""] = SAMPLES.codex.make("Two").split("\n");
    commit({ [`${A}/full.jsonl`]: first, [`${A}/full.jsonl.001`]: second });
    const transcripts = at.open();
    const [found] = await transcripts.find(at.root);
    expect(found!.files).toHaveLength(1);
    expect(found!.files[0]!.version).toMatch(/^[0-9a-f]{40}\+[0-9a-f]{40}$/);
    expect(await turnsOf(transcripts, found!.files[0]!.path)).toEqual(["message: Two"]);
  });

  it("is the remote's in a fresh clone", async () => {
    commit({ [`${A}/full.jsonl`]: SAMPLES.copilot.make("Three") });
    const clone = join(at.home, "clone");
    git(at.home, "clone", "--quiet", "--branch", BRANCH, at.root, clone);
    git(clone, "checkout", "--quiet", "--detach");
    git(clone, "branch", "--quiet", "-D", BRANCH);
    const transcripts = at.open();
    const [found] = await transcripts.find(clone);
    expect(found).toMatchObject({ agent: "copilot", place: `git branch origin/${BRANCH}` });
    expect(await turnsOf(transcripts, found!.files[0]!.path)).toEqual(["message: Three"]);
  });

  it("may be missing, or have no transcript of a known agent", async () => {
    expect(await places()).toEqual([]);
    commit({ "README.md": "x" });
    expect(await places()).toEqual([]);
    commit({ [`${A}/full.jsonl`]: "of no agent" });
    expect(await places()).toEqual([`claude-code: git branch ${BRANCH} (1 of unknown agents left out): 0`]);
  });

  it("does not follow links in it", async () => {
    const secret = at.write("secret.jsonl", SAMPLES.codex.make("Secret"));
    commit({ [`${A}/full.jsonl`]: secret }, "120000");
    expect(await places()).toEqual([]);
  });

  it("is reported if the repository is damaged", async () => {
    writeFileSync(join(at.root, ".git/refs/heads/x"), "");
    at.write(`shop/.git/refs/heads/${BRANCH}`, `${"1".repeat(40)}\n`);
    expect(await places()).toEqual([
      expect.stringMatching(/^claude-code: git branch entire\/checkpoints\/v1 \(cannot be read: .+\): 0$/),
    ]);
  });
});
