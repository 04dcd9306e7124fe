import { describe, expect, it } from "vitest";
import { readStatedWishes } from "./fill-gap.ts";

describe("what feedback states outright", () => {
  it.each([
    { text: "No, focus on the login page.", scope: "the login page", why: "a focus is a scope" },
    { text: "I only wanted the summary, not a rewrite", scope: "the summary", why: "only wanted" },
    { text: "You only needed to change the footer", scope: "the footer", why: "the verb is not the scope" },
    { text: "Please limit this to the API docs", scope: "the API docs", why: "a limit" },
    {
      text: "Focus on the parser and use a queue",
      scope: "the parser",
      why: "the next demand is not the scope",
    },
    { text: "Don't focus on the tests", scope: undefined, why: "the opposite of a scope" },
    { text: "I didn't just want a summary", scope: undefined, why: "the opposite of a scope" },
    { text: "just try again", scope: undefined, why: "no thing is named" },
    { text: "I only want it", scope: undefined, why: "a pointing word names nothing" },
  ])("scope of “$text”: $why", ({ text, scope }) => {
    expect(readStatedWishes(text).scope).toBe(scope);
  });

  it.each([
    { text: "Use Redis instead", alternatives: ["Redis"], why: "instead" },
    { text: "Instead of floats, use flexbox.", alternatives: ["flexbox"], why: "instead of" },
    { text: "Why not use CSS grid?", alternatives: ["CSS grid"], why: "a suggestion asked as a question" },
    { text: "Try either Redis or Kafka", alternatives: ["Redis", "Kafka"], why: "a choice of two" },
    {
      text: "How about a queue? Or maybe use cron.",
      alternatives: ["a queue", "cron"],
      why: "two sentences",
    },
    { text: "Try again", alternatives: [], why: "again is no approach" },
    { text: "Don't use Redis instead", alternatives: [], why: "refused, not proposed" },
    { text: "This is wrong", alternatives: [], why: "nothing is proposed" },
  ])("alternatives of “$text”: $why", ({ text, alternatives }) => {
    expect(readStatedWishes(text).alternatives).toEqual(alternatives);
  });

  it.each([
    {
      text: "Good, but it must not cover the menu",
      constraints: ["it must not cover the menu"],
      why: "must not",
    },
    { text: "Nice. Keep it under 200 kB.", constraints: ["Keep it under 200 kB."], why: "a demand" },
    {
      text: "Fine, just don't rename the flags",
      constraints: ["don't rename the flags"],
      why: "a prohibition",
    },
    { text: "The tests don't pass", constraints: [], why: "a report, not a demand" },
    { text: "Should it be blue?", constraints: [], why: "a question sets no condition" },
  ])("constraints of “$text”: $why", ({ text, constraints }) => {
    expect(readStatedWishes(text).constraints).toEqual(constraints);
  });
});
