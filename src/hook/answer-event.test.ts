import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type HookSession, loadHook, startHookSession } from "../../test/hook-session.ts";

let session: HookSession;
beforeAll(loadHook);
beforeEach(() => {
  session = startHookSession();
});
afterEach(() => session.end());

const says = (prompt: string) => ({ hook_event_name: "UserPromptSubmit", prompt, session_id: "s-1" });

describe("a standing instruction in a prompt", () => {
  it("16.x a standing instruction is kept, with its sentence and nothing else of the prompt", async () => {
    await session.fire(
      says("Build the refund page. From now on write commit messages in English. Start with the form."),
    );
    await session.deliver();
    expect(await session.records()).toMatchObject([
      {
        comment: "From now on write commit messages in English",
        tags: ["standing_instruction"],
        author: { trust: "person" },
        outcome: null,
      },
    ]);
  });

  it("16.x a standing instruction of one short sentence is kept", async () => {
    await session.fire(says("never commit to main"));
    await session.deliver();
    expect(await session.records()).toMatchObject([{ comment: "never commit to main" }]);
  });

  it("16.x a standing instruction is not seen in what is to be built, nor in a question", async () => {
    const task =
      "Build a parser for the price list that we get from the supplier every night. It reads each row and maps the columns to our own. " +
      "Always return an empty list for a missing file. Write it in src/prices.ts and export one function for it.";
    for (const prompt of [task, "Should we always run the linter?", "Run the tests again."])
      await session.fire(says(prompt));
    await session.deliver();
    expect(await session.records()).toEqual([]);
  });
});
