import { describe, expect, it } from "vitest";
import { makeFeedback } from "../../../../test/contract/make-feedback.ts";
import type { Feedback } from "../../feedback/feedback.ts";
import { DEFAULT_RULE_POLICY } from "../../evaluation/rule-policy.ts";
import { recurrenceOf } from "./recurrence.ts";

const said = (n: number, author: string, comment: string, task?: string): Feedback => ({
  ...makeFeedback(n, { comment, author: { id: author, trust: "person" } }),
  ...(task === undefined ? {} : { task, event_id: `github_comment:review_comment/${n}` }),
});

const of = (...feedback: readonly Feedback[]) => recurrenceOf(feedback, DEFAULT_RULE_POLICY, () => 0.8);

describe("recurrenceOf", () => {
  it("16.3 counts a pull request as one occasion, however often it was said there", () => {
    const pasted = [1, 2, 3, 4, 5].map((n) => said(n, "ana", "Close the handle.", "acme/shop#7"));
    expect(of(...pasted)).toMatchObject({ occasions: 1, people: 1, recurs: false });
    const spread = [1, 2, 3].map((n) => said(n, "ana", "Close the handle.", `acme/shop#${n}`));
    expect(of(...spread)).toMatchObject({ occasions: 3, people: 1, recurs: true });
  });

  it("16.3 takes two for a pattern only if two people use the same words on two occasions", () => {
    const first = said(1, "ana", "Close the file handle in a finally block.", "acme/shop#1");
    const again = "the file handle should be closed in a finally block";
    expect(of(first, said(2, "bo", again, "acme/shop#2")).recurs).toBe(true);
    expect(of(first, said(2, "ana", again, "acme/shop#2")).recurs).toBe(false);
    expect(of(first, said(2, "bo", again, "acme/shop#1")).recurs).toBe(false);
    expect(of(first, said(2, "bo", "this leaks when parsing throws", "acme/shop#2")).recurs).toBe(false);
  });

  it("counts corrections outside of pull requests one by one", () => {
    expect(of(...[1, 2, 3].map((n) => said(n, "ana", "Use pnpm."))).recurs).toBe(true);
  });

  it("16.3 puts first what more people say on more occasions about one thing, as a standing wish", () => {
    const task = (n: number): string => `acme/shop#${n}`;
    const few = of(...[1, 2, 3].map((n) => said(n, "ana", "Name the unit.", task(n))));
    const many = of(...[1, 2, 3, 4, 5].map((n) => said(n, "ana", "Name the unit.", task(n))));
    const people = of(...[1, 2, 3].map((n) => said(n, `p-${n}`, "Name the unit.", task(n))));
    const standing = of(...[1, 2, 3].map((n) => said(n, "ana", "We always name the unit.", task(n))));
    const mixed = of(
      said(1, "ana", "Name the unit.", task(1)),
      said(2, "ana", "Close the handle.", task(2)),
      said(3, "ana", "Split the parser.", task(3)),
    );
    for (const better of [many, people, standing]) expect(better.strength).toBeGreaterThan(few.strength);
    expect(mixed.strength).toBeLessThan(few.strength);
  });

  it("takes nothing for nothing", () => {
    expect(of()).toEqual({ occasions: 0, people: 0, recurs: false, strength: 0 });
  });
});
