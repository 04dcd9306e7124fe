import { describe, expect, it } from "vitest";
import { makeFeedback, timeAt } from "../../../test/contract/make-feedback.ts";
import { exampleHit } from "../../../test/examples/example-check.ts";
import type { Feedback } from "../feedback/feedback.ts";
import { separateCaught, withoutRepeats } from "./caught-mistakes.ts";

const hit = (parts: Parameters<typeof exampleHit>[1] = {}) => exampleHit(1, { time: timeAt(10), ...parts });
const said = (trust: "tool" | "person", fields: Partial<Feedback> = {}): Feedback =>
  makeFeedback(20, {
    author: { id: trust, trust },
    run: "run-1",
    target: { path: "src/cart.js" },
    ...fields,
  });
const judge = (hits: readonly ReturnType<typeof hit>[], ...feedback: readonly Feedback[]) => {
  const { caught, repeated } = separateCaught(hits, feedback, timeAt(0));
  return [caught, repeated.length];
};

describe("separateCaught", () => {
  it("takes a tool's report of what a check had told the agent for no recurrence", () => {
    expect(judge([hit()], said("tool"))).toEqual([1, 1]);
    expect(judge([hit({ state: "blocking" })], said("tool", { target: {} }))).toEqual([1, 1]);
  });

  it("takes a person's correction after the check for a recurrence that the check did not prevent", () => {
    expect(judge([hit()], said("person"))).toEqual([0, 0]);
    expect(judge([hit()], said("person", { time: timeAt(5) }))).toEqual([1, 0]);
    expect(judge([hit()], said("person", { target: { path: "src/row.js" } }))).toEqual([1, 0]);
  });

  it.each([
    { why: "in another run", fields: { run: "run-2" } },
    { why: "of another agent", fields: { agent: "mia" } },
    { why: "in another file", fields: { target: { path: "src/row.js" } } },
    { why: "before the check found it", fields: { time: timeAt(9) } },
  ])("counts a tool's report $why", ({ fields }) => {
    expect(judge([hit()], said("tool", fields))).toEqual([1, 0]);
  });

  it.each([
    { why: "only watched", parts: { state: "watching" as const } },
    { why: "ran in CI", parts: { checked_in: "ci" as const } },
    { why: "was wrong", parts: { verdict: "wrong" as const } },
    { why: "was overridden", parts: { verdict: "overridden" as const } },
    { why: "found it before the rule", parts: { time: timeAt(-1) } },
  ])("counts everything if the check $why", ({ parts }) => {
    expect(judge([hit(parts)], said("tool"))).toEqual([0, 0]);
  });

  it("takes repeats off the day and agent that they belong to", () => {
    const caught = separateCaught([hit()], [said("tool")], timeAt(0));
    const day = timeAt(20).slice(0, 10);
    const rows = [
      { day, agent: "rio", count: 2 },
      { day, agent: "mia", count: 1 },
      { day: "2026-03-09", agent: "rio", count: 1 },
    ];
    expect(withoutRepeats(rows, caught).map(({ count }) => count)).toEqual([1, 1, 1]);
  });
});
