import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { fillCluster } from "../../../test/fill-cluster.ts";
import { type HttpCaller, openHttp, type HttpSession } from "../../../test/http-session.ts";

const NOW = "2026-03-04T09:00:00.000Z";
let http: HttpSession;
let rex: HttpCaller;
const approved = makeFeedback(1, { outcome: "approved", comment: "Tabs are right." });
const unclear = makeFeedback(2, { comment: "Never indent with tabs." });
const rare = makeFeedback(3, { comment: "The Timeout of the retry has no unit.", tags: ["timeouts"] });

beforeEach(async () => {
  http = await openHttp({ now: () => NOW });
  rex = http.as("reviewer", { name: "rex" });
  await fillCluster(http.context.store, [approved, unclear], {
    contradicts: { [unclear.id]: [approved.id] },
  });
  await fillCluster(http.context.store, [rare]);
});
afterEach(() => http.close());

const heard = (body: { readonly items: readonly { readonly feedback_id: string }[] }) =>
  body.items.map(({ feedback_id }) => feedback_id);

describe("/evaluations", () => {
  it("lists what waits for a person, with its words", async () => {
    const { body } = await rex.get("evaluations?standing=ambiguous&resolved=false");
    expect(body).toMatchObject({
      items: [
        {
          feedback_id: unclear.id,
          standing: "ambiguous",
          resolution: null,
          evaluation: { classification: "ambiguous" },
          feedback: { comment: "Never indent with tabs.", agent: "rio" },
        },
      ],
      next: null,
    });
    expect((await rex.get("evaluations/counts")).body).toEqual({
      generalizable_high: 0,
      generalizable_low: 0,
      edge_case: 1,
      ambiguous: 1,
      positive: 1,
      ignored: 0,
    });
  });

  it("answers one with its cluster and what it was compared with", async () => {
    const { body, headers } = await rex.get(`evaluations/${unclear.id}`);
    expect(body).toMatchObject({
      revision: 1,
      cluster_id: expect.stringMatching(/^cl-/) as string,
      similar: [{ feedback_id: approved.id, comment: "Tabs are right.", outcome: "approved" }],
    });
    const tag = headers.get("etag")!;
    expect((await rex.get(`evaluations/${unclear.id}`, { "if-none-match": tag })).status).toBe(304);
  });

  it.each([
    { as: "generalizable", standing: "generalizable_high" },
    { as: "edge_case", standing: "edge_case" },
    { as: "ignore", standing: "ignored" },
  ])("003.8 ambiguous feedback is resolved by a person as $as", async ({ as, standing }) => {
    const done = await rex.post(`evaluations/${unclear.id}/resolve`, { as, reason: "we agreed" });
    expect(done).toMatchObject({
      status: 200,
      body: { standing, resolution: { as, by: "rex", reason: "we agreed" }, revision: 2 },
    });
    expect((await rex.get("evaluations?standing=ambiguous")).body.items).toEqual([]);
    expect(heard((await rex.get(`evaluations?standing=${standing}&resolved=true`)).body)).toEqual([
      unclear.id,
    ]);
    const again = await rex.post(`evaluations/${unclear.id}/resolve`, { as: "edge_case" });
    expect(again).toMatchObject({ status: 409, body: { code: "already_resolved" } });
  });

  it("003.8 edge cases are searchable, page by page, and promoted", async () => {
    const more = Array.from({ length: 5 }, (_, n) =>
      makeFeedback(10 + n, { comment: `The timeout ${n} of the retry is too long.`, agent: "kai" }),
    );
    for (const record of more) await fillCluster(http.context.store, [record]);
    const found: string[] = [];
    let after = "";
    do {
      const { body } = await rex.get(`evaluations?standing=edge_case&search=RETRY%20timeout&limit=2${after}`);
      found.push(...heard(body));
      after = body.next === null ? "" : `&after=${encodeURIComponent(body.next)}`;
    } while (after !== "");
    expect(found.toSorted()).toEqual([rare, ...more].map(({ id }) => id).toSorted());
    expect(heard((await rex.get("evaluations?search=timeouts%20unit")).body)).toEqual([rare.id]);
    expect((await rex.get("evaluations?search=%25_[")).body.items).toEqual([]);
    const done = await rex.post(`evaluations/${rare.id}/promote`, { reason: "it will come again" });
    expect(done).toMatchObject({
      status: 200,
      body: { standing: "generalizable_high", resolution: { as: "generalizable", by: "rex" } },
    });
    expect(await rex.post(`evaluations/${rare.id}/promote`, {})).toMatchObject({
      status: 409,
      body: { code: "not_an_edge_case" },
    });
  });

  it("decides nothing over a revision that has passed", async () => {
    const path = `evaluations/${unclear.id}`;
    const tag = (await rex.get(path)).headers.get("etag")!;
    const resolve = (ifMatch: string) =>
      rex.post(`${path}/resolve`, { as: "edge_case" }, { "if-match": ifMatch });
    expect(await resolve('"7"')).toMatchObject({ status: 412, body: { code: "revision_changed" } });
    expect((await resolve(tag)).status).toBe(200);
    expect((await resolve(tag)).status).toBe(412);
  });

  it("still answers where the feedback is gone", async () => {
    await http.context.store.feedback.deleteOlderThan("2027-01-01T00:00:00.000Z");
    const { body } = await rex.get("evaluations");
    for (const item of body.items) expect(item.feedback).toBeNull();
    expect((await rex.get("evaluations?search=tabs")).body.items).toEqual([]);
  });

  it("refuses what is not there or does not fit", async () => {
    const ignore = { as: "ignore" };
    const refusals = [
      { why: "none", ask: rex.get("evaluations/fb_0"), status: 404, code: "evaluation_not_found" },
      {
        why: "none",
        ask: rex.post("evaluations/fb_0/resolve", ignore),
        status: 404,
        code: "evaluation_not_found",
      },
      {
        why: "none",
        ask: rex.post("evaluations/fb_0/promote", {}),
        status: 404,
        code: "evaluation_not_found",
      },
      {
        why: "clear enough",
        ask: rex.post(`evaluations/${rare.id}/resolve`, ignore),
        status: 409,
        code: "not_ambiguous",
      },
      {
        why: "no edge case",
        ask: rex.post(`evaluations/${unclear.id}/promote`, {}),
        status: 409,
        code: "not_an_edge_case",
      },
      {
        why: "no reason",
        ask: rex.post(`evaluations/${unclear.id}/resolve`, ignore),
        status: 422,
        code: "reason_required",
      },
      {
        why: "no such answer",
        ask: rex.post(`evaluations/${unclear.id}/resolve`, { as: "rule" }),
        status: 422,
        code: "invalid_body",
      },
      {
        why: "no such standing",
        ask: rex.get("evaluations?standing=odd"),
        status: 400,
        code: "invalid_query",
      },
      {
        why: "neither yes nor no",
        ask: rex.get("evaluations?resolved=maybe"),
        status: 400,
        code: "invalid_query",
      },
      {
        why: "another cursor",
        ask: rex.get("evaluations?after=x&search=a"),
        status: 400,
        code: "invalid_cursor",
      },
    ];
    for (const { why, ask, status, code } of refusals) {
      expect({ why, ...(await ask) }).toMatchObject({ why, status, body: { code } });
    }
  });

  it("an agent's token sees and decides nothing", async () => {
    const rio = http.as("agent", { agent: "rio" });
    for (const path of ["evaluations", "evaluations/counts", `evaluations/${rare.id}`]) {
      expect((await rio.get(path)).body.code).toBe("forbidden");
    }
    expect((await rio.post(`evaluations/${rare.id}/promote`, {})).body.code).toBe("forbidden");
  });
});
