import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { fillCluster } from "../../../test/fill-cluster.ts";
import { type HttpCaller, openHttp, type HttpSession } from "../../../test/http-session.ts";

const NOW = "2026-03-04T09:00:00.000Z";
let http: HttpSession;
let rex: HttpCaller;
let big = "";
let small = "";
const said = [1, 2, 3].map((n) =>
  makeFeedback(n, {
    comment: "Close the handle.",
    time: `2026-03-0${n}T08:00:00.000Z`,
    author: { id: n === 3 ? "bo" : "ana", trust: "person" },
    correction: { diff: "-open\n+close\n" },
  }),
);
const other = [4, 5].map((n) => makeFeedback(n, { time: `2026-03-03T09:00:0${n}.000Z`, agent: "kai" }));

beforeEach(async () => {
  http = await openHttp({ now: () => NOW });
  rex = http.as("reviewer", { name: "rex" });
  big = await fillCluster(http.context.store, said);
  small = await fillCluster(http.context.store, other);
});
afterEach(() => http.close());

const idsOf = (items: readonly { readonly id: string }[]): readonly string[] => items.map(({ id }) => id);

describe("/clusters", () => {
  it("lists the largest or the latest first, with the words of each", async () => {
    const { body } = await rex.get("clusters");
    expect(body.items).toMatchObject([
      { id: big, size: 3, text: "Close the handle.", name: null, merged_into: null },
      { id: small, size: 2 },
    ]);
    expect(idsOf((await rex.get("clusters?order=recent")).body.items)).toEqual([small, big]);
    expect(idsOf((await rex.get("clusters?min_size=3")).body.items)).toEqual([big]);
    const first = await rex.get("clusters?limit=1");
    const next = await rex.get(`clusters?limit=1&after=${first.body.next}`);
    expect(idsOf(next.body.items)).toEqual([small]);
  });

  it("tells who says it, of whose work, and which rules came of it", async () => {
    const made = await http.as("approver", { name: "ana" }).post("proposals", {
      text: "Close every handle.",
      cluster_id: big,
    });
    const { body } = await rex.get(`clusters/${big}`);
    expect(body).toMatchObject({
      id: big,
      authors: [
        { author: "ana", trust: "person", count: 2 },
        { author: "bo", trust: "person", count: 1 },
      ],
      ties: { merged: [], apart: [] },
      rules: [{ id: made.body.rule_id, status: "proposed", text: "Close every handle." }],
    });
    expect(body.days).toHaveLength(3);
  });

  it("tells its members by pages, with what was said", async () => {
    const first = await rex.get(`clusters/${big}/members?limit=2`);
    expect(first.body.items).toMatchObject([
      {
        feedback_id: said[2]!.id,
        by: null,
        author: "bo",
        agent: "rio",
        feedback: {
          comment: "Close the handle.",
          diff: "-open\n+close\n",
          author: { id: "bo" },
          wrong: null,
        },
      },
      { feedback_id: said[1]!.id },
    ]);
    const rest = await rex.get(`clusters/${big}/members?limit=2&after=${first.body.next}`);
    expect(rest.body).toMatchObject({ items: [{ feedback_id: said[0]!.id }], next: null });
  });

  it("16.x suggests what to change, and remembers what is right as it is", async () => {
    expect(await rex.get("clusters/suggestions")).toMatchObject({ status: 200, body: { items: [] } });
    const kept = await rex.post("clusters/keep", { cluster_ids: [big, small] });
    expect(kept).toMatchObject({ status: 200, body: { items: [{ id: big }, { id: small }] } });
    expect((await rex.post("clusters/keep", { cluster_ids: [small, big] })).status).toBe(200);
    expect(await http.context.store.clusters.kept([big, small])).toHaveLength(1);
    expect(await rex.post("clusters/keep", { cluster_ids: ["cl-0"] })).toMatchObject({
      status: 404,
      body: { code: "cluster_not_found" },
    });
  });

  it("merges, and splits off again and again", async () => {
    const merged = await rex.post("clusters/merge", { cluster_ids: [big, small] });
    expect(merged).toMatchObject({ status: 200, body: { id: big, size: 5 } });
    expect((await rex.get(`clusters/${small}`)).body).toMatchObject({ size: 0, merged_into: big });
    const feedback_ids = other.map(({ id }) => id);
    const split = await rex.post(`clusters/${big}/split`, { feedback_ids });
    expect(split).toMatchObject({ status: 201, body: { cluster: { size: 2 }, from: { id: big, size: 3 } } });
    const { id } = split.body.cluster;
    expect(split.headers.get("location")).toBe(`/api/v1/clusters/${id}`);
    expect((await rex.get(`clusters/${id}`)).body.ties.apart).toContain(big);
    expect((await rex.get(`clusters/${id}/members`)).body.items).toMatchObject([
      { by: "rex" },
      { by: "rex" },
    ]);
    await rex.post("clusters/merge", { cluster_ids: [big, id] });
    expect((await rex.post(`clusters/${big}/split`, { feedback_ids })).status).toBe(201);
    const acts = await http.context.store.audit.list({ limit: 4 });
    expect(acts.map(({ action }) => action)).toEqual([
      "cluster.split",
      "cluster.merged",
      "cluster.split",
      "cluster.merged",
    ]);
    expect(acts[0]).toMatchObject({ actor: "rex" });
  });

  it("gives a name and takes it away", async () => {
    const name = "open handles \u202E<b>";
    expect((await rex.post(`clusters/${big}/rename`, { name })).body).toMatchObject({ id: big, name });
    expect((await rex.post(`clusters/${big}/rename`, { name: " " })).body.name).toBeNull();
  });

  it("refuses what is not there or does not fit", async () => {
    const all = said.map(({ id }) => id);
    const refusals = [
      { why: "none", ask: rex.get("clusters/cl-0"), status: 404, code: "cluster_not_found" },
      { why: "none", ask: rex.get("clusters/cl-0/members"), status: 404, code: "cluster_not_found" },
      {
        why: "none",
        ask: rex.post("clusters/cl-0/rename", { name: "x" }),
        status: 404,
        code: "cluster_not_found",
      },
      {
        why: "none",
        ask: rex.post("clusters/cl-0/split", { feedback_ids: all }),
        status: 404,
        code: "cluster_not_found",
      },
      {
        why: "one of two",
        ask: rex.post("clusters/merge", { cluster_ids: [big, "cl-0"] }),
        status: 404,
        code: "cluster_not_found",
      },
      {
        why: "one alone",
        ask: rex.post("clusters/merge", { cluster_ids: [big] }),
        status: 422,
        code: "invalid_body",
      },
      {
        why: "all leave",
        ask: rex.post(`clusters/${big}/split`, { feedback_ids: all }),
        status: 422,
        code: "nothing_to_split",
      },
      {
        why: "nobody leaves",
        ask: rex.post(`clusters/${big}/split`, { feedback_ids: ["fb_0"] }),
        status: 422,
        code: "nothing_to_split",
      },
      {
        why: "no end",
        ask: rex.post(`clusters/${big}/rename`, { name: "x".repeat(201) }),
        status: 422,
        code: "invalid_body",
      },
      {
        why: "another cursor",
        ask: rex.get(`clusters/${big}/members?after=x`),
        status: 400,
        code: "invalid_cursor",
      },
      { why: "another order", ask: rex.get("clusters?order=name"), status: 400, code: "invalid_query" },
      { why: "a size below one", ask: rex.get("clusters?min_size=0"), status: 400, code: "invalid_query" },
    ];
    for (const { why, ask, status, code } of refusals) {
      expect({ why, ...(await ask) }).toMatchObject({ why, status, body: { code } });
    }
    expect((await rex.get(`clusters/${big}`)).body).toMatchObject({ size: 3, name: null });
  });

  it("an agent's token sees and changes none", async () => {
    const rio = http.as("agent", { agent: "rio" });
    for (const path of ["clusters", `clusters/${big}`, `clusters/${big}/members`]) {
      expect((await rio.get(path)).body.code).toBe("forbidden");
    }
    expect((await rio.post("clusters/merge", { cluster_ids: [big, small] })).body.code).toBe("forbidden");
    expect((await rio.post(`clusters/${big}/rename`, { name: "x" })).body.code).toBe("forbidden");
  });
});
