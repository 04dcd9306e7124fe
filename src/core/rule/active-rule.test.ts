import { describe, expect, it } from "vitest";
import { toActiveRule } from "./active-rule.ts";
import {
  approve,
  EXAMPLE_TEXT,
  modify,
  person,
  proposing,
  ruleAfter,
} from "../../../test/examples/example-rule.ts";

const [ana, ben, cleo] = [person("ana"), person("ben"), person("cleo")];
const active = ruleAfter(proposing(), approve(ana), approve(ben));
const changing = ruleAfter(
  proposing(),
  approve(ana),
  approve(ben),
  modify(cleo, 1, "Use `using`."),
  approve(cleo, 2),
);

describe("toActiveRule", () => {
  it("is the version in force, or nothing", () => {
    expect(toActiveRule(ruleAfter(proposing()))).toBeUndefined();
    expect(toActiveRule(changing, { verdict: "helping", reduction: 0.5 })).toMatchObject({
      rule_id: active.id,
      version: 1,
      text: EXAMPLE_TEXT.text,
      flagged: false,
      evidence_count: 3,
      effect: { verdict: "helping" },
    });
  });
});
