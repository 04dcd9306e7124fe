import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openQuorumDesk, type QuorumDesk } from "./quorum-desk.ts";

let desk: QuorumDesk;
beforeEach(async () => {
  desk = await openQuorumDesk();
});
afterEach(() => desk.http.close());

describe("one human is no quorum: tokens", () => {
  it("15.10 a token that an approver issued does not count beside the approver", async () => {
    const ana = await desk.issue("ana", "admin");
    const second = await desk.issue("bo", "approver", ana);
    const id = await desk.propose(desk.writer);
    expect((await desk.approve(ana, id)).status).toBe(200);
    const refused = await desk.approve(second, id);
    expect(refused.body).toMatchObject({
      code: "issued_by_approver",
      detail: expect.stringContaining("your token was issued by ana, who approved this version"),
    });
    expect(await desk.isInForce(id)).toBe(false);
  });

  it("15.10 a token that the proposer issued does not count", async () => {
    const ana = await desk.issue("ana", "admin");
    const second = await desk.issue("bo", "approver", ana);
    const id = await desk.propose(ana);
    const refused = await desk.approve(second, id);
    expect(refused.body).toMatchObject({
      code: "issued_by_approver",
      detail: expect.stringContaining("your token was issued by ana, who proposed this version"),
    });
  });

  it("15.10 an approval stops counting when the issuer of its token approves as well", async () => {
    const ana = await desk.issue("ana", "admin");
    const second = await desk.issue("bo", "approver", ana);
    const id = await desk.propose(desk.writer);
    await desk.approve(second, id);
    const { body } = await desk.approve(ana, id);
    expect(body.approval).toMatchObject({
      given: 1,
      missing: 1,
      uncounted: [{ by: "bo", issuer: "ana", why: "issuer_approved" }],
    });
    expect(await desk.isInForce(id)).toBe(false);
    const cy = await desk.issue("cy", "approver");
    await desk.approve(cy, id);
    expect(await desk.isInForce(id)).toBe(true);
  });

  it("15.10 a token does not count through a token in between either", async () => {
    const ana = await desk.issue("ana", "admin");
    const between = await desk.issue("bo", "admin", ana);
    const third = await desk.issue("cy", "approver", between);
    const id = await desk.propose(desk.writer);
    await desk.approve(ana, id);
    expect((await desk.approve(third, id)).body.code).toBe("issued_by_approver");
    expect(await desk.isInForce(id)).toBe(false);
  });

  it("15.10 tokens that an administrator issued count as long as the administrator decides nothing", async () => {
    const [ana, bo] = [await desk.issue("ana", "approver"), await desk.issue("bo", "approver")];
    const id = await desk.propose(ana);
    await desk.approve(ana, id);
    await desk.approve(bo, id);
    expect(await desk.isInForce(id)).toBe(true);
  });

  it("15.10 people who renew their own token still count", async () => {
    const ana = await desk.issue("ana", "admin");
    const renewed = await desk.issue("ana", "approver", ana);
    const bo = await desk.issue("bo", "approver");
    const id = await desk.propose(bo);
    await desk.approve(renewed, id);
    await desk.approve(bo, id);
    expect(await desk.isInForce(id)).toBe(true);
  });

  it("15.10 with one approver, the issuer of the proposer's token cannot approve alone", async () => {
    await desk.http.close();
    const { DEFAULT_RULE_POLICY } = await import("../../src/core/evaluation/rule-policy.ts");
    desk = await openQuorumDesk({ policy: { ...DEFAULT_RULE_POLICY, approvers: 1 } });
    const ana = await desk.issue("ana", "admin");
    const second = await desk.issue("bo", "approver", ana);
    const id = await desk.propose(second);
    expect((await desk.approve(ana, id)).body.code).toBe("proposer_alone");
    expect(await desk.isInForce(id)).toBe(false);
  });
});
