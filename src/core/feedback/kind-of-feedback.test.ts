import { describe, expect, it } from "vitest";
import { exampleFeedback } from "../../../test/example-feedback.ts";
import type { Feedback } from "./feedback.ts";
import { isEvidence } from "./is-evidence.ts";
import { isCorrection, kindOfFeedback } from "./kind-of-feedback.ts";

function remark(comment: string, rest: Partial<Feedback> = {}): Feedback {
  return { ...exampleFeedback({ id: "r-1", agent: "rio", comment }), outcome: null, ...rest };
}

const answer = {
  source: { kind: "github_comment", ref: "review_comment/2", reply_to: "review_comment/1" },
} as const;

describe("kindOfFeedback", () => {
  it("16.1 takes a mere remark for what its words say", () => {
    expect(kindOfFeedback(remark("Name the unit."))).toBe("correction");
    expect(kindOfFeedback(remark("Thanks, that is clear now."))).toBe("acknowledgement");
    expect(kindOfFeedback(remark("Fixed in 1fe03ab.", answer))).toBe("status");
    expect(kindOfFeedback(remark("The caller does that.", answer))).toBe("reply");
    expect(kindOfFeedback(remark("Then please say so in a comment.", answer))).toBe("correction");
  });

  it("16.1 takes nothing for a correction that the author of the work says, not even a change", () => {
    const authors = remark("Please see above.", {
      ...answer,
      by_author: true,
      correction: { summary: "+ x" },
    });
    expect(isCorrection(authors)).toBe(false);
    expect(isEvidence(authors)).toBe(false);
  });

  it("16.4 takes an approval for a correction only where its words ask for something", () => {
    expect(isCorrection(remark("The retry is missing a limit.", { outcome: "approved" }))).toBe(false);
    expect(isCorrection(remark("Nice, but the retry is missing a limit.", { outcome: "approved" }))).toBe(
      true,
    );
    expect(isCorrection(remark("Please limit the retry.", { outcome: "approved" }))).toBe(true);
    expect(isCorrection({ ...remark("Please limit it."), claimed_outcome: "approved" })).toBe(true);
  });

  it("takes a refusal, a named fault and a change for corrections, whatever is said with them", () => {
    expect(isCorrection(remark("Thanks!", { outcome: "rejected" }))).toBe(true);
    expect(isCorrection(remark("Thanks!", { outcome: "approved_with_changes" }))).toBe(true);
    expect(isCorrection(remark("Thanks!", { wrong: "no limit" }))).toBe(true);
    expect(isCorrection(remark("Nice!", { correction: { summary: "+ limit" } }))).toBe(true);
  });
});
