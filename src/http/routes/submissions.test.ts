import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openHttp, type HttpSession } from "../../../test/http-session.ts";

let http: HttpSession;
beforeEach(async () => {
  http = await openHttp();
});
afterEach(() => http.close());

const work = { gate: "Before merge", title: "Retry the charge", output: "charge();\nretry();\n" };
const handIn = async (more: Readonly<Record<string, unknown>> = {}) =>
  http.as("agent", { name: "rio's token", agent: "rio" }).post("submissions", { ...work, ...more });

describe("/submissions", () => {
  it("takes work in once, and says where it is and until when people have time", async () => {
    const { status, body, headers } = await handIn();
    expect(status).toBe(201);
    expect(headers.get("location")).toBe(`/api/v1/submissions/${body.id}`);
    expect(body).toMatchObject({ agent: "rio", status: "waiting", submitted_by: { trust: "tool" } });
    expect(Date.parse(body.due_at) - Date.parse(body.submitted_at)).toBe(4 * 3_600_000);
    expect((await handIn()).status).toBe(200);
    expect((await handIn({ output: "other" })).body.id).not.toBe(body.id);
  });

  it("003.1: of two who answer at once one does, and the answer is feedback in the same step", async () => {
    const { body: made } = await handIn();
    const answers = await Promise.all(
      ["ana", "ben"].map((name) =>
        http.as("reviewer", { name }).post(`submissions/${made.id}/decision`, {
          decision: "rejected",
          comment: "Add a test that fails without the change.",
          tags: ["missing_tests"],
          duration_seconds: 12,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const won = answers.find(({ status }) => status === 200);
    const { decision } = won!.body;
    const record = (await http.as("reviewer").get(`feedback/${decision.feedback_id}`)).body;
    expect(record).toMatchObject({
      agent: "rio",
      gate: "Before merge",
      outcome: "rejected",
      tags: ["missing_tests"],
      author: { id: decision.reviewer, trust: "person" },
      duration_seconds: 12,
    });
    expect((await http.as("reviewer").get("submissions/counts")).body).toMatchObject({
      waiting: 0,
      decided: 1,
    });
  });

  it("keeps what was changed as a diff", async () => {
    const { body: made } = await handIn();
    const { body } = await http.as("reviewer", { name: "ana" }).post(`submissions/${made.id}/decision`, {
      decision: "approved_with_changes",
      edited_output: "charge();\n",
    });
    expect(body.decision.diff).toContain("-retry();");
  });

  it.each([
    {
      why: "an agent's own work",
      as: "agent",
      body: { decision: "approved" },
      status: 403,
      code: "forbidden",
    },
    {
      why: "a rejection without a word",
      as: "reviewer",
      body: { decision: "rejected" },
      status: 422,
      code: "comment_or_tag_missing",
    },
    {
      why: "changes that change nothing",
      as: "reviewer",
      body: { decision: "approved_with_changes", edited_output: work.output },
      status: 422,
      code: "nothing_changed",
    },
    {
      why: "changes that are not there",
      as: "reviewer",
      body: { decision: "approved_with_changes" },
      status: 422,
      code: "edited_output_missing",
    },
    {
      why: "a word that is no decision",
      as: "reviewer",
      body: { decision: "maybe" },
      status: 422,
      code: "invalid_body",
    },
  ] as const)("refuses $why", async ({ as, body, status, code }) => {
    const { body: made } = await handIn();
    const who = as === "agent" ? http.as("agent", { agent: "rio" }) : http.as(as);
    expect(await who.post(`submissions/${made.id}/decision`, body)).toMatchObject({ status, body: { code } });
  });

  it("an agent sees, hands in and takes back its own only", async () => {
    const { body: made } = await handIn();
    const clay = http.as("agent", { agent: "clay" });
    expect((await clay.get(`submissions/${made.id}`)).status).toBe(404);
    expect((await clay.post(`submissions/${made.id}/withdraw`, {})).status).toBe(404);
    expect((await clay.get("submissions")).body.items).toEqual([]);
    expect(await clay.post("submissions", { ...work, agent: "rio" })).toMatchObject({
      status: 403,
      body: { code: "other_agent" },
    });
    const rio = http.as("agent", { agent: "rio" });
    expect((await rio.get("submissions")).body.items).toHaveLength(1);
    expect((await rio.post(`submissions/${made.id}/withdraw`, { reason: "wrong branch" })).body.status).toBe(
      "withdrawn",
    );
    expect(
      await http.as("reviewer").post(`submissions/${made.id}/decision`, { decision: "approved" }),
    ).toMatchObject({
      status: 409,
      body: { code: "withdrawn" },
    });
  });

  it("lists what waits, the first to be due first, and what is not there is said so", async () => {
    await handIn({ gate: "Before publish", output: "a" });
    await handIn({ gate: "Before send", output: "b" });
    const { body } = await http.as("reviewer").get("submissions?limit=1");
    expect(body.items).toMatchObject([{ gate: "Before send", similar_rejected: null }]);
    const rest = await http.as("reviewer").get(`submissions?limit=1&after=${encodeURIComponent(body.next)}`);
    expect(rest.body).toMatchObject({ items: [{ gate: "Before publish" }], next: null });
    expect((await http.as("reviewer").get("submissions/sb_0/similar")).status).toBe(404);
    expect((await http.as("reviewer").get("submissions?after=zz")).body.code).toBe("invalid_cursor");
  });
});

const event = {
  decision_id: "d-1",
  gate_id: "HITL-2",
  epic_id: "e-1",
  decision: "REJECTED",
  reviewer_id: "ana",
  timestamp: "2026-05-01T10:00:00Z",
  review_duration_seconds: 4,
  agent_output_sha: "sha",
  reviewer_comment: "Close the handle",
  tags: ["resource_leak"],
  agent: "rio",
};

describe("/decisions", () => {
  it("003.1: the same decision again changes nothing", async () => {
    const ana = http.as("reviewer", { name: "ana" });
    const first = await ana.post("decisions", event);
    expect(first.body).toMatchObject({ state: "new" });
    expect((await ana.post("decisions", event)).body).toEqual({ ...first.body, state: "known" });
  });

  it("only an administrator speaks for other reviewers", async () => {
    expect(await http.as("reviewer", { name: "ben" }).post("decisions", event)).toMatchObject({
      status: 403,
      body: { code: "not_yourself" },
    });
    expect((await http.as("admin").post("decisions", event)).status).toBe(200);
  });
});

describe("/tokens and /audit", () => {
  it("a token is shown once, kept as a hash, and ends when it is revoked; the audit log tells both", async () => {
    const admin = http.as("admin", { name: "ada" });
    const { status, body } = await admin.post("tokens", { name: "ana", role: "approver" });
    expect(status).toBe(201);
    const asAna = { authorization: `Bearer ${body.text}` };
    expect((await http.anybody.get("session", asAna)).body).toMatchObject({ id: "ana", role: "approver" });
    const listed = await admin.get("tokens");
    expect(JSON.stringify(listed.body)).not.toContain(body.text.slice(24, 60));
    expect((await admin.post(`tokens/${body.token.id}/revoke`)).body).toMatchObject({ revoked_by: "ada" });
    expect(await http.anybody.get("session", asAna)).toMatchObject({
      status: 401,
      body: { code: "token_revoked" },
    });
    const audit = await http.as("approver").get("audit?limit=1");
    expect(audit.body).toMatchObject({ items: [{ action: "token.revoked", actor: "ada" }], next: "2" });
    expect((await http.as("approver").get(`audit?after=${audit.body.next}`)).body).toMatchObject({
      items: [{ action: "token.issued" }],
      next: null,
    });
    expect((await http.as("approver").post("audit/verify", {})).body).toMatchObject({ ok: true, entries: 2 });
  });

  it.each([
    { why: "an agent's token without an agent", body: { name: "x", role: "agent" } },
    { why: "a person's token with one", body: { name: "x", role: "admin", agent: "rio" } },
    { why: "a name that stands for Emend itself", body: { name: "Emend", role: "admin" } },
    { why: "a time beyond two years", body: { name: "x", role: "admin", expires_in_hours: 99_999 } },
  ])("refuses $why", async ({ body }) => {
    expect((await http.as("admin").post("tokens", body)).status).toBe(422);
  });

  it("refuses a cursor that nobody gave, and a token that is not there", async () => {
    expect((await http.as("admin").get("audit?after=x")).body.code).toBe("invalid_cursor");
    expect((await http.as("admin").post("tokens/tk_0/revoke")).body.code).toBe("token_not_found");
  });
});
