import { describe, expect, it } from "vitest";
import { readFeedbackSearch, sinceTime, toAddress } from "./feedback-search.ts";

describe("the search for feedback", () => {
  it("18.2 keeps only what differs from the default in the address", () => {
    const search = readFeedbackSearch({ view: "edge", since: "7d", outcome: "rejected", by: "guess" });
    expect(toAddress(search)).toEqual({ view: "edge", since: "7d", outcome: "rejected" });
    expect(toAddress(readFeedbackSearch({}))).toEqual({});
  });

  it("18.2 rounds the start of a period to the hour, so that the query stays the same", () => {
    const now = Date.parse("2026-05-05T10:40:00.000Z");
    expect(sinceTime("1d", now)).toBe("2026-05-04T10:00:00.000Z");
    expect(sinceTime("1d", now + 60_000)).toBe(sinceTime("1d", now));
    expect(sinceTime("", now)).toBeUndefined();
  });
});
