import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readOutgoing } from "./read-outgoing.ts";

const EVENT = { id: "e:1", time: "2026-03-10T11:42:00.000Z", subject: "s-1" };
const rule = (...acts: readonly unknown[]) => ({ ...EVENT, type: "emend.rule.changed", data: { acts } });
const submission = (status: string) => ({
  ...EVENT,
  type: "emend.submission.changed",
  data: { status, agent: "ri\u202eo", gate: "HITL-1" },
});

describe("readOutgoing", () => {
  it.each([
    { event: { ...EVENT, type: "emend.alert.raised" }, type: "alert.raised" },
    { event: { ...EVENT, type: "emend.alert.cleared" }, type: "alert.cleared" },
    { event: rule("rule.proposed"), type: "proposal.created" },
    { event: rule("rule.modified", "rule.superseded"), type: "proposal.created" },
    { event: rule("rule.roll_back_proposed"), type: "proposal.created" },
    { event: rule("rule.approved"), type: "proposal.decided" },
    { event: rule("rule.rejected"), type: "proposal.decided" },
    { event: rule("rule.expired"), type: "proposal.decided" },
    { event: rule("rule.deferred"), type: "proposal.decided" },
    { event: rule("rule.approved", "rule.superseded", "rule.activated"), type: "rule.activated" },
    { event: rule("rule.retired"), type: "rule.retired" },
    { event: rule("rule.flagged"), type: "rule.flagged" },
    { event: submission("waiting"), type: "submission.waiting" },
    { event: { ...EVENT, type: "emend.evaluation.ambiguous" }, type: "feedback.ambiguous" },
  ])("tells $event.type $event.data.acts as $type", ({ event, type }) => {
    expect(readOutgoing(event)).toMatchObject({ type, eventId: "e:1", subject: "s-1", time: EVENT.time });
  });

  it.each([
    { event: rule("rule.kept"), why: "a rule that stays as it was" },
    { event: rule(), why: "a rule that was restored or from which a person was erased" },
    { event: { ...EVENT, type: "emend.rule.changed" }, why: "an event of an earlier Emend" },
    { event: rule({ rule: "flagged" }), why: "acts that are none" },
    { event: submission("decided"), why: "work that waits no longer" },
    { event: { ...EVENT, type: "emend.feedback.recorded" }, why: "what nobody needs to act on" },
    { event: { ...EVENT, type: "emend.alert.raised", time: "soon" }, why: "an event without a time" },
    { event: { type: "emend.alert.raised" }, why: "an event without an id" },
    { event: { decision_id: "d-1" }, why: "a decision that somebody else published" },
    { event: null, why: "nothing" },
  ])("tells nothing of $why", ({ event }) => {
    expect(readOutgoing(event)).toBeUndefined();
  });

  it("shows what hides in a name", () => {
    expect(readOutgoing(submission("waiting"))).toMatchObject({ data: { agent: "ri\\u202eo" } });
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.anything(), (data) => {
        for (const type of ["emend.rule.changed", "emend.submission.changed"]) {
          expect(() => [readOutgoing(data), readOutgoing({ ...EVENT, type, data })]).not.toThrow();
        }
      }),
    );
  });
});
