import { afterEach, beforeEach, expect, it } from "vitest";
import { bringIntoForce } from "../../../test/active-rules.ts";
import { decideAndSave } from "../../../test/contract/decide-and-save.ts";
import { person, retire } from "../../../test/examples/example-rule.ts";
import { keptOpen } from "../../../test/test-ports.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { runCommand } from "../../../test/run-command.ts";
import type { Store } from "../../ports/store.ts";
import { addPrompt } from "./why.ts";

let store: Store;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

const run = (args: readonly string[], stdin?: string) =>
  runCommand(addPrompt, ["prompt", "--agent", "rio", ...args], {
    openEmend: async () => keptOpen(store),
    ...(stdin === undefined ? {} : { stdin }),
  });
const BASE = "You are rio.\r\n";

it("prints the prompt of a moment to the byte, with a base and without", async () => {
  const id = await bringIntoForce(store, "Close it.");
  const built = await keptOpen(store).rules.buildPrompt({ agent: "rio", base: BASE });
  const at = new Date().toISOString();
  const command = retire(person("cy"), "It is over.");
  await decideAndSave(store.rules, { id, command, now: new Date(Date.now() + 2).toISOString() });
  await new Promise((resolve) => setTimeout(resolve, 10));
  const { stdout, code } = await run(["--at", at, "-"], BASE);
  expect({ stdout, code }).toEqual({ stdout: built.ok && built.value.prompt, code: 0 });
  const json = JSON.parse((await run(["--at", at, "--json"])).stdout);
  expect(json).toMatchObject({ at, rules: [{ rule_id: id, version: 1 }], withheld: [] });
  expect(BASE + "\r\n" + json.prompt.replaceAll("\n", "\r\n")).toBe(stdout);
  expect((await run(["--at", new Date().toISOString()])).stdout).toBe("");
});

it("prints the prompt of a run, which its digest proves", async () => {
  const id = await bringIntoForce(store, "Close it.");
  const built = await keptOpen(store).rules.buildPrompt({ agent: "rio", base: BASE, run: "r-1" });
  const command = retire(person("cy"), "It is over.");
  await decideAndSave(store.rules, { id, command, now: new Date().toISOString() });
  expect((await run(["--run", "r-1", "-"], BASE)).stdout).toBe(built.ok && built.value.prompt);
  expect((await run(["--run", "r-1", "-"], "Another.")).stderr).toContain("[base_differs]");
  expect(await run(["--run", "r-9"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("[run_not_found]"),
  });
});

it.each([
  ["no moment", [], 2, "options_exclusive"],
  ["a moment and a run", ["--at", "2026-03-01T00:00:00Z", "--run", "r-1"], 2, "options_exclusive"],
  ["a run with a task", ["--run", "r-1", "--task", "T-1"], 2, "options_exclusive"],
  ["a time that is none", ["--at", "yesterday"], 2, "invalid_time"],
  ["a moment before anything is known", ["--at", "2026-03-01T00:00:00Z"], 1, "settings_unknown"],
  ["the future", ["--at", "9999-01-01T00:00:00Z"], 1, "moment_in_future"],
] as const)("refuses %s", async (_title, args, code, expected) => {
  expect(await run(args)).toMatchObject({
    code,
    stdout: "",
    stderr: expect.stringContaining(`[${expected}]`),
  });
});
