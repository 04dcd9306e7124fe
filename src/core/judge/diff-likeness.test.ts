import { describe, expect, it } from "vitest";
import { diffLikeness } from "./diff-likeness.ts";

const diff = (removed: string, added: string): string =>
  `--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-${removed}\n+${added}\n context\n`;

describe("diffLikeness", () => {
  it("is near 1 for the same change elsewhere, and near 0 for another", () => {
    const one = diff("user.name", "user?.name");
    expect(diffLikeness(one, diff("order.name", "order?.name"))).toBeGreaterThan(0.3);
    expect(diffLikeness(one, diff("const x = 1;", "const LIMIT = 1;"))).toBeLessThan(0.2);
    expect(diffLikeness(one, one)).toBe(1);
  });

  it("reads content that looks like a header as content", () => {
    const comment = "--- a/x.sql\n+++ b/x.sql\n@@ -1 +0,0 @@\n--- drop the index first\n";
    expect(diffLikeness(comment, comment)).toBe(1);
  });

  it("does not take the opposite change for the same", () => {
    expect(diffLikeness(diff("guard(user)", "plain"), diff("plain", "guard(user)"))).toBe(0);
  });

  it.each(["", "no diff at all", "+++ b/x\n--- a/x", "+\n-"])("is 0 for %j", (text) => {
    expect(diffLikeness(text, diff("a", "bb"))).toBe(0);
  });

  it("is bounded for a large diff", () => {
    const large = Array.from({ length: 200_000 }, (_, n) => `+word${n} other`).join("\n");
    expect(diffLikeness(large, large)).toBe(1);
  });
});
