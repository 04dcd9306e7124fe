import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bringIntoForce } from "../../../test/active-rules.ts";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { decideAndSave } from "../../../test/contract/decide-and-save.ts";
import { person, retire } from "../../../test/examples/example-rule.ts";
import { bash, type HookSession, loadHook, startHookSession } from "../../../test/hook-session.ts";
import { runCli } from "../../../test/run-cli.ts";
import { openSqliteStore } from "../../drivers/sql/sqlite/open-sqlite-store.ts";
import type { Store } from "../../ports/store.ts";

let session: HookSession;
beforeAll(loadHook);
beforeEach(() => {
  session = startHookSession();
  git("init", "-q", "-b", "main");
});
afterEach(() => session.end());

const now = (): string => new Date().toISOString();

async function inStore<T>(act: (store: Store) => Promise<T>): Promise<T> {
  const store = await openSqliteStore({ file: join(session.folder, ".emend/emend.db") });
  try {
    return await act(store);
  } finally {
    await store.close();
  }
}

function git(...args: readonly string[]): string {
  const own = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgSign=false"];
  return execFileSync("git", [...own, ...args], {
    cwd: session.folder,
    encoding: "utf8",
    env: { ...process.env, HOME: session.folder, GIT_CONFIG_NOSYSTEM: "1" },
  }).trim();
}

function commit(file: string, text: string): string {
  mkdirSync(join(session.folder, "src"), { recursive: true });
  writeFileSync(join(session.folder, file), text);
  git("add", file);
  git("commit", "-q", "-m", `Change ${file}`);
  return git("rev-parse", "HEAD");
}

const why = (...args: readonly string[]) =>
  runCli(["why", ...args], { cwd: session.folder, env: { HOME: session.folder, USER: "ada" }, now: now() });

/** The agent works on a file and commits it, as its hook sees it. */
async function work(file: string, text: string): Promise<string> {
  await session.fire(
    { hook_event_name: "SessionStart", source: "startup", model: "claude-opus-5" },
    { now: now() },
  );
  const edit = { file_path: join(session.folder, file) };
  await session.fire({ hook_event_name: "PreToolUse", tool_name: "Edit", tool_input: edit }, { now: now() });
  const id = commit(file, text);
  await session.fire(bash("git commit -q -m x", { stdout: "" }), { now: now() });
  await session.deliver();
  return id;
}

describe("emend why", () => {
  it("tells what the agent was told, who approved it, and what became of the work", async () => {
    const rule = await inStore(async (store) => {
      const correction = makeFeedback(1, {
        comment: "Close the handle, please.",
        author: { id: "bo", trust: "person" },
      });
      await store.feedback.record([correction]);
      return bringIntoForce(store, "Close every handle.", { scope: { agents: [], paths: ["src/**"] } });
    });
    const id = await work("src/a.ts", "export const a = 1;\n");
    await inStore(async (store) => {
      await store.feedback.record([
        makeFeedback(7, {
          agent: "claude-code",
          run: "s-1",
          time: now(),
          outcome: "rejected",
          comment: "It still leaks.",
        }),
      ]);
      await decideAndSave(store.rules, { id: rule, command: retire(person("cy"), "Over."), now: now() });
    });
    const { stdout, code } = await why(id.slice(0, 10), "--json");
    expect(code).toBe(0);
    const told = JSON.parse(stdout);
    expect(told).toMatchObject({
      commit: id,
      author: "Ada",
      subject: "Change src/a.ts",
      runs: [
        {
          run: "s-1",
          agent: "claude-code",
          certainty: "recorded",
          model: "claude-opus-5",
          rules: [
            {
              rule_id: rule,
              version: 1,
              text: "Close every handle.",
              approvals: [{ by: "ada" }, { by: "ben" }],
              now: { status: "retired", version: null },
            },
          ],
          feedback: [{ words: "It still leaks.", outcome: "rejected" }],
        },
      ],
    });
    expect(told.runs).toHaveLength(1);
    const text = (await why("HEAD", "src/a.ts:1")).stdout;
    expect(text).toContain("last change of src/a.ts:1  export const a = 1;");
    expect(text).toContain("made by claude-code (claude-opus-5) in run s-1");
    expect(text).toContain("approved by ada (2026-03-01), ben (2026-03-01); today the rule is retired");
    expect(text).toContain("“It still leaks.”");
  });

  it("finds the commit of a line, and names a revert of it", async () => {
    await inStore(async () => undefined);
    const id = await work("src/a.ts", "export const a = 1;\n");
    const later = commit("src/b.ts", "export const b = 2;\n");
    expect(JSON.parse((await why(later, "src/a.ts:1", "--json")).stdout)).toMatchObject({
      commit: id,
      line: { line: 1 },
    });
    git("revert", "--no-edit", id);
    expect((await why(id)).stdout).toContain("reverted by ");
  });

  it("says according to what it knows the run", async () => {
    await inStore(async () => undefined);
    const id = await work("src/a.ts", "export const a = 1;\n");
    await inStore((store) => store.feedback.record([]));
    rmSync(join(session.folder, ".emend"), { recursive: true });
    await inStore(async () => undefined);
    expect((await why(id)).stdout).toContain("according to its git note, made by claude-code");
    git("notes", "--ref=refs/notes/emend", "remove", id);
    expect(await why(id)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("[commit_not_recorded]"),
    });
    const run = { run: "r-7", agent: "rio", base: "" };
    await runCli(["rules", "prompt", "--agent", run.agent, "--run", run.run], {
      cwd: session.folder,
      env: { HOME: session.folder },
      stdin: "",
      now: new Date(Date.now() - 60_000).toISOString(),
    });
    const { stdout } = await why(id);
    expect(stdout).toContain("probably made by rio in run r-7");
    expect(stdout).toContain("Nobody recorded the run");
  });

  it("refuses what is not there, and says what to do", async () => {
    await inStore(async () => undefined);
    commit("src/a.ts", "a\n");
    const problem = async (...args: readonly string[]) => {
      const { code, stderr } = await why(...args);
      return `${code} ${/\[(\w+)\]/.exec(stderr)?.[1]}`;
    };
    expect(await problem("nowhere")).toBe("2 commit_not_found");
    expect(await problem("-x; rm")).toBe("2 undefined");
    expect(await problem("HEAD", "src/b.ts")).toBe("2 file_not_in_commit");
    expect(await problem("HEAD", "src/a.ts:9")).toBe("2 line_not_found");
    expect(await problem("HEAD", "../x:1")).toBe("2 invalid_place");
    expect(await problem("abcdef1234")).toBe("2 commit_not_found");
    writeFileSync(join(session.folder, ".git/shallow"), "");
    expect(await problem("abcdef1234")).toBe("3 shallow_clone");
    rmSync(join(session.folder, ".git"), { recursive: true });
    mkdirSync(join(session.folder, ".git"));
    expect(await problem("HEAD")).toBe("2 commit_not_found");
  });
});
