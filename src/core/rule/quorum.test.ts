import { expect, it } from "vitest";
import { approve, modify, person, proposing, ruleAfter } from "../../../test/examples/example-rule.ts";
import { quorumOf } from "./quorum.ts";
import { findVersion } from "./rule.ts";
import { DEFAULT_RULE_POLICY } from "../evaluation/rule-policy.ts";

const [ana, ben, cleo] = [person("ana"), person("ben"), person("cleo")];

it.each([
  ["the proposer's vote counts as one", {}, { required: 2, given: 1, missing: 1, reached: false }],
  ["and for nothing where a team wants others only", { proposerMayApprove: false }, { given: 0, missing: 2 }],
])("%s", (_why, policy, expected) => {
  const rule = ruleAfter(
    proposing(),
    approve(ana),
    approve(ben),
    modify(cleo, 1, "Use `using`."),
    approve(cleo, 2),
  );
  expect(quorumOf(findVersion(rule, 2)!, { ...DEFAULT_RULE_POLICY, ...policy })).toMatchObject(expected);
});
