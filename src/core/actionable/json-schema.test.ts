import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ActionableFeedbackSchema } from "./actionable-feedback.ts";
import { EXAMPLE_DOCUMENTS, actionableFeedbackJsonSchema } from "./json-schema.ts";

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(actionableFeedbackJsonSchema());

const example = EXAMPLE_DOCUMENTS[0];
type Path = readonly (string | number)[];

/** A copy of a value with one field replaced, or removed when the new value is undefined. */
function withField(value: unknown, [key, ...rest]: Path, replacement: unknown): unknown {
  if (key === undefined) return replacement;
  if (Array.isArray(value))
    return value.map((one, at) => (at === key ? withField(one, rest, replacement) : one));
  const entries = Object.entries(value ?? {}).filter(([name]) => name !== key);
  const old = Object.entries(value ?? {}).find(([name]) => name === key)?.[1];
  const changed = withField(old, rest, replacement);
  return Object.fromEntries(changed === undefined ? entries : [...entries, [key, changed]]);
}

const item = (...path: Path): Path => ["feedback_items", 0, ...path];

describe("the published JSON Schema", () => {
  it("000.1 accepts the shipped examples, as the code does", () => {
    for (const document of EXAMPLE_DOCUMENTS) {
      expect(validate(document)).toBe(true);
      expect(ActionableFeedbackSchema.safeParse(document).success).toBe(true);
    }
  });

  it.each<[why: string, path: Path, value: unknown, accepted: boolean]>([
    ["an id that is no UUID", ["id"], "fb-001-example", false],
    ["a UUID in upper case", ["id"], "6C1F0D3A-58B2-4A7E-9A41-D0B7F2C4E815", true],
    ["a date without a time", ["timestamp"], "2026-01-25", false],
    ["a day that does not exist", ["timestamp"], "2026-02-30T10:00:00Z", false],
    ["a time without an offset", ["timestamp"], "2026-02-20T10:00:00", false],
    ["a time without seconds", ["timestamp"], "2026-02-20T10:00Z", false],
    ["a time with an offset and a fraction", ["timestamp"], "2026-02-20T10:00:00.25-05:30", true],
    ["no timestamp", ["timestamp"], undefined, false],
    ["round 0", ["iteration", "number"], 0, false],
    ["half a round", ["iteration", "number"], 1.5, false],
    ["a round in words", ["iteration", "number"], "1", false],
    ["an unknown phase", ["iteration", "phase"], "middle", false],
    ["an unknown type of target", ["target", "type"], "video", false],
    ["a target without a path", ["target", "path"], undefined, false],
    ["no items", ["feedback_items"], [], false],
    ["an unknown aspect", item("aspect"), "beauty", false],
    ["an unknown severity", item("severity"), "high", false],
    ["an item without its optional score", item("score"), undefined, true],
    ["a score above 1", item("score"), 1.01, false],
    ["an issue of 19 characters", item("issue"), "x".repeat(19), false],
    ["an issue of 20 characters", item("issue"), "x".repeat(20), true],
    ["20 characters outside the basic plane count as 20", item("issue"), "𝕏".repeat(20), true],
    ["10 such characters are 10, not 20", item("issue"), "𝕏".repeat(10), false],
    ["an issue of 501 characters", item("issue"), "x".repeat(501), false],
    ["no location", item("location"), undefined, false],
    ["a location without a reference", item("location", "reference"), undefined, false],
    ["an unknown type of location", item("location", "type"), "column", false],
    ["no suggestion", item("suggestion"), undefined, false],
    ["an action of 1001 characters", item("suggestion", "action"), "x".repeat(1001), false],
    ["a short rationale", item("suggestion", "rationale"), "because", false],
    ["priority 11", item("suggestion", "priority"), 11, false],
    ["evidence that is no text", item("evidence", "metric"), 7, false],
    ["a summary of 49 characters", ["overall_assessment", "summary"], "x".repeat(49), false],
    ["an unknown verdict", ["overall_assessment", "verdict"], "maybe", false],
    ["a negative confidence", ["overall_assessment", "confidence"], -0.1, false],
    ["a key nobody knows is tolerated", ["extra"], { a: 1 }, true],
    ["quality tracking with a wrong type", ["quality_tracking"], { feedback_followed: "yes" }, false],
  ])("000.1 agrees with the code on %s", (_why, path, value, accepted) => {
    const document = withField(example, path, value);
    expect(validate(document)).toBe(accepted);
    expect(ActionableFeedbackSchema.safeParse(document).success).toBe(accepted);
  });

  it("000.1 agrees with the code on any value in any field", () => {
    const paths: readonly Path[] = [
      ["id"],
      ["timestamp"],
      ["iteration"],
      item("issue"),
      item("location"),
      item("score"),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.jsonValue(), (path, value) => {
        const document = withField(example, path, value);
        expect(ActionableFeedbackSchema.safeParse(document).success).toBe(validate(document));
      }),
    );
  });

  it("says what it is", () => {
    expect(actionableFeedbackJsonSchema()).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title: "Actionable feedback",
      required: ["id", "timestamp", "iteration", "target", "feedback_items", "overall_assessment"],
    });
  });
});
