import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EXAMPLE_PACK } from "../../../test/examples/example-rule.ts";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { makeInjection } from "../../../test/contract/make-injection.ts";
import { fillCluster } from "../../../test/fill-cluster.ts";
import { type HttpCaller, openHttp, type HttpSession } from "../../../test/http-session.ts";
import { measureRules } from "../../app/rule/measure-rules.ts";
import { decideRule, EMEND_ACTOR } from "../../app/rule/decide-rule.ts";
import type { PackOrigin } from "../../core/rule/pack-origin.ts";
import { DEFAULT_INSERTION_POINT, ruleId } from "../../core/rule/rule.ts";
import { DEFAULT_RULE_POLICY } from "../../core/evaluation/rule-policy.ts";

const START = "2026-03-04T09:00:00.000Z";
let now = START;
let http: HttpSession;
let ana: HttpCaller;
let bo: HttpCaller;

beforeEach(async () => {
  now = START;
  http = await openHttp({ now: () => now });
  ana = http.as("approver", { name: "ana" });
  bo = http.as("approver", { name: "bo" });
});
afterEach(() => http.close());

const later = (days: number): string => new Date(Date.parse(START) + days * 86_400_000).toISOString();

/** A rule that Emend proposes, at the time it is now. */
async function proposed(
  text: string,
  agents: readonly string[] = [],
  cluster_id: string | null = null,
  pack?: PackOrigin,
) {
  const rule = {
    type: "guideline",
    text,
    reason: "",
    insertion_point: DEFAULT_INSERTION_POINT,
    scope: { agents, paths: [] },
  } as const;
  const id = cluster_id === null ? ruleId(rule) : ruleId({ cluster_id });
  const decide = decideRule({ ...http.context.store, policy: DEFAULT_RULE_POLICY, now: () => now });
  const command = {
    type: "propose",
    id,
    by: EMEND_ACTOR,
    cluster_id,
    rule,
    evidence: [],
    confidence: 0.8,
    pack,
  };
  expect((await decide(id, command as never)).ok).toBe(true);
  return id;
}

async function inForce(...given: Parameters<typeof proposed>): Promise<string> {
  const id = await proposed(...given);
  for (const who of [ana, bo]) await who.post(`proposals/${id}/approve`, { version: 1 });
  return id;
}

/** A rule in force for 40 days whose mistake comes up as often as before. */
async function idleRule(): Promise<string> {
  const { store } = http.context;
  const said = (n: number, day: number) => makeFeedback(n, { time: later(day), agent: "rio" });
  const cluster = await fillCluster(
    store,
    Array.from({ length: 20 }, (_, n) => said(n, n - 25)),
  );
  for (let n = 0; n < 40; n += 1) {
    const day = n < 20 ? n - 25 : n - 19;
    const rules = n < 20 ? [] : [{ rule_id: ruleId({ cluster_id: cluster }), version: 1 }];
    await store.rules.recordInjection(makeInjection({ run: `run-${n}`, time: later(day), rules }));
  }
  const id = await inForce("Close every file handle.", ["rio"], cluster);
  await fillCluster(
    store,
    Array.from({ length: 20 }, (_, n) => said(100 + n, n + 5)),
    { into: cluster },
  );
  now = later(40);
  return id;
}

