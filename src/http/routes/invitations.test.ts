import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type HttpSession, openHttp } from "../../../test/http-session.ts";

let http: HttpSession;
beforeEach(async () => {
  http = await openHttp();
});
afterEach(() => http.close());

const invite = async (body: object = { name: "cleo", role: "reviewer" }): Promise<string> => {
  const made = await http.as("admin", { name: "mo" }).post("/api/v1/invitations", body);
  expect(made.status).toBe(201);
  return (made.body as { readonly secret: string }).secret;
};

describe("an invitation", () => {
  it("is made by an administrator alone, for people alone, and lists without its secret", async () => {
    const refused = await http.as("approver").post("/api/v1/invitations", { name: "cleo", role: "reviewer" });
    expect(refused.status).toBe(403);
    const agent = await http.as("admin").post("/api/v1/invitations", { name: "rio", role: "agent" });
    expect([agent.status, agent.body.code]).toEqual([422, "invalid_body"]);
    const secret = await invite();
    const { body } = await http.as("admin").get("/api/v1/invitations");
    expect(body).toMatchObject({ items: [{ name: "cleo", role: "reviewer", created_by: "mo" }], next: null });
    expect(JSON.stringify(body)).not.toContain(secret);
    expect((await http.as("reviewer").get("/api/v1/invitations")).status).toBe(403);
  });

  it("can be looked at any number of times, and accepted once", async () => {
    const secret = await invite({ name: "cleo", role: "approver" });
    for (let count = 0; count < 3; count += 1) {
      const seen = await http.anybody.post("/api/v1/invitations/look", { secret });
      expect(seen.body).toMatchObject({ name: "cleo", role: "approver", created_by: "mo" });
      expect(seen.headers.getSetCookie()).toEqual([]);
    }
    const accepted = await http.anybody.post("/api/v1/invitations/accept", { secret });
    expect(accepted.status).toBe(200);
    expect(accepted.body.session).toMatchObject({ id: "cleo", role: "approver" });
    expect(accepted.headers.getSetCookie()[0]).toMatch(/^emend_session=/);
    const { store, access } = http.context;
    const token = await access.authenticate(accepted.body.token as string);
    expect(token).toMatchObject({ ok: true, value: { id: "cleo", role: "approver" } });
    const { items } = await store.tokens.list({ limit: 5 });
    expect(items.find(({ name }) => name === "cleo")).toMatchObject({ created_by: "mo" });
    const again = await http.anybody.post("/api/v1/invitations/accept", { secret });
    expect([again.status, again.body.code]).toEqual([401, "unknown_invitation"]);
    expect((await http.anybody.post("/api/v1/invitations/look", { secret })).status).toBe(401);
  });

  it("ends with its time, and when it is withdrawn", async () => {
    const { store, emend } = http.context;
    const secret = await invite({ name: "cleo", role: "reviewer", expires_in_hours: 1 });
    const [{ id }] = (await store.invitations.list()) as unknown as [{ readonly id: string }];
    const withdrawn = await http.as("admin").post(`/api/v1/invitations/${id}/withdraw`);
    expect(withdrawn.body).toMatchObject({ id, name: "cleo" });
    expect((await http.anybody.post("/api/v1/invitations/accept", { secret })).body.code).toBe(
      "unknown_invitation",
    );
    const gone = await http.as("admin").post(`/api/v1/invitations/${id}/withdraw`);
    expect([gone.status, gone.body.code]).toEqual([404, "invitation_not_found"]);
    const late = { id: "inv_1", name: "ben", role: "reviewer", created_by: "mo" } as const;
    const old = { created_at: "2026-01-01T00:00:00.000Z", expires_at: "2026-01-04T00:00:00.000Z" };
    const other = "x".repeat(43);
    await store.invitations.add({ ...late, ...old }, emend.tools.hash(other));
    const expired = await http.anybody.post("/api/v1/invitations/accept", { secret: other });
    expect([expired.status, expired.body.code]).toEqual([401, "invitation_expired"]);
    expect(expired.body.detail).toContain("ask mo for a new one");
  });

  it.each(["", "x", "x".repeat(43), "x".repeat(501)])("refuses the secret %j", async (secret) => {
    const { status } = await http.anybody.post("/api/v1/invitations/accept", { secret });
    expect([401, 422]).toContain(status);
  });

  it("limits how often somebody can guess", async () => {
    const codes: string[] = [];
    for (let n = 0; n < 11; n += 1)
      codes.push(
        (await http.anybody.post("/api/v1/invitations/look", { secret: String(n).padStart(43, "x") })).body
          .code,
      );
    expect(codes[0]).toBe("unknown_invitation");
    expect(codes.at(-1)).toBe("too_many_requests");
  });

  it("refuses a name that looks like somebody else's", async () => {
    await http.context.access.issueToken({ name: "cleo", role: "reviewer" }, "root");
    const { status, body } = await http
      .as("admin")
      .post("/api/v1/invitations", { name: "cle\u043E", role: "reviewer" });
    expect([status, body.code]).toEqual([409, "name_looks_like_another"]);
  });
});
