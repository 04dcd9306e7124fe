import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bringIntoForce } from "../../test/active-rules.ts";
import { bash, type HookSession, loadHook, startHookSession } from "../../test/hook-session.ts";
import { openSqliteStore } from "../drivers/sql/sqlite/open-sqlite-store.ts";
import type { Store } from "../ports/store.ts";
import { modelInTranscript } from "./model-in-transcript.ts";
import { makesCommit } from "./record-commits.ts";

let session: HookSession;
beforeAll(loadHook);
beforeEach(() => {
  session = startHookSession();
});
afterEach(() => session.end());

/** Commits have the time of the machine. */
const now = () => ({ now: new Date().toISOString() });
const START = { hook_event_name: "SessionStart", source: "startup" } as const;

async function inStore<T>(act: (store: Store) => Promise<T>): Promise<T> {
  const store = await openSqliteStore({ file: join(session.folder, ".emend/emend.db") });
  try {
    return await act(store);
  } finally {
    await store.close();
  }
}

function git(...args: readonly string[]): string {
  const own = ["-c", "user.name=ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgSign=false"];
  return execFileSync("git", [...own, ...args], {
    cwd: session.folder,
    encoding: "utf8",
    env: { ...process.env, HOME: session.folder, GIT_CONFIG_NOSYSTEM: "1" },
  }).trim();
}

/** A commit of one file; returns its id. */
function commit(file = "a.ts"): { readonly id: string; readonly printed: string } {
  writeFileSync(join(session.folder, file), `export const at = "${file}";\n`);
  git("add", file);
  const printed = git("commit", "-m", `Add ${file}`);
  return { id: git("rev-parse", "HEAD"), printed };
}

const noteOf = (id: string): string => git("notes", "--ref=refs/notes/emend", "show", id);

describe("commits of an agent", () => {
  beforeEach(() => {
    git("init", "-q", "-b", "main");
  });

  it("are recorded with the run, the model and what the agent was given, and get a note", async () => {
    const rule = await inStore((store) =>
      bringIntoForce(store, "Close it.", { scope: { agents: [], paths: ["src/**"] } }),
    );
    await session.fire({ ...START, model: "claude-opus-5" }, now());
    const edit = { file_path: join(session.folder, "src/a.ts") };
    await session.fire({ hook_event_name: "PreToolUse", tool_name: "Edit", tool_input: edit }, now());
    const { id, printed } = commit();
    await session.fire(bash('git add a.ts && git commit -m "Add a.ts"', { stdout: printed }), now());
    expect((await session.deliver()).code).toBe(0);
    const expected = { run: "s-1", agent: "claude-code", time: expect.any(String), model: "claude-opus-5" };
    expect(await inStore((store) => store.runs.ofCommit(id))).toEqual([
      {
        schema: 1,
        commit: id,
        ...expected,
        rules: [{ rule_id: rule, version: 1 }],
        reminders: [],
        source: "hook",
      },
    ]);
    expect(JSON.parse(noteOf(id))).toEqual({ emend: 1, ...expected });
    expect(git("status", "--porcelain", "a.ts")).toBe("");
    expect(session.log()).toBe("");
  });

  it("are found without a printed id if they are new", async () => {
    await inStore(async () => undefined);
    const { id } = commit();
    await session.fire(bash("git commit -q -m x", { stdout: "" }), now());
    await session.deliver();
    expect(await inStore((store) => store.runs.ofCommit(id))).toMatchObject([{ run: "s-1" }]);
  });

  it("are not believed on the word of a command's output", async () => {
    await inStore(async () => undefined);
    const env = { GIT_COMMITTER_DATE: "2020-01-01T00:00:00Z" };
    Object.assign(process.env, env);
    const { id, printed } = commit();
    delete process.env["GIT_COMMITTER_DATE"];
    await session.fire(bash("git commit -m x", { stdout: `${printed}\n[main fffffff] invented` }), now());
    await session.deliver();
    expect(await inStore((store) => store.runs.ofCommit(id))).toEqual([]);
    expect(session.waiting()).toEqual([]);
  });

  it("get no note if the settings say so, and are recorded all the same", async () => {
    await inStore(async () => undefined);
    writeFileSync(join(session.folder, "emend.yaml"), "hook:\n  commit_notes: false\n");
    const { id, printed } = commit();
    await session.fire(bash("git commit -m x", { stdout: printed }), now());
    await session.deliver();
    expect(await inStore((store) => store.runs.ofCommit(id))).toHaveLength(1);
    expect(() => noteOf(id)).toThrow("no note found");
  });

  it("keep the note that somebody wrote, and get the same line once", async () => {
    await inStore(async () => undefined);
    const { id, printed } = commit();
    git("notes", "--ref=refs/notes/emend", "add", "-m", "Reviewed by Bo", id);
    const event = bash("git commit -m x", { stdout: printed });
    await session.fire(event, now());
    await session.deliver();
    await session.fire({ ...event, tool_use_id: "toolu_2" }, now());
    await session.deliver();
    expect(noteOf(id).split("\n")[0]).toBe("Reviewed by Bo");
    expect(noteOf(id).match(/"emend":1/g)).toHaveLength(1);
  });

  it("run nothing that the repository's settings name", async () => {
    await inStore(async () => undefined);
    const mark = join(session.folder, "ran");
    const { id, printed } = commit();
    git("config", "core.fsmonitor", `touch ${mark}; false`);
    git("config", "core.editor", `touch ${mark}`);
    git("config", "log.showSignature", "true");
    git("config", "gpg.program", `touch ${mark}`);
    await session.fire(bash("git commit -m x", { stdout: printed }), now());
    await session.deliver();
    expect(noteOf(id)).toContain('"run":"s-1"');
    expect(existsSync(mark)).toBe(false);
  });
});

