import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bash, FAILING_TESTS, type HookSession, loadHook, startHookSession } from "../hook-session.ts";
import { trustSettings } from "../trust-settings.ts";

let session: HookSession;
beforeAll(loadHook);
beforeEach(() => {
  session = startHookSession();
});
afterEach(() => session.end());

const START = { hook_event_name: "SessionStart", source: "startup" };
const FAILED = bash("npm test", { failed: `Exit code 1\n${FAILING_TESTS}` });

describe("a hook in a repository whose settings wait for trust", () => {
  it("15.3 says so in one line where a session begins, to the person and not to the agent", async () => {
    writeFileSync(join(session.folder, "emend.yaml"), "server: {url: 'http://127.0.0.1:9'}\nstore: a.db\n");
    const { code, stdout, stderr } = await session.fire(START);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toEqual({
      systemMessage:
        "Emend: emend.yaml sets server.url, store, which is ignored until you trust it; run `emend trust` in a terminal",
    });
    expect((await session.fire(FAILED)).stdout).not.toContain("trust");
  });

  it("15.3 keeps what it hears until the address of the server counts", async () => {
    writeFileSync(join(session.folder, "emend.yaml"), "store: .emend/own.db\n");
    await session.fire(FAILED);
    const refused = await session.deliver();
    expect(refused.stderr + refused.stdout).toContain("is ignored until you trust it");
    await trustSettings(session.folder, { HOME: session.folder });
    expect((await session.deliver()).stdout).toContain("1 recorded");
  });
});
