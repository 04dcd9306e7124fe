import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { fillCluster } from "../../../test/fill-cluster.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { rulesCli } from "../../../test/rules-cli.ts";
import { DEFAULT_RULE_POLICY } from "../../core/evaluation/rule-policy.ts";
import { measureRules } from "../../app/rule/measure-rules.ts";
import type { Store } from "../../ports/store.ts";

const START = "2026-03-04T09:00:00.000Z";
let store: Store;
let now = START;
let id = "";
const run = (...args: readonly string[]) => rulesCli(store, () => now)(args);
const rule = async () => (await store.rules.find(id))!;
const short = (text: string): string => text.replaceAll(/ru_[0-9a-f]{8,}/g, "ru_x");

beforeEach(async () => {
  now = START;
  store = await openTestStore();
  await run(
    "propose",
    "--text",
    "Close every file handle in a finally block.",
    "--as",
    "cy",
    "--agent",
    "rio",
  );
  id = (await store.rules.pending())[0]!.id;
});
afterEach(() => store.close());

describe("emend rules approve", () => {
  it("003.5 needs two people, and tells who still must approve", async () => {
    expect(short((await run("approve", id, "--as", "ana")).stdout)).toMatchInlineSnapshot(`
      "approved version 1 of ru_x: 1 of 2 (ana on 2026-03-04); needs 1 more, not from ana. If you work alone: emend people alone, then approve it again
      "
    `);
    expect(await rule()).toMatchObject({ status: "proposed", in_force: null });
    expect(short((await run("approve", id, "--as", "bo")).stdout)).toMatchInlineSnapshot(`
      "version 1 of ru_x is in force now: Close every file handle in a finally block.
      Hooks tell agents from their next session on. For rule files such as CLAUDE.md: emend inject
      "
    `);
    expect(await rule()).toMatchObject({ status: "active", in_force: 1 });
  });

  it("003.5 does not let one person vote twice, nor the proposer decide alone", async () => {
    await run("approve", id, "--as", "cy");
    const again = await run("approve", id, "--as", " CY ");
    expect(again.code).toBe(1);
    expect(again.stderr).toContain("[already_approved_by_you]");
    expect((await rule()).status).toBe("proposed");
  });

  it("refuses a version that is no longer the one", async () => {
    await run("modify", id, "--text", "Close every socket.", "--as", "bo");
    const { code, stderr } = await run("approve", id, "--version", "1", "--as", "ana");
    expect([code, stderr]).toMatchInlineSnapshot(`
      [
        1,
        "emend: version 2 is pending, not 1; read it and decide about that one [stale_version]
      ",
      ]
    `);
    expect((await run("approve", id, "--version", "two", "--as", "ana")).code).toBe(2);
    expect(
      JSON.parse((await run("approve", id, "--version", "2", "--as", "ana", "--json")).stdout),
    ).toMatchObject({
      rule_id: id,
      status: "proposed",
      pending: 2,
      approval: { given: 1, missing: 1 },
    });
  });
});

it("003.5 makes a new version of a modified rule, which starts without approvals", async () => {
  for (const by of ["ana", "bo"]) await run("approve", id, "--as", by);
  await run("modify", id, "--text", "Close every file handle and socket.", "--agent", "", "--as", "di");
  expect(await rule()).toMatchObject({ status: "active", in_force: 1, pending: 2 });
  expect((await rule()).versions[1]).toMatchObject({ approvals: [], scope: { agents: [], paths: [] } });
  const { code, stderr } = await run("modify", id, "--as", "di");
  expect([code, stderr]).toMatchInlineSnapshot(`
    [
      2,
      "emend: nothing to change: use --text, --type, --agent or --path [nothing_to_modify]
    ",
    ]
  `);
});

