import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bringIntoForce } from "../../test/active-rules.ts";
import {
  bash,
  FAILING_TESTS,
  type HookSession,
  loadHook,
  startHookSession,
} from "../../test/hook-session.ts";
import { openSqliteStore } from "../drivers/sql/sqlite/open-sqlite-store.ts";

let session: HookSession;
beforeAll(loadHook);
beforeEach(() => {
  session = startHookSession();
});
afterEach(() => session.end());

const START = { hook_event_name: "SessionStart", source: "startup" };
const says = (prompt: string, more: object = {}) => ({
  hook_event_name: "UserPromptSubmit",
  prompt,
  ...more,
});
const STOP = { hook_event_name: "Stop" };
const edit = (file: string) => ({
  hook_event_name: "PreToolUse",
  tool_name: "Edit",
  tool_input: { file_path: join(session.folder, file) },
});

async function rule(text: string, paths: readonly string[] = []): Promise<void> {
  mkdirSync(join(session.folder, ".emend"), { recursive: true });
  const store = await openSqliteStore({ file: join(session.folder, ".emend/emend.db") });
  await bringIntoForce(store, text, { type: "constraint", scope: { agents: [], paths } });
  await store.close();
}

/** What is recorded of people: their words, or what they refused. */
async function recorded(): Promise<readonly (string | undefined)[]> {
  await session.deliver();
  return (await session.records())
    .filter(({ author }) => author.trust === "person")
    .map(({ comment, wrong, target }) => comment ?? `${wrong} (${target?.path ?? "no file"})`);
}

const REFUSED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file).";
const STOPPED = "STOP what you are doing and wait for the user to tell you how to proceed.";

/** A transcript in which one edit was refused, as Claude Code 2.1 writes it. */
function refusedEdit(reason?: string): string {
  const common = { sessionId: "s-1", cwd: session.folder, isSidechain: false, version: "2.1.325" };
  const said = reason === undefined ? STOPPED : `To tell you how to proceed, the user said:\n${reason}`;
  const lines = [
    { type: "user", uuid: "u1", message: { role: "user", content: "Add a total." }, ...common },
    {
      type: "assistant",
      uuid: "u2",
      message: {
        model: "claude-x",
        role: "assistant",
        content: [
          {
            type: "tool_use",
            id: "toolu_9",
            name: "Edit",
            input: { file_path: join(session.folder, "src/money.ts"), old_string: "a", new_string: "b" },
          },
        ],
      },
      ...common,
    },
    {
      type: "user",
      uuid: "u3",
      timestamp: "2026-03-10T09:00:00.000Z",
      message: {
        role: "user",
        content: [
          { type: "tool_result", content: `${REFUSED} ${said}`, is_error: true, tool_use_id: "toolu_9" },
        ],
      },
      toolUseResult: "User rejected tool use",
      toolDenialKind: "user-rejected",
      ...common,
    },
  ];
  const path = join(session.folder, "transcript.jsonl");
  // The tail of a long transcript starts in the middle of a line.
  writeFileSync(path, `cut off\n${lines.map((line) => JSON.stringify(line)).join("\n")}\n`);
  return path;
}

describe("a refused call", () => {
  it("is recorded with the person's reason and the file, once", async () => {
    const transcript_path = refusedEdit("Amounts are whole cents here, not floats.");
    await session.fire({ ...STOP, transcript_path });
    await session.fire(says("Go on.", { transcript_path }));
    await session.fire({ ...STOP, transcript_path });
    expect(await recorded()).toEqual(["Amounts are whole cents here, not floats."]);
    expect((await session.records())[0]).toMatchObject({
      target: { path: "src/money.ts" },
      tags: ["user_rejection"],
      run: "s-1",
    });
  });

  it("without a reason is recorded as a refusal, of which nobody is reminded", async () => {
    await session.fire({ ...STOP, transcript_path: refusedEdit() });
    expect(await recorded()).toEqual(["The user refused the work (src/money.ts)"]);
    expect(await session.told({ ...START, session_id: "s-2" })).toBeUndefined();
  });

  it("in a transcript that cannot be read changes nothing", async () => {
    const path = join(session.folder, "transcript.jsonl");
    writeFileSync(path, `${REFUSED}\n{"type": "user", "message": ${"[".repeat(5_000)}\n`);
    expect((await session.fire({ ...STOP, transcript_path: path })).code).toBe(0);
    expect(await recorded()).toEqual([]);
  });
});

