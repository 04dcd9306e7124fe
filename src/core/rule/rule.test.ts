import { describe, expect, it } from "vitest";
import { RULE_ID, ruleId, ruleTextKey } from "./rule.ts";

const everywhere = { agents: [], paths: [] };

describe("ruleId", () => {
  it("is the same for the same cluster, and for the same words in the same scope", () => {
    expect(ruleId({ cluster_id: "cl_1" })).toMatch(RULE_ID);
    expect(ruleId({ cluster_id: "cl_1" })).toBe(ruleId({ cluster_id: "cl_1" }));
    expect(ruleId({ cluster_id: "cl_1" })).not.toBe(ruleId({ cluster_id: "cl_2" }));
    expect(ruleId({ text: "Use x.", scope: { agents: ["a", "b"], paths: [] } })).toBe(
      ruleId({ text: "use  X", scope: { agents: ["b", "a"], paths: [] } }),
    );
    expect(ruleId({ text: "Use x.", scope: everywhere })).not.toBe(
      ruleId({ text: "Use y.", scope: everywhere }),
    );
  });

  it("knows a text by its words, not by what cannot be seen", () => {
    expect(ruleTextKey("Use\u200b x\n please!")).toBe(ruleTextKey("use x please"));
  });
});
