import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ERAS, type McpSession, openMcp } from "../../../test/mcp-session.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { runningCheck } from "../../../test/running-check.ts";
import { testPorts } from "../../../test/test-ports.ts";
import { composeEmend } from "../../compose.ts";
import type { RuleCheck } from "../../core/check/rule-check.ts";
import type { Store } from "../../ports/store.ts";

let store: Store;
let session: McpSession;
let check: RuleCheck;
beforeEach(async () => {
  store = await openTestStore();
  check = await runningCheck(composeEmend(testPorts(store)), "nudging");
});
afterEach(async () => {
  await session.close();
  await store.close();
});

const BAD = { path: "src/a.js", text: "start();\nif (a == b) go();\n" };

describe("check_these_files", () => {
  it.each(ERAS)(
    "%s: finds mistakes, with the rule, the place and a correction, and counts them",
    async (era) => {
      session = await openMcp(store, {}, era);
      const files = [BAD, { path: "src/b.js", text: "a === b;\n" }];
      const { structured, text } = await session.call("check_these_files", { files, run: "r-1" });
      expect(text).toContain("src/a.js:2: Compare with ===.");
      expect(text).toContain("An earlier correction, before:");
      expect(structured).toMatchObject({
        files: 2,
        checks: 1,
        hits: [{ path: "src/a.js", line: 2, check_id: check.id, state: "nudging" }],
        hits_more: 0,
        notices: [],
      });
      expect((await store.checks.figures([check.id])).get(check.id)).toMatchObject({ files: 2, fired: 1 });
      expect(await store.checks.hookRuns("2020-01-01T00:00:00Z")).toEqual([]);
    },
  );

  it("says that there is no mistake, and follows comments with a reason", async () => {
    session = await openMcp(store);
    const text = "if (a == null) go(); // emend-ignore: null or undefined\n";
    const answer = await session.call("check_these_files", { files: [{ path: "a.js", text }] });
    expect(answer.text).toBe("1 check, 1 file: no mistake found.");
    expect(answer.structured).toMatchObject({ hits: [{ ignored: "null or undefined" }] });
  });

  it("reads files of the project by itself if it runs there, and says which it cannot read", async () => {
    session = await openMcp(store, {
      readFile: async (path) => (path === "src/a.js" ? BAD : undefined),
    });
    const files = [{ path: "src/a.js" }, { path: "../secret.js" }];
    const { structured } = await session.call("check_these_files", { files });
    expect(structured).toMatchObject({
      files: 1,
      hits: [{ path: "src/a.js" }],
      notices: [{ code: "file_unreadable", path: "../secret.js" }],
    });
    await session.close();
    session = await openMcp(store);
    const { text } = await session.call("check_these_files", { files });
    expect(text).toContain("pass the file's text");
  });

  it("shows what hides in a file", async () => {
    session = await openMcp(store);
    const text = "if (a == b) go(); // \u001B[2J\u202E```\n<!-- -->\n";
    const answer = await session.call("check_these_files", { files: [{ path: "a\u202E.js", text }] });
    expect(answer.text + JSON.stringify(answer.structured)).not.toMatch(/[\u001B\u202E]/);
  });

  it("without a store it says why it checked nothing", async () => {
    session = await openMcp(undefined);
    expect(await session.call("check_these_files", { files: [BAD] })).toMatchObject({
      structured: { files: 0, note: "There is no store yet; nothing has been recorded." },
    });
  });
});
