import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type HookSession, loadHook, startHookSession } from "../../test/hook-session.ts";
import { runningCheck } from "../../test/running-check.ts";
import { testPorts } from "../../test/test-ports.ts";
import { composeEmend } from "../compose.ts";
import { openSqliteStore } from "../drivers/sql/sqlite/open-sqlite-store.ts";

let session: HookSession;
beforeAll(async () => {
  await loadHook();
  await import("./check-edit.ts");
});
beforeEach(async () => {
  session = startHookSession();
  mkdirSync(join(session.folder, "src"));
  mkdirSync(join(session.folder, ".emend"));
  writeFileSync(join(session.folder, "src/old.js"), "start();\n");
  const store = await openSqliteStore({ file: join(session.folder, ".emend/emend.db") });
  await runningCheck(composeEmend(testPorts(store)), "blocking");
  await store.close();
});
afterEach(() => session.end());

const BAD = "if (a == b) go();";
const patch = (...lines: readonly string[]): string =>
  ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n");
const twoFiles = (first: string, second: string): string =>
  patch(
    "*** Update File: src/old.js",
    "@@",
    " start();",
    `+${first}`,
    "*** Add File: src/new.js",
    `+${second}`,
  );

/** What each agent sends before it edits a file. */
const EDITS = [
  ["codex", "PreToolUse", "apply_patch", { command: twoFiles("end();", BAD) }, ["src/new.js:1"]],
  ["codex", "PreToolUse", "apply_patch", { command: twoFiles(BAD, BAD) }, ["src/old.js:2", "src/new.js:1"]],
  ["codex", "PreToolUse", "apply_patch", { command: twoFiles("end();", "end();") }, []],
  [
    "codex",
    "PreToolUse",
    "apply_patch",
    { command: patch("*** Update File: src/old.js", "@@", `+${BAD}`) },
    ["src/old.js:2"],
  ],
  [
    "gemini",
    "BeforeTool",
    "write_file",
    { file_path: "src/old.js", content: `start();\n${BAD}\n` },
    ["src/old.js:2"],
  ],
  [
    "gemini",
    "BeforeTool",
    "replace",
    { file_path: "src/old.js", old_string: "start();", new_string: BAD },
    ["src/old.js:1"],
  ],
  [
    "opencode",
    "PreToolUse",
    "edit",
    { filePath: "src/old.js", oldString: "start();", newString: BAD },
    ["src/old.js:1"],
  ],
  ["opencode", "PreToolUse", "apply_patch", { patchText: twoFiles("end();", BAD) }, ["src/new.js:1"]],
] as const;

describe("a blocking check", () => {
  it.each(EDITS)(
    "16.x refuses an edit of %s: %s %s %o",
    async (agent, hook_event_name, tool_name, tool_input, places) => {
      const { stdout } = await session.fire({ hook_event_name, tool_name, tool_input }, { args: [agent] });
      const answer = (stdout === "" ? {} : JSON.parse(stdout)) as {
        decision?: string;
        reason?: string;
        hookSpecificOutput?: { permissionDecision?: string; permissionDecisionReason?: string };
      };
      const { decision, reason, hookSpecificOutput: output } = answer;
      const said = reason ?? output?.permissionDecisionReason ?? "";
      expect(said.match(/^src\/\w+\.js:\d+/gm) ?? []).toEqual(places);
      expect(decision ?? output?.permissionDecision).toBe(places.length === 0 ? undefined : "deny");

      await session.deliver();
      const store = await openSqliteStore({ file: join(session.folder, ".emend/emend.db") });
      const { items } = await store.checks.hits({ limit: 50 });
      await store.close();
      const recorded = items.filter(({ run }) => run === "s-1").map(({ path, line }) => `${path}:${line}`);
      expect(recorded.toSorted()).toEqual([...places].toSorted());
    },
  );
});
