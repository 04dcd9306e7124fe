import { describe, expect, it } from "vitest";
import { exampleFeedback } from "../../../test/example-feedback.ts";
import type { Feedback } from "./feedback.ts";
import { isEvidence, isCorrection, kindOfFeedback, plainRemark } from "./kind-of-feedback.ts";
import * as fc from "fast-check";

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

describe("plainRemark", () => {
  it.each([
    ["words as they are", "Name the unit.", "Name the unit."],
    ["no quotation of others", "> is it in cents?\n\nName the unit.", "Name the unit."],
    ["no suggestion", "Name the unit.\n```suggestion\nconst cents = 3;\n```", "Name the unit."],
    [
      "no listing",
      `Like so:\n\`\`\`ts\n${"const amountInCents = 3;\n".repeat(9)}\`\`\`\nplease`,
      "Like so: please",
    ],
    ["a short line of code", "Use\n```\npnpm add\n```", "Use pnpm add"],
    ["no label", "**[Suggestion]** Name the unit.", "Name the unit."],
    ["no label with a remark", "**issue (blocking)**: Name the unit.", "Name the unit."],
    ["no nit", "nit: name the unit", "name the unit"],
    ["the text of a link", "See [the guide](https://acme.example/g#x).", "See the guide."],
    ["no address and no mention", "@ana see https://acme.example/a?b=c please", "see please"],
    ["nothing folded", "Name the unit. <details><summary>中文</summary>…</details>", "Name the unit."],
    ["no markup", '<img width="3" src="x"> Name <b>the</b> unit', "Name the unit"],
    ["code in the line", "`const x: Map<string, number>` is too wide", "`const x: Map ` is too wide"],
    ["nothing for nothing", "> quoted", ""],
  ])("holds %s", (_what, text, plain) => {
    expect(plainRemark(text)).toBe(plain);
  });

  it("takes any text", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => void plainRemark(text)));
    expect(plainRemark("<".repeat(100_000)).length).toBeLessThan(10_000);
  });
});
