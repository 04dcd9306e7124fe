import { afterEach, beforeEach, expect, it } from "vitest";
import { openTestStore } from "../../../test/open-test-store.ts";
import { rulesCli } from "../../../test/rules-cli.ts";
import type { Store } from "../../ports/store.ts";

let store: Store;
const run = (args: readonly string[], stdin?: string) =>
  rulesCli(store, () => "2026-03-04T09:00:00.000Z")(args, stdin === undefined ? {} : { stdin });

beforeEach(async () => {
  store = await openTestStore();
  for (const extra of [
    ["--agent", "rio"],
    ["--path", "**/*.py"],
  ]) {
    await run(["propose", "--text", `Close every handle${extra.length}${extra[0]}.`, "--as", "cy", ...extra]);
  }
  for (const { id } of await store.rules.pending()) {
    for (const by of ["ana", "bo"]) await run(["approve", id, "--as", by]);
  }
});
afterEach(() => store.close());

it("003.6 prints the prompt to the letter with the rules after it, and records the injection", async () => {
  const { code, stdout, stderr } = await run(
    ["prompt", "--agent", "rio", "--run", "r-1", "--files", "src/io.ts"],
    "You are rio.\r\n",
  );
  expect(stdout.startsWith("You are rio.\r\n\r\n## Learned Rules (from feedback)\r\n")).toBe(true);
  expect(stderr.replace(/ru_[0-9a-f]{8}/, "ru_x")).toMatchInlineSnapshot(`
    "emend: 1 rule went in, about 54 tokens
    emend: 1 withheld: ru_x (other files)
    "
  `);
  expect(code).toBe(0);
  expect(await store.rules.findInjection("r-1", "rio")).toMatchObject({ rules: [{ version: 1 }] });
});

it("003.6 says that nothing is recorded without a run", async () => {
  const { stdout, stderr } = await run(["prompt", "--agent", "rio", "--json"], "Base.\n");
  expect(JSON.parse(stdout)).toMatchObject({ recorded: false, withheld: [] });
  expect(stderr).toContain("not recorded, because there is no --run");
});

it("wants a name for the run", async () => {
  const { code, stderr } = await run(["prompt", "--agent", "rio", "--run", " "], "Base.");
  expect(code).toBe(2);
  expect(stderr).toContain("[invalid_run]");
});