describe("/rules", () => {
  it("lists by status and by agent, page by page", async () => {
    const ids = {
      rio: await inForce("Sort the imports.", ["rio"]),
      kai: await inForce("Name the unit in every timeout.", ["kai"]),
      all: await inForce("Return early."),
      open: await proposed("Test the failing case first.", ["rio"]),
    };
    const listed = async (query: string) => {
      const found: string[] = [];
      let after = "";
      do {
        const { body } = await ana.get(`rules?limit=1&${query}${after}`);
        found.push(...body.items.map(({ id }: { id: string }) => id));
        after = body.next === null ? "" : `&after=${encodeURIComponent(body.next)}`;
      } while (after !== "");
      return found.toSorted();
    };
    expect(await listed("")).toEqual(Object.values(ids).toSorted());
    expect(await listed("status=active")).toEqual([ids.rio, ids.kai, ids.all].toSorted());
    expect(await listed("agent=rio")).toEqual([ids.rio, ids.all, ids.open].toSorted());
    expect(await listed("agent=rio&status=proposed&status=retired")).toEqual([ids.open]);
    const { body } = await ana.get("rules?status=proposed");
    expect(body.items).toMatchObject([
      { text: "Test the failing case first.", version: 1, versions: 1, approval: { missing: 2 }, flag: null },
    ]);
    expect(body.items[0]).not.toHaveProperty("effect");
    expect((await ana.get("rules?effect=true&status=active")).body.items[0].effect).toMatchObject({
      verdict: "stabilising",
      basis: "none",
    });
  });

  it("answers one with its versions, and marks it by its revision", async () => {
    const id = await inForce("Sort the imports.");
    const { body, headers } = await ana.get(`rules/${id}`);
    expect(headers.get("etag")).toMatch(/^"3\.[0-9a-f]{16}"$/);
    expect(body).toMatchObject({
      id,
      revision: 3,
      status: "active",
      in_force: 1,
      flag: null,
      approval: null,
    });
    expect(body.versions[0].approvals).toMatchObject([{ by: "ana" }, { by: "bo" }]);
    expect((await ana.get(`rules/${id}`, { "if-none-match": headers.get("etag")! })).status).toBe(304);
  });

  it("003.7 tells whether a rule helps, with sample sizes and an interval", async () => {
    const id = await inForce("Sort the imports.");
    expect((await ana.get(`rules/${id}/effect`)).body).toMatchObject({
      effect: { rule_id: id, verdict: "stabilising", before: { runs: 0, rate: null } },
      regression: null,
    });
    const idle = await idleRule();
    const { body } = await ana.get(`rules/${idle}/effect`);
    expect(body.effect).toMatchObject({
      verdict: "ineffective",
      basis: "runs",
      agents: ["rio"],
      before: { events: 17, runs: 20, rate: 0.85 },
      after: { events: 20, runs: 20, rate: 1 },
      led_to_rule: 3,
      compared_with: "past",
      least_reduction: 0.5,
      by_model: [{ model: null, before: { events: 20, runs: 20 }, after: { events: 20, runs: 20 } }],
    });
    expect(body.effect.interval.low).toBeLessThan(0);
    expect(body.effect.interval.high).toBeGreaterThan(0);
    expect(body.regression).toMatchObject({ code: "rule_regression", rule_id: idle });
    expect((await ana.get(`rules/${idle}`)).body.flag).toBeNull();
  });

  it("21.2 shows week by week how often a rule's mistake occurred, with models and each occurrence", async () => {
    const id = await idleRule();
    const { store } = http.context;
    for (const [day, model] of [
      [20, "m-1"],
      [30, "m-2"],
    ] as const) {
      const rules = [{ rule_id: id, version: 1 }];
      await store.rules.recordInjection(
        makeInjection({ run: `named-${day}`, time: later(day), rules, model }),
      );
    }
    const { status, body } = await ana.get(`rules/${id}/effect/timeline`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      rule_id: id,
      first: "2025-12-10",
      last: later(40).slice(0, 10),
      basis: "runs",
      agents: ["rio"],
      versions: [{ version: 1, from: START, until: null }],
      model_changes: [{ day: later(30).slice(0, 10), agent: "rio", from: "m-1", to: "m-2" }],
      more_occurrences: false,
    });
    const [before, since] = ["before", "since"].map((side) =>
      (body.weeks as { side: string; runs: number; with_rule: number; recurrences: number }[]).filter(
        (week) => week.side === side,
      ),
    );
    const sum = (weeks: typeof before, of: "runs" | "with_rule" | "recurrences"): number =>
      weeks!.reduce((total, week) => total + week[of], 0);
    expect([sum(before, "runs"), sum(before, "with_rule"), sum(before, "recurrences")]).toEqual([20, 0, 20]);
    expect([sum(since, "runs"), sum(since, "with_rule"), sum(since, "recurrences")]).toEqual([22, 22, 20]);
    expect(body.weeks.some(({ models }: { models: unknown[] }) => models.length > 0)).toBe(true);
    expect(body.occurrences).toHaveLength(40);
    const open = await proposed("Name every test.");
    expect(await ana.get(`rules/${open}/effect/timeline`)).toMatchObject({
      status: 409,
      body: { code: "not_in_force" },
    });
    await ana.post(`rules/${id}/retire`, { reason: "The API is gone." });
    expect((await ana.get(`rules/${id}/effect/timeline`)).body).toMatchObject({
      versions: [{ version: 1, until: later(40) }],
      weeks: { length: body.weeks.length },
    });
  });

  it("003.7 retires, keeps and rolls back, and tells the history", async () => {
    const id = await idleRule();
    const { store } = http.context;
    expect(await bo.post(`rules/${id}/keep`, { reason: "wait" })).toMatchObject({
      status: 409,
      body: { code: "not_flagged" },
    });
    await measureRules({ ...store, policy: DEFAULT_RULE_POLICY, now: () => now })({ flag: true });
    expect((await ana.get("rules?status=flagged")).body.items).toMatchObject([{ id, flag: { by: "emend" } }]);
    expect(await bo.post(`rules/${id}/keep`, { reason: "the model changed" })).toMatchObject({
      status: 200,
      body: { status: "active", flag: null, measured_from: now },
    });
    await bo.post(`proposals/${id}/modify`, { version: 1, text: "Close every file handle and socket." });
    for (const who of [ana, bo]) await who.post(`proposals/${id}/approve`, { version: 2 });
    expect(await ana.post(`rules/${id}/roll-back`, { to: 1, reason: "misread" })).toMatchObject({
      status: 200,
      body: { in_force: 2, pending: 3, approval: { missing: 2, proposed_by: "ana" } },
    });
    now = later(41);
    const retired = await bo.post(`rules/${id}/retire`, { reason: "the API is gone" });
    expect(retired).toMatchObject({ status: 200, body: { in_force: null, pending: 3 } });
    expect(await bo.get(`rules/${id}/effect`)).toMatchObject({ status: 409, body: { code: "not_in_force" } });
    const { body } = await ana.get(`rules/${id}/history`);
    expect(body.versions).toHaveLength(3);
    expect(
      body.acts.map(({ version, act }: { version: number; act: string }) => `${version} ${act}`),
    ).toEqual([
      "1 proposed",
      "1 approved",
      "1 approved",
      "1 came_into_force",
      "2 modified",
      "2 approved",
      "2 approved",
      "2 came_into_force",
      "3 rolled_back",
      "2 retired",
    ]);
    expect(body.acts.at(-1)).toMatchObject({ by: "bo", reason: "the API is gone", at: now });
  });

  it("writes down who did it, whatever the body says", async () => {
    const id = await inForce("Sort the imports.");
    expect(await bo.post(`rules/${id}/retire`, { reason: "x", by: "ana" })).toMatchObject({
      status: 422,
      body: { code: "invalid_body" },
    });
    await bo.post(`rules/${id}/retire`, { reason: "x" });
    expect((await http.context.store.audit.list({ limit: 1 }))[0]).toMatchObject({
      actor: "bo",
      action: "rule.retired",
      subject: id,
    });
  });

  it("changes nothing over a revision that has passed, also when two ask at once", async () => {
    const id = await inForce("Sort the imports.");
    const retire = (who: HttpCaller) =>
      who.post(`rules/${id}/retire`, { reason: "gone" }, { "if-match": '"3"' });
    const answers = await Promise.all([retire(ana), retire(bo)]);
    expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual(["200", "412"]);
    expect((await retire(ana)).body).toMatchObject({ code: "revision_changed" });
  });

  it("refuses what is not there or does not fit", async () => {
    const id = await inForce("Sort the imports.");
    const none = `rules/ru_${"0".repeat(32)}`;
    const refusals = [
      { why: "no such rule", ask: ana.get(none), status: 404, code: "rule_not_found" },
      { why: "no such rule", ask: ana.get(`${none}/effect`), status: 404, code: "rule_not_found" },
      { why: "no such rule", ask: ana.get(`${none}/history`), status: 404, code: "rule_not_found" },
      {
        why: "no such rule",
        ask: ana.post(`${none}/retire`, { reason: "x" }),
        status: 404,
        code: "rule_not_found",
      },
      {
        why: "an id of its own kind",
        ask: ana.get("rules/%00%F0%9F%92%A9"),
        status: 400,
        code: "invalid_path",
      },
      { why: "a long id", ask: ana.get(`rules/${"x".repeat(300)}`), status: 400, code: "invalid_path" },
      { why: "no such status", ask: ana.get("rules?status=dead"), status: 400, code: "invalid_query" },
      { why: "a cursor nobody gave", ask: ana.get("rules?after=zzz"), status: 400, code: "invalid_cursor" },
      {
        why: "the same with an agent",
        ask: ana.get("rules?after=zzz&agent=rio"),
        status: 400,
        code: "invalid_cursor",
      },
      {
        why: "no reason",
        ask: ana.post(`rules/${id}/retire`, { reason: "" }),
        status: 422,
        code: "reason_required",
      },
      {
        why: "a reason of any length",
        ask: ana.post(`rules/${id}/retire`, { reason: "x".repeat(3_000) }),
        status: 422,
        code: "invalid_body",
      },
      {
        why: "a version that is not there",
        ask: ana.post(`rules/${id}/roll-back`, { to: 7, reason: "x" }),
        status: 422,
        code: "no_such_version",
      },
      {
        why: "the version in force",
        ask: ana.post(`rules/${id}/roll-back`, { to: 1, reason: "x" }),
        status: 409,
        code: "already_active",
      },
    ];
    for (const { why, ask, status, code } of refusals) {
      expect({ why, ...(await ask) }).toMatchObject({ why, status, body: { code } });
    }
    expect((await ana.get(`rules/${id}`)).body.revision).toBe(3);
  });

  it("a rule of a pack says where it came from, and that nobody here can verify its evidence", async () => {
    const id = await proposed("Close every handle.", [], "cl-nothing-yet", EXAMPLE_PACK);
    expect((await ana.get(`rules/${id}`)).body).toMatchObject({ versions: [{ pack: EXAMPLE_PACK }] });
    const { body } = await ana.get(`proposals/${id}`);
    expect(body).toMatchObject({ cluster_id: null, version: { pack: { name: "@acme/rules" } } });
    expect(body.why).toContain(
      "From the pack @acme/rules 1.0.0 (npm:@acme/rules); its evidence was gathered elsewhere.",
    );
    expect(body.why).toContain("nobody here can verify: 14 corrections");
    const listed = await ana.get("proposals");
    expect(JSON.stringify(listed.body)).toContain("From the pack @acme/rules");
  });

  it("a reviewer reads, an approver changes, an agent's token does neither", async () => {
    const id = await inForce("Sort the imports.", ["rio"]);
    const rex = http.as("reviewer");
    const rio = http.as("agent", { agent: "rio" });
    for (const path of ["rules", `rules/${id}`, `rules/${id}/effect`, `rules/${id}/history`]) {
      expect((await rex.get(path)).status).toBe(200);
      expect((await rio.get(path)).status).toBe(403);
      expect((await http.anybody.get(path)).status).toBe(401);
    }
    const asks = [
      ["retire", { reason: "x" }],
      ["keep", { reason: "x" }],
      ["roll-back", { to: 1, reason: "x" }],
    ] as const;
    for (const [act, body] of asks) {
      expect((await rex.post(`rules/${id}/${act}`, body)).body.code).toBe("forbidden");
      expect((await rio.post(`rules/${id}/${act}`, body)).body.code).toBe("forbidden");
    }
  });
});
