import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainRemark } from "./plain-remark.ts";

describe("plainRemark", () => {
  it.each([
    ["words as they are", "Name the unit.", "Name the unit."],
    ["no quotation of others", "> is it in cents?\n\nName the unit.", "Name the unit."],
    ["no suggestion", "Name the unit.\n```suggestion\nconst cents = 3;\n```", "Name the unit."],
    [
      "no listing",
      `Like so:\n\`\`\`ts\n${"const amountInCents = 3;\n".repeat(9)}\`\`\`\nplease`,
      "Like so: please",
    ],
    ["a short line of code", "Use\n```\npnpm add\n```", "Use pnpm add"],
    ["no label", "**[Suggestion]** Name the unit.", "Name the unit."],
    ["no label with a remark", "**issue (blocking)**: Name the unit.", "Name the unit."],
    ["no nit", "nit: name the unit", "name the unit"],
    ["the text of a link", "See [the guide](https://acme.example/g#x).", "See the guide."],
    ["no address and no mention", "@ana see https://acme.example/a?b=c please", "see please"],
    ["nothing folded", "Name the unit. <details><summary>中文</summary>…</details>", "Name the unit."],
    ["no markup", '<img width="3" src="x"> Name <b>the</b> unit', "Name the unit"],
    ["code in the line", "`const x: Map<string, number>` is too wide", "`const x: Map ` is too wide"],
    ["nothing for nothing", "> quoted", ""],
  ])("holds %s", (_what, text, plain) => {
    expect(plainRemark(text)).toBe(plain);
  });

  it("takes any text", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => void plainRemark(text)));
    expect(plainRemark("<".repeat(100_000)).length).toBeLessThan(10_000);
  });
});
