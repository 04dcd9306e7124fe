import { describe, expect, it } from "vitest";
import {
  again,
  approve,
  EXAMPLE_TEXT,
  flag,
  later,
  modify,
  person,
  proposing,
  reject,
  retire,
  ruleAfter,
  type Step,
} from "../../../test/examples/example-rule.ts";
import type { RuleCommand } from "./rule-command.ts";
import { ruleHistory } from "./rule-history.ts";

/** Each command a day after the one before. */
const daily = (...commands: readonly RuleCommand[]): readonly Step[] =>
  commands.map((command, day) => ({ command, now: later(day) }));

const ana = person("ana");
const bo = person("bo");

describe("ruleHistory", () => {
  it.each([
    {
      why: "a rule that came into force and was retired",
      steps: daily(proposing(), approve(ana), approve(bo), retire(ana, "the API is gone")),
      told: [
        "1 proposed by emend",
        "1 approved by ana",
        "1 approved by bo",
        "1 came_into_force",
        "1 retired by ana: the API is gone",
      ],
    },
    {
      why: "one that was rejected and came back",
      steps: daily(proposing(), reject(ana, "too broad"), again(["fb_9"])),
      told: ["1 proposed by emend", "1 rejected by ana: too broad", "2 proposed_again by emend"],
    },
    {
      why: "one that was put off, and whose words were changed before anybody could approve them",
      steps: daily(
        proposing(),
        { type: "defer", by: bo, version: 1, reason: "" },
        modify(ana, 1, `${EXAMPLE_TEXT.text} Always.`),
      ),
      told: ["1 proposed by emend", "1 deferred by bo", "1 superseded", "2 modified by ana"],
    },
    {
      why: "one that does not help, with an earlier version wanted back",
      steps: [
        ...daily(proposing(), approve(ana), approve(bo)),
        { command: flag(1), now: later(40) },
        { command: modify(ana, 1, `${EXAMPLE_TEXT.text} Always.`), now: later(41) },
        { command: approve(ana, 2), now: later(42) },
        { command: approve(bo, 2), now: later(43) },
        { command: { type: "roll_back", by: bo, to: 1, reason: "misread" } as const, now: later(44) },
      ],
      told: [
        "1 proposed by emend",
        "1 approved by ana",
        "1 approved by bo",
        "1 came_into_force",
        "2 modified by ana",
        "2 approved by ana",
        "2 approved by bo",
        "2 came_into_force",
        "3 rolled_back by bo: misread",
      ],
    },
    {
      why: "one that is flagged now",
      steps: [...daily(proposing(), approve(ana), approve(bo)), { command: flag(1), now: later(40) }],
      told: [
        "1 proposed by emend",
        "1 approved by ana",
        "1 approved by bo",
        "1 came_into_force",
        "1 flagged by emend: 5 in 20 runs before, 5 in 20 since",
      ],
    },
    {
      why: "one that nobody decided",
      steps: [
        ...daily(proposing()),
        { command: { type: "expire", by: ana, version: 1 } as const, now: later(8) },
      ],
      told: ["1 proposed by emend", "1 expired"],
    },
  ])("tells of $why", ({ steps, told }) => {
    const acts = ruleHistory(ruleAfter(...steps)).map(
      ({ version, act, by, reason }) =>
        `${version} ${act}${by === null ? "" : ` by ${by}`}${reason === null ? "" : `: ${reason}`}`,
    );
    expect(acts).toEqual(told);
  });
});
