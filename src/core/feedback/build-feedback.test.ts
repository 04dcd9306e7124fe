import { describe, expect, it } from "vitest";
import { buildFeedback, type FeedbackDraft } from "./build-feedback.ts";

const draft: FeedbackDraft = {
  source: { kind: "jsonl", ref: "1" },
  author: { id: "ana", trust: "person" },
  time: "2026-05-01T10:00:00Z",
  comment: "Close the file",
  tags: ["leak", "io"],
  target: { path: "a.ts" },
  original: 1,
};
const fingerprint = (change: Partial<FeedbackDraft> = {}, now = "2026-06-01T00:00:00Z"): string =>
  buildFeedback({ ...draft, eventKey: "1", ...change }, { now, agent: "rio" }).fingerprint;

describe("contentFingerprint", () => {
  it.each<[why: string, change: Partial<FeedbackDraft>, same: boolean]>([
    [
      "another event id at the same stated time",
      { eventKey: "other", source: { kind: "jsonl", ref: "2" } },
      true,
    ],
    ["another spelling of the same time", { time: "2026-05-01T12:00:00+02:00" }, true],
    ["tags in another order", { tags: ["io", "leak", "io"] }, true],
    ["another shape of the original", { original: { a: 1 } }, true],
    ["another time: it happened again", { time: "2026-05-02T10:00:00Z" }, false],
    ["another reviewer: two agree", { author: { id: "ben", trust: "person" } }, false],
    ["another run: it recurred", { run: "r2" }, false],
    ["another agent", { agent: "clay" }, false],
    ["other words", { comment: "Close the socket" }, false],
    ["another place", { target: { path: "b.ts" } }, false],
    ["another outcome", { outcome: "rejected" }, false],
    ["a word in another field", { comment: undefined, wrong: "Close the file" }, false],
  ])("with %s: same is %s", (_why, change, same) => {
    expect(fingerprint(change) === fingerprint()).toBe(same);
  });

  it.each([
    { why: "a line's own id tells, where it has no time", change: { time: undefined }, key: "eventKey" },
    { why: "the delivery tells, where the source has no id", change: {}, key: "eventId" },
  ] as const)("$why", ({ change, key }) => {
    const prints = ["1", "2", "1"].map((id) => {
      const known = key === "eventKey" ? { eventKey: id } : {};
      const context = { now: "2026-06-01T00:00:00Z", ...(key === "eventId" ? { eventId: id } : {}) };
      return buildFeedback({ ...draft, ...change, ...known }, context).fingerprint;
    });
    expect(prints[0]).not.toBe(prints[1]);
    expect(prints[0]).toBe(prints[2]);
  });

  it("does not hold the hour of import", () => {
    const untimed = { time: undefined };
    expect(fingerprint(untimed)).toBe(fingerprint(untimed, "2027-01-01T00:00:00Z"));
  });

  it("stays what it is, because stores hold it", () => {
    expect(fingerprint()).toMatchInlineSnapshot(`"b901747f2d7a3ca0"`);
  });
});
