import { describe, expect, it } from "vitest";
import { applyRuleCommand } from "./decide-rule.ts";
import {
  again,
  approve,
  EXAMPLE_ID,
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
import type { RuleCommand } from "./rule-command.ts";
import { DEFAULT_RULE_POLICY } from "../evaluation/rule-policy.ts";
import { ruleSchema } from "./rule-schema.ts";

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
  it("brings a rule into force with two people, and not before", () => {
    const once = ruleAfter(proposing(), approve(ana));
    expect([once.status, once.in_force]).toEqual(["proposed", null]);
    expect(active).toMatchObject({
      status: "active",
      in_force: 1,
      pending: null,
      in_force_since: EXAMPLE_TIME,
      revision: 3,
    });
    expect(active.versions[0]).toMatchObject({
      status: "in_force",
      quorum: 2,
      approvals: [{ by: "ana" }, { by: "ben" }],
    });
  });

  it("lets the proposer be one of two, and a single other person suffice where one is required", () => {
    expect(ruleAfter(proposing(ana), approve(ana), approve(ben)).status).toBe("active");
    expect(ruleAfter(proposing(ana), { command: approve(ben), policy: { approvers: 1 } }).status).toBe(
      "active",
    );
  });

  it("makes a modified proposal a new version whose approvals start again, and keeps the old ones", () => {
    const modified = ruleAfter(proposing(), approve(ana), modify(ben, 1, "Close files with `using`."));
    expect(modified).toMatchObject({ status: "proposed", pending: 2 });
    expect(modified.versions).toMatchObject([
      { status: "superseded", approvals: [{ by: "ana" }] },
      {
        status: "pending",
        origin: "modified",
        approvals: [],
        proposed_by: { id: "ben" },
        evidence: ["fb_1", "fb_2", "fb_3"],
      },
    ]);
  });

  it("leaves the version in force alone until the changed one is approved", () => {
    expect(changed).toMatchObject({ status: "active", in_force: 1, pending: 2 });
    const replaced = ruleAfter(
      proposing(),
      approve(ana),
      approve(ben),
      modify(cleo, 1, "Close files with `using`."),
      { command: approve(ana, 2), now: later(1) },
      { command: approve(ben, 2), now: later(2) },
    );
    expect(replaced).toMatchObject({
      status: "active",
      in_force: 2,
      pending: null,
      in_force_since: later(2),
    });
    expect(replaced.versions.map(({ status }) => status)).toEqual(["superseded", "in_force"]);
  });

  it("keeps the rule in force when a change to it is rejected", () => {
    const kept = ruleAfter(
      proposing(),
      approve(ana),
      approve(ben),
      modify(cleo, 1, "Use x."),
      reject(ana, "worse", 2),
    );
    expect(kept).toMatchObject({ status: "active", in_force: 1, pending: null });
  });

  it("proposes a rejected rule again with new evidence, and shows the earlier reason", () => {
    const twice = ruleAfter(proposing(), reject(ana, "too broad"), again(["fb_1", "fb_4"]));
    expect(twice).toMatchObject({ status: "proposed", pending: 2 });
    expect(twice.versions[1]).toMatchObject({
      origin: "proposed_again",
      earlier: { status: "rejected", reason: "too broad", by: "ana", version: 1 },
    });
  });

  it("lets a person ask once more for what merely expired", () => {
    const decided = applyRuleCommand(expired, again(["fb_1"], ana), {
      now: later(8),
      policy: DEFAULT_RULE_POLICY,
    });
    expect(decided).toMatchObject({ ok: true, value: { state: { status: "proposed" } } });
  });

  it("003.7 retires at once with one person, and leaves a pending version open", () => {
    expect(retired).toMatchObject({
      status: "retired",
      in_force: null,
      last_answer: { reason: "breaks the build" },
    });
    const withPending = ruleAfter(
      proposing(),
      approve(ana),
      approve(ben),
      modify(cleo, 1, "Use x."),
      retire(ana, "bad"),
    );
    expect(withPending).toMatchObject({ status: "proposed", in_force: null, pending: 2 });
  });

  it("003.7 says retired, though a change to it was rejected before", () => {
    const ended = ruleAfter(
      proposing(),
      approve(ana),
      approve(ben),
      modify(cleo, 1, "Use x."),
      reject(ana, "no", 2),
      retire(ana, "bad"),
    );
    expect(ended.status).toBe("retired");
  });

  it("003.7 rolls back to an earlier version with the quorum anew, and to nothing that nobody approved", () => {
    const back: RuleCommand = { type: "roll_back", by: cleo, to: 1, reason: "the first was better" };
    const asked = ruleAfter(proposing(), approve(ana), approve(ben), retire(ana, "broken"), back);
    expect(asked).toMatchObject({ status: "proposed", pending: 2, in_force: null });
    expect(asked.versions[1]).toMatchObject({
      origin: "rolled_back",
      restores: 1,
      note: "the first was better",
      text: EXAMPLE_TEXT.text,
      approvals: [],
    });
    const restored = ruleAfter(
      proposing(),
      approve(ana),
      approve(ben),
      retire(ana, "broken"),
      back,
      approve(cleo, 2),
      approve(ana, 2),
    );
    expect(restored).toMatchObject({ status: "active", in_force: 2 });
  });

  it("003.7 flags at 30 days, stays in force, and is measured anew when people keep it", () => {
    expect(flagged).toMatchObject({ status: "flagged", in_force: 1, flag: { verdict: "ineffective" } });
    const keep: RuleCommand = { type: "keep", by: ana, reason: "rare but costly" };
    const kept = applyRuleCommand(flagged, keep, { now: later(31), policy: DEFAULT_RULE_POLICY });
    expect(kept).toMatchObject({
      ok: true,
      value: {
        state: { status: "active", flag: null, measured_from: later(31), in_force_since: EXAMPLE_TIME },
      },
    });
  });

  it("puts off an expiry and keeps the approvals", () => {
    const deferred = ruleAfter(proposing(), approve(ana), {
      command: { type: "defer", by: ben, version: 1, reason: "on leave" },
      now: later(6),
    });
    expect(deferred.versions[0]).toMatchObject({ expires_at: later(13), approvals: [{ by: "ana" }] });
  });

  it("tells the audit log each thing that happened, and names no person in what is kept for good", () => {
    const before = ruleAfter(
      proposing(),
      approve(ana),
      approve(ben),
      modify(cleo, 1, "Use x."),
      approve(ana, 2),
    );
    const decided = applyRuleCommand(before, approve(ben, 2), {
      now: EXAMPLE_TIME,
      policy: DEFAULT_RULE_POLICY,
    });
    if (!decided.ok) throw new Error(decided.error.message);
    expect(decided.value.acts).toEqual([
      {
        actor: "ben",
        action: "rule.approved",
        subject: EXAMPLE_ID,
        detail: { revision: 6, version: 2, given: 2, required: 2 },
      },
      {
        actor: "ben",
        action: "rule.superseded",
        subject: EXAMPLE_ID,
        detail: { revision: 6, version: 1, superseded_by: 2 },
      },
      {
        actor: "ben",
        action: "rule.activated",
        subject: EXAMPLE_ID,
        detail: {
          revision: 6,
          version: 2,
          text: "Use x.",
          type: "guideline",
          reason: "Handles leaked in three runs.",
          insertion_point: "learned_rules",
          scope: { agents: ["rio"], paths: [] },
          proposer: "cleo",
          approvers: ["ana", "ben"],
        },
      },
    ]);
  });

  it("answers with rules that the schema takes", () => {
    for (const rule of [proposed, active, rejected, expired, retired, flagged, changed]) {
      expect(ruleSchema.safeParse(rule).error).toBeUndefined();
    }
  });
});
