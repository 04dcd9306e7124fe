import { describe, expect, it } from "vitest";
import { eraseCorrection, updateCorrection } from "./kept-correction.ts";
import type { PastCorrection } from "./past-correction.ts";

const kept: PastCorrection = {
  id: "co_1",
  found: "review",
  kind: "review",
  remark: "Close it.",
  outcome: "unknown",
  author: "ana",
  project: "shop",
  session: "shop#7",
  rework: 0,
  origin: { url: "https://code.example/7" },
};

describe("updateCorrection", () => {
  it("keeps the same object if nothing that matters changed", () => {
    expect(updateCorrection(kept, { ...kept, rework: 4, project: "moved" })).toBe(kept);
    expect(updateCorrection(kept, { ...kept, remark: "" })).toBe(kept);
  });

  it("gives the same whichever source is read first", () => {
    const landed: PastCorrection = { ...kept, outcome: "landed" };
    const edited: PastCorrection = { ...kept, before: "a", after: "" };
    const both = { ...kept, outcome: "landed", before: "a", after: "" };
    expect(updateCorrection(updateCorrection(kept, landed), edited)).toEqual(both);
    expect(updateCorrection(updateCorrection(kept, edited), landed)).toEqual(both);
  });

  it("replaces both sides together, and brings nothing of an erased person back", () => {
    const { author: _author, ...nobodys } = { ...kept, before: "a", after: "b" };
    expect(updateCorrection(nobodys, { ...kept, before: "c" })).toEqual({ ...kept, before: "c" });
    const erased = eraseCorrection({ ...kept, before: "a", after: "b" });
    expect(erased).toEqual({ ...kept, author: "erased", remark: "" });
    expect(updateCorrection(erased, { ...kept, outcome: "landed" })).toBe(erased);
  });
});
