import { describe, expect, it } from "vitest";
import { rankTags } from "./rank-tags.ts";

const KNOWN = ["promised_date", "missing_tests", "swallowed_error", "overclaim"];

describe("rankTags", () => {
  it("puts the tags of similar decisions first, then those of the agent, then the rest in their order", () => {
    expect(
      rankTags({
        known: KNOWN,
        likely: ["swallowed_error", "swallowed_error"],
        given: [
          { tag: "missing_tests", count: 5 },
          { tag: "own_tag", count: 1 },
        ],
        chosen: ["typed"],
        fallback: "unspecified",
      }),
    ).toEqual(["swallowed_error", "missing_tests", "own_tag", "promised_date", "overclaim", "typed"]);
  });

  it("never offers the fallback, which means that nobody named one", () => {
    const given = [{ tag: "unspecified", count: 9 }];
    expect(rankTags({ known: KNOWN, likely: [], given, chosen: [], fallback: "unspecified" })).toEqual(KNOWN);
  });
});
