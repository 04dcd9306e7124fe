import { describe, expect, it } from "vitest";
import { fitsHistory, sharedWords } from "./fits-history.ts";

const BETA = [
  "All new charts should have the -beta suffix.",
  "please add the -beta suffix to new charts",
  "New charts get a -beta suffix, so that we can still change them.",
];

describe("fitsHistory", () => {
  it("16.3 takes words of the remarks that most of them share", () => {
    const draft = { text: "Give new charts the `-beta` suffix.", source: "remarks", score: 0.7 } as const;
    expect(sharedWords(draft.text, BETA)).toBeGreaterThan(0.6);
    expect(fitsHistory(draft, BETA, { near: 0.7, agreed: 1, exact: 1 })).toBe(true);
    expect(fitsHistory({ ...draft, score: 0.6 }, BETA, { near: 0.7, agreed: 1, exact: 1 })).toBe(false);
  });

  it("16.3 makes no rule of a name that one remark has", () => {
    const draft = { text: "Use the sankey config.", source: "remarks", score: 0.9 } as const;
    const remarks = [
      "This should use the sankey config.",
      "Put chart variables into their own section.",
      "Consider deriving this from the theme.",
    ];
    expect(fitsHistory(draft, remarks, { near: 0.9, agreed: 1, exact: 1 })).toBe(false);
  });

  it("16.3 asks more of a draft that two remarks alone speak for", () => {
    const draft = { text: "Add the `-beta` suffix to new charts.", source: "remarks", score: 0.7 } as const;
    expect(fitsHistory(draft, [BETA[1]!, BETA[1]!], { near: 0.9, agreed: 1, exact: 1 })).toBe(true);
    expect(
      fitsHistory(draft, [BETA[1]!, "Think about the suffix."], { near: 0.9, agreed: 1, exact: 1 }),
    ).toBe(false);
    expect(
      fitsHistory({ ...draft, source: "library" }, [BETA[1]!, BETA[1]!], { near: 0.9, agreed: 1, exact: 1 }),
    ).toBe(false);
  });

  it("takes well-worded rules that are sure, or nearly so and near to all remarks", () => {
    const draft = { text: "Name things after what they hold.", source: "library", score: 0.66 } as const;
    expect(fitsHistory(draft, BETA, { near: 0.62, agreed: 1, exact: 1 })).toBe(true);
    expect(fitsHistory({ ...draft, score: 0.55 }, BETA, { near: 0.62, agreed: 1, exact: 1 })).toBe(false);
    expect(fitsHistory({ ...draft, score: 0.55 }, BETA, { near: 0.7, agreed: 1, exact: 1 })).toBe(true);
    expect(fitsHistory({ ...draft, score: 0.4 }, BETA, { near: 0.9, agreed: 1, exact: 1 })).toBe(false);
  });

  it("16.3 takes words that nearly all remarks use, though no wish was read in them", () => {
    const text = "Do not make edits in the snapshot folder.";
    const said = [
      "no edits in the snapshot folder",
      "edits in the snapshot folder?",
      "snapshot folder edits again",
    ];
    const draft = { text, source: "remarks", score: 0.8 } as const;
    expect(fitsHistory(draft, said, { near: 0.78, agreed: 0, exact: 0 })).toBe(true);
    expect(fitsHistory(draft, BETA, { near: 0.78, agreed: 0, exact: 0 })).toBe(false);
    expect(fitsHistory({ ...draft, source: "library" }, said, { near: 0.78, agreed: 0, exact: 0 })).toBe(
      false,
    );
  });

  it("16.3 takes no rule that only shares its subject with most remarks", () => {
    const draft = { text: "Assert something in every test.", source: "library", score: 0.83 } as const;
    expect(fitsHistory(draft, BETA, { near: 0.7, agreed: 0.34, exact: 0.34 })).toBe(false);
    expect(fitsHistory(draft, BETA, { near: 0.7, agreed: 1, exact: 0 })).toBe(false);
    expect(fitsHistory(draft, BETA, { near: 0.83, agreed: 1, exact: 0 })).toBe(false);
    expect(fitsHistory(draft, BETA, { near: 0.86, agreed: 0, exact: 0 })).toBe(true);
    expect(fitsHistory(draft, BETA, { near: 0.5, agreed: 1, exact: 1 })).toBe(false);
  });
});