describe("somebody who speaks while the agent works, or stops it", () => {
  it.each([
    "use pnpm instead",
    "wait, that file is generated",
    "the tests should go beside the code",
    "that has already been fixed",
    "review the plans with Opus 5 instead",
  ])("corrects it: %s", async (words) => {
    await session.fire(says("Add a total."));
    await session.fire(edit("src/money.ts"));
    await session.fire(says(words));
    expect(await recorded()).toEqual([words]);
  });

  it.each([
    "Continue",
    "ok now it works",
    "what is left to do?",
    "6",
    "Now add a page that is never cached.",
  ])("does not with: %s", async (words) => {
    await session.fire(says("Add a total."));
    await session.fire(says(words));
    expect(await recorded()).toEqual([]);
  });

  it("does not once the agent has stopped, because then it is the next task", async () => {
    await session.fire(says("Add a total."));
    await session.fire(STOP);
    await session.fire(says("Review the plans with Opus 5 instead."));
    expect(await recorded()).toEqual([]);
  });

  it("is recorded once, although the message may be handed over twice", async () => {
    await session.fire(says("Add a total."));
    await session.fire(says("No, use pnpm, not npm."));
    await session.fire(STOP);
    await session.fire(says("No, use pnpm, not npm."));
    expect(await recorded()).toEqual(["No, use pnpm, not npm."]);
  });

  it("is not the agent's own program", async () => {
    await session.fire(says("Add a total."));
    const note =
      "<task-notification>\n<task-id>a1</task-id>\n<summary>No, this is wrong.</summary>\n</task-notification>";
    await session.fire(says(note));
    expect(await recorded()).toEqual([]);
  });
});

describe("secrets", () => {
  const TOKEN = `ghp_${"a1B2".repeat(9)}`;

  it("are masked before anything is queued, in words, refusals and failures", async () => {
    await session.fire(says(`No, that is wrong, never print ${TOKEN}.`));
    await session.fire({ ...STOP, transcript_path: refusedEdit(`Do not use ${TOKEN} here.`) });
    await session.fire(
      bash("npm test", { failed: `Exit code 1\nError: login failed for ${TOKEN}\n    at a.js:1:1` }),
    );
    await session.deliver();
    const records = JSON.stringify(await session.records());
    expect(records).toContain("[secret]");
    expect(records).not.toContain(TOKEN);
  });
});

describe("what the agent lost is given again", () => {
  const CORRECTION = "No, keep amounts in whole cents, never floats.";

  it("to a sub-agent, which starts with nothing", async () => {
    await rule("Close every file that you open.");
    const start = { hook_event_name: "SubagentStart", agent_id: "a1", agent_type: "Explore" };
    const { stdout } = await session.fire(start);
    expect(JSON.parse(stdout)).toEqual({
      hookSpecificOutput: {
        hookEventName: "SubagentStart",
        additionalContext: expect.stringContaining("- Close every file that you open.") as string,
      },
    });
  });

  it("after the conversation was shortened: rules and reminders, when the session goes on", async () => {
    await rule("Close every file that you open.");
    await session.fire(edit("src/money.ts"));
    await session.fire(says(CORRECTION));
    await session.deliver();
    await session.told(START);
    expect(
      (await session.fire({ hook_event_name: "PreCompact", trigger: "auto" })).stdout,
      "no context here",
    ).toBe("");
    const again = await session.told({ ...START, source: "compact" });
    expect(again).toContain("- Close every file that you open.");
    expect(again).toContain("whole cents");
    expect(await session.told(says("Go on."))).toBeUndefined();
  });

  it("or with the next event, if the agent starts no session after it", async () => {
    await rule("Close every file that you open.");
    await session.told(START);
    await session.fire({ hook_event_name: "PreCompact", trigger: "auto" });
    expect(await session.told(bash("ls", { stdout: "a" }))).toContain("- Close every file that you open.");
    expect(await session.told(bash("ls -l", { stdout: "a" }))).toBeUndefined();
  });
});

