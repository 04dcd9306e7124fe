import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type HttpCaller, type HttpSession, openHttp } from "../../../test/http-session.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { BASELINE, CANDIDATE, CLEAN, REFUSED } from "../../../test/examples/example-rollout.ts";
import { SILENT_LOG } from "../../../test/silent-http.ts";
import type { HttpLog } from "../http-log.ts";

let http: HttpSession;
let ana: HttpCaller;
let warnings: string[];
beforeEach(async () => {
  warnings = [];
  const log: HttpLog = { ...SILENT_LOG, warn: ({ code }) => void warnings.push(String(code)) };
  http = await openHttp({ log });
  ana = http.as("approver", { name: "ana" });
});
afterEach(() => http.close());

const plan = { baseline: BASELINE, candidate: CANDIDATE, steps: [0.1, 1], reason: "shorter" };
const begin = async (): Promise<string> => (await ana.post("rollouts", plan)).body.id as string;
const read = async (times: number, review = CLEAN): Promise<void> => {
  for (let n = 0; n < times; n += 1) {
    const time = http.context.now();
    await http.context.store.rollouts.count({ version: CANDIDATE, time, ...review });
  }
};

describe("004.8 /rollouts", () => {
  it("begins a rollout in the asker's name, and shows it", async () => {
    const { status, body, headers } = await ana.post("rollouts", { ...plan, slo: { min_reviews: 20 } });
    expect(status).toBe(201);
    expect(headers.get("location")).toBe(`/api/v1/rollouts/${body.id}`);
    expect(body).toMatchObject({
      revision: 1,
      stage: "canary",
      slice: 0.1,
      next_slice: 1,
      started_by: "ana",
      slo: { min_reviews: 20, drop_rate: 0.05 },
      history: [{ event: "start_canary", by: "ana", reason: "shorter", overrides: [] }],
    });
    const list = await http.as("reviewer").get("rollouts?stage=canary");
    expect(list.body).toEqual({ items: [body], next: null });
    expect((await http.as("reviewer").get("rollouts?stage=promoted")).body.items).toEqual([]);
    const one = await http.as("reviewer").get(`rollouts/${body.id}`);
    expect(one.body).toMatchObject({
      rollout: body,
      versions: [
        { role: "baseline", reviews: 0 },
        { role: "candidate", reviews: 0 },
      ],
      decision: { action: "hold", slice: null },
      slices: [],
    });
    expect((await ana.get("audit")).body.items[0]).toMatchObject({
      actor: "ana",
      action: "rollout.started",
      subject: body.id,
    });
  });

  it("advances by the health, or by a reason, then promotes and rolls back", async () => {
    const id = await begin();
    const refused = await ana.post(`rollouts/${id}/advance`, {});
    expect([refused.status, refused.body.code]).toEqual([409, "not_healthy"]);
    expect(refused.body.detail).toContain("0 reviews at this step, 50 needed");
    await read(50);
    const wide = await ana.post(`rollouts/${id}/advance`, {});
    expect([wide.status, wide.body.slice, wide.body.next_slice]).toEqual([200, 1, null]);
    expect(wide.headers.get("etag")).toBe('"2"');
    const promoted = await ana.post(`rollouts/${id}/promote`, { reason: "measured elsewhere" });
    expect(promoted.body).toMatchObject({
      stage: "promoted",
      history: [{}, {}, { by: "ana", reason: "measured elsewhere", overrides: ["sample"] }],
    });
    expect((await ana.post(`rollouts/${id}/roll-back`, {})).body.code).toBe("reason_required");
    await read(5, REFUSED);
    const back = await ana.post(`rollouts/${id}/roll-back`, {});
    expect(back.body).toMatchObject({ stage: "rolled_back", slice: 0 });
    expect(back.body.history.at(-1).reason).toContain("5 of 55 reviews rejected");
  });

  it("changes nothing over a revision that the asker has not seen", async () => {
    const id = await begin();
    const seen = (await ana.get(`rollouts/${id}`)).headers.get("etag")!;
    const body = { reason: "no traffic yet" };
    expect((await ana.post(`rollouts/${id}/advance`, body, { "if-match": seen })).status).toBe(200);
    const late = await ana.post(`rollouts/${id}/roll-back`, body, { "if-match": seen });
    expect([late.status, late.body.code]).toEqual([412, "revision_changed"]);
  });

  it.each([
    {
      why: "a schema that cannot be read",
      change: { candidate: version("2.0", "1.0") },
      code: "parser_not_ready",
    },
    { why: "what is no version", change: { candidate: version("1", "1.0") }, code: "invalid_version" },
    { why: "nothing new", change: { candidate: BASELINE }, code: "same_version" },
    { why: "steps that end early", change: { steps: [0.5] }, code: "invalid_steps" },
    { why: "a limit that is none", change: { slo: { drop_rate: 7 } }, code: "invalid_slo" },
    { why: "a limit that is not known", change: { slo: { mood: 1 } }, code: "invalid_body" },
    { why: "somebody else's name", change: { by: "eve" }, code: "invalid_body" },
    { why: "a version in another rollout", change: {}, code: "version_in_rollout", twice: true },
  ])("refuses to begin with $why", async ({ change, code, twice }) => {
    if (twice === true) await begin();
    const { status, body } = await ana.post("rollouts", { ...plan, ...change });
    expect([status, body.code]).toEqual([/parser|rollout/.test(code) ? 409 : 422, code]);
  });

  it.each([
    { path: "promote", body: {}, code: "slice_incomplete", status: 409 },
    { path: "advance", body: { slice: 0.01 }, code: "slice_not_wider", status: 409 },
    { path: "advance", body: { slice: 2 }, code: "invalid_slice", status: 422 },
    { path: "advance", body: { reason: "x".repeat(2_001) }, code: "invalid_body", status: 422 },
    { path: "roll-back", body: {}, code: "reason_required", status: 422 },
  ])("refuses $path with $code", async ({ path, body, code, status }) => {
    const refused = await ana.post(`rollouts/${await begin()}/${path}`, body);
    expect([refused.status, refused.body.code]).toEqual([status, code]);
  });

  it("refuses what is over, and what is not there", async () => {
    const id = await begin();
    await ana.post(`rollouts/${id}/roll-back`, { reason: "worse" });
    const again = await ana.post(`rollouts/${id}/advance`, { reason: "once more" });
    expect([again.status, again.body.code]).toEqual([409, "illegal_transition"]);
    for (const path of ["advance", "promote", "roll-back"]) {
      const { status, body } = await ana.post(`rollouts/none/${path}`, { reason: "x" });
      expect([status, body.code]).toEqual([404, "rollout_not_found"]);
    }
    expect((await ana.get("rollouts/none")).body.code).toBe("rollout_not_found");
    expect((await ana.get("rollouts/none/assignment?key=a")).body.code).toBe("rollout_not_found");
    expect((await ana.get("rollouts?after=x")).body.code).toBe("invalid_cursor");
  });

  it("is for approvers to change, for reviewers to read, and for agents to ask", async () => {
    const id = await begin();
    const [reviewer, agent] = [http.as("reviewer"), http.as("agent", { name: "rio" })];
    expect((await reviewer.post("rollouts", plan)).status).toBe(403);
    for (const path of ["advance", "promote", "roll-back"]) {
      expect((await reviewer.post(`rollouts/${id}/${path}`, { reason: "x" })).status).toBe(403);
    }
    for (const path of ["rollouts", `rollouts/${id}`, "reviews/health"]) {
      expect((await agent.get(path)).status).toBe(403);
      expect((await reviewer.get(path)).status).toBe(200);
    }
    expect((await agent.get(`rollouts/${id}/assignment?key=a`)).status).toBe(200);
  });

  it("assigns each key one version, the candidate to about its share", async () => {
    const id = await begin();
    const agent = http.as("agent", { name: "rio" });
    const roles: string[] = [];
    for (let n = 0; n < 200; n += 1) {
      const { body } = await agent.get(`rollouts/${id}/assignment?key=owner%2Frepository%23${n}`);
      expect(body.version).toEqual(body.role === "candidate" ? CANDIDATE : BASELINE);
      roles.push(body.role);
    }
    const share = roles.filter((role) => role === "candidate").length / roles.length;
    expect(share).toBeGreaterThan(0.02);
    expect(share).toBeLessThan(0.2);
    const again = await agent.get(`rollouts/${id}/assignment?key=owner%2Frepository%237`);
    expect(again.body).toEqual({
      rollout_id: id,
      stage: "canary",
      role: roles[7],
      version: roles[7] === "candidate" ? CANDIDATE : BASELINE,
    });
    expect((await agent.get(`rollouts/${id}/assignment`)).body.code).toBe("invalid_query");
  });
});

