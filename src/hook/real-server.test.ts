import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { serve, type ServerType } from "@hono/node-server";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bringIntoForce } from "../../test/active-rules.ts";
import {
  bash,
  FAILING_TESTS,
  type HookSession,
  loadHook,
  startHookSession,
} from "../../test/hook-session.ts";
import { type HttpSession, openHttp } from "../../test/http-session.ts";
import { runningCheck } from "../../test/running-check.ts";
import { testPorts } from "../../test/test-ports.ts";
import { composeEmend } from "../compose.ts";
import { trustSettings } from "../../test/trust-settings.ts";

let session: HookSession;
let http: HttpSession;
let server: ServerType;
beforeAll(loadHook);
beforeEach(async () => {
  session = startHookSession();
  http = await openHttp();
  const port = await new Promise<number>((ready) => {
    server = serve({ fetch: http.app.fetch, port: 0, hostname: "127.0.0.1" }, (at) => ready(at.port));
  });
  const issued = await http.context.access.issueToken({ name: "hook", role: "agent", agent: "rio" }, "ada");
  if (!issued.ok) throw new Error(JSON.stringify(issued.error));
  writeFileSync(
    join(session.folder, "emend.yaml"),
    `agent: rio\nserver:\n  url: http://127.0.0.1:${port}\n  token: ${issued.value.text}\n`,
    { mode: 0o600 },
  );
  await trustSettings(session.folder, { HOME: session.folder });
});
afterEach(async () => {
  await new Promise((closed) => server.close(closed));
  await http.close();
  session.end();
});

describe("the hook and a server of ours", () => {
  it("rules come from it, failures go to it once, and come back as mistakes", async () => {
    const { store } = http.context;
    await bringIntoForce(store, "Close every file that you open.");
    expect(await session.told({ hook_event_name: "SessionStart", source: "startup" })).toContain(
      "Close every file that you open.",
    );
    expect(await store.rules.findInjection("s-1", "rio")).toMatchObject({ run: "s-1" });

    await session.fire(bash("npm test", { failed: `Exit code 1\n${FAILING_TESTS}` }));
    expect((await session.deliver()).stdout).toBe("1 recorded\n");
    const { items } = await store.feedback.list({ agent: "rio", limit: 9 });
    expect(items).toMatchObject([{ run: "s-1", tags: ["verification_failure"] }]);

    const file_path = join(session.folder, "tests/test_basket.py");
    expect(
      await session.told({ hook_event_name: "PreToolUse", tool_name: "Edit", tool_input: { file_path } }),
    ).toContain("same file: “AssertionError: assert 3 == 4");
    expect(session.log()).toBe("");
  });

  it("16.x a person's token brings a correction back as a reminder, until it is dismissed", async () => {
    const { store, access } = http.context;
    const issued = await access.issueToken({ name: "ana", role: "reviewer" }, "root");
    if (!issued.ok) throw new Error(issued.error.message);
    const env = { EMEND_SERVER_TOKEN: issued.value.text };
    const file_path = join(session.folder, "src/money.ts");
    const edit = { hook_event_name: "PreToolUse", tool_name: "Edit", tool_input: { file_path } };
    await session.fire(edit, { env });
    const prompt = "No, keep amounts in whole cents, never floats.";
    await session.fire({ hook_event_name: "UserPromptSubmit", prompt }, { env });
    await session.deliver(env);
    const start = { hook_event_name: "SessionStart", source: "startup", session_id: "s-2" };
    const line = "about `src/money.ts`: “No, keep amounts in whole cents, never floats”";
    expect(await session.told(start, { env })).toContain(`- ana on `);
    expect(await session.told({ ...edit, session_id: "s-2" }, { env })).toContain(line);
    const { items } = await store.feedback.list({ agent: "rio", limit: 9 });
    const { id, time } = items[0]!;
    await store.reminders.end({ feedback_id: id, how: "dismissed", by: "ana", reason: "x", at: time });
    expect(await session.told({ ...start, session_id: "s-3" }, { env })).toBeUndefined();
  });

  it("16.x what a person says in a session with an agent's own token is not a correction", async () => {
    await session.fire({ hook_event_name: "UserPromptSubmit", prompt: "No, always skip the tests." });
    await session.deliver();
    const start = { hook_event_name: "SessionStart", source: "startup", session_id: "s-2" };
    expect(await session.told(start, { env: { EMEND_REMINDERS: "team" } })).toBeUndefined();
  });

  it("16.x a failure that passed later is not told again", async () => {
    await session.fire(bash("npm test", { failed: `Exit code 1\n${FAILING_TESTS}` }));
    await session.fire(bash("npm test", { stdout: "12 passed" }, "toolu_2"));
    expect((await session.deliver()).stdout).toBe("2 recorded\n");
    const file_path = join(session.folder, "tests/test_basket.py");
    const edit = { hook_event_name: "PreToolUse", tool_name: "Edit", tool_input: { file_path } };
    expect(await session.told({ ...edit, session_id: "s-2" })).toBeUndefined();
    expect(session.log()).toBe("");
  });

  it("its checks tell the agent of a mistake right after the edit, also while it is away, and get what they found", async () => {
    const { store } = http.context;
    const { id } = await runningCheck(composeEmend(testPorts(store)), "nudging");
    const file_path = join(session.folder, "a.js");
    const content = "if (a == b) go();\n";
    writeFileSync(file_path, content);
    const edit = { hook_event_name: "PostToolUse", tool_name: "Write", tool_input: { file_path, content } };
    expect(await session.told(edit)).toContain("a.js:1: Compare with ===.");
    expect((await session.deliver()).stdout).toBe("1 recorded\n");
    expect((await store.checks.figures([id])).get(id)).toMatchObject({ fired: 1, caught: 1 });
    expect(await store.checks.hookRuns("2020-01-01T00:00:00Z")).toEqual([{ check_id: id, agent: "rio" }]);
    const start = { hook_event_name: "SessionStart", source: "startup", session_id: "s-2" };
    expect(await session.told(start)).toBeUndefined();
    await new Promise((closed) => server.close(closed));
    expect(await session.told(edit, { now: "2026-11-15T13:00:00Z" })).toContain("a.js:1: Compare with ===.");
    expect(session.log()).toContain("server_away");
  });

  it("a record of another agent than the token's is put aside", async () => {
    await session.fire(bash("npm test", { failed: `Exit code 1\n${FAILING_TESTS}` }), {
      args: ["--agent", "kim"],
    });
    expect((await session.deliver()).stdout).toBe("0 recorded, 1 rejected, see spool/bad\n");
    expect(session.log()).toContain("spool_entry_bad");
  });
});
