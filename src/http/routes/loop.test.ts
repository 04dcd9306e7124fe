import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EXAMPLE_TIME } from "../../../test/examples/example-rule.ts";
import { bringIntoForce } from "../../../test/active-rules.ts";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { fillCluster } from "../../../test/fill-cluster.ts";
import { shiftDay } from "../../core/loop/loop-sheet.ts";
import { type HttpCaller, openHttp, type HttpSession } from "../../../test/http-session.ts";

let http: HttpSession;
let rex: HttpCaller;
const today = new Date().toISOString().slice(0, 10);
const day = (back: number): string =>
  new Date(Date.parse(`${today}T12:00:00Z`) - back * 86_400_000).toISOString();

beforeEach(async () => {
  http = await openHttp();
  rex = http.as("reviewer", { name: "rex" });
});
afterEach(() => http.close());

describe("/loop", () => {
  it("counts corrections, repeats, proposals and approvals, and the days before", async () => {
    const { store } = http.context;
    await fillCluster(
      store,
      [1, 2, 3].map((n) => makeFeedback(n, { time: day(n), comment: "Close the handle. It leaks." })),
    );
    await store.feedback.record([
      makeFeedback(4, { time: day(2), outcome: "approved" }),
      makeFeedback(5, { time: day(9), agent: "kai" }),
    ]);
    await bringIntoForce(store, "Close every handle.");
    const { body } = await rex.get("loop");
    expect(body).toMatchObject({
      last: today,
      figures: { corrected: 3, recurred: 2, proposed: 1, approved: 1, stopped: 0, came_back: 0 },
      previous: { figures: { corrected: 1, recurred: 0, proposed: 0 } },
    });
    expect((await rex.get("loop?agent=kai&days=14")).body.figures).toMatchObject({
      corrected: 1,
      approved: 1,
    });
    expect((await rex.get(`loop?until=${day(20).slice(0, 10)}`)).body.figures.corrected).toBe(0);
    expect((await rex.get("loop?until=2026-02-30")).status).toBe(400);
  });

  it("says which rules stopped their mistake and which did not", async () => {
    const { store } = http.context;
    const since = EXAMPLE_TIME.slice(0, 10);
    const around = (days: number): string => `${shiftDay(since, days)}T12:00:00.000Z`;
    const kept = [1, 2].map((n) => makeFeedback(n, { time: around(-n) }));
    const open = await fillCluster(store, kept);
    const quiet = await fillCluster(store, [makeFeedback(7, { time: around(-1) })]);
    await bringIntoForce(store, "Close every handle.", { clusterId: open });
    await bringIntoForce(store, "Name the host.", { clusterId: quiet });
    await fillCluster(store, [makeFeedback(3, { time: around(2) })], { into: open });
    const until = shiftDay(since, 3);
    expect((await rex.get(`loop?until=${until}`)).body.figures).toMatchObject({ stopped: 1, came_back: 1 });
    expect((await rex.get(`loop?until=${since}`)).body.figures).toMatchObject({ stopped: 0, came_back: 0 });
    expect((await rex.get(`loop?until=${until}&agent=kai`)).body.figures).toMatchObject({ came_back: 0 });
    const { mistakes } = (await rex.get(`loop/mistakes?until=${until}&days=7`)).body;
    expect(mistakes[0]).toMatchObject({
      cluster_id: open,
      count: 3,
      agents: [{ agent: "rio", count: 3, since_rule: 1 }],
      rule: { text: "Close every handle.", since },
    });
  });

  it("tells what happened on a day, of everybody or of one person", async () => {
    const { store } = http.context;
    await store.feedback.record([makeFeedback(1, { time: day(0) })]);
    const id = await bringIntoForce(store, "Close every handle.", { scope: { agents: ["rio"], paths: [] } });
    const { body } = await rex.get(`loop/days/${today}`);
    expect(body).toMatchObject({ day: today, corrected: 1, recurred: 0, acts_more: 0 });
    expect(body.acts.map(({ action }: { readonly action: string }) => action)).toEqual([
      "rule.proposed",
      "rule.approved",
      "rule.approved",
      "rule.activated",
    ]);
    expect(body.acts[1]).toMatchObject({ actor: "ada", subject: id, text: "Close every handle." });
    expect((await rex.get(`loop/days/${today}?person=ada`)).body.acts).toHaveLength(1);
    expect((await rex.get(`loop/days/${today}?agent=kai`)).body.acts).toEqual([]);
    expect((await rex.get(`loop/days/${today}?agent=rio`)).body.acts).toHaveLength(4);
    expect((await rex.get("loop/days/yesterday")).status).toBe(400);
    expect((await http.as("agent", { agent: "rio" }).get("loop")).status).toBe(403);
  });
});
