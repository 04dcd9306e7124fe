import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerOf, decided, makeSubmission } from "../contract/make-submission.ts";
import { ruleFromCode } from "../corrected-rule.ts";
import { WRITER } from "../examples/example-rule.ts";
import { type WrittenRepository, writeRepository } from "../past-repository.ts";
import { lookOver } from "./look-over.ts";
import { type Desk, keepShot, openDesk } from "./open-desk.ts";
import { sheet } from "./proposal-page.ts";

let desk: Desk;
let past: WrittenRepository;
let rule = "";
let accepted = "";
beforeAll(async () => {
  past = writeRepository();
  past.commit("Read the port", { "src/listen.js": "use(parseInt(port));\n" });
  past.commit("Say hello", { "README.md": "Hello\n" });
  desk = await openDesk({ empty: true, repository: past });
  const { emend, store } = desk.http.context;
  rule = (await ruleFromCode(emend, { isActive: false })).id;
  const made = await emend.checks.draft(rule, { by: WRITER });
  if (!made.ok) throw new Error(made.error.message);
  const submission = makeSubmission(1, { output: "const size = parseInt(text);\n", files: ["src/size.js"] });
  accepted = submission.id;
  await store.submissions.submit(submission);
  await store.submissions.decide(decided(submission, answerOf("ana", { decision: "approved" })));
}, 120_000);
afterAll(async () => {
  await desk?.close();
  past?.remove();
});

describe("the replay of a proposal", () => {
  it("says what its check would have done, and opens the case that speaks against it", async () => {
    const { page, open, close } = await desk.as("approver", "maya");
    await open(`/proposals/${rule}`);
    await sheet(page).getByRole("heading", { name: "Replay" }).waitFor();
    await sheet(page)
      .getByText(
        "It would have fired on 3 of 3 corrections (all of them this rule’s own), on 0 of 3 after they were mended, and on 1 of 1 piece of accepted work.",
      )
      .waitFor();
    await keepShot(page, "replay");
    await page.getByRole("link", { name: "accepted work: src/size.js" }).click();
    await page.waitForURL(`**/inbox/${accepted}`);
    expect(await page.getByText("const size = parseInt(text);").count()).toBe(1);
    await close();
  });

  it("replays the repository's commits when somebody asks", async () => {
    const { page, open, close } = await desk.as("approver", "maya");
    await open(`/proposals/${rule}`);
    await page.getByRole("button", { name: "Replay the repository’s commits" }).click();
    await sheet(page)
      .getByText("It would have fired once in 1 of 2 commits, which added 1 line to 1 file.")
      .waitFor();
    await sheet(page).getByRole("heading", { name: "In commits" }).waitFor();
    expect(await sheet(page).getByText("src/listen.js").count()).toBe(1);
    await keepShot(page, "replay-commits");
    await close();
  });

  it("is usable by everybody in light, in dark and on a phone", async () => {
    expect(await lookOver(desk, `/proposals/${rule}`, "replay")).toEqual([]);
  });
});
