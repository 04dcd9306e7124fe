import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { fillCluster } from "../../../test/fill-cluster.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { rulesCli } from "../../../test/rules-cli.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import type { Store } from "../../ports/store.ts";

const DIFF = `--- a/src/io.ts
+++ b/src/io.ts
@@ -1,2 +1,2 @@
-  handle.close();
+  finally { handle.close(); }
 }
`;

let store: Store;
let now = "2026-03-04T09:00:00.000Z";
const run = (...args: readonly string[]) => rulesCli(store, () => now)(args);

const said = (n: number, fields: Partial<Feedback> = {}): Feedback =>
  makeFeedback(n, {
    comment: "Always close the file handle in a finally block.",
    time: `2026-03-0${n}T08:00:00.000Z`,
    author: { id: n === 2 ? "bo" : "ana", trust: "person" },
    ...fields,
  });

async function proposed(): Promise<string> {
  const cluster = await fillCluster(store, [
    said(1),
    said(2, { correction: { diff: DIFF }, target: { path: "src/io.ts" } }),
    said(3),
  ]);
  await run("propose");
  return (await store.rules.ofCluster(cluster))[0]!.id;
}

beforeEach(async () => {
  now = "2026-03-04T09:00:00.000Z";
  store = await openTestStore();
});
afterEach(() => store.close());

describe("emend rules propose", () => {
  it("003.4 proposes what recurs, and says what to do next", async () => {
    await fillCluster(store, [said(1), said(2), said(3)]);
    const { code, stdout } = await run("propose");
    expect(stdout).toMatchInlineSnapshot(`
      "evaluated 3 new pieces of feedback, proposed 1 rule
        ru_051553e1  Always close the file handle in a finally block.
      Next: emend rules show ru_051553e1
      "
    `);
    expect(code).toBe(0);
    expect(JSON.parse((await run("propose", "--json")).stdout)).toEqual({
      evaluated: 3,
      expired: [],
      proposed: [],
      skipped: [],
      checks: [],
    });
  });

  it("takes a person's own rule for a cluster, whose members speak for it", async () => {
    const cluster = await fillCluster(store, [said(1), said(2)]);
    const { code } = await run(
      "propose",
      "--text",
      "Close what you open.",
      "--cluster",
      cluster,
      "--as",
      "cy",
    );
    expect(code).toBe(0);
    const [rule] = await store.rules.ofCluster(cluster);
    expect(rule).toMatchObject({ cluster_id: cluster, versions: [{ evidence: { length: 2 } }] });
    expect(await run("propose", "--text", "Close it.", "--cluster", "cl-none")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("[cluster_not_found]"),
    });
  });

  it("takes a person's own rule, and tells at once what is wrong with it", async () => {
    await run("propose", "--text", "Indent with 2 spaces.", "--as", "cy");
    const { code, stdout, stderr } = await run(
      "propose",
      "--text",
      "Indent with tabs, see https://example.com/tabs.",
      "--as",
      "cy",
    );
    expect(stdout).toMatchInlineSnapshot(`
      "proposed ru_8eccb617: needs 2 approvals, at least one not from cy
      "
    `);
    expect(stderr.replace(/: the first.*/, ": …")).toMatchInlineSnapshot(`
      "emend: about the text, danger: an address; an agent may follow it to text that nobody approved, so state the rule itself
      emend: conflicts with ru_b4202fa9, "Indent with 2 spaces.": …
      "
    `);
    expect(code).toBe(0);
  });

  it.each([
    { why: "a reason without words", args: ["--reason", "x"], code: "text_missing", exit: 2 },
    { why: "an unknown type", args: ["--text", "Do it.", "--type", "law"], code: "invalid_option", exit: 2 },
    { why: "no words", args: ["--text", "  "], code: "invalid_rule", exit: 1 },
  ])("refuses $why", async ({ args, code, exit }) => {
    const answer = await run("propose", ...args);
    expect(answer.stderr).toContain(`[${code}]`);
    expect(answer.code).toBe(exit);
  });
});