describe("rules arrive once", () => {
  const TEXT = "Close every file that you open.";

  it.each([
    { file: "CLAUDE.md", args: [], event: START },
    { file: ".claude/rules/emend-everywhere.md", args: [], event: START },
    {
      file: "AGENTS.md",
      args: ["cursor"],
      event: { hook_event_name: "sessionStart", conversation_id: "c-1" },
    },
  ])("and not from the hook if $file has them", async ({ file, args, event }) => {
    await rule(TEXT);
    await rule("Name migrations by date.");
    mkdirSync(join(session.folder, ".claude/rules"), { recursive: true });
    writeFileSync(join(session.folder, file), `# Notes\r\n- ${TEXT}\r\n`);
    const told = await session.told({ ...event, workspace_roots: [session.folder] }, { args });
    expect(told).toContain("- Name migrations by date.");
    expect(told).not.toContain(TEXT);
  });

  it("from the hook if the file is one that the agent does not load", async () => {
    await rule(TEXT);
    writeFileSync(join(session.folder, "AGENTS.md"), `- ${TEXT}\n`);
    expect(await session.told(START)).toContain(TEXT);
    writeFileSync(join(session.folder, "CLAUDE.md"), "@AGENTS.md\n");
    expect(await session.told({ ...START, session_id: "s-2" })).toBeUndefined();
  });

  it.each([
    { why: "a comment", text: `<!--\n- ${TEXT}\n-->\n` },
    { why: "a comment that does not end", text: `<!-- old\n- ${TEXT}\n` },
    { why: "a code block", text: `\`\`\`md\n- ${TEXT}\n\`\`\`\n` },
    { why: "an import within a comment", text: "<!--\n@AGENTS.md\n-->\n" },
  ])(
    "from the hook if the file has them only in $why, where the agent does not read them",
    async ({ text }) => {
      await rule(TEXT);
      writeFileSync(join(session.folder, "AGENTS.md"), `- ${TEXT}\n`);
      writeFileSync(join(session.folder, "CLAUDE.md"), text);
      expect(await session.told(START)).toContain(TEXT);
    },
  );

  it("for certain files, too", async () => {
    await rule(TEXT, ["src/**"]);
    mkdirSync(join(session.folder, ".claude/rules"), { recursive: true });
    expect(await session.told({ ...edit("src/a.ts"), session_id: "s-2" })).toContain(TEXT);
    const { scopeSlug } = await import("../core/inject/plan-injection.ts");
    const path = `.claude/rules/emend-${scopeSlug(["src/**"])}.md`;
    writeFileSync(join(session.folder, path), `- ${TEXT}\n`);
    expect(await session.told({ ...edit("src/a.ts"), session_id: "s-3" })).toBeUndefined();
  });
});

describe("a failure that is fixed", () => {
  it("is no longer quoted, whichever command showed that it passes", async () => {
    await session.fire(
      bash("npx vitest run tests/basket.test.ts", { failed: `Exit code 1\n${FAILING_TESTS}` }),
    );
    await session.deliver();
    const near = { ...edit("tests/test_basket.py"), session_id: "s-2" };
    expect(await session.told(near)).toContain("test_sum");
    await session.fire(bash("npm test", { stdout: "12 passed" }, "toolu_2"));
    await session.deliver();
    expect(await session.told({ ...near, session_id: "s-3" })).toBeUndefined();
    const { stdout } = await session.fire(STOP);
    expect(stdout, "nothing is unresolved").toBe("");
  });
});
