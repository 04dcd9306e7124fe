import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exampleFeedback } from "../../../test/example-feedback.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { testPorts } from "../../../test/test-ports.ts";
import { composeEmend } from "../../compose.ts";
import { runCommand } from "../../../test/run-command.ts";
import type { Store } from "../../ports/store.ts";
import { addPatterns } from "./patterns.ts";

describe("emend patterns", () => {
  const calls: string[] = [];
  let store: Store;

  beforeAll(async () => {
    const memory = await openTestStore();
    await memory.feedback.record(
      Array.from({ length: 12 }, (_one, index) =>
        exampleFeedback({
          id: `${index}`,
          agent: index % 4 === 3 ? "mia" : "rio",
          time: `2026-03-${index < 6 ? "10T0" : "09T0"}${index % 6}:30:00Z`,
          ...(index % 2 === 0
            ? { outcome: "rejected", tags: ["tests_failing", "my_own_tag"] }
            : { outcome: "approved" }),
        }),
      ),
    );
    store = {
      ...memory,
      feedback: {
        ...memory.feedback,
        rollUp: (range) => {
          calls.push("rollUp");
          return memory.feedback.rollUp(range);
        },
      },
      close: () => {
        calls.push("close");
        return Promise.resolve();
      },
    };
  });

  const run = (...args: readonly string[]) =>
    runCommand((program, context) => addPatterns(program, context), ["patterns", ...args], {
      openEmend: async () => composeEmend(testPorts(store)),
    });

  it("shows every agent, the alerts, and what to fix", async () => {
    calls.length = 0;
    const { code, stdout, stderr } = await run("--ascii", "--pack", "code");
    expect(stdout).toMatchInlineSnapshot(`
      "Patterns over 7 days, 2026-03-03 11:42 to 2026-03-10 11:42 UTC

      AGENT  TOTAL  DECIDED  REJECTED  APPROVAL  TREND              HISTORY
      rio        9        9         6       33%  - too few decided  _____-=
      mia        3        3         0      100%  - too few decided  _____##

      ALERTS
        ! rio: my_own_tag is in 100% of 6 rejections; make sure that there is a rule against it
        ! rio: tests_failing is in 100% of 6 rejections; make sure that there is a rule against it
        ! rio: my_own_tag came back 3 times within 6 hours; correct it before the next run (2026-03-10
          00:00 to 2026-03-10 05:00 UTC)
        ! rio: tests_failing came back 3 times within 6 hours; correct it before the next run (2026-03-10
          00:00 to 2026-03-10 05:00 UTC)
        ! rio: my_own_tag came back 3 times within 6 hours; correct it before the next run (2026-03-09
          00:00 to 2026-03-09 05:00 UTC)
        ! rio: tests_failing came back 3 times within 6 hours; correct it before the next run (2026-03-09
          00:00 to 2026-03-09 05:00 UTC)

      rio
        6  100%  my_own_tag  (not registered)
                 No gate has this tag; add it to a gate pack so that the agent learns how to fix it.
        6  100%  tests_failing  Test suite
                 Run the failing tests alone, read the first assertion that fails, and fix the code.
                 Change an expectation only if the task changes that behaviour, and say so.
      "
    `);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(calls).toEqual(["rollUp", "close"]);
  });

  it("prints the window, agents and alerts for machines", async () => {
    const { stdout } = await run("--json", "--window", "24h");
    const shown = JSON.parse(stdout) as Record<string, unknown>;
    expect(Object.keys(shown)).toEqual(["window", "agents", "alerts"]);
    expect(shown).toMatchObject({
      window: {
        hours: 24,
        from: "2026-03-09T11:42:00.000Z",
        to: "2026-03-10T11:42:00.000Z",
        previous_from: "2026-03-08T11:42:00.000Z",
      },
      agents: [
        { agent: "rio", decided: 5, rejected: 3 },
        { agent: "mia", decided: 1, rejected: 0 },
      ],
      alerts: [
        { code: "repeated_tag", tag: "my_own_tag" },
        { code: "repeated_tag", tag: "tests_failing" },
      ],
    });
  });

  it("shows one agent alone", async () => {
    const { stdout, stderr } = await run("mia", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ agents: [{ agent: "mia", decided: 3 }], alerts: [] });
    expect(stderr).toBe("");
  });

  it("says so when an agent has nothing in the window, whatever its name", async () => {
    const { code, stdout, stderr } = await run("no\u001b[31mbody");
    expect(stdout).toContain("No agent's work");
    expect(stderr).toContain("no work by no\\u001b[31mbody in this window");
    expect(code).toBe(0);
  });

  it.each([
    ["a window that is none", ["--window", "soon"], "[invalid_window]"],
    ["no window at all", ["--window", "0h"], "[invalid_window]"],
    ["a pack that is not there", ["--pack", "cod"], "[unknown_pack]"],
  ])("refuses %s", async (_why, args, code) => {
    calls.length = 0;
    expect(await run(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(code) as unknown });
    expect(calls).toEqual([]);
  });
});

describe("emend patterns without a store", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "emend-patterns-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ["the default one", [], ".emend/emend.db"],
    ["a named one", ["--store", "team.db"], "team.db"],
  ])("says that there is none yet: %s", async (_why, args, name) => {
    const ended = await runCommand(addPatterns, ["patterns", ...args], { cwd: folder });
    expect(ended).toMatchObject({
      code: 3,
      stdout: "",
      stderr: `emend: there is no store at ${name} yet [store_missing]\n`,
    });
  });
});