it("wants a reason for a no, and keeps it", async () => {
  await expect(run("reject", id, "--as", "ana")).rejects.toThrow("--reason");
  expect(short((await run("reject", id, "--reason", "the linter finds it", "--as", "ana")).stdout))
    .toMatchInlineSnapshot(`
    "rejected version 1 of ru_x
    "
  `);
  expect(await rule()).toMatchObject({
    status: "rejected",
    last_answer: { by: "ana", reason: "the linter finds it" },
  });
});

it("lets a proposal wait", async () => {
  now = "2026-03-10T09:00:00.000Z";
  expect(short((await run("defer", id, "--reason", "after the release", "--as", "ana")).stdout))
    .toMatchInlineSnapshot(`
      "ru_x is open until 2026-03-17: needs 2 approvals, at least one not from cy
      "
    `);
  now = "2026-03-18T09:00:00.000Z";
  expect((await run("approve", id, "--as", "ana")).stderr).toContain("[expired]");
});

it("003.7 retires a rule, and rolls it back to an earlier version", async () => {
  for (const by of ["ana", "bo"]) await run("approve", id, "--as", by);
  await run("modify", id, "--text", "Close every socket.", "--as", "bo", "--reason", "handles are done");
  for (const by of ["ana", "di"]) await run("approve", id, "--as", by);
  now = "2026-03-05T09:00:00.000Z";
  expect(short((await run("roll-back", id, "--to", "1", "--reason", "2 is misread", "--as", "ana")).stdout))
    .toMatchInlineSnapshot(`
      "version 3 of ru_x has the text of version 1 and is waiting for approval: needs 2 approvals, at least one not from ana
      "
    `);
  for (const by of ["bo", "di"]) await run("approve", id, "--as", by);
  expect(await rule()).toMatchObject({ status: "active", in_force: 3 });
  expect(short((await run("retire", id, "--reason", "the API is gone", "--as", "ana")).stdout))
    .toMatchInlineSnapshot(`
    "retired ru_x; new prompts no longer contain it
    "
  `);
  expect((await rule()).status).toBe("retired");
  expect(short((await run("history", id)).stdout)).toMatchInlineSnapshot(`
    "ru_x  retired

    version 1  superseded, for rio, in every file
      Close every file handle in a finally block.
        2026-03-04 09:00 proposed by cy
        2026-03-04 09:00 approved by ana
        2026-03-04 09:00 approved by bo
        2026-03-04 09:00 came into force

    version 2  superseded, for rio, in every file
      Close every socket.
        2026-03-04 09:00 modified by bo: handles are done
        2026-03-04 09:00 approved by ana
        2026-03-04 09:00 approved by di
        2026-03-04 09:00 came into force

    version 3  retired, for rio, in every file
      Close every file handle in a finally block.
        2026-03-05 09:00 rolled back to version 1 by ana: 2 is misread
        2026-03-05 09:00 approved by bo
        2026-03-05 09:00 approved by di
        2026-03-05 09:00 came into force
        2026-03-05 09:00 retired by ana: the API is gone
    "
  `);
  const { versions, acts } = JSON.parse((await run("history", id, "--json")).stdout) as {
    versions: object[];
    acts: object[];
  };
  expect(versions).toHaveLength(3);
  expect(acts.at(-1)).toMatchObject({ version: 3, act: "retired", by: "ana", reason: "the API is gone" });
});

