import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ERASED_PERSON, erasePerson } from "./feedback.ts";
import { feedbackSchema } from "./feedback-schema.ts";
import { fromJsonl } from "./from-jsonl.ts";

const record = fromJsonl(
  {
    id: "1",
    agent: "rio",
    author: { id: "ana.maria", trust: "person" },
    tool: "ana.maria",
    tags: ["io"],
    outcome: "rejected",
    comment: "Ana Maria says: secret words",
    wrong: "secret words",
    fix: "secret words",
    diff: "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-secret words\n+y\n",
    path: "src/x.ts",
    duration_seconds: 4,
  },
  { now: "2026-05-01T12:00:00Z" },
).feedback[0]!;

describe("erasePerson", () => {
  it("leaves nothing of the person and what counts need", () => {
    const erased = erasePerson(record, "ana.maria");
    expect(JSON.stringify(erased)).not.toMatch(/ana|secret/i);
    expect(erased).toMatchObject({
      id: record.id,
      event_id: record.event_id,
      time: record.time,
      agent: "rio",
      tags: ["io"],
      outcome: "rejected",
      duration_seconds: 4,
      author: { id: ERASED_PERSON, trust: "person" },
      original: { state: "erased" },
    });
    expect(feedbackSchema.safeParse(erased).success).toBe(true);
  });

  it("changes nothing of others", () => {
    expect(erasePerson(record, "ben")).toBe(record);
  });

  it("changes nothing the second time, even when asked for the one already erased", () => {
    fc.assert(
      fc.property(fc.constantFrom("ana.maria", ERASED_PERSON, "ben"), (person) => {
        const once = erasePerson(erasePerson(record, "ana.maria"), person);
        expect(once).toEqual(erasePerson(record, "ana.maria"));
      }),
    );
  });
});
