import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openQuorumDesk, type QuorumDesk } from "./quorum-desk.ts";

let desk: QuorumDesk;
beforeEach(async () => {
  desk = await openQuorumDesk();
});
afterEach(() => desk.http.close());

describe("one human is no quorum: names that look alike", () => {
  it.each([
    ["a Cyrillic letter", "аna"],
    ["a full-width letter", "ａna"],
    ["another case", "ANA"],
    ["a Cyrillic capital", "АNA"],
    ["a letter with a mathematical form", "𝐚na"],
    ["two spaces", "ana "],
  ])("15.10 %s makes no second approver", async (_what, name) => {
    const [ana, other] = [desk.http.as("approver", { name: "ana" }), desk.http.as("approver", { name })];
    const id = await desk.propose(desk.writer);
    await desk.approve(ana, id);
    expect((await desk.approve(other, id)).body.code).toBe("already_approved_by_you");
    expect(await desk.isInForce(id)).toBe(false);
  });

  it("15.10 no token is issued under a name that looks like another person's", async () => {
    await desk.issue("ana", "approver");
    const { status, body } = await desk.root.post("tokens", { name: "аna", role: "approver" });
    expect([status, body.code]).toEqual([409, "name_looks_like_another"]);
    expect((await desk.root.post("tokens", { name: "Ana", role: "approver" })).status).toBe(201);
    expect((await desk.root.post("tokens", { name: "anna", role: "approver" })).status).toBe(201);
  });
});

describe("one human is no quorum: erased people", () => {
  it("15.10 an erased person does not approve the same version again", async () => {
    const id = await desk.propose(desk.writer);
    await desk.approve(desk.http.as("approver", { name: "ana@example.com" }), id);
    await desk.http.context.store.feedback.erasePerson("ana@example.com", "root");
    const again = desk.http.as("approver", { name: "ana@example.com" });
    expect((await desk.approve(again, id)).body.code).toBe("login_erased");
    const likewise = desk.http.as("approver", { name: "аna@example.com" });
    expect((await desk.approve(likewise, id)).body.code).toBe("login_erased");
    expect(await desk.isInForce(id)).toBe(false);
  });

  it("15.10 an erased person counts again only after an administrator admits them, and not for what they decided", async () => {
    const before = await desk.propose(desk.writer);
    await desk.approve(desk.http.as("approver", { name: "ana" }), before);
    await desk.http.context.store.feedback.erasePerson("ana", "root");
    expect((await desk.root.post("tokens", { name: "ana", role: "approver" })).body.code).toBe("name_erased");
    const admitted = await desk.root.post("people/admit", { login: "ana" });
    expect(admitted.status).toBe(200);
    const ana = await desk.issue("ana", "approver");
    expect((await desk.approve(ana, before)).body.code).toBe("may_have_decided");
    const after = await desk.propose(desk.writer, "Name the file in every error message.");
    expect((await desk.approve(ana, after)).status).toBe(200);
  });
});

describe("one human is no quorum: logins of one person", () => {
  it("15.10 a token and a provider login that are linked are one approver", async () => {
    const ana = await desk.issue("ana", "approver");
    const id = await desk.propose(desk.writer);
    await desk.approve(ana, id);
    const linked = await desk.root.post("people/link", { person: "ana", login: "name:ana@example.com" });
    expect([linked.status, linked.body]).toMatchObject([200, { short_of_quorum: [] }]);
    const other = desk.http.as("approver", { name: "ana@example.com" });
    expect((await desk.approve(other, id)).body.code).toBe("already_approved_by_you");
  });

  it("15.10 two approvals at the same time from two logins of one person stay one", async () => {
    await desk.root.post("people/link", { person: "ana", login: "ana@example.com" });
    const logins = ["ana", "ana@example.com", "ana", "ana@example.com"].map((name) =>
      desk.http.as("approver", { name }),
    );
    const id = await desk.propose(desk.writer);
    const answers = await Promise.all(logins.map((login) => desk.approve(login, id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await desk.isInForce(id)).toBe(false);
  });

  it("15.10 unlinking later does not make two approvals of one", async () => {
    const id = await desk.propose(desk.writer);
    await desk.approve(desk.http.as("approver", { name: "ana" }), id);
    await desk.root.post("people/link", { person: "ana", login: "ana@example.com" });
    const unlinked = await desk.root.post("people/unlink", { login: "ana@example.com" });
    expect(unlinked.status).toBe(200);
    const other = desk.http.as("approver", { name: "ana@example.com" });
    expect((await desk.approve(other, id)).body.code).toBe("already_approved_by_you");
    expect(await desk.isInForce(id)).toBe(false);
  });

  it("15.10 linking two who approved a version that waits counts them once", async () => {
    await desk.http.close();
    const { DEFAULT_RULE_POLICY } = await import("../../src/core/evaluation/rule-policy.ts");
    desk = await openQuorumDesk({ policy: { ...DEFAULT_RULE_POLICY, approvers: 3 } });
    const id = await desk.propose(desk.writer);
    for (const name of ["ana", "ana@example.com"]) {
      await desk.approve(desk.http.as("approver", { name }), id);
    }
    await desk.root.post("people/link", { person: "ana", login: "ana@example.com" });
    const { body } = await desk.approve(desk.http.as("approver", { name: "bo" }), id);
    expect(body.approval).toMatchObject({ given: 2, missing: 1, reached: false });
  });

  it("15.10 linking two who put a version in force says so and leaves it in force", async () => {
    const id = await desk.propose(desk.writer);
    for (const name of ["ana", "ana@example.com"]) {
      await desk.approve(desk.http.as("approver", { name }), id);
    }
    expect((await desk.root.get(`rules/${id}`)).body.short_of_quorum).toBe(null);
    const { body } = await desk.root.post("people/link", { person: "ana", login: "ana@example.com" });
    expect(body.short_of_quorum).toEqual([id]);
    expect((await desk.root.get(`rules/${id}`)).body).toMatchObject({
      status: "active",
      short_of_quorum: { required: 2, given: 1, missing: 1 },
    });
    const { items } = (await desk.root.get("audit")).body as { items: { action: string }[] };
    expect(items.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["login.linked", "rule.short_of_quorum"]),
    );
  });
});
