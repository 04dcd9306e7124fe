import { describe, expect, it } from "vitest";
import { EXAMPLE_TEXT, person, proposing, ruleAfter } from "../../../test/examples/example-rule.ts";
import { ruleJsonSchema, ruleSchema, ruleTextSchema } from "./rule-schema.ts";

const active = ruleAfter(
  proposing(),
  { type: "approve", by: person("ana"), version: 1 },
  { type: "approve", by: person("ben"), version: 1 },
);

describe("ruleSchema", () => {
  it("reads back what was written as JSON", () => {
    expect(ruleSchema.parse(JSON.parse(JSON.stringify(active)))).toEqual(active);
  });

  it.each<{ why: string; parts: Readonly<Record<string, unknown>> }>([
    { why: "a status that the versions contradict", parts: { status: "retired" } },
    { why: "a version in force that says otherwise", parts: { in_force: null, in_force_since: null } },
    { why: "a key of another version", parts: { owner: "ana" } },
    { why: "a time that is not in UTC", parts: { created_at: "2026-03-01T09:00:00.000+01:00" } },
    { why: "no version at all", parts: { versions: [] } },
    { why: "an id of something else", parts: { id: "fb_1" } },
  ])("refuses $why", ({ parts }) => {
    expect(ruleSchema.safeParse({ ...active, ...parts }).success).toBe(false);
  });

  it("counts a text's characters as a reader does", () => {
    expect(ruleTextSchema.safeParse({ ...EXAMPLE_TEXT, text: "🙂".repeat(240) }).success).toBe(true);
    expect(ruleTextSchema.safeParse({ ...EXAMPLE_TEXT, text: "🙂".repeat(241) }).success).toBe(false);
    expect(ruleTextSchema.safeParse({ ...EXAMPLE_TEXT, text: "half \ud83d" }).success).toBe(false);
  });

  it("is published as JSON Schema", () => {
    expect(ruleJsonSchema()).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: "urn:emend:schema:rule:1",
      type: "object",
      additionalProperties: false,
    });
  });
});
