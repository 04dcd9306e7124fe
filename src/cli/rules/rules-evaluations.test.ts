import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { fillCluster } from "../../../test/fill-cluster.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { rulesCli } from "../../../test/rules-cli.ts";
import { standingOf } from "../../core/evaluation/evaluation.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import type { Store } from "../../ports/store.ts";

let store: Store;
let disputed: Feedback;
let once: Feedback;
const run = (...args: readonly string[]) => rulesCli(store, () => "2026-03-04T09:00:00.000Z")(args);
const standing = async (id: string) => standingOf((await store.evaluations.find(id))!);

beforeEach(async () => {
  store = await openTestStore();
  disputed = makeFeedback(1, {
    comment: "Use tabs here, not spaces.",
    author: { id: "bo", trust: "person" },
  });
  once = makeFeedback(2, { comment: "Retry the upload after a timeout." });
  await fillCluster(store, [disputed], { contradicts: { [disputed.id]: ["fb_earlier"] } });
  await fillCluster(store, [once]);
  await fillCluster(store, [makeFeedback(3, { comment: "Name the constant." })]);
});
afterEach(() => store.close());

describe("emend rules ambiguous and resolve", () => {
  it("003.8 shows what a person has to decide about", async () => {
    const { stdout } = await run("ambiguous");
    expect(stdout.replaceAll(/fb_[0-9a-f]{8}/g, "fb_xxxxxxxx")).toMatchInlineSnapshot(`
      "fb_xxxxxxxx  2026-03-01 bo to rio
        Use tabs here, not spaces.
          contradicts an earlier decision about the same thing; a person has to decide which one is right
          (confidence 60 %)

      To resolve one: emend rules resolve <id> --as generalizable, edge_case or ignore
      "
    `);
    expect((await run("ambiguous", "list")).stdout).toBe(stdout);
    expect(JSON.parse((await run("ambiguous", "--json")).stdout)).toMatchObject({
      items: [{ feedback_id: disputed.id, author: "bo", said: "Use tabs here, not spaces." }],
      next: null,
    });
  });

  it.each([
    { as: "generalizable", stands: "generalizable_high" },
    { as: "edge-case", stands: "edge_case" },
    { as: "ignore", stands: "ignored" },
  ])("003.8 resolves it as $as", async ({ as, stands }) => {
    const { code, stdout } = await run(
      "resolve",
      disputed.id.slice(0, 9),
      "--as",
      as,
      "--reason",
      "we agreed",
      "--by",
      "ana",
    );
    expect(code).toBe(0);
    expect(stdout).toContain(`is now ${stands.replaceAll("_", " ")}`);
    expect(await standing(disputed.id)).toBe(stands);
    expect(
      await run("resolve", disputed.id, "--as", as, "--reason", "once more", "--by", "ana"),
    ).toMatchObject({ code: 1 });
  });

  it("wants a reason before anything is ignored", async () => {
    const { code, stderr } = await run("resolve", disputed.id, "--as", "ignore", "--by", "ana");
    expect([code, stderr]).toMatchInlineSnapshot(`
      [
        1,
        "emend: expected a reason why it can be ignored [reason_required]
      ",
      ]
    `);
  });
});

describe("emend rules edge-cases and promote", () => {
  it("003.8 finds edge cases by their words", async () => {
    expect((await run("edge-cases")).stdout).toContain("Name the constant.");
    const { stdout } = await run("edge-cases", "--search", "UPLOAD", "timeout");
    expect(stdout.replaceAll(/fb_[0-9a-f]{8}/g, "fb_xxxxxxxx")).toMatchInlineSnapshot(`
      "fb_xxxxxxxx  2026-03-01 ana to rio
        Retry the upload after a timeout.
          seen once, nothing similar (confidence 50 %)

      To turn one into a rule: emend rules promote <id>
      "
    `);
    expect((await run("edge-cases", "--search", "zebra")).stderr).toContain(
      "no edge case contains all of these words",
    );
  });

  it("003.8 promotes one, which is then proposed", async () => {
    const { stdout } = await run("promote", once.id, "--reason", "it will come again", "--as", "ana");
    expect(stdout).toContain("is now generalizable high");
    expect((await run("propose")).stdout).toContain("Retry the upload after a timeout.");
    expect((await run("promote", once.id, "--by", "ana")).stderr).toContain("[not_an_edge_case]");
  });
});
