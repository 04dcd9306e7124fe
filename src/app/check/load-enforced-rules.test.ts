import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bringIntoForce } from "../../../test/active-rules.ts";
import { openMcp } from "../../../test/mcp-session.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { runningCheck } from "../../../test/running-check.ts";
import { testPorts } from "../../../test/test-ports.ts";
import { composeEmend, type Emend } from "../../compose.ts";
import { daysAfter } from "../../core/time/time.ts";
import { createProjectFiles } from "../../drivers/files/project-files.ts";
import type { Store } from "../../ports/store.ts";
import { sha256 } from "../../drivers/crypto/sha256.ts";
import { injectRules } from "../inject/inject-rules.ts";
import { buildPrompt } from "../rule/build-prompt.ts";

const START = "2026-03-10T09:00:00.000Z";
const TEXT = "Compare with ===.";
const OTHER = "Close every file.";

let store: Store;
let emend: Emend;
let folder: string;
let now: string;
beforeEach(async () => {
  now = START;
  folder = mkdtempSync(join(tmpdir(), "emend-enforced-"));
  store = await openTestStore();
  emend = composeEmend(testPorts(store, { now: () => now }));
  await bringIntoForce(store, OTHER);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const ran = (check_id: string, checked_in: "hook" | "ci", agent = "rio"): Promise<void> =>
  emend.checks.receive({ agent, checked_in, time: now, ran: [{ check_id, files: 1 }], hits: [] });

/** Which of the places that give an agent its rules have the text. */
async function given(agent = "rio"): Promise<readonly string[]> {
  const session = await openMcp(store, { agent, now: () => now });
  const built = await emend.rules.buildPrompt({ agent, base: "" });
  const forFiles = await emend.rules.forFiles({ agent, files: ["src/a.js"] });
  const { files } = await injectRules({
    ...store,
    files: createProjectFiles({ root: folder }),
    policy: emend.policy,
    now: () => now,
  })({ agents: [agent], dry: true, targets: ["agents"] });
  const { resources } = await session.client.listResources();
  const { contents } = await session.client.readResource({ uri: `emend://agents/${agent}/rules` });
  await session.close();
  const texts = {
    prompt: built.ok ? built.value.prompt : "",
    files: forFiles.ok ? forFiles.value.section : "",
    inject: files.map(({ after }) => after).join(""),
    resources: resources.map(({ title }) => title).join("\n"),
    page: JSON.stringify(contents),
  };
  for (const [name, text] of Object.entries(texts))
    expect([name, text]).toEqual([name, expect.stringContaining(OTHER.slice(0, -1))]);
  return Object.entries(texts).flatMap(([name, text]) => (text.includes(TEXT.slice(0, -1)) ? [name] : []));
}

const EVERYWHERE = ["prompt", "files", "inject", "resources", "page"];

describe("the text of a rule with a check", () => {
  it("leaves the prompt, the files and the MCP resources of an agent in whose hook it ran, and of no other", async () => {
    const { id } = await runningCheck(emend, "nudging");
    expect(await given()).toEqual(EVERYWHERE);
    await ran(id, "ci");
    expect(await given()).toEqual(EVERYWHERE);
    await ran(id, "hook");
    expect(await given()).toEqual([]);
    expect(await given("mia")).toEqual(EVERYWHERE);
    const built = await emend.rules.buildPrompt({ agent: "rio", base: "" });
    expect(built.ok && built.value.withheld).toMatchObject([{ reason: "check" }]);
  });

  it("comes back by itself when the check was not alive for a week", async () => {
    const { id } = await runningCheck(emend, "blocking");
    await ran(id, "hook");
    now = daysAfter(START, 6.9);
    expect(await given()).toEqual([]);
    now = daysAfter(START, 7.1);
    expect(await given()).toEqual(EVERYWHERE);
  });

  it.each(["watch", "retire"] as const)("comes back when a person decides to %s the check", async (type) => {
    const { id } = await runningCheck(emend, "nudging");
    await ran(id, "hook");
    const by = { id: "ana", trust: "person" } as const;
    const command = type === "watch" ? { type, by, version: 1 } : { type, by, reason: "Too noisy." };
    expect((await emend.checks.decide(id, command)).ok).toBe(true);
    expect(await given()).toEqual(EVERYWHERE);
  });

  it("stays in files of another language, which the check does not read", async () => {
    const { id } = await runningCheck(emend, "nudging");
    await ran(id, "hook");
    const found = await emend.rules.forFiles({ agent: "rio", files: ["tools/a.py"] });
    expect(found.ok && found.value.section).toContain(TEXT);
  });

  it("stays while a trial decides which tasks are given it", async () => {
    const { id, rule_id } = await runningCheck(emend, "nudging");
    await ran(id, "hook");
    const assigned = { id: "tr_1", rule_id, version: 1, share: 0.5, secret: "any" };
    const build = buildPrompt({
      ...store,
      trials: { assignments: async () => [assigned] },
      policy: emend.policy,
      hash: sha256,
      now: () => now,
    });
    const prompts = [];
    for (let n = 0; n < 20; n += 1) {
      const built = await build({ agent: "rio", base: "", task: `t ${n}` });
      prompts.push(built.ok && built.value.prompt.includes(TEXT));
    }
    expect(new Set(prompts)).toEqual(new Set([true, false]));
  });
});
