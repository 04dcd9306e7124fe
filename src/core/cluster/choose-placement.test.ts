import { describe, expect, it } from "vitest";
import type { Relation } from "../judge/judgement.ts";
import { choosePlacement, type PlacementCandidate } from "./choose-placement.ts";

const one = (
  feedback_id: string,
  score: number,
  cluster_id?: string,
  relation: Relation = score >= 0.4 ? "same" : "other",
): PlacementCandidate => ({
  feedback_id,
  judgement: { relation, score, reasons: [{ sign: "meaning", says: relation, text: feedback_id }] },
  ...(cluster_id === undefined ? {} : { cluster_id }),
});

describe("choosePlacement", () => {
  it.each([
    { why: "nothing is near", candidates: [], expected: { kind: "alone" } },
    {
      why: "one that stands alone is not sure enough",
      candidates: [one("a", 0.55)],
      expected: { kind: "alone" },
    },
    {
      why: "one that stands alone is surely the same",
      candidates: [one("a", 0.66), one("b", 0.9)],
      expected: { kind: "found", with: "b", score: 0.9 },
    },
    {
      why: "a cluster holds on average",
      candidates: [one("a", 0.9, "x"), one("b", 0.3, "x"), one("c", 0.5, "y")],
      expected: { kind: "join", cluster_id: "x", score: 0.6 },
    },
    {
      why: "one good member does not carry a cluster",
      candidates: [one("a", 0.95, "x"), one("b", 0.1, "x"), one("c", 0.2, "x")],
      expected: { kind: "alone" },
    },
    {
      why: "an opposite keeps it out of a cluster that fits otherwise",
      candidates: [one("a", 0.95, "x"), one("b", 0.9, "x"), one("c", 0.1, "x", "opposite")],
      expected: { kind: "alone" },
    },
    {
      why: "a cluster goes before one that stands alone",
      candidates: [one("a", 0.6, "x"), one("b", 0.99)],
      expected: { kind: "join", cluster_id: "x" },
    },
    {
      why: "an opposite founds nothing",
      candidates: [one("a", 0.2, undefined, "opposite")],
      expected: { kind: "alone" },
    },
  ])("$why", ({ candidates, expected }) => {
    expect(choosePlacement(candidates)).toMatchObject(expected);
  });

  it("says why by the member that is most alike", () => {
    const placed = choosePlacement([one("a", 0.6, "x"), one("b", 0.9, "x")]);
    expect(placed).toMatchObject({ reasons: [{ text: "b" }] });
  });
});
