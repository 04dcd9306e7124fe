import { describe, expect, it } from "vitest";
import { maskSecrets } from "./mask-secrets.ts";

const TOKEN = `ghp_${"a1B2".repeat(9)}`;

describe("maskSecrets", () => {
  it.each([
    { text: "", masked: "", why: "nothing" },
    { text: "no secret here", masked: "no secret here", why: "words alone" },
    { text: `push with ${TOKEN} now`, masked: "push with [secret] now", why: "one among words" },
    { text: `${TOKEN} ${TOKEN}`, masked: "[secret] [secret]", why: "two, at both ends" },
  ])("takes them out of $why", ({ text, masked }) => {
    expect(maskSecrets(text)).toBe(masked);
  });
});
