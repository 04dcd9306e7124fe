import { describe, expect, it } from "vitest";
import { makeDocument } from "../../../test/make-round.ts";
import { buildRound } from "./build-round.ts";
import { outlookOf } from "./outlook.ts";
import type { FindingClass, TaskRound } from "./task-round.ts";

interface Sketch {
  readonly issues: readonly string[];
  readonly score: number;
  readonly classes?: readonly FindingClass[];
  readonly verdict?: TaskRound["verdict"];
  readonly max?: number;
}

/** Rounds by the issues that each has; one letter is one issue. */
function rounds(sketches: readonly Sketch[]): readonly TaskRound[] {
  const made: TaskRound[] = [];
  for (const [at, { issues, score, classes = [], verdict = "refine", max = 10 }] of sketches.entries()) {
    const items = issues.map((name) => ({ issue: `Something is wrong with the part ${name}` }));
    const document = makeDocument(at + 1, { items, score, verdict, max });
    const facts = { task: "T", agent: null, document, recorded_at: document.timestamp, recorded_by: "ana" };
    const round = buildRound(
      facts,
      made,
      issues.map((name) => ({ issue_id: name })),
    );
    const classed = round.items.map((item, index) => ({
      ...item,
      class: classes[index] ?? "new",
      ...(classes[index] === "reversed" ? { earlier_round: 1 } : {}),
    }));
    made.push({ ...round, items: classed });
  }
  return made;
}

const falling: readonly Sketch[] = [
  { issues: ["a", "b", "c"], score: 0.4 },
  { issues: ["c", "d"], score: 0.6 },
  { issues: ["d"], score: 0.75 },
];

describe("outlookOf", () => {
  it("17.1 says nothing before the third round", () => {
    expect(outlookOf(rounds(falling.slice(0, 2)))).toMatchObject({ answer: "too_early", reasons: [] });
    expect(outlookOf([])).toMatchObject({ answer: "too_early" });
  });

  it.each<[string, string, readonly Sketch[]]>([
    ["findings fall and the score rises", "settling", falling],
    ["the reviewer accepted", "settled", [...falling, { issues: ["d"], score: 0.9, verdict: "accept" }]],
    [
      "a demand is undone",
      "not_settling",
      [...falling.slice(0, 2), { issues: ["d"], score: 0.75, classes: ["reversed"] }],
    ],
    [
      "an issue is in three of the last five rounds",
      "not_settling",
      [
        { issues: ["a", "b", "c"], score: 0.4 },
        { issues: ["a", "b"], score: 0.6 },
        { issues: ["a"], score: 0.7 },
      ],
    ],
    [
      "nothing gets better",
      "not_settling",
      [
        { issues: ["a"], score: 0.5 },
        { issues: ["b"], score: 0.5 },
        { issues: ["c"], score: 0.5 },
      ],
    ],
    [
      "new findings on old code do not end",
      "not_settling",
      [
        { issues: ["a", "b"], score: 0.5 },
        { issues: ["c", "d"], score: 0.55 },
        { issues: ["e", "f"], score: 0.6, classes: ["new_on_unchanged", "new_on_unchanged"] },
      ],
    ],
    [
      "the score rises while findings do not fall",
      "unclear",
      [
        { issues: ["a"], score: 0.5 },
        { issues: ["b"], score: 0.6 },
        { issues: ["c"], score: 0.7 },
      ],
    ],
  ])("17.1 where %s it is %s, with reasons", (_why, answer, sketches) => {
    const outlook = outlookOf(rounds(sketches));
    expect(outlook.answer).toBe(answer);
    expect(outlook.advice).not.toBe("");
    expect(outlook.reasons.length > 1).toBe(answer !== "settled");
  });

  it("17.1 counts the rounds that are left", () => {
    const short = falling.map((sketch) => ({ ...sketch, max: 3 }));
    expect(outlookOf(rounds(short)).reasons).toContainEqual({
      sign: "rounds_left",
      speaks: "against",
      text: "At this pace it takes about 1 more round; 0 of 3 are left.",
    });
  });
});
