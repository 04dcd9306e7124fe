import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { bringIntoForce } from "../../../test/active-rules.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { runCommand } from "../../../test/run-command.ts";
import { testPorts } from "../../../test/test-ports.ts";
import { composeEmend, type Emend } from "../../compose.ts";
import { daysAfter } from "../../core/time/time.ts";
import type { Store } from "../../ports/store.ts";
import { addRules } from "./rules.ts";

let folder = "";
let store: Store;
let emend: Emend;
let start = "";
let now = "";
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "emend-sunset-"));
  execFileSync("git", ["init", "-q"], { cwd: folder });
  mkdirSync(join(folder, "src/new"), { recursive: true });
  writeFileSync(join(folder, "src/new/a.ts"), "export {};\n");
  store = await openTestStore();
  emend = { ...composeEmend(testPorts(store, { now: () => now })), close: async () => undefined };
  const id = await bringIntoForce(store, "Log every call.", {
    clusterId: "cl_1",
    scope: { agents: [], paths: ["src/old/**"] },
  });
  start = (await store.rules.find(id))!.in_force_since!;
  now = daysAfter(start, 10);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const sunset = (cwd: string, ...args: readonly string[]) =>
  runCommand(
    (program, context) => addRules(program.version("0.0.0"), context),
    ["rules", "sunset", ...args],
    { openEmend: async () => emend, cwd, now: () => new Date(now) },
  );

it("21.1 emend rules sunset names rules whose files are gone, from any folder of the repository, and flags them", async () => {
  const { stdout, code } = await sunset(join(folder, "src/new"));
  expect(stdout).toMatchInlineSnapshot(`
    "May no longer be needed:
    RULE         WHY                                           TEXT
    ru_0ecfb593  no file of the repository matches src/old/**  Log every call.
    "
  `);
  expect(code).toBe(0);
  const flagged = JSON.parse((await sunset(folder, "--flag", "--json")).stdout) as object;
  expect(flagged).toMatchObject({
    needless: [{ reason: "folder_gone" }],
    offers: [],
    flagged: [{ reason: "folder_gone" }],
  });
  expect((await store.rules.inForce())[0]).toMatchObject({
    status: "flagged",
    flag: { verdict: "needless" },
  });
  expect((await sunset(folder)).stderr).toBe("emend: every rule in force seems to be needed\n");
});

it("21.1 emend rules sunset does not guess what is gone outside of a repository", async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), "emend-nowhere-"));
  expect(await sunset(elsewhere)).toMatchObject({
    stdout: "",
    stderr: "emend: every rule in force seems to be needed\n",
  });
  rmSync(elsewhere, { recursive: true });
});

it("21.1 emend rules sunset offers rules to a new model, with what they cost", async () => {
  const id = await bringIntoForce(store, "Close every handle.", { clusterId: "cl_2" });
  for (const [from, model] of [
    [1, "old"],
    [30, "new"],
  ] as const)
    for (let n = 0; n < 24; n += 1) {
      now = daysAfter(start, from + n / 4);
      await emend.rules.buildPrompt({ agent: "rio", base: "", run: `${model} ${n}`, model });
    }
  await emend.rules.flagNeedless({ files: ["src/new/a.ts"] });
  const { stdout } = await sunset(folder);
  expect(stdout).toContain(id.slice(3, 11));
  expect(stdout).toMatchInlineSnapshot(`
    "Older than the current model; try without them (\`emend trials start ID --withdraw\`):
    RULE         TOKENS IN 28 DAYS  MODEL  SINCE       TEXT
    ru_c6998d30                168  new    2026-03-31  Close every handle.
    "
  `);
});
