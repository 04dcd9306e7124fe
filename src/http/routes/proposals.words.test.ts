import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { askingForWords } from "../../../test/examples/example-rule.ts";
import { type HttpCaller, openHttp, type HttpSession } from "../../../test/http-session.ts";
import { decideRule } from "../../app/rule/decide-rule.ts";
import { DEFAULT_RULE_POLICY } from "../../core/evaluation/rule-policy.ts";

const NOW = "2026-03-04T09:00:00.000Z";
const WORDS = "Greet every customer by name.";
let http: HttpSession;
let ana: HttpCaller;
let bo: HttpCaller;
let id = "";

beforeEach(async () => {
  http = await openHttp({ now: () => NOW });
  [ana, bo] = [http.as("approver", { name: "ana" }), http.as("approver", { name: "bo" })];
  const { store } = http.context;
  const said = [1, 2, 3].map((n) => makeFeedback(n, { comment: `Use the name, letter ${n}.` }));
  await store.feedback.record(said);
  const command = askingForWords(["Use the customer's name."]);
  if (command.type !== "propose") throw new Error("expected a proposal");
  ({ id } = command);
  const parts = { ...store, policy: DEFAULT_RULE_POLICY, now: () => NOW };
  await decideRule(parts)(id, { ...command, evidence: said.map((record) => record.id) });
});
afterEach(() => http.close());

describe("a proposal that wants words", () => {
  it("is listed after the others, with why and what to start from", async () => {
    const other = await ana.post("proposals", { text: "Close every file handle.", scope: {} });
    const { body } = await ana.get("proposals");
    expect(body.items).toMatchObject([
      { rule_id: other.body.rule_id, wants_words: null },
      {
        rule_id: id,
        text: "",
        wants_words: {
          why: "Two remarks want different things.",
          suggestions: ["Use the customer's name."],
          quotes: expect.arrayContaining(["Use the name, letter 3."]),
        },
        clean: false,
        remarks: ["wants_words"],
        warnings: [],
        approval: { you: { can_approve: false, code: "needs_words" } },
      },
    ]);
    const pages = await ana.get("proposals?limit=1");
    const next = await ana.get(`proposals?limit=1&after=${encodeURIComponent(pages.body.next)}`);
    expect(next.body.items).toMatchObject([{ rule_id: id }]);
  });

  it("shows the quotes", async () => {
    const { body } = await ana.get(`proposals/${id}`);
    expect(body.version.wants_words).toMatchObject({ suggestions: ["Use the customer's name."] });
    expect(body.evidence.members).toHaveLength(3);
    expect(body.changes).toBeNull();
    expect((await ana.get("rules")).body.items).toMatchObject([
      { text: "", wants_words: { why: expect.any(String) } },
    ]);
  });

  it("is approved by nobody without words, alone or with others", async () => {
    const { status, body } = await ana.post(`proposals/${id}/approve`, { version: 1 });
    expect([status, body.code]).toEqual([409, "needs_words"]);
    const batch = await ana.post("proposals/approve", { items: [{ rule_id: id, version: 1 }] });
    expect(batch.body).toMatchObject({
      approved: 0,
      items: [{ code: "not_clean", remarks: ["wants_words"] }],
    });
    const moved = await ana.post(`proposals/${id}/modify`, { version: 1, paths: ["src/**"] });
    expect([moved.status, moved.body.code]).toEqual([409, "needs_words"]);
  });

  it("takes words with the approval, over the revision that was read", async () => {
    const stale = await ana.post(
      `proposals/${id}/approve`,
      { version: 1, text: WORDS },
      { "if-match": '"7"' },
    );
    expect(stale.body.code).toBe("revision_changed");
    const given = await ana.post(
      `proposals/${id}/approve`,
      { version: 1, text: WORDS },
      { "if-match": '"1"' },
    );
    expect(given.status).toBe(200);
    expect(given.body).toMatchObject({
      pending: 2,
      in_force: null,
      approval: { given: 1, missing: 1, proposed_by: "ana" },
      versions: [{}, { text: WORDS }],
    });
    const { body } = await bo.post(`proposals/${id}/approve`, { version: 2 });
    expect(body).toMatchObject({ status: "active", in_force: 2 });
    const { body: prompt } = await ana.get("agents/rio/rules");
    expect(JSON.stringify(prompt)).toContain(WORDS);
  });

  it("reaches no agent before that", async () => {
    expect((await ana.get("agents/rio/rules")).body.rules).toEqual([]);
  });
});
