import { describe, expect, it } from "vitest";
import { BUILT_IN_PACKS, KNOWLEDGE_BASE_PACK } from "./built-in-packs.ts";
import { createGateCatalogue, GATE_ROUTES } from "./gate.ts";
import { gatePackSchema } from "./parse-gate-pack.ts";

describe.each(BUILT_IN_PACKS)("pack $name", (pack) => {
  it("002.3: routes each tag exactly once", () => {
    const unrouted = pack.gates.filter((gate) => !GATE_ROUTES.includes(gate.route));
    expect(unrouted).toEqual([]);
    const tags = pack.gates.map((gate) => gate.tag);
    expect(tags).toEqual([...new Set(tags)]);
  });

  it("takes the automatic route exactly for what a tool can fix", () => {
    const byRoute = pack.gates.filter((gate) => gate.route === "auto_fix");
    expect(byRoute).toEqual(pack.gates.filter((gate) => gate.auto_fixable));
  });

  it("002.4: has a gate for rejections that name none", () => {
    expect(pack.gates.map((gate) => gate.tag)).toContain(pack.fallback_tag);
  });

  it("keeps to the format that users' packs are held to", () => {
    expect(gatePackSchema.safeParse(pack).error).toBeUndefined();
  });
});

describe("the built-in packs", () => {
  it("002.3: share no tag but the fallback, so that together each tag still has one route", () => {
    const catalogue = createGateCatalogue(BUILT_IN_PACKS);
    for (const gate of BUILT_IN_PACKS.flatMap((pack) => pack.gates)) {
      expect(catalogue.find(gate.tag)).toBe(gate);
    }
  });

  it("hold the twelve gates of the knowledge base with their weight and route", () => {
    const rows = KNOWLEDGE_BASE_PACK.gates.map((gate) =>
      [gate.tag, gate.gate, gate.severity, gate.auto_fixable ? "auto" : "-", gate.route].join(" | "),
    );
    expect(rows).toMatchInlineSnapshot(`
      [
        "frontmatter_schema | Schema compliance | blocking | auto | auto_fix",
        "broken_wiki_links | Wiki link validity | warning | auto | auto_fix",
        "title_overclaims | Title precision | blocking | - | llm_fix",
        "confidence_miscalibration | Confidence calibration | blocking | - | llm_fix",
        "date_errors | Date accuracy | blocking | auto | auto_fix",
        "factual_discrepancy | Factual accuracy | blocking | - | llm_fix",
        "near_duplicate | Duplicate check | warning | - | convert",
        "scope_error | Scope qualification | blocking | - | llm_fix",
        "opsec_internal_deal_terms | OPSEC | blocking | - | close",
        "body_too_thin | Evidence quality | blocking | - | llm_fix",
        "title_too_few_words | Title precision | blocking | - | llm_fix",
        "title_not_proposition | Title precision | blocking | - | llm_fix",
        "unspecified | Unspecified reason | blocking | - | llm_fix",
      ]
    `);
  });
});