describe("emend rules show", () => {
  it("shows everything needed to decide", async () => {
    const id = await proposed();
    await run(
      "propose",
      "--text",
      "Never close a file handle in a finally block.",
      "--as",
      "cy",
      "--agent",
      "rio",
    );
    await run("approve", id, "--as", "ana");
    const { stdout } = await run("show", id.slice(3, 9));
    const steady = stdout.replaceAll(/ {4}the first [^\n]{0,200}\n/g, "").replace(/\d+ % sure/, "n % sure");
    expect(steady.replaceAll(/ru_[0-9a-f]{8,}/g, "ru_x")).toMatchInlineSnapshot(`
      "ru_x  proposed, version 1 (pending)

        Always close the file handle in a finally block.

      For       rio, in every file
      Type      constraint
      Why       Said 3 times by 2 people to one agent, from 2026-03-01 to 2026-03-03.
      Approval  1 of 2 (ana on 2026-03-04); needs 1 more, not from ana
      Expires   2026-03-11, 7 days left
      Benefit   expected to prevent 0.51 mistakes a week (0.75 a week x 1 agent x confidence 0.685)
      Costs     about 14 tokens in each prompt
      Replay    there is no past remark to compare its words with; no approved work speaks against it; see
                emend rules replay ru_x

      Conflicts and duplicates (this rule is the first)
        conflict (confidence 75 %): ru_x (pending) Never close a file handle in a finally block.

      Evidence: 3 occurrences
        days: 03-01 1x, 03-02 1x, 03-03 1x
        agents: rio 3x
        reviewers: ana 2x, bo 1x
        2026-03-03 ana (rio, decision d-3)
          Always close the file handle in a finally block.
        2026-03-02 bo (rio, src/io.ts, decision d-2)
          Always close the file handle in a finally block.
        2026-03-01 ana (rio, decision d-1)
          Always close the file handle in a finally block.
        corrected:
          - handle.close();
          + finally { handle.close(); }

      Next: emend rules approve ru_x --version 1, or reject, modify, defer
      "
    `);
  });

  it("003.5 shows what a modified version changes", async () => {
    const id = await proposed();
    await run("approve", id, "--as", "ana");
    const modified = await run(
      "modify",
      id,
      "--text",
      "Always close the file handle and the socket.",
      "--path",
      "src/**",
      "--as",
      "bo",
      "--reason",
      "sockets too",
    );
    expect(modified.stdout.replace(id.slice(0, 11), "ru_x")).toMatchInlineSnapshot(`
      "version 2 of ru_x is waiting for approval: needs 2 approvals, at least one not from bo
      "
    `);
    const { stdout } = await run("show", id);
    expect(stdout.slice(stdout.indexOf("Changes"), stdout.indexOf("Evidence"))).toMatchInlineSnapshot(`
      "Changes from version 1
        Always close the file handle [- in a finally block. -] [+ and the socket. +]
        paths: all -> src/**

      "
    `);
  });

  it("is stable for machines", async () => {
    const { stdout } = await run("show", await proposed(), "--json");
    expect(Object.keys(JSON.parse(stdout) as object)).toMatchInlineSnapshot(`
      [
        "rule_id",
        "revision",
        "status",
        "cluster_id",
        "version",
        "why",
        "benefit",
        "evidence",
        "contradictions",
        "related",
        "not_compared",
        "token_cost",
        "warnings",
        "approval",
        "earlier",
        "flag",
        "changes",
        "in_force",
        "effect",
        "checks",
        "replay",
      ]
    `);
  });

  it.each([
    { why: "an id that is none", id: "nothing", code: "rule_not_found" },
    { why: "a beginning that several ids have", id: "ru_", code: "ambiguous_id" },
    { why: "no id at all, as from a variable that is not set", id: "", code: "rule_not_found" },
  ])("says so for $why", async ({ id, code }) => {
    await proposed();
    await run("propose", "--text", "Speak softly.", "--as", "cy");
    const answer = await run("show", id);
    expect(answer.stderr).toContain(`[${code}]`);
    expect(answer.code).toBe(2);
  });

  it("takes no id for none, though there is but one rule", async () => {
    await proposed();
    expect(await run("approve", "", "--as", "ana")).toMatchObject({ code: 2 });
    expect((await store.rules.pending())[0]!.versions[0]!.approvals).toEqual([]);
  });

  it("lets nothing act on the terminal", async () => {
    await run("propose", "--text", "Do \u001b[31mred\u001b[0m things.", "--as", "e\u001b[2Jve");
    const id = (await store.rules.pending())[0]!.id;
    for (const args of [["show", id], ["list"], ["history", id], ["approve", id, "--as", "x\u001by"]]) {
      const { stdout, stderr } = await run(...args);
      expect(stdout + stderr).not.toContain("\u001b");
    }
  });
});

describe("emend rules list", () => {
  it("shows what awaits a decision first, with approvals, effects and ages", async () => {
    const id = await proposed();
    await run("propose", "--text", "Speak softly to everyone.", "--as", "cy");
    const other = (await store.rules.pending()).find((rule) => rule.id !== id)!.id;
    for (const by of ["ana", "bo"]) await run("approve", other, "--as", by);
    await run("approve", id, "--as", "ana");
    now = "2026-03-06T10:00:00.000Z";
    const { stdout } = await run("list");
    expect(stdout.replaceAll(/ru_[0-9a-f]{8}/g, "ru_xxxxxxxx")).toMatchInlineSnapshot(`
      "ID           STATUS    APPROVALS  EFFECT              AGE  TEXT
      ru_xxxxxxxx  proposed  1/2                             2d  Always close the file handle in a finall…
      ru_xxxxxxxx  active               stabilising, day 3   2d  Speak softly to everyone.
      "
    `);
    expect((await run("list", "--status", "active")).stdout).not.toContain("finally");
    expect((await run("list", "--agent", "kai")).stdout).not.toContain("finally");
    const { items: rules } = JSON.parse((await run("list", "--json")).stdout) as { items: object[] };
    expect(rules).toMatchObject([
      { rule_id: id, id, status: "proposed", approval: { given: 1, required: 2 }, effect: null },
      { rule_id: other, id: other, status: "active", approval: null, effect: { verdict: "stabilising" } },
    ]);
    const page = async (...after: readonly string[]) =>
      JSON.parse((await run("list", "--limit", "1", "--json", ...after)).stdout) as {
        items: readonly { rule_id: string }[];
        next: string | null;
      };
    const first = await page();
    const last = await page("--after", first.next!);
    expect([...first.items, ...last.items].map(({ rule_id }) => rule_id).toSorted()).toEqual(
      [id, other].toSorted(),
    );
    expect(last.next).toBe(null);
    expect(Object.keys(rules[0]!)).toMatchInlineSnapshot(`
      [
        "rule_id",
        "id",
        "status",
        "version",
        "type",
        "text",
        "wants_words",
        "scope",
        "cluster_id",
        "since",
        "age_days",
        "change",
        "expires_at",
        "approval",
        "benefit",
        "effect",
      ]
    `);
  });

  it("says so if there is none, and which statuses exist", async () => {
    expect(await run("list")).toMatchObject({ code: 0, stdout: "" });
    const { code, stderr } = await run("list", "--status", "green");
    expect([code, stderr]).toMatchInlineSnapshot(`
      [
        2,
        "emend: --status: expected one of proposed, active, flagged, rejected, expired, retired, got "green" [invalid_option]
      ",
      ]
    `);
  });
});
