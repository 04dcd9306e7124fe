import { describe, expect, it } from "vitest";
import { applyRuleCommand } from "./decide-rule.ts";
import {
  again,
  approve,
  EXAMPLE_TEXT,
  EXAMPLE_TIME,
  flag,
  later,
  modify,
  person,
  proposing,
  reject,
  retire,
  ruleAfter,
  WRITER,
} from "../../../test/examples/example-rule.ts";
import type { Rule } from "./rule.ts";
import type { RuleCommand, RuleProblemCode } from "./rule-command.ts";
import { DEFAULT_RULE_POLICY, type RulePolicy } from "../evaluation/rule-policy.ts";

const [ana, ben, cleo] = [person("ana"), person("ben"), person("cleo")];

const proposed = ruleAfter(proposing());
const active = ruleAfter(proposing(), approve(ana), approve(ben));
const rejected = ruleAfter(proposing(), reject(ana, "too broad"));
const expired = ruleAfter(proposing(), {
  command: { type: "expire", by: WRITER, version: 1 },
  now: later(7),
});
const retired = ruleAfter(proposing(), approve(ana), approve(ben), retire(ana, "breaks the build"));
const flagged = ruleAfter(proposing(), approve(ana), approve(ben), { command: flag(1), now: later(30) });
const changed = ruleAfter(
  proposing(),
  approve(ana),
  approve(ben),
  modify(cleo, 1, "Close files with `using`."),
);

describe("003.5 decideRule", () => {
  it.each<{
    why: string;
    state: Rule | null;
    command: RuleCommand;
    code: RuleProblemCode;
    now?: string;
    policy?: Partial<RulePolicy>;
  }>([
    { why: "nothing to approve", state: null, command: approve(ana), code: "rule_not_found" },
    {
      why: "a bot is nobody to ask",
      state: proposed,
      command: approve({ id: "lint", trust: "reviewer_bot" }),
      code: "not_a_person",
    },
    {
      why: "a tool neither",
      state: proposed,
      command: approve({ id: "ci", trust: "tool" }),
      code: "not_a_person",
    },
    {
      why: "an outsider neither",
      state: proposed,
      command: approve({ id: "eve", trust: "outsider" }),
      code: "not_a_person",
    },
    {
      why: "an outsider proposes nothing",
      state: null,
      command: proposing({ id: "eve", trust: "outsider" }),
      code: "not_trusted",
    },
    {
      why: "one person, one vote",
      state: ruleAfter(proposing(), approve(ana)),
      command: approve(ana),
      code: "already_approved_by_you",
    },
    {
      why: "another spelling is the same person",
      state: ruleAfter(proposing(), approve(ana)),
      command: approve(person(" Ana")),
      code: "already_approved_by_you",
    },
    {
      why: "with one approver the proposer is not the one",
      state: ruleAfter(proposing(ana)),
      command: approve(ana),
      code: "proposer_alone",
      policy: { approvers: 1 },
    },
    {
      why: "a team may want others only",
      state: ruleAfter(proposing(ana)),
      command: approve(ana),
      code: "quorum_of_others_needed",
      policy: { proposerMayApprove: false },
    },
    { why: "a week is over", state: proposed, command: approve(ana), code: "expired", now: later(7) },
    {
      why: "what ana saw is not what is proposed now",
      state: ruleAfter(proposing(), modify(ben, 1, "Close it.")),
      command: approve(ana, 1),
      code: "stale_version",
    },
    { why: "it is in force", state: active, command: approve(cleo), code: "already_active" },
    { why: "it was rejected", state: rejected, command: approve(cleo), code: "nothing_pending" },
    {
      why: "a bare no teaches nobody",
      state: proposed,
      command: reject(ana, "  \n"),
      code: "reason_required",
    },
    { why: "a bot cannot say no", state: proposed, command: reject(WRITER, "no"), code: "not_a_person" },
    {
      why: "the same words are no change",
      state: proposed,
      command: modify(ana, 1, EXAMPLE_TEXT.text),
      code: "nothing_changed",
    },
    {
      why: "a change of something older",
      state: changed,
      command: modify(ana, 1, "Use x."),
      code: "stale_version",
    },
    {
      why: "nothing is left to modify",
      state: rejected,
      command: modify(ana, 1, "Use x."),
      code: "nothing_pending",
    },
    {
      why: "longer than people read",
      state: proposed,
      command: modify(ana, 1, "x".repeat(241)),
      code: "invalid_rule",
    },
    { why: "no words", state: null, command: proposing(WRITER, { text: " " }), code: "invalid_rule" },
    { why: "it is proposed", state: proposed, command: again(["fb_9"]), code: "already_proposed" },
    { why: "it is in force", state: active, command: again(["fb_9"]), code: "already_active" },
    {
      why: "rejected, and nothing new to say",
      state: rejected,
      command: again(["fb_1", "fb_3"]),
      code: "no_new_evidence",
    },
    {
      why: "a person needs something new as well",
      state: rejected,
      command: again(["fb_1"], ana),
      code: "no_new_evidence",
    },
    { why: "a machine does not nag", state: expired, command: again(["fb_1"]), code: "no_new_evidence" },
    {
      why: "retired, and nothing new to say",
      state: retired,
      command: again(["fb_1"]),
      code: "no_new_evidence",
    },
    {
      why: "open for six more days",
      state: proposed,
      command: { type: "expire", by: WRITER, version: 1 },
      code: "not_expired_yet",
      now: later(1),
    },
    { why: "nothing to retire", state: proposed, command: retire(ana, "bad"), code: "not_in_force" },
    { why: "why is it retired?", state: active, command: retire(ana, ""), code: "reason_required" },
    { why: "a tool takes nothing out", state: active, command: retire(WRITER, "bad"), code: "not_a_person" },
    {
      why: "there is no version 7",
      state: active,
      command: { type: "roll_back", by: ana, to: 7, reason: "x" },
      code: "no_such_version",
    },
    {
      why: "it is in force",
      state: active,
      command: { type: "roll_back", by: ana, to: 1, reason: "x" },
      code: "already_active",
    },
    {
      why: "nobody ever approved it",
      state: rejected,
      command: { type: "roll_back", by: ana, to: 1, reason: "x" },
      code: "never_in_force",
    },
    {
      why: "why go back?",
      state: retired,
      command: { type: "roll_back", by: ana, to: 1, reason: "" },
      code: "reason_required",
    },
    { why: "29 days say nothing", state: active, command: flag(1), code: "too_early", now: later(29) },
    {
      why: "stabilising, even where it gets worse",
      state: active,
      command: flag(1, "worse"),
      code: "too_early",
      now: later(6),
    },
    { why: "flagged", state: flagged, command: flag(1), code: "already_flagged", now: later(31) },
    {
      why: "measured on another version",
      state: active,
      command: flag(2),
      code: "stale_version",
      now: later(30),
    },
    { why: "not in force", state: retired, command: flag(1), code: "not_in_force", now: later(30) },
    {
      why: "no flag to take off",
      state: active,
      command: { type: "keep", by: ana, reason: "x" },
      code: "not_flagged",
    },
    {
      why: "put off for good",
      state: proposed,
      command: { type: "defer", by: ana, version: 1, reason: "" },
      code: "deferred_too_often",
      policy: { deferrals: 0 },
    },
  ])("refuses $code: $why", ({ state, command, code, now = EXAMPLE_TIME, policy = {} }) => {
    const decided = applyRuleCommand(state, command, { now, policy: { ...DEFAULT_RULE_POLICY, ...policy } });
    expect(decided).toEqual({ ok: false, error: { code, message: expect.stringMatching(/.{15}/) } });
  });
});
