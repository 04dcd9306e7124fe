import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { askingForWords } from "../../../test/examples/example-rule.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { rulesCli } from "../../../test/rules-cli.ts";
import { workAlone } from "../../app/person/change-people.ts";
import { decideRule } from "../../app/rule/decide-rule.ts";
import { DEFAULT_RULE_POLICY } from "../../core/evaluation/rule-policy.ts";
import type { Store } from "../../ports/store.ts";

const NOW = "2026-03-04T09:00:00.000Z";
const WORDS = "Greet every customer by name.";
let store: Store;
let id = "";
const run = (...args: readonly string[]) => rulesCli(store, () => NOW)(args);
const short = (text: string): string => text.replaceAll(/ru_[0-9a-f]{8,}/g, "ru_x");

beforeEach(async () => {
  store = await openTestStore();
  const said = [1, 2, 3].map((n) =>
    makeFeedback(n, { comment: `Use the name, letter ${n}.`, time: `2026-03-0${n}T08:00:00.000Z` }),
  );
  await store.feedback.record(said);
  const command = askingForWords(["Use the customer's name.", "Address customers formally."]);
  if (command.type !== "propose") throw new Error("expected a proposal");
  ({ id } = command);
  const evidence = said.map((record) => record.id);
  const parts = { ...store, policy: DEFAULT_RULE_POLICY, now: () => NOW };
  await decideRule(parts)(id, { ...command, evidence });
});
afterEach(() => store.close());

describe("emend rules, for a proposal that wants words", () => {
  it("lists it as such", async () => {
    expect((await run("list")).stdout).toContain("(needs your text)");
    const { items: rules } = JSON.parse((await run("list", "--json")).stdout);
    expect(rules).toMatchObject([
      { text: "", wants_words: { suggestions: ["Use the customer's name.", "Address customers formally."] } },
    ]);
  });

  it("shows why there is no draft, the quotes, the suggestions and what to do", async () => {
    expect(short((await run("show", id)).stdout)).toMatchInlineSnapshot(`
      "ru_x  proposed, version 1 (pending)

        (needs your text)

      No draft  Two remarks want different things.

      People said
        ana: Use the name, letter 3.
        ana: Use the name, letter 2.
        ana: Use the name, letter 1.

      You could start from
        Use the customer's name.
        Address customers formally.

      For       rio, in every file
      Type      guideline
      Why       Said 3 times by one person to one agent, from 2026-03-01 to 2026-03-03.
      Reason    Handles leaked in three runs.
      Expires   2026-03-11, 7 days left

      Evidence: 3 occurrences
        days: 03-01 1x, 03-02 1x, 03-03 1x
        agents: rio 3x
        reviewers: ana 3x
        2026-03-03 ana (rio, decision d-3)
          Use the name, letter 3.
        2026-03-02 ana (rio, decision d-2)
          Use the name, letter 2.
        2026-03-01 ana (rio, decision d-1)
          Use the name, letter 1.

      Next: emend rules approve ru_x --version 1 --text "…" with your own text, or reject, defer
      "
    `);
  });

  it("refuses to approve it without words, and says how", async () => {
    const { code, stderr } = await run("approve", id, "--as", "ana");
    expect(code).toBe(1);
    expect(short(stderr)).toMatchInlineSnapshot(`
      "emend: this rule has no text yet, so there is nothing to approve; write its text, or reject the proposal: emend rules approve ru_x --text "…" [needs_words]
      "
    `);
    expect((await store.rules.find(id))!.revision).toBe(1);
  });

  it("takes the words with --text, as those of whoever writes them", async () => {
    expect(short((await run("approve", id, "--text", WORDS, "--as", "ana")).stdout)).toMatchInlineSnapshot(`
      "version 2 of ru_x has your text: 1 of 2 (ana on 2026-03-04); needs 1 more, not from ana
      "
    `);
    expect(short((await run("approve", id, "--as", "bo")).stdout)).toMatchInlineSnapshot(`
      "version 2 of ru_x is in force now: Greet every customer by name.
      Hooks tell agents from their next session on. For rule files such as CLAUDE.md: emend inject
      "
    `);
    expect(short((await run("history", id)).stdout)).toMatchInlineSnapshot(`
      "ru_x  active

      version 1  superseded, for rio, in every file
        (needs your text)
          2026-03-04 09:00 proposed by emend
          2026-03-04 09:00 superseded

      version 2  in force, for rio, in every file
        Greet every customer by name.
          2026-03-04 09:00 modified by ana
          2026-03-04 09:00 approved by ana
          2026-03-04 09:00 approved by bo
          2026-03-04 09:00 came into force
      "
    `);
  });

  it("puts the words in force at once if their writer works alone", async () => {
    const alone = await workAlone({ ...store, now: () => NOW })("ana", "ana");
    expect(alone.ok).toBe(true);
    expect(short((await run("approve", id, "--text", WORDS, "--as", "ana")).stdout)).toMatchInlineSnapshot(`
      "version 2 of ru_x is in force now, with your text: Greet every customer by name.
      "
    `);
    expect(await store.rules.find(id)).toMatchObject({ status: "active", in_force: 2 });
  });

  it("takes other words for a draft with --text too", async () => {
    await run("modify", id, "--text", WORDS, "--as", "ana");
    const { stdout } = await run("approve", id, "--text", "Greet customers by name.", "--as", "bo");
    expect(stdout).toContain("has your text");
    expect(await store.rules.find(id)).toMatchObject({
      pending: 3,
      versions: [{}, {}, { approvals: [{ by: "bo" }] }],
    });
  });
});
