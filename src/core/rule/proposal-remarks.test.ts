import { expect, it } from "vitest";
import {
  again,
  approve,
  flag,
  later,
  modify,
  person,
  proposing,
  reject,
  ruleAfter,
} from "../../../test/examples/example-rule.ts";
import type { Rule } from "./rule.ts";
import { whyProposed } from "./proposal-remarks.ts";

const EVIDENCE = {
  occurrences: 4,
  people: 2,
  agents: 3,
  first: "2026-03-01T09:00:00.000Z",
  last: "2026-03-05T09:00:00.000Z",
};
const SAID = "Said 4 times by 2 people to 3 agents, from 2026-03-01 to 2026-03-05.";
const IN_FORCE = [proposing(), approve(person("ana")), approve(person("bo"))];

const why = (rule: Rule, evidence = EVIDENCE): string => whyProposed(rule, rule.versions.at(-1)!, evidence);

it.each([
  { why: "found by Emend", rule: ruleAfter(proposing()), says: SAID },
  { why: "a person's", rule: ruleAfter(proposing(person("cy"))), says: `cy proposed it. ${SAID}` },
  {
    why: "proposed again",
    rule: ruleAfter(proposing(), reject(person("ana"), "too broad"), again(["fb_9"])),
    says: `Emend proposes it again. ${SAID} Version 1 was rejected on 2026-03-01 by ana: too broad.`,
  },
  {
    why: "modified",
    rule: ruleAfter(proposing(), modify(person("bo"), 1, "Close it.")),
    says: `bo changed the words of an earlier version into version 2. ${SAID}`,
  },
  {
    why: "rolled back",
    rule: ruleAfter(
      ...IN_FORCE,
      modify(person("bo"), 1, "Close it."),
      approve(person("ana"), 2),
      approve(person("cy"), 2),
      { type: "roll_back", by: person("di"), to: 1, reason: "2 is misread" },
    ),
    says: `di wants version 1 back: 2 is misread. ${SAID}`,
  },
  {
    why: "flagged",
    rule: ruleAfter(...IN_FORCE, { command: flag(1), now: later(31) }),
    says: `${SAID} Version 1 in force was found ineffective: 5 in 20 runs before, 5 in 20 since.`,
  },
])("explains a rule that is $why", ({ rule, says }) => {
  expect(why(rule)).toBe(says);
});

it.each([
  { change: { occurrences: 0 }, says: "No feedback is kept that speaks for it." },
  {
    change: { occurrences: 1, people: 1, agents: 1, last: EVIDENCE.first },
    says: "Said once by one person to one agent, on 2026-03-01.",
  },
  { change: { people: 0, agents: 0 }, says: "Said 4 times by tools only, from 2026-03-01 to 2026-03-05." },
])("counts in words: $says", ({ change, says }) => {
  expect(why(ruleAfter(proposing()), { ...EVIDENCE, ...change })).toBe(says);
});
