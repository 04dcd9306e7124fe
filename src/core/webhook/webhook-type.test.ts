import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readWebhookTypes, WEBHOOK_TYPES } from "./webhook-type.ts";

describe("the types of webhooks", () => {
  it("stand on the page, each in a row of its own", () => {
    const page = readFileSync(new URL("../../../docs/webhooks.md", import.meta.url), "utf8");
    const rows = Array.from(page.matchAll(/^\| `([a-z]+\.[a-z]+)` \|/gm), ([, type]) => type);
    expect(rows.filter((type) => !type!.startsWith("webhooks.") && type !== "emend.test")).toEqual(
      WEBHOOK_TYPES,
    );
  });

  it.each([
    { names: undefined, count: WEBHOOK_TYPES.length - 1, why: "all but submissions" },
    { names: [], count: WEBHOOK_TYPES.length - 1, why: "none named is as if nothing was set" },
    { names: ["rule.flagged", "rule.flagged"], count: 1, why: "one named twice" },
    { names: [...WEBHOOK_TYPES], count: WEBHOOK_TYPES.length, why: "all named" },
  ])("are told for $names: $why", ({ names, count }) => {
    const read = readWebhookTypes(names);
    expect(read.ok && read.value.size).toBe(count);
  });
});
