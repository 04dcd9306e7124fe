import { expect, it } from "vitest";
import { CODE_PACK } from "./code-pack.ts";
import { createGateCatalogue } from "./gate-catalogue.ts";
import { tagGuidance } from "./tag-guidance.ts";

it("says what to do about registered tags and keeps the others visible, in order", () => {
  const [gate] = CODE_PACK.gates;
  const guidance = tagGuidance(["__proto__", gate!.tag], createGateCatalogue([CODE_PACK]));
  expect(guidance).toEqual([
    {
      tag: "__proto__",
      registered: false,
      gate: null,
      description: null,
      fix: null,
      severity: null,
      auto_fixable: null,
      route: null,
    },
    { ...gate, registered: true },
  ]);
});