describe("004.8 GET /reviews/health", () => {
  const finding = {
    id: "F1",
    severity: "high",
    category: "reliability",
    title: "Open",
    file: "a.ts",
    line: "3",
    message: "Never closed.",
  };
  const check = (raw: string) =>
    http.as("agent", { name: "rio" }).post("reviews", { raw, changed_files: ["a.ts"], config: CANDIDATE });

  it("counts every answer that was checked, under the version it was asked in", async () => {
    const id = await begin();
    const findings = [finding, { ...finding, id: "F2", file: "b.ts" }];
    await check(JSON.stringify({ ...CANDIDATE, findings }));
    await check(JSON.stringify({ ...CANDIDATE, findings: [] }));
    await check(JSON.stringify({ ...BASELINE, findings: [] }));
    await check("I could not review this.");
    const { body } = await http.as("reviewer").get("reviews/health?window=24h");
    expect(body).toMatchObject({
      window: { hours: 24 },
      versions: [
        {
          version: CANDIDATE,
          reviews: 4,
          accepted: 2,
          rejected: 2,
          incompatible: 1,
          findings: 2,
          dropped: 1,
          coerced_reviews: 1,
          rates: { rejection: 0.5, incompatible: 0.25, drop: 0.5, coercion: 0.25 },
          rejected_for: [
            { reason: "incompatible_version", count: 1 },
            { reason: "invalid_json", count: 1 },
          ],
          dropped_for: [{ reason: "file_not_in_changed_files", count: 1 }],
        },
      ],
    });
    // None of them was assigned to the rollout.
    expect((await ana.get(`rollouts/${id}`)).body.slices).toEqual([]);
    expect((await ana.get("reviews/health?window=0h")).body.code).toBe("invalid_window");
  });

  it("answers a review that could not be counted all the same, and says so in the log", async () => {
    const { store, log } = http.context;
    const closed = await openTestStore();
    await closed.close();
    const broken = await openHttp({ log, store: { ...store, rollouts: closed.rollouts } });
    const { status, body } = await broken.as("agent", { name: "rio" }).post("reviews", {
      raw: JSON.stringify({ ...BASELINE, findings: [] }),
    });
    expect([status, body.status]).toEqual([200, "accepted"]);
    expect(warnings).toEqual(["review_not_counted"]);
  });
});

function version(schema_version: string, prompt_version: string) {
  return { schema_version, prompt_version };
}
