import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HOSTILE_TEXTS, makeFeedback } from "../../../test/contract/make-feedback.ts";
import { fillCluster } from "../../../test/fill-cluster.ts";
import { type HttpCaller, openHttp, type HttpSession } from "../../../test/http-session.ts";
import { proposeRules } from "../../app/rule/propose-rules.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { DEFAULT_RULE_POLICY } from "../../core/evaluation/rule-policy.ts";
import { createBuiltInEvaluator } from "../../drivers/evaluator/built-in-evaluator.ts";

const START = "2026-03-04T09:00:00.000Z";
const NONE = `ru_${"0".repeat(32)}`;
let now = START;
let http: HttpSession;
let ana: HttpCaller;
let bo: HttpCaller;
let cy: HttpCaller;

beforeEach(async () => {
  now = START;
  http = await openHttp({ now: () => now });
  ana = http.as("approver", { name: "ana" });
  bo = http.as("approver", { name: "bo" });
  cy = http.as("approver", { name: "cy" });
});
afterEach(() => http.close());

const CLOSE = "Close every file handle in a finally block.";
const own = { text: CLOSE, reason: "Handles leak.", scope: { agents: ["rio"] } };

const propose = async (who: HttpCaller, body: object = own): Promise<string> => {
  const { status, body: made } = await who.post("proposals", body);
  expect(status).toBe(201);
  return made.rule_id as string;
};

/** Three people say the same, and Emend proposes a rule for it. */
async function learned(from: number, comment: string, fields: Partial<Feedback> = {}): Promise<string> {
  const { store } = http.context;
  const said = [0, 1, 2].map((n) =>
    makeFeedback(from + n, {
      comment,
      time: `2026-03-0${n + 1}T08:00:00.000Z`,
      author: { id: ["ana", "bo", "di"][n]!, trust: "person" },
      ...fields,
    }),
  );
  await fillCluster(store, said);
  const evaluator = createBuiltInEvaluator();
  const parts = { ...store, evaluator, policy: DEFAULT_RULE_POLICY, now: () => now };
  return (await proposeRules(parts)()).proposed[0]!.id;
}

