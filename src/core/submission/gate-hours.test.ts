import { describe, expect, it } from "vitest";
import { hoursAfter } from "../time/hours-after.ts";
import { DEFAULT_GATE_HOURS, type GateHours, parseGateHours } from "./gate-hours.ts";

const hours = (...entries: readonly string[]): GateHours => {
  const read = parseGateHours(entries);
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
};

describe("the hours of a gate", () => {
  it.each([
    { entries: [], gate: "Before send", expected: 2, why: "it is known by itself" },
    { entries: [], gate: "before-merge", expected: 4, why: "spellings of a name are one gate" },
    { entries: [], gate: "BEFORE_PUBLISH", expected: 8, why: "spellings of a name are one gate" },
    { entries: [], gate: "HITL-9", expected: 8, why: "nobody named it" },
    { entries: ["HITL-1=4"], gate: "hitl 1", expected: 4, why: "it is set" },
    { entries: ["Before send = 0.5"], gate: "Before send", expected: 0.5, why: "what is set comes first" },
    { entries: ["a=1", "A=2"], gate: "a", expected: 2, why: "the later of two holds" },
    { entries: ["*=24"], gate: "HITL-9", expected: 24, why: "the star is for all that are not named" },
    { entries: ["*=24"], gate: "Before send", expected: 2, why: "the star is for none that are" },
    { entries: ["a=b=3"], gate: "a=b", expected: 3, why: "the last sign parts name and hours" },
    { entries: ["__proto__=3"], gate: "constructor", expected: 8, why: "names are only names" },
  ])("are $expected of $gate after $entries: $why", ({ entries, gate, expected }) => {
    expect(hours(...entries).hoursOf(gate)).toBe(expected);
  });

  it.each(["", "HITL-1", "=4", " =4", "a=", "a=0", "a=-1", "a=1e3", "a=9999", "a=four", "a=1.2345", "a=0x4"])(
    "are not read from %j, and the message says what is expected",
    (entry) => {
      expect(parseGateHours([entry])).toMatchObject({
        ok: false,
        error: { code: "invalid_gate_hours", message: expect.stringContaining("Before merge=4") },
      });
    },
  );

  it("end after so long", () => {
    const end = hoursAfter("2026-02-28T23:30:00.000Z", DEFAULT_GATE_HOURS.hoursOf("Before send"));
    expect(end).toBe("2026-03-01T01:30:00.000Z");
    expect(hoursAfter("2026-02-28T23:30:00.000Z", 0.5)).toBe("2026-03-01T00:00:00.000Z");
  });
});
