import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bringIntoForce } from "../../../test/active-rules.ts";
import { type HttpCaller, type HttpSession, openHttp } from "../../../test/http-session.ts";

let http: HttpSession;
let ana: HttpCaller;
let rule = "";
beforeEach(async () => {
  http = await openHttp();
  ana = http.as("approver", { name: "ana" });
  rule = await bringIntoForce(http.context.store, "Close every handle.", { clusterId: "cl_1" });
});
afterEach(() => http.close());

describe("/trials", () => {
  it("21.1 refuses a mistake that is too rare, starts it anyway, and stops it with a reason", async () => {
    const rare = await ana.post("trials", { rule_id: rule });
    expect(rare).toMatchObject({ status: 409, body: { code: "mistake_too_rare" } });
    const started = await ana.post("trials", { rule_id: rule, share: 0.8, anyway: true });
    expect(started).toMatchObject({
      status: 201,
      body: {
        rule_id: rule,
        state: "running",
        share: 0.8,
        verdict: "undecided",
        no_difference: { low: -0.25, high: 0.25 },
        forecast: { days: null, is_too_rare: true },
        started_by: "ana",
      },
    });
    expect(JSON.stringify(started.body)).not.toContain("secret");
    const { id } = started.body as { readonly id: string };
    expect((await ana.get("trials?state=running")).body).toMatchObject({ items: [{ id }], next: null });
    expect((await ana.get(`trials?rule=${rule}`)).body).toMatchObject({ items: [{ id }] });
    expect(await ana.post("trials", { rule_id: rule, anyway: true })).toMatchObject({
      status: 409,
      body: { code: "trial_running" },
    });
    expect((await ana.post(`trials/${id}/stop`, { reason: "release" })).body).toMatchObject({
      state: "stopped",
      end: { by: "ana", reason: "release", verdict: null },
    });
    expect((await ana.post(`trials/${id}/stop`, { reason: "release" })).body).toMatchObject({
      code: "trial_ended",
    });
    expect((await ana.get("trials/tr_none")).status).toBe(404);
  });

  it("21.1 says what a withdrawal accepts", async () => {
    const asked = { rule_id: rule, kind: "withdrawal", margin: 0.5, anyway: true };
    expect((await ana.post("trials", asked)).body).toMatchObject({
      kind: "withdrawal",
      margin: 0.5,
      no_difference: { low: null, high: 0.5 / 1.5 },
    });
  });

  it("21.1 agents read nothing about trials, and reviewers start none", async () => {
    const rio = http.as("agent", { name: "rio" });
    const started = await ana.post("trials", { rule_id: rule, anyway: true });
    for (const path of ["trials", `trials/${(started.body as { id: string }).id}`, "sunset"])
      expect((await rio.get(path)).status).toBe(403);
    expect((await rio.post("trials", { rule_id: rule })).status).toBe(403);
    const rex = http.as("reviewer", { name: "rex" });
    expect((await rex.get("trials")).status).toBe(200);
    expect((await rex.post("trials", { rule_id: rule })).status).toBe(403);
  });

  it("21.1 lists rules that may no longer be needed", async () => {
    expect((await ana.get("sunset")).body).toEqual({ needless: [], offers: [] });
  });
});
