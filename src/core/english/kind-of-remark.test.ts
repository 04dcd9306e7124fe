import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kindOfRemark, type RemarkContext, type RemarkKind } from "./kind-of-remark.ts";

const kindOf = (text: string, context?: RemarkContext): RemarkKind => kindOfRemark(text, context).kind;

const CASES: Readonly<Record<Exclude<RemarkKind, "reply">, readonly string[]>> = {
  praise: [
    "Nice work!",
    "This looks great.",
    "Love it 🎉",
    "wow, that is really clever",
    "praise: the new parser reads beautifully",
    "Lovely test.",
  ],
  agreement: [
    "Agreed.",
    "Good catch!",
    "You're right, that is simpler.",
    "Makes sense to me",
    "Yeah that's true",
    "Fair point.",
    "Sounds good",
    "I totally agree with Mara here",
  ],
  acknowledgement: [
    "Thanks!",
    "Thank you for the thorough review 🙏",
    "Got it.",
    "Will do.",
    "Oops, my mistake",
    "Sorry for the slow answer.",
    "I'll move it into the helper tomorrow.",
    "ok, let me check",
  ],
  status: [
    "Fixed in 4be2c91.",
    "Done.",
    "Updated.",
    "I've split the function in two.",
    "Renamed it to `openLedger`, thanks for spotting it",
    "Added a test for the empty basket.",
    "I went with a queue because the order matters.",
    "This is fixed now",
    "Addressed in the latest push",
    "Never mind, I found it.",
  ],
  question: [
    "What does this flag do?",
    "Which version introduced that?",
    "How does the worker know when to stop?",
    "Can you explain why the lock is taken twice?",
    "Does the cache survive a restart?",
    "why is the port 7070?",
  ],
  musing: [
    "I wonder what the other backends do.",
    "Not sure what happens on Windows.",
    "Just curious about the history of this file.",
    "FYI the upstream ticket is still open.",
    "thought: someday the scheduler might own this",
  ],
  correction: [
    "Please add a test for the refund path.",
    "Query inside the loop, one per order.",
    "No alt text on the images.",
    "Use pnpm, not npm.",
    "We use pnpm here; you ran npm install",
    "Shouldn't this be validated?",
    "Can we reuse `parseAmount` here?",
    "maybe warn instead of failing?",
    "nit: trailing comma",
    "**issue (blocking):** the token ends up in the log",
    "[P2] the timeout is never cleared",
    "why did you remove the audit line? put it back",
    "Looks good, but please pin the image to a digest.",
    "Thanks for working on this! The names should follow our convention, see store.ts.",
    "I'd prefer a set here",
    "This can throw if the header is absent.",
    "Good idea in general, however this duplicates `readLines`.",
    "It is better to fail early.",
    "These should be converted to constants.",
    "We like to avoid globals in tests.",
    "Is this still needed?",
    "Split this into two commits.",
  ],
};

describe("kindOfRemark", () => {
  for (const [kind, texts] of Object.entries(CASES)) {
    it.each(texts)(`16.1 knows the ${kind} in %j`, (text) => {
      expect(kindOf(text)).toBe(kind);
    });
  }

  it("16.1 takes nothing that the author of the work says for a correction", () => {
    const said = [
      "We should keep the old name, please.",
      "Fixed",
      "The caller owns the lock.",
      "Can you look again?",
    ];
    expect(said.map((text) => kindOf(text, { byAuthor: true }))).not.toContain("correction");
    expect(kindOf("The caller owns the lock.", { byAuthor: true, isReply: true })).toBe("reply");
  });

  it("16.1 takes an answer for a correction only where a reviewer insists", () => {
    const answers = { isReply: true, byReviewer: true };
    expect(kindOf("Then please use the constant instead of 42.", answers)).toBe("correction");
    expect(kindOf("The other parsers should be changed the same way.", answers)).toBe("correction");
    expect(kindOf("Right, can you then add that case to the tests?", answers)).toBe("correction");
    expect(kindOf("Yes, that is what I meant.", answers)).toBe("agreement");
    expect(kindOf("Fixed in 91ab, you should be able to rebase.", answers)).toBe("status");
    expect(kindOf("The default is five seconds.", answers)).toBe("reply");
    expect(kindOf("The other parsers should be changed the same way.", { isReply: true })).toBe("reply");
  });

  it("16.1 hears nothing in quotations and code", () => {
    expect(kindOf("> please rename this\n\nDone.")).toBe("status");
    expect(kindOf("> you should never do that\n\nAgreed!")).toBe("agreement");
    expect(kindOf("> please rename this")).not.toBe("correction");
  });

  it("16.1 needs a wish in so many words where the work was approved", () => {
    expect(kindOf("The retry loop reads well.", { approves: true })).not.toBe("correction");
    expect(kindOf("Fine, but check the result for null before you use it.", { approves: true })).toBe(
      "correction",
    );
  });

  it("takes a change that is brought along for a correction, whatever is said with it", () => {
    expect(kindOf("Nice! One more thing:", { hasChange: true })).toBe("correction");
  });

  it("takes any text, and is as sure as a share can be", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 500 }), fc.boolean(), (text, isReply) => {
        const { confidence } = kindOfRemark(text, { isReply });
        expect(confidence).toBeGreaterThan(0);
        expect(confidence).toBeLessThanOrEqual(1);
      }),
    );
    expect(kindOf("should ".repeat(100_000))).toBe("correction");
  });
});