describe("a proposal", () => {
  it("holds all that a person needs to decide", async () => {
    const id = await learned(1, "Always close the file handle in a finally block.");
    const { status, body, headers } = await ana.get(`proposals/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      rule_id: id,
      version: { version: 1, status: "pending", evidence: expect.arrayContaining([expect.any(String)]) },
      why: "Said 3 times by 3 people to one agent, from 2026-03-01 to 2026-03-03.",
      days: [
        { day: "2026-03-01", count: 1 },
        { day: "2026-03-02", count: 1 },
        { day: "2026-03-03", count: 1 },
        { day: "2026-03-04", count: 0 },
      ],
      related: [],
      warnings: [],
      clean: true,
      remarks: [],
      approval: { required: 2, given: 0, missing: 2, proposed_by: "emend", you: { can_approve: true } },
      changes: null,
      effect: null,
    });
    const again = await ana.get(`proposals/${id}`, { "if-none-match": headers.get("etag")! });
    expect(again.status).toBe(304);
    await fillCluster(http.context.store, [makeFeedback(9, { time: "2026-03-04T08:00:00.000Z" })], {
      into: body.cluster_id,
    });
    const grown = await ana.get(`proposals/${id}`, { "if-none-match": headers.get("etag")! });
    expect(grown).toMatchObject({ status: 200, body: { evidence: { occurrences: 4 } } });
  });

  it("003.5 no rule is active without the approvals of distinct people, of whom one is not its proposer", async () => {
    const id = await propose(ana);
    const yes = { version: 1 };
    expect(await ana.post(`proposals/${id}/approve`, yes)).toMatchObject({
      status: 200,
      body: { status: "proposed", approval: { given: 1, missing: 1, not_from: ["ana"] } },
    });
    const shouting = http.as("approver", { name: " ANA " });
    for (const same of [ana, shouting]) {
      expect(await same.post(`proposals/${id}/approve`, yes)).toMatchObject({
        status: 409,
        body: { code: "already_approved_by_you" },
      });
    }
    const asked = (await ana.get(`proposals/${id}`)).body.approval.you;
    expect(asked).toMatchObject({ can_approve: false, code: "already_approved_by_you" });
    expect(await bo.post(`proposals/${id}/approve`, yes)).toMatchObject({
      status: 200,
      body: { status: "active", in_force: 1, pending: null, approval: null },
    });
    expect((await bo.get(`proposals/${id}`)).body.approval).toMatchObject({ reached: true, you: null });
  });

  it.each([
    { why: "one approval suffices", policy: { approvers: 1 }, code: "proposer_alone" },
    { why: "only others count", policy: { proposerMayApprove: false }, code: "quorum_of_others_needed" },
  ])("003.5 the proposer alone cannot approve: $why", async ({ policy, code }) => {
    const strict = await openHttp({ now: () => now, policy: { ...DEFAULT_RULE_POLICY, ...policy } });
    const proposer = strict.as("approver", { name: "ana" });
    const id = await propose(proposer);
    expect(await proposer.post(`proposals/${id}/approve`, { version: 1 })).toMatchObject({
      status: 403,
      body: { code },
    });
    expect((await proposer.get(`proposals/${id}`)).body.approval).toMatchObject({
      not_from: ["ana"],
      you: { can_approve: false, code },
    });
    await strict.close();
  });

  it("003.5 to modify makes a new version, whose approvals start again", async () => {
    const id = await propose(ana);
    await bo.post(`proposals/${id}/approve`, { version: 1 });
    const text = "Close every file handle and socket in a finally block.";
    const change = { version: 1, text, paths: ["src/**"], reason: "sockets too" };
    expect(await cy.post(`proposals/${id}/modify`, change)).toMatchObject({
      status: 200,
      body: { pending: 2, versions: [{ status: "superseded" }, { text, scope: { agents: ["rio"] } }] },
    });
    const { body } = await bo.get(`proposals/${id}`);
    expect(body).toMatchObject({
      approval: { given: 0, missing: 2, proposed_by: "cy", approved_by: [] },
      changes: { from: 1, paths: { before: [], after: ["src/**"] } },
    });
    expect(body.why).toContain("cy changed the words of an earlier version into version 2: sockets too.");
    expect(await bo.post(`proposals/${id}/approve`, { version: 1 })).toMatchObject({
      status: 409,
      body: { code: "stale_version" },
    });
  });

  it("a rejection needs a reason, which is shown when the same is proposed again", async () => {
    const id = await learned(1, "Always close the file handle in a finally block.");
    expect(await ana.post(`proposals/${id}/reject`, { version: 1, reason: " " })).toMatchObject({
      status: 422,
      body: { code: "reason_required" },
    });
    const { body } = await ana.post(`proposals/${id}/reject`, { version: 1, reason: "the linter finds it" });
    expect(body).toMatchObject({
      status: "rejected",
      last_answer: { by: "ana", reason: "the linter finds it" },
    });
    const again = { ...own, cluster_id: body.cluster_id };
    expect(await bo.post("proposals", again)).toMatchObject({
      status: 409,
      body: { code: "no_new_evidence" },
    });
    await fillCluster(http.context.store, [makeFeedback(9, { time: START })], { into: body.cluster_id });
    expect(await bo.post("proposals", again)).toMatchObject({
      status: 201,
      body: { rule_id: id, version: { version: 2 }, earlier: { reason: "the linter finds it", by: "ana" } },
    });
  });

  it("can be put off so often and no more, and expires", async () => {
    const id = await propose(ana);
    const defer = () => bo.post(`proposals/${id}/defer`, { version: 1, reason: "after the release" });
    for (let times = 0; times < DEFAULT_RULE_POLICY.deferrals; times += 1) {
      expect((await defer()).status).toBe(200);
    }
    expect(await defer()).toMatchObject({ status: 409, body: { code: "deferred_too_often" } });
    now = "2026-04-04T09:00:00.000Z";
    expect(await bo.post(`proposals/${id}/approve`, { version: 1 })).toMatchObject({
      status: 409,
      body: { code: "expired" },
    });
  });

  it("decides nothing over a revision that has passed", async () => {
    const id = await propose(ana);
    const seen = (await bo.get(`proposals/${id}`)).headers.get("etag")!;
    const approve = (tag: string) => bo.post(`proposals/${id}/approve`, { version: 1 }, { "if-match": tag });
    await ana.post(`proposals/${id}/defer`, { version: 1 });
    for (const tag of [seen, '"1"', '"1.0"', '"x"']) {
      expect(await approve(tag)).toMatchObject({ status: 412, body: { code: "revision_changed" } });
    }
    const fresh = (await bo.get(`proposals/${id}`)).headers.get("etag")!;
    const done = await approve(fresh);
    expect(done.status).toBe(200);
    expect(done.headers.get("etag")).toBe('"3"');
    const late = { version: 1, text: "Do something else." };
    expect((await ana.post(`proposals/${id}/modify`, late, { "if-match": '"2"' })).status).toBe(412);
  });

  it("can be read by a reviewer and decided by an approver; an agent's token sees none", async () => {
    const rex = http.as("reviewer", { name: "rex" });
    const id = await propose(rex);
    expect((await rex.get("proposals")).body.items).toMatchObject([
      { rule_id: id, approval: { you: { can_approve: false, code: "forbidden" } } },
    ]);
    const rio = http.as("agent", { agent: "rio" });
    const asks = [
      ["approve", { version: 1 }],
      ["reject", { version: 1, reason: "no" }],
      ["modify", { version: 1, text: "Do it." }],
      ["defer", { version: 1 }],
    ] as const;
    for (const [act, body] of asks) {
      expect(await rex.post(`proposals/${id}/${act}`, body)).toMatchObject({
        status: 403,
        body: { code: "forbidden" },
      });
    }
    expect((await rex.post("proposals/approve", { items: [{ rule_id: id, version: 1 }] })).status).toBe(403);
    for (const path of ["proposals", `proposals/${id}`]) expect((await rio.get(path)).status).toBe(403);
    expect((await rio.post("proposals", own)).status).toBe(403);
  });
});

describe("a rule in a person's own words", () => {
  it("says at once what can still be mended", async () => {
    const first = await propose(ana);
    const { body } = await bo.post("proposals", {
      text: "Never close a file handle in a finally block, see https://example.com.",
      type: "constraint",
    });
    expect(body.warnings.map(({ code }: { code: string }) => code)).toContain("bare_url");
    expect(body.related).toMatchObject([{ rule_id: first, relation: "conflict" }]);
    expect(body).toMatchObject({ clean: false, remarks: ["warning", "conflict"] });
  });

  it("is looked at while it is written, and nothing is kept", async () => {
    const first = await propose(ana);
    const check = (body: object) => http.as("reviewer", { name: "rex" }).post("proposals/check", body);
    const { status, body } = await check({ text: "Never close a file handle in a finally block\u200b." });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      warnings: [{ code: "hidden_character" }],
      rendered: "- Never close a file handle in a finally block.",
      related: [
        { rule_id: first, relation: "conflict", opposed: [{ a: "close" }, { a: "finally" }, { a: "block" }] },
      ],
      changes: null,
    });
    const changed = await check({ text: `${CLOSE} Always.`, rule_id: first, scope: { paths: ["src/**"] } });
    expect(changed.body).toMatchObject({
      rendered: `- ${CLOSE} Always. (in \`src/**\`)`,
      related: [],
      changes: [
        { kind: "same", text: CLOSE },
        { kind: "added", text: "Always." },
      ],
    });
    expect((await check({ text: "" })).body.warnings).toMatchObject([{ code: "empty" }]);
    expect((await check({ text: "x".repeat(5_000) })).status).toBe(422);
    expect((await http.as("agent", { agent: "rio" }).post("proposals/check", { text: "x" })).status).toBe(
      403,
    );
    expect((await ana.get("proposals")).body.total).toBe(1);
  });

  it.each(HOSTILE_TEXTS.filter(({ text }) => text.length < 200 && text.isWellFormed()))(
    "keeps $why as it is",
    async ({ text }) => {
      const { status, body } = await ana.post("proposals", { text, reason: text });
      expect(status).toBe(201);
      expect((await ana.get(`proposals/${body.rule_id}`)).body.version).toMatchObject({ text, reason: text });
    },
  );

  it("can answer a cluster, whose feedback speaks for it then", async () => {
    const said = [1, 2].map((n) => makeFeedback(n, { author: { id: "ana", trust: "person" } }));
    const outsider = makeFeedback(3, { author: { id: "eve", trust: "outsider" } });
    const cluster_id = await fillCluster(http.context.store, [...said, outsider]);
    const { body } = await bo.post("proposals", { ...own, cluster_id });
    expect(body).toMatchObject({ cluster_id, evidence: { occurrences: 3 } });
    expect(body.version.evidence.toSorted()).toEqual(said.map(({ id }) => id).toSorted());
    expect(await cy.post("proposals", { text: "Sort it.", cluster_id })).toMatchObject({
      status: 409,
      body: { code: "already_proposed" },
    });
  });
});

