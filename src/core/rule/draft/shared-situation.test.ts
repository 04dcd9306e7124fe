import { describe, expect, it } from "vitest";
import { draftFromWords } from "./draft-from-words.ts";
import { readRemarks } from "./read-remarks.ts";
import { appendSituation, sharedSituation } from "./shared-situation.ts";

const situationOf = (...texts: readonly string[]): string | undefined =>
  sharedSituation(readRemarks(texts.map((text) => ({ text }))))?.text;

describe("16.1 the situation that remarks share", () => {
  it.each([
    {
      said: [
        "use decimal, not float, for money",
        "float for money loses cents. decimal!",
        "money wants decimal",
      ],
      situation: "for money",
    },
    {
      said: ["no sleep in tests", "poll instead of sleep in tests", "sleep again. poll!"],
      situation: "in tests",
    },
  ])("$situation", ({ said, situation }) => {
    expect(situationOf(...said)).toBe(situation);
  });

  it.each([
    {
      why: "what is not wanted",
      said: ["no need for lodash, use map", "map instead of lodash", "lodash for lists? map"],
    },
    { why: "what one remark says", said: ["use uv in scripts", "uv please", "uv, not pip"] },
    {
      why: "a name of one remark",
      said: ["use ids in Kibana", "ids for `order-svc` please", "ids, not names"],
    },
    {
      why: "a noun without its article",
      said: ["snprintf for buffer", "use snprintf for buffer", "snprintf"],
    },
  ])("is not $why", ({ said }) => {
    expect(situationOf(...said)).toBeUndefined();
  });

  it("is added to a draft that leaves it out", () => {
    expect(
      draftFromWords(
        [
          "use decimal, not float, for money",
          "float for money loses cents. decimal!",
          "decimal for money",
        ].map((text) => ({ text })),
      ),
    ).toMatchObject({ ok: true, text: "Use decimal instead of float for money." });
  });

  it("is not added to a draft that says it, or says another", () => {
    const situation = { text: "for money", term: "money" };
    expect(appendSituation("Use decimal.", situation)).toBe("Use decimal for money.");
    expect(appendSituation("Store money as decimals.", situation)).toBeUndefined();
    expect(appendSituation("Use decimal in reports.", situation)).toBeUndefined();
  });
});
