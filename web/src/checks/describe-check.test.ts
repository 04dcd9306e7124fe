import { describe, expect, it } from "vitest";
import { figureSentence, triedSentence } from "./describe-check.ts";

const NONE = { files: 0, fired: 0, right: 0, wrong: 0, overridden: 0, caught: 0, last_ran: null };

describe("what a check did", () => {
  it.each([
    [{}, "It has not run yet."],
    [{ files: 1 }, "It read 1 file and found nothing."],
    [{ files: 2_000, fired: 1 }, "It read 2,000 files and fired once: nobody has judged them."],
    [
      { files: 9, fired: 4, right: 2, wrong: 1, overridden: 1, caught: 1 },
      "It read 9 files and fired 4 times: 2 right, 1 wrong, 1 overridden. It caught 1 mistake before anybody else saw them.",
    ],
  ])("%j", (figures, sentence) => {
    expect(figureSentence({ ...NONE, ...figures })).toBe(sentence);
  });
});

it("says on what a check would have fired", () => {
  const none = { tried: 3, hit: 0 };
  expect(
    triedSentence({
      before: { tried: 3, hit: 3 },
      after: none,
      accepted: { tried: 1, hit: 0 },
      others: none,
      tree: { files: 12, lines: 400, hits: 1 },
    }),
  ).toBe(
    "It would have fired on 3 of 3 corrections it was made for, on 0 of 3 after they were mended, on 0 of 1 piece of accepted work, and on 0 of 3 corrections of other rules. In the repository it would fire 1 time in 12 files.",
  );
});
