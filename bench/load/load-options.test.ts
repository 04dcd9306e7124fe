import { describe, expect, it } from "vitest";
import { readLoadOptions } from "./load-options.ts";

const COMPANY = {
  scenario: "company",
  scale: 1,
  seconds: 60,
  servers: 1,
  workers: 1,
  records: 0,
  untilSaturated: false,
  only: [],
  without: [],
};

describe("readLoadOptions", () => {
  it.each<{ why: string; line: string; expected: object }>([
    {
      why: "the load of one server stays as it was",
      line: "",
      expected: { scenario: "decisions", seconds: 60, rate: 2_000, more: [] },
    },
    {
      why: "with its numbers and options of serve",
      line: "10 500 --role all",
      expected: { scenario: "decisions", seconds: 10, rate: 500, more: ["--role", "all"] },
    },
    { why: "the company as it is", line: "--scenario company", expected: COMPANY },
    {
      why: "a hundredth of it",
      line: "--scenario company --scale 0.01 --seconds 30 --records 5000 --without overview",
      expected: { ...COMPANY, scale: 0.01, seconds: 30, records: 5_000, without: ["overview"] },
    },
    {
      why: "short steps until something is too much",
      line: "--scenario company --until-saturated --only accepting,pages",
      expected: { ...COMPANY, seconds: 12, untilSaturated: true, only: ["accepting", "pages"] },
    },
  ])("$why", ({ line, expected }) => {
    expect(readLoadOptions(line.split(" ").filter((word) => word !== ""))).toEqual(expected);
  });

  it.each([
    { why: "a scenario that there is not", line: "--scenario factory" },
    { why: "an option that there is not", line: "--scenario company --fast" },
    { why: "a scale of nothing", line: "--scenario company --scale 0" },
    { why: "half a server", line: "--scenario company --servers 0.5" },
    { why: "no server at all", line: "--scenario company --servers 0" },
    { why: "a time that is no number", line: "--scenario company --seconds soon" },
    { why: "a rate that is no number", line: "10 fast" },
  ])("says how to ask where there is $why", ({ line }) => {
    expect(readLoadOptions(line.split(" "))).toHaveProperty("usage");
  });
});
