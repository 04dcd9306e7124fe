import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openHttp, type HttpSession } from "../../../test/http-session.ts";

let http: HttpSession;
beforeEach(async () => {
  http = await openHttp();
});
afterEach(() => http.close());

const remark = { comment: "Close the handle before you return", agent: "rio", tags: ["resource_leak"] };

describe("/feedback", () => {
  it("keeps the good part of what is partly bad, and says what was wrong with the rest", async () => {
    const { status, body } = await http.as("reviewer").post("feedback", { items: [remark, {}, remark] });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      new: 1,
      known: 1,
      refused: 1,
      items: [
        { state: "new" },
        { state: "refused", problems: [{ reason: "nothing_said" }] },
        { state: "known" },
      ],
    });
  });

  it("lists by pages, and marks what has not changed", async () => {
    const ana = http.as("reviewer", { name: "ana" });
    await ana.post("feedback", { items: ["one", "two", "three"].map((comment) => ({ ...remark, comment })) });
    const first = await ana.get("feedback?limit=2&agent=rio");
    expect(first.body.items).toHaveLength(2);
    const rest = await ana.get(`feedback?limit=2&agent=rio&after=${encodeURIComponent(first.body.next)}`);
    expect(rest.body).toMatchObject({ items: [{ author: { id: "ana", trust: "person" } }], next: null });
    const again = await ana.get("feedback?limit=2&agent=rio", {
      "if-none-match": first.headers.get("etag")!,
    });
    expect(again.status).toBe(304);
  });

  it.each([
    { why: "all words, in any case", query: "search=HANDLE%20close", found: 1 },
    { why: "a word of its tag", query: "search=leak", found: 2 },
    { why: "words that no one record has all of", query: "search=handle%20rename", found: 0 },
    { why: "an outcome", query: "outcome=rejected", found: 1 },
    { why: "an outcome and a word", query: "outcome=rejected&search=handle", found: 0 },
  ])("finds by $why", async ({ query, found }) => {
    const ana = http.as("reviewer", { name: "ana" });
    const other = { ...remark, comment: "Rename the flag", outcome: "rejected" };
    await ana.post("feedback", { items: [remark, other] });
    const { body } = await ana.get(`feedback?${query}`);
    expect(body.items).toHaveLength(found);
    expect(body.next).toBeNull();
  });

  it.each([
    { why: "a cursor that nobody gave", path: "feedback?after=zzz", status: 400, code: "invalid_cursor" },
    { why: "a limit beyond all", path: "feedback?limit=9999", status: 400, code: "invalid_query" },
    { why: "a name that is not known", path: "feedback?agents=rio", status: 400, code: "invalid_query" },
    { why: "an id that is not there", path: "feedback/fb_0", status: 404, code: "not_found" },
  ])("refuses $why", async ({ path, status, code }) => {
    expect(await http.as("reviewer").get(path)).toMatchObject({ status, body: { code, status } });
  });

  it("an agent's token sees and writes its own agent only", async () => {
    const rio = http.as("agent", { name: "rio's token", agent: "rio" });
    await http.as("admin").post("feedback", { items: [{ ...remark, agent: "clay" }] });
    const { body } = await rio.post("feedback", {
      items: [{ comment: "mine" }, { ...remark, agent: "clay" }],
    });
    expect(body.items).toMatchObject([
      { state: "new" },
      { state: "refused", problems: [{ reason: "other_agent" }] },
    ]);
    expect((await rio.get("feedback")).body.items).toMatchObject([
      { agent: "rio", author: { trust: "tool" } },
    ]);
    expect(await rio.get("feedback?agent=clay")).toMatchObject({
      status: 403,
      body: { code: "other_agent" },
    });
    const [{ id }] = (await http.as("admin").get("feedback?agent=clay")).body.items;
    expect((await rio.get(`feedback/${id}`)).status).toBe(404);
  });

  it("nobody but an administrator speaks for other people", async () => {
    const said = { items: [{ ...remark, author: { id: "bo", trust: "person" } }] };
    await http.as("reviewer", { name: "ana" }).post("feedback", said);
    expect((await http.as("admin").get("feedback")).body.items).toMatchObject([
      { author: { id: "bo", trust: "outsider" } },
    ]);
  });

  it("feedback that a hook records with a person's token is that person's, whatever git calls them", async () => {
    const heard = { ...remark, kind: "signal", author: { id: "Ana Smith", trust: "person" } };
    const ana = http.as("reviewer", { name: "ana" });
    await ana.post("feedback", { items: [heard] });
    const agent = http.as("agent", { name: "rio", agent: "rio" });
    await agent.post("feedback", { items: [heard] });
    const { body } = await ana.get("feedback?agent=rio");
    expect(body.items).toMatchObject([
      { author: { id: "Ana Smith", trust: "tool" } },
      { author: { id: "ana", trust: "person" } },
    ]);
  });

  it("a key acts once", async () => {
    const ana = http.as("reviewer", { name: "ana" });
    const key = { "idempotency-key": "k-1" };
    const first = await ana.post("feedback", { items: [remark] }, key);
    expect((await ana.post("feedback", { items: [remark] }, key)).body).toEqual(first.body);
    expect(await ana.post("feedback", { items: [{ comment: "other" }] }, key)).toMatchObject({
      status: 422,
      body: { code: "idempotency_key_reused" },
    });
  });
});

describe("what became of feedback", () => {
  it("17.6 is returned by the API, and lists filter by author, source and class", async () => {
    const reviewer = http.as("reviewer", { name: "mara" });
    const { body } = await reviewer.post("feedback", {
      items: [{ agent: "rio", body: "Close the handle.", reviwer: "mara" }],
    });
    const [item] = body.items;
    expect(item).toMatchObject({
      state: "new",
      problems: [{ path: "reviwer", reason: "unknown_key", message: expect.stringContaining("reviewer") }],
    });
    const { body: story } = await reviewer.get(`feedback/${item.feedback_id}/story`);
    expect(story).toMatchObject({
      now: "Recorded, not evaluated yet",
      steps: [{ step: "said", by: "mara" }, { step: "reminding" }],
    });
    expect((await reviewer.get("feedback/fb_0/story")).body.code).toBe("not_found");
    const listed = await reviewer.get("feedback?author=mara&source=jsonl&class=not_evaluated");
    expect(listed.body.items).toMatchObject([{ id: item.feedback_id, comment: "Close the handle." }]);
    expect((await reviewer.get("feedback?class=edge_case")).body.items).toEqual([]);
  });
});
