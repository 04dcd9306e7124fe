import { expect, it } from "vitest";
import { expectedBenefit } from "./expected-benefit.ts";

const on = (day: number, agent: string, count: number) => ({ day: `2026-03-0${day}`, agent, count });

it.each([
  { why: "nothing happened lately", recent: [], confidence: 0.9, score: 0 },
  { why: "one agent, once a week", recent: [on(1, "rio", 4)], confidence: 0.8, score: 0.8 },
  { why: "more agents count more", recent: [on(1, "rio", 2), on(2, "kai", 2)], confidence: 0.8, score: 1.6 },
  { why: "a person's own words", recent: [on(1, "rio", 4)], confidence: null, score: 0.5 },
])("expects $score where $why", ({ recent, confidence, score }) => {
  expect(expectedBenefit(recent, confidence).score).toBe(score);
});
