import { describe, expect, it } from "vitest";
import { reasonOf } from "./reason-of.ts";

describe("reasonOf", () => {
  it.each([
    { thrown: new Error("full"), reason: "full", why: "an error's words" },
    { thrown: new TypeError(""), reason: "TypeError", why: "an error without words has a name" },
    { thrown: "plain", reason: "plain", why: "a text" },
    { thrown: "", reason: "no reason was given", why: "an empty text" },
    { thrown: undefined, reason: "undefined", why: "nothing" },
    {
      thrown: Object.create(null) as unknown,
      reason: "something that has no text was thrown",
      why: "no text",
    },
    { thrown: new Error("a\uD800b\0"), reason: "a\uFFFDb\\0", why: "what no database takes" },
    { thrown: "x".repeat(9_999), reason: "x".repeat(2_000), why: "too many words" },
  ])("says $why", ({ thrown, reason }) => {
    expect(reasonOf(thrown)).toBe(reason);
  });
});
