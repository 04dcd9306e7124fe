import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readWebhookTypes, WEBHOOK_TYPES, ruleMessage, readOutgoing } from "./webhook-message.ts";
import {
  approve,
  flag,
  later,
  modify,
  person,
  proposing,
  reject,
  retire,
  ruleAfter,
} from "../../../test/examples/example-rule.ts";
import * as fc from "fast-check";

describe("the types of webhooks", () => {
  it("stand on the page, each in a row of its own", () => {
    const page = readFileSync(new URL("../../../docs/webhooks.md", import.meta.url), "utf8");
    const rows = Array.from(page.matchAll(/^\| `([a-z]+\.[a-z]+)` \|/gm), ([, type]) => type);
    expect(rows.filter((type) => !type!.startsWith("webhooks.") && type !== "emend.test")).toEqual(
      WEBHOOK_TYPES,
    );
  });

  it.each([
    { names: undefined, count: WEBHOOK_TYPES.length - 1, why: "all but submissions" },
    { names: [], count: WEBHOOK_TYPES.length - 1, why: "none named is as if nothing was set" },
    { names: ["rule.flagged", "rule.flagged"], count: 1, why: "one named twice" },
    { names: [...WEBHOOK_TYPES], count: WEBHOOK_TYPES.length, why: "all named" },
  ])("are told for $names: $why", ({ names, count }) => {
    const read = readWebhookTypes(names);
    expect(read.ok && read.value.size).toBe(count);
  });
});

const [ana, ben] = [person("ana"), person("ben")];
const inForce = [proposing(), approve(ana), approve(ben)];

describe("tellRule", () => {
  it("says what a person needs to find and judge it, and names nobody", () => {
    const told = ruleMessage(ruleAfter(proposing()), ["rule.proposed"], "https://emend.example/");
    expect(told).toMatchInlineSnapshot(`
      {
        "agents": [
          "rio",
        ],
        "agents_left_out": 0,
        "approvals": 0,
        "link": "https://emend.example/proposals/ru_0ecfb593b80186c7cc4de638e0edb451",
        "outcome": null,
        "reason": "Handles leaked in three runs.",
        "rule_id": "ru_0ecfb593b80186c7cc4de638e0edb451",
        "rule_type": "guideline",
        "status": "proposed",
        "text": "Close every file handle in a finally block.",
        "version": 1,
        "wants_words": false,
      }
    `);
    expect(JSON.stringify(told)).not.toContain("ana");
  });

  it.each([
    {
      why: "an approval of two",
      rule: ruleAfter(proposing(), approve(ana)),
      acts: ["rule.approved"],
      told: { status: "proposed", version: 1, outcome: "approved", approvals: 1 },
    },
    {
      why: "the last approval",
      rule: ruleAfter(...inForce),
      acts: ["rule.approved", "rule.activated"],
      told: { status: "active", version: 1, outcome: "approved", approvals: 2 },
    },
    {
      why: "a rejection",
      rule: ruleAfter(proposing(), reject(ana, "Too wide.")),
      acts: ["rule.rejected"],
      told: { status: "rejected", version: 1, outcome: "rejected", reason: "Too wide." },
    },
    {
      why: "a rejection of other words for a rule in force",
      rule: ruleAfter(...inForce, modify(ana, 1, "Close files."), reject(ben, "No.", 2)),
      acts: ["rule.rejected"],
      told: { status: "active", version: 2, text: "Close files.", outcome: "rejected", reason: "No." },
    },
    {
      why: "other words",
      rule: ruleAfter(...inForce, modify(ana, 1, "Close files.")),
      acts: ["rule.modified"],
      told: { status: "active", version: 2, text: "Close files.", outcome: null },
    },
    {
      why: "a retirement",
      rule: ruleAfter(...inForce, retire(ana, "Done with.")),
      acts: ["rule.retired"],
      told: { status: "retired", version: 1, outcome: null, reason: "Done with." },
    },
    {
      why: "a flag",
      rule: ruleAfter(...inForce, { command: flag(1), now: later(60) }),
      acts: ["rule.flagged"],
      told: { status: "flagged", version: 1, reason: "5 in 20 runs before, 5 in 20 since" },
    },
    {
      why: "an event that a later change overtook, in the words of the present",
      rule: ruleAfter(...inForce),
      acts: ["rule.proposed"],
      told: { status: "active", version: 1 },
    },
  ])("tells $why", ({ rule, acts, told }) => {
    expect(ruleMessage(rule, acts, undefined)).toMatchObject({ ...told, link: null });
  });

  it("shows what hides, and bounds what is long", () => {
    const rule = ruleAfter(proposing());
    const version = rule.versions[0]!;
    const hostile = {
      ...version,
      text: "a\u200bb",
      reason: "x".repeat(5_000),
      scope: { agents: Array.from({ length: 64 }, (_, n) => `agent-${n}`), paths: [] },
    };
    const told = ruleMessage({ ...rule, versions: [hostile] }, ["rule.proposed"], undefined);
    expect(told).toMatchObject({ text: "a\\u200bb", agents_left_out: 44 });
    expect(JSON.stringify(told).length).toBeLessThan(2_000);
  });
});

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
