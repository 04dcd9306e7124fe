import { describe, expect, it } from "vitest";
import { aFinding } from "../../../test/review-answer.ts";
import type { Diagnostic } from "./review.ts";
import { isFlawlessFinding } from "./flawless-finding.ts";
import { FINDING_FIELDS, type ReviewField } from "./review-fields.ts";
import { validateFinding } from "./validate-finding.ts";

const fields: readonly ReviewField[] = FINDING_FIELDS;
const goodValue = (field: ReviewField): unknown =>
  field.values?.[0] ?? (field.type === "line" ? 12 : field.name === "file" ? "src/a.ts" : "a text");
const full = Object.fromEntries(fields.map((field) => [field.name, goodValue(field)]));
const VALUES: readonly unknown[] = [
  undefined,
  null,
  true,
  false,
  0,
  1,
  12,
  -1,
  12.5,
  2 ** 53,
  Number.NaN,
  Infinity,
  "",
  " ",
  "x",
  " x",
  "x\n",
  "\u00a0x",
  "é",
  "12",
  "high",
  "High",
  "low",
  "info",
  "test",
  "style",
  "a\\b",
  [],
  ["high"],
  {},
];

describe("the quick way agrees with the table of fields", () => {
  it("takes a finding with every field of the table, and with only the required ones", () => {
    expect(isFlawlessFinding(full)).toBe(true);
    expect(
      isFlawlessFinding(
        Object.fromEntries(fields.filter((f) => f.required).map((f) => [f.name, full[f.name]])),
      ),
    ).toBe(true);
  });

  it.each(fields.map((field) => [field.name]))(
    "never takes a value of %s that the careful way changes or refuses",
    (name) => {
      for (const value of VALUES) {
        const finding = { ...full, [name]: value };
        if (value === undefined) delete finding[name];
        const diagnostics: Diagnostic[] = [];
        validateFinding({ ...finding, unknown: 1 }, 0, true, diagnostics);
        const isClean = diagnostics.every((each) => each.reason === "unknown_field");
        expect(isFlawlessFinding(finding) && !isClean, `${name}: ${String(value)}`).toBe(false);
      }
    },
  );

  it("never takes a field that the table does not have, nor an end before the line", () => {
    expect(isFlawlessFinding({ ...full, impact: 1 })).toBe(false);
    expect(isFlawlessFinding(aFinding({ end_line: 11 }))).toBe(false);
    expect(isFlawlessFinding(JSON.parse('{"__proto__":{"id":"x"}}') as Record<string, unknown>)).toBe(false);
  });
});
