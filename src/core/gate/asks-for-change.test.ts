import { describe, expect, it } from "vitest";
import { asksForChange } from "./asks-for-change.ts";

const CLEAR = [
  "The title claims too much; say 'suggests'.",
  "Add a source for the 40 % figure.",
  "This duplicates the pricing note, merge it there.",
  "Use YYYY-MM-DD in created.",
  "Missing tests for the retry path",
  "the summary must name the customer",
  "You forgot the changelog entry",
  "Don't link to drafts",
  "Numbers don't match the source.",
  "The date is wrong, it was 3 May",
  "Rejected: the intro is too long, cut it to two sentences.",
  "fix the failing tests",
  "maybe split the migration into two steps",
  "Two of the quotes are not in the interview.",
  "Bitte überall Quellen angeben",
  "Tone is off",
  "Too long",
  "no tests",
  "nit: spelling",
  "Please rebase",
  "Customer names leak into the log lines.",
];

const UNCLEAR = [
  undefined,
  "",
  "   ",
  "Rejected.",
  "No.",
  "Not good enough",
  "Try again",
  "I don't like it",
  "Wrong.",
  "nope, please redo",
  "See my comments above",
  "Why is this here?",
  "Please fix",
  "needs work",
  "This is not what I asked for.",
  "Please improve the quality.",
  "This needs a lot of work, sorry.",
  "👎",
  "Please have another look at it",
  "Doesn't meet our standards",
  "hm, not convinced",
  "Sorry, can't accept this one",
  "Please address the review comments",
];

describe("whether a refusal says what is wanted", () => {
  it.each(CLEAR)("17.4 clear: %s", (comment) => expect(asksForChange(comment)).toBe(true));
  it.each(UNCLEAR)("17.4 unclear: %s", (comment) => expect(asksForChange(comment)).toBe(false));
});