describe("the model of a run", () => {
  const transcript = (...lines: readonly object[]): string => {
    const file = join(session.folder, "t.jsonl");
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    return file;
  };
  const claude = (model: string) => ({
    type: "assistant",
    version: "2.1.240",
    message: { model, content: [] },
  });

  it("is recorded when the session starts, and again when it changes", async () => {
    await inStore(async () => undefined);
    await session.fire({ ...START, model: "claude-opus-5" }, now());
    const stop = { hook_event_name: "Stop", transcript_path: transcript(claude("claude-sonnet-5")) };
    await session.deliver();
    const found = () => inStore((store) => store.rules.findInjection("s-1", "claude-code"));
    expect(await found()).toMatchObject({ model: "claude-opus-5" });
    await session.fire(stop, now());
    await session.fire(stop, now());
    expect(session.waiting()).toHaveLength(1);
    await session.deliver();
    expect(await found()).toMatchObject({ model: "claude-sonnet-5", agent_version: "2.1.240" });
  });

  it("is recorded for Cursor, which does not name the model that it chooses itself", async () => {
    await inStore(async () => undefined);
    const start = {
      hook_event_name: "sessionStart",
      conversation_id: "c-1",
      workspace_roots: [session.folder],
      cursor_version: "3.1.0",
    };
    await session.fire({ ...start, model: "gpt-5.6-sol" }, { ...now(), args: ["cursor"] });
    await session.fire(
      { ...start, conversation_id: "c-2", model: "default" },
      { ...now(), args: ["cursor"] },
    );
    await session.deliver();
    expect(await inStore((store) => store.rules.findInjection("c-1", "cursor"))).toMatchObject({
      model: "gpt-5.6-sol",
      agent_version: "3.1.0",
    });
    expect(await inStore((store) => store.rules.findInjection("c-2", "cursor"))).not.toHaveProperty("model");
  });

  it("is the last one that a transcript of Claude Code names", () => {
    const file = transcript(claude("claude-opus-5"), claude("claude-sonnet-5"), claude("<synthetic>"));
    expect(modelInTranscript(file)).toEqual({ model: "claude-sonnet-5", agent_version: "2.1.240" });
  });

  it("is the one of the last turn of Codex, with the version from the first line", () => {
    const file = transcript(
      {
        type: "session_meta",
        payload: { id: "x", cli_version: "0.166.0", base_instructions: "x".repeat(9_000) },
      },
      { type: "turn_context", payload: { cwd: "/", model: "gpt-5.5" } },
      { type: "turn_context", payload: { cwd: "/", model: "gpt-5.6-sol" } },
    );
    expect(modelInTranscript(file)).toEqual({ model: "gpt-5.6-sol", agent_version: "0.166.0" });
  });

  it("is unknown in a file that is missing or not a transcript", () => {
    expect(modelInTranscript(join(session.folder, "none"))).toEqual({});
    writeFileSync(join(session.folder, "odd"), '{"model": [\n"version" \u0000\n'.repeat(50));
    expect(readFileSync(join(session.folder, "odd")).length).toBeGreaterThan(0);
    expect(modelInTranscript(join(session.folder, "odd"))).toEqual({});
  });
});

describe("makesCommit", () => {
  it.each([
    ["git commit -m x", true],
    ['cd web && git -C "a" -c user.name=x commit -m "fix"', true],
    ["(/usr/bin/git cherry-pick abc)", true],
    ["npm test; git revert HEAD", true],
    ["git commit --dry-run", false],
    ["git log --grep commit", false],
    ["grep commit git.txt", false],
    ["npm run commit", false],
  ])("%s: %s", (command, expected) => {
    expect(makesCommit(command)).toBe(expected);
  });
});
