import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { feedbackJsonSchema, feedbackSchema } from "./feedback-schema.ts";
import type { Feedback } from "./feedback.ts";
import { fromJsonl } from "./from-jsonl.ts";

const ajv = new Ajv2020({ strict: true, allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(feedbackJsonSchema());
const record: Feedback = fromJsonl(
  { id: "1", comment: "x", path: "a.ts", line: 2 },
  { now: "2026-05-01T12:00:00Z" },
).feedback[0]!;

describe("the published JSON Schema", () => {
  it.each<[why: string, change: object, accepted: boolean]>([
    ["a record", {}, true],
    ["another version", { schema: 2 }, false],
    ["a key nobody knows", { mood: "good" }, false],
    ["an id of another form", { id: "fb_1" }, false],
    ["a time with an offset", { time: "2026-05-01T12:00:00.000+00:00" }, false],
    ["a time without milliseconds", { time: "2026-05-01T12:00:00Z" }, false],
    ["a day that does not exist", { time: "2026-02-30T12:00:00.000Z" }, false],
    ["an unknown outcome", { outcome: "maybe" }, false],
    ["an unknown trust", { author: { id: "a", trust: "root" } }, false],
    ["a blank author", { author: { id: "", trust: "person" } }, false],
    ["line 0", { target: { location: { type: "lines", line: 0, end_line: 0 } } }, false],
    ["a place by name", { target: { location: { type: "section", reference: "Intro" } } }, true],
    ["an unknown severity", { severity: "major" }, false],
    ["a null where a key is absent", { agent: null }, false],
    ["a negative duration", { duration_seconds: -1 }, false],
    ["65 tags", { tags: Array.from({ length: 65 }, (_, at) => `t${at}`) }, false],
    ["an erased original", { original: { state: "erased" } }, true],
    ["an original without a state", { original: {} }, false],
  ])("agrees with the code on %s", (_why, change, accepted) => {
    const changed = { ...record, ...change };
    expect(validate(changed)).toBe(accepted);
    expect(feedbackSchema.safeParse(changed).success).toBe(accepted);
  });

  it("says what it is", () => {
    expect(feedbackJsonSchema()).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title: "Feedback",
      additionalProperties: false,
    });
  });
});
