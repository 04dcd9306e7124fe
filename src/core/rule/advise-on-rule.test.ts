import { describe, expect, it } from "vitest";
import { adviseOnRule } from "./advise-on-rule.ts";
import { EFFECT_VERDICTS } from "./effect.ts";

describe("003.7 adviseOnRule", () => {
  it.each([
    ["stabilising", false, 0, "wait"],
    ["stabilising", false, 4, "wait"],
    ["stabilising", true, 0, "wait"],
    ["stabilising", true, 4, "wait"],
    ["helping", false, 0, "keep"],
    ["helping", false, 4, "keep"],
    ["helping", true, 0, "keep"],
    ["helping", true, 4, "keep"],
    ["not_enough", false, 0, "wait"],
    ["not_enough", false, 4, "look"],
    ["not_enough", true, 0, "look"],
    ["not_enough", true, 4, "look"],
    ["ineffective", false, 0, "modify_or_retire"],
    ["ineffective", false, 4, "modify_or_retire"],
    ["ineffective", true, 0, "modify_or_retire"],
    ["ineffective", true, 4, "modify_or_retire"],
    ["worse", false, 0, "modify_or_retire"],
    ["worse", false, 4, "modify_or_retire"],
    ["worse", true, 0, "modify_or_retire"],
    ["worse", true, 4, "modify_or_retire"],
  ] as const)("17.5 %s, flagged %s, %i recurrences: %s", (verdict, isFlagged, recurrences, action) => {
    const advice = adviseOnRule({ verdict, isFlagged, recurrences });
    expect(advice.action).toBe(action);
    expect(/retire|modify/i.test(advice.message)).toBe(action === "modify_or_retire");
  });

  it("17.5 knows every verdict", () => {
    for (const verdict of EFFECT_VERDICTS) {
      expect(adviseOnRule({ verdict, isFlagged: false, recurrences: 0 }).message).not.toBe("");
    }
  });
});
