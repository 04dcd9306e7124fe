import { describe, expect, it } from "vitest";
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
import { tellRule } from "./tell-rule.ts";

const [ana, ben] = [person("ana"), person("ben")];
const inForce = [proposing(), approve(ana), approve(ben)];

describe("tellRule", () => {
  it("says what a person needs to find and judge it, and names nobody", () => {
    const told = tellRule(ruleAfter(proposing()), ["rule.proposed"], "https://emend.example/");
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
    expect(tellRule(rule, acts, undefined)).toMatchObject({ ...told, link: null });
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
    const told = tellRule({ ...rule, versions: [hostile] }, ["rule.proposed"], undefined);
    expect(told).toMatchObject({ text: "a\\u200bb", agents_left_out: 44 });
    expect(JSON.stringify(told).length).toBeLessThan(2_000);
  });
});