describe("the queue", () => {
  it("is ordered by expected benefit and read by pages, while it changes", async () => {
    const often = await learned(1, "Always close the file handle in a finally block.");
    const others: string[] = [];
    for (const text of ["Sort the imports.", "Name the unit in every timeout."]) {
      others.push(await propose(ana, { text }));
      now = new Date(Date.parse(now) + 1_000).toISOString();
    }
    const first = await bo.get("proposals?limit=1");
    expect(first.body).toMatchObject({
      total: 3,
      items: [{ rule_id: often, occurrences: 3, people: 3, conflicts: 0, duplicates: 0, clean: true }],
    });
    const after = encodeURIComponent(first.body.next);
    expect((await bo.get(`proposals?limit=1&after=${after}`)).body.items).toMatchObject([
      { rule_id: others[0] },
    ]);
    await bo.post(`proposals/${often}/reject`, { version: 1, reason: "no" });
    const rest = await bo.get(`proposals?after=${after}`);
    expect(rest.body.items.map(({ rule_id }: { rule_id: string }) => rule_id)).toEqual(others);
    expect(rest.body.next).toBeNull();
  });

  it("approves several at once, and only what nobody has to look at more closely", async () => {
    const clean = await propose(ana, { text: "Sort the imports by their path." });
    const linked = await propose(ana, { text: "Follow https://example.com/style in every file." });
    const [one, other] = [
      await propose(ana, { text: "Indent code with tabs." }),
      await propose(ana, { text: "Never indent code with tabs." }),
    ];
    const opposed = await learned(1, "Always close the file handle in a finally block.");
    await http.context.store.feedback.record([
      makeFeedback(8, {
        outcome: "approved",
        author: { id: "di", trust: "person" },
        comment: "Right: never close the file handle in a finally block.",
      }),
    ]);
    const items = [clean, linked, one, other, opposed, NONE].map((rule_id) => ({ rule_id, version: 1 }));
    const asked = { items: [...items, { rule_id: clean, version: 1 }] };
    const { status, body } = await bo.post("proposals/approve", asked);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      approved: 1,
      refused: 6,
      items: [
        { rule_id: clean, outcome: "approved", in_force: false, approval: { missing: 1 } },
        { rule_id: linked, outcome: "refused", code: "not_clean", remarks: ["warning"] },
        { rule_id: one, code: "not_clean", remarks: ["conflict"] },
        { rule_id: other, code: "not_clean", remarks: ["conflict"] },
        { rule_id: opposed, code: "not_clean", remarks: ["contradiction"] },
        { rule_id: NONE, outcome: "refused", code: "rule_not_found" },
        { rule_id: clean, outcome: "refused", code: "already_approved_by_you" },
      ],
    });
    const last = await cy.post("proposals/approve", { items: items.slice(0, 1) });
    expect(last.body.items).toMatchObject([{ outcome: "approved", in_force: true, approval: null }]);
    expect((await cy.get("proposals")).body.items.map(({ clean: is }: { clean: boolean }) => is)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it("of one person's many approvals at once, each counts once", async () => {
    const id = await propose(cy);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => bo.post(`proposals/${id}/approve`, { version: 1 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === "already_approved_by_you")).toHaveLength(7);
    expect((await bo.get(`proposals/${id}`)).body.approval).toMatchObject({ given: 1, missing: 1 });
  });
});
