import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { composeEmend } from "../../src/compose.ts";
import { runningCheck } from "../running-check.ts";
import { testPorts } from "../test-ports.ts";
import { AGENT_SUPPORT } from "./agent-support.ts";
import { type ClientProject, startClientProject } from "./client-project.ts";
import type { CodingClient } from "./coding-client.ts";
import type { ModelStep } from "./scripted-model.ts";

const CORRECTION = "No, keep amounts in whole cents, never floats.";
const TOLD = "“No, keep amounts in whole cents, never floats”";
const FAILS = `import { test } from "node:test";
test("the basket adds up", () => {
  throw new Error("the basket adds up wrongly");
});
`;

/** What each of the real clients does. The tests belong together: one conversation follows the other. */
export function converses(client: CodingClient): void {
  let project: ClientProject;
  beforeAll(async () => {
    project = await startClientProject(client);
    await project.withStore((store) => runningCheck(composeEmend(testPorts(store)), "blocking"));
  }, 900_000);
  afterAll(() => project?.end());

  describe(`the real ${client.name}`, () => {
    const support = AGENT_SUPPORT[client.name];

    it("16.x has the rules in force and Emend's tools when a conversation begins", async () => {
      const heard = await project.begin(
        "Write the module for money.",
        client.write(project.path("src/money.ts"), "export const price = 9.99;\n"),
      );
      expect(holds(heard[0], "Compare with ===", client.tools)).toEqual([support.rules, support.tools]);
      expect(readFileSync(project.path("src/money.ts"), "utf8")).toContain("9.99");
    });

    it("16.x is corrected in one conversation, and told in the next", async () => {
      await project.goOn(CORRECTION);
      const said = (await project.recorded()).filter(({ author }) => author?.id === "ada");
      expect(said).toMatchObject([
        { comment: CORRECTION, agent: client.name, target: { path: "src/money.ts" } },
      ]);
      const heard = await project.begin("Which rules do you have?");
      expect(holds(heard[0], TOLD)).toEqual([support.reminders]);
    });

    it("16.x is refused an edit that a blocking check is against; hears of a failed command, which is recorded", async () => {
      writeFileSync(project.path("check.mjs"), FAILS);
      const heard = await project.begin(
        "Write the comparison and run the check.",
        client.write(project.path("src/same.js"), "if (a == b) go();\n"),
        client.run("node --test check.mjs"),
      );
      const refused = holds(heard[1], "Emend refused this edit", "src/same.js:1: Compare with ===");
      expect(refused).toEqual([support.refusals, support.refusals]);
      expect(existsSync(project.path("src/same.js"))).toBe(!support.refusals);
      const failed = holds(heard[2], "the basket adds up wrongly", "Emend detected a failed check");
      expect(failed).toEqual([true, support.failures]);
      const failures = (await project.recorded()).filter(({ tags }) => tags.includes("verification_failure"));
      expect(failures).toMatchObject(support.failures ? [{ agent: client.name }] : []);
    });

    it("16.x is told again once its conversation was shortened, or at least when it is taken up again", async () => {
      const full: ModelStep = { ...client.run("echo one"), tokens: 2_000_000 };
      let heard = await project.begin("Look around.", ...(client.compacts === "tokens" ? [full] : []));
      if (client.compacts === "/compact") await project.goOn("/compact");
      if (client.compacts !== "tokens") heard = await project.goOn("Go on.");
      expect(holds(heard.at(-1), TOLD)).toEqual([true]);
      expect(client.compacts === "unheard").toBe(!support.compaction);
    });
  });
}

/** Which of these words the model was sent; a whole request says too much when a test fails. */
export const holds = (body: string | undefined, ...words: readonly string[]): readonly boolean[] =>
  words.map((each) => body?.includes(each) ?? false);
