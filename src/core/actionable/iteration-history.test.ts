import { describe, expect, it } from "vitest";
import { EXAMPLE_DOCUMENTS } from "./json-schema.ts";
import {
  issueKey,
  type Round,
  bestVerifiedRound,
  findRepeatedIssues,
  iterationRates,
  roundFromFeedback,
} from "./iteration-history.ts";

const issue = (text: string, line = "1"): Round["items"][number] => ({
  aspect: "correctness",
  issue: text,
  location: { type: "line", reference: line },
});
const round = (number: number, ...issues: readonly string[]): Round => ({
  number,
  items: issues.map((text) => issue(text, String(number * 10))),
});

describe("rates", () => {
  it("000.5 compares the last five rounds with 90, 80, 10 and 5 percent", () => {
    const rounds: readonly Round[] = [
      { ...round(1, "leaks"), feedback_followed: false, verdict: "escalate" },
      {
        ...round(2, "leaks", "off by one"),
        feedback_followed: true,
        improvement_observed: true,
        verdict: "refine",
      },
      { ...round(3, "no test"), feedback_followed: true, improvement_observed: true, verdict: "refine" },
      { ...round(4, "no docs"), feedback_followed: true, improvement_observed: false, verdict: "refine" },
      { ...round(5, "no docs"), feedback_followed: true, improvement_observed: true, verdict: "refine" },
      { ...round(6, "wrong unit"), verdict: "accept" },
    ];
    expect(iterationRates(rounds)).toEqual({
      follow_rate: { value: 1, target: 0.9, direction: "at_least", met: true, sample: 4 },
      improvement_rate: { value: 0.75, target: 0.8, direction: "at_least", met: false, sample: 4 },
      repeated_issue_rate: { value: 0.2, target: 0.1, direction: "at_most", met: false, sample: 5 },
      escalation_rate: { value: 0, target: 0.05, direction: "at_most", met: true, sample: 5 },
    });
  });

  it("000.5 knows nothing from nothing", () => {
    for (const rate of Object.values(iterationRates([])))
      expect(rate).toMatchObject({ value: null, met: null, sample: 0 });
    expect(iterationRates([round(1, "leaks")]).repeated_issue_rate.value).toBeNull();
  });

  it("000.5 leaves ignored feedback out of the improvement rate", () => {
    const rounds = [{ ...round(1), feedback_followed: false, improvement_observed: false }];
    expect(iterationRates(rounds)).toMatchObject({
      follow_rate: { value: 0 },
      improvement_rate: { value: null },
    });
  });

  it("000.5 reads a round from a document", () => {
    const rounds = EXAMPLE_DOCUMENTS.map(roundFromFeedback);
    expect(
      rounds.map(({ number, score, verdict, improvement_observed }) => [
        number,
        score,
        verdict,
        improvement_observed,
      ]),
    ).toEqual([
      [1, 0.4, "refine", undefined],
      [3, 0.9, "accept", true],
    ]);
  });
});

describe("repeated issues", () => {
  it("000.6 escalates in the round that makes it three of five, once", () => {
    const rounds = [
      round(1, "leaks"),
      round(2),
      round(3, "leaks"),
      round(4, "leaks"),
      round(5, "leaks"),
      round(6, "leaks"),
    ];
    expect(findRepeatedIssues(rounds)).toMatchObject({
      escalations: [{ round: 4, issue: "leaks" }],
      open: [expect.any(String)],
    });
  });

  it("000.6 escalates again only after it has been away", () => {
    const often = [1, 2, 3].map((number) => round(number, "leaks"));
    const away = [4, 5, 6, 7, 8].map((number) => round(number));
    const back = [9, 10, 11].map((number) => round(number, "leaks"));
    const { escalations } = findRepeatedIssues([...often, ...away, ...back]);
    expect(escalations.map((one) => one.round)).toEqual([3, 11]);
  });

  it("000.6 does not count three items of one round as three rounds, nor three rounds in six", () => {
    expect(findRepeatedIssues([round(1, "leaks", "leaks", "leaks")]).escalations).toEqual([]);
    expect(
      findRepeatedIssues([
        round(1, "leaks"),
        round(2, "leaks"),
        round(3),
        round(4),
        round(5),
        round(6, "leaks"),
      ]).escalations,
    ).toEqual([]);
  });

  it.each([
    ["lines move", issue("The buffer leaks", "12"), issue("The buffer leaks", "90"), true],
    [
      "words move and change number",
      issue("Buffers are leaked in parse()"),
      issue("In parse() the buffer is leaked"),
      true,
    ],
    ["another problem", issue("The buffer leaks"), issue("The buffer overflows"), false],
    [
      "another aspect",
      issue("The buffer leaks"),
      { ...issue("The buffer leaks"), aspect: "style" as const },
      false,
    ],
    [
      "another function",
      { ...issue("It leaks"), location: { type: "function" as const, reference: "open()" } },
      { ...issue("It leaks"), location: { type: "function" as const, reference: "close()" } },
      false,
    ],
    [
      "the same function, written otherwise",
      { ...issue("It leaks"), location: { type: "function" as const, reference: "open()" } },
      { ...issue("It leaks"), location: { type: "function" as const, reference: "Open" } },
      true,
    ],
  ])("000.6 tells issues apart: %s", (_why, a, b, same) => {
    expect(issueKey(a) === issueKey(b)).toBe(same);
  });
});

describe("the best round", () => {
  it.each<[why: string, rounds: readonly Pick<Round, "score" | "verified">[], best: number | undefined]>([
    ["the best, not the last", [{ score: 0.4 }, { score: 0.9 }, { score: 0.7 }], 1],
    ["the earlier of two equals", [{ score: 0.8 }, { score: 0.9 }, { score: 0.9 }], 1],
    [
      "never one that failed its check",
      [
        { score: 0.5, verified: true },
        { score: 0.9, verified: false },
      ],
      0,
    ],
    ["never one without a score", [{}, { score: 0.1 }, { score: Number.NaN }], 1],
    ["none when nothing is verified", [{}, { score: 1, verified: false }], undefined],
    ["none of none", [], undefined],
  ])("000.7 returns %s", (_why, rounds, best) => {
    expect(bestVerifiedRound(rounds)).toBe(best === undefined ? undefined : rounds[best]);
  });
});
