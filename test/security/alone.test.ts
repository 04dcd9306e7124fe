import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { workAlone } from "../../src/app/person/change-people.ts";
import { openQuorumDesk, type QuorumDesk } from "./quorum-desk.ts";

let desk: QuorumDesk;
beforeEach(async () => {
  desk = await openQuorumDesk();
  const { store, now } = desk.http.context;
  await workAlone({ ...store, now })("ana", "ana");
});
afterEach(() => desk.http.close());

describe("one person is a team, over the API", () => {
  it("16.x ana's own token approves what she proposed", async () => {
    const ana = await desk.issue("ana", "approver");
    const id = await desk.propose(ana);
    const { body } = await desk.approve(ana, id);
    expect(body).toMatchObject({ status: "active", versions: [{ approvals: [{ by: "ana", alone: true }] }] });
    expect(await desk.isInForce(id)).toBe(true);
  });

  it("16.x a second token ends it before anything else is decided, whoever issued it", async () => {
    const ana = await desk.issue("ana", "admin");
    const id = await desk.propose(ana);
    const second = await desk.issue("bo", "approver", ana);
    expect((await desk.approve(ana, id)).body.approval).toMatchObject({ required: 2, missing: 1 });
    expect((await desk.approve(second, id)).body).toMatchObject({ code: "issued_by_approver" });
    expect(await desk.isInForce(id)).toBe(false);
  });

  it("16.x nobody else's token is the lone person's, however the name looks", async () => {
    const ana = await desk.issue("ana", "approver");
    const id = await desk.propose(ana);
    const eve = await desk.issue("eve", "approver");
    const approved = await desk.approve(eve, id);
    expect(approved.body.approval).toMatchObject({ required: 2, given: 1, missing: 1 });
    expect(await desk.isInForce(id)).toBe(false);
  });

  it("16.x an agent's token is no person: it decides nothing and ends nothing", async () => {
    const ana = await desk.issue("ana", "approver");
    const id = await desk.propose(ana);
    const rio = desk.http.as("agent", { name: "rio's", agent: "rio" });
    expect((await rio.post(`proposals/${id}/approve`, { version: 1 })).status).toBe(403);
    await desk.approve(ana, id);
    expect(await desk.isInForce(id)).toBe(true);
  });
});
