import { describe, expect, it } from "vitest";
import { refinePrompt } from "./refine-prompt.ts";
import { MAX_STORED_PROMPT, toRefinementRecords, summariseRefinements } from "./refinement-record.ts";

const refined = (prompt: string) =>
  refinePrompt({
    prompt,
    signal: { type: "runtime_error", confidence: 1, evidence: [], facts: { error_message: "no rows" } },
    feedback: "Error: no rows",
  });
const about = { at: "2026-03-01T10:00:00.000Z", recorded_by: "ana" };

describe("refinements as they are kept", () => {
  it("17.3 have one id in a session, and one for each time without", () => {
    const ids = (place: object) =>
      toRefinementRecords(refined("x"), { ...about, ...place }).map(({ id }) => id);
    const later = { at: "2026-03-01T11:00:00.000Z" };
    expect(ids({ session: "s" })).toEqual(ids({ session: "s", ...later }));
    expect(ids({})).not.toEqual(ids(later));
    expect(ids({ session: "s" })).not.toEqual(ids({ session: "t" }));
  });

  it("17.3 hold no secret and no endless text", () => {
    const secret = `AKIA${"Z9".repeat(8)}`;
    const [record] = toRefinementRecords(refined(`Use ${secret}. ${"word ".repeat(40_000)}`), about);
    expect(JSON.stringify(record)).not.toContain(secret);
    expect(record?.original_prompt.length).toBeLessThanOrEqual(MAX_STORED_PROMPT);
    expect(record?.original_prompt.startsWith("Use [secret]. word")).toBe(true);
  });

  it("17.3 are summarised by type and action", () => {
    const records = toRefinementRecords(refined("x"), about).map((each) => ({ ...each, next: null }));
    expect(summariseRefinements(records).map(({ action, next }) => [action, next.unknown])).toEqual([
      ["add_context", 1],
      ["request_approach", 1],
    ]);
  });
});