it("003.7 shows that a rule does not help, and keeps it where people want it", async () => {
  let number = 0;
  const on = (day: number) => {
    number += 1;
    const time = new Date(Date.parse(START) + day * 86_400_000 + number * 1_000).toISOString();
    return makeFeedback(number, { time, comment: "Close the handle in a finally block." });
  };
  const cluster = await fillCluster(
    store,
    Array.from({ length: 20 }, (_one, at) => on(-at - 1)).toReversed(),
  );
  await run("propose");
  id = (await store.rules.ofCluster(cluster))[0]!.id;
  for (const by of ["ana", "bo"]) await run("approve", id, "--as", by);
  await fillCluster(
    store,
    Array.from({ length: 30 }, (_one, at) => on(at + 1)),
    { into: cluster },
  );
  now = "2026-04-05T09:00:00.000Z";
  expect(short((await run("effect", id)).stdout)).toMatchInlineSnapshot(`
    "ru_x  ineffective, 18 % more
      before  17 in 20 decisions (85 %) without the 3 that led to the rule, from 2026-02-12 on
      since   30 in 30 decisions (100 %), from 2026-03-05 on
      change  18 % more; -212 % to 58 % with 95 % confidence at each end
      why     after 32 days the reduction is under 10 %: 20 in 20 runs before, 30 in 30 runs since
      alert   the mistake came back 24 times since the rule took effect, 0 of them with the rule in the
              prompt. Look at the newest cases, then modify or retire the rule.
    "
  `);
  const shown = JSON.parse((await run("effect", "--json")).stdout) as { effects: object[]; alerts: object[] };
  expect(shown).toMatchObject({
    effects: [{ rule_id: id, verdict: "ineffective", basis: "decided_work" }],
    alerts: [{ code: "rule_regression" }],
  });
  await measureRules({ ...store, policy: DEFAULT_RULE_POLICY, now: () => now })({ flag: true });
  expect((await run("list")).stdout).toContain("flagged");
  expect(short((await run("keep", id, "--reason", "the model changed", "--as", "ana")).stdout))
    .toMatchInlineSnapshot(`
    "ru_x stays, and is measured from now on
    "
  `);
  expect((await rule()).status).toBe("active");
});

it("says why a rule that is not in force has no effect", async () => {
  const { code, stderr } = await run("effect", id);
  expect([code, stderr]).toMatchInlineSnapshot(`
    [
      1,
      "emend: the rule is proposed; only rules in force are measured [not_in_force]
    ",
    ]
  `);
});

describe("emend rules propose --again", () => {
  const WEEK_LATER = "2026-03-12T09:00:00.000Z";

  it("17.5 proposes an expired rule again without a server, with the reason and the history", async () => {
    expect((await run("propose", "--again", id, "--as", "ana")).stderr).toContain("[already_proposed]");
    await run("approve", id, "--as", "ana");
    now = WEEK_LATER;
    expect((await run("approve", id, "--as", "bo")).stderr).toContain("[expired]");
    const again = await run("propose", "--again", id, "--as", "bo", "--reason", "we were on holiday");
    expect(short(again.stdout)).toMatchInlineSnapshot(`
      "proposed ru_x again as version 2: needs 2 approvals, at least one not from bo
      version 1 expired: nobody decided in time
      "
    `);
    expect(await rule()).toMatchObject({
      status: "proposed",
      pending: 2,
      versions: [
        { status: "expired", approvals: [{ by: "ana" }] },
        {
          origin: "proposed_again",
          note: "we were on holiday",
          approvals: [],
          earlier: { status: "expired", version: 1 },
        },
      ],
    });
    expect((await run("history", id)).stdout).toMatch(/expired[^]*proposed again by bo: we were on holiday/);
    for (const by of ["ana", "cleo"]) await run("approve", id, "--as", by);
    expect(await rule()).toMatchObject({ status: "active", in_force: 2 });
  });

  it("17.5 does the same for one's own words, and refuses what somebody said no to", async () => {
    now = WEEK_LATER;
    await run(
      "propose",
      "--text",
      "Close every file handle in a finally block.",
      "--as",
      "cy",
      "--agent",
      "rio",
    );
    expect(await rule()).toMatchObject({ pending: 2, versions: [{ status: "expired" }, {}] });
    await run("reject", id, "--as", "ana", "--reason", "too narrow");
    const refused = await run("propose", "--again", id, "--as", "bo");
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("[no_new_evidence]")]);
  });

  it("17.5 takes no other words with it", async () => {
    const { code, stderr } = await run("propose", "--again", id, "--text", "Other words.");
    expect([code, stderr]).toEqual([2, expect.stringContaining("[again_alone]")]);
  });
});
