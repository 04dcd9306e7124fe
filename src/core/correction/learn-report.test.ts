import { describe, expect, it } from "vitest";
import { byCost, describeGroup, runBackTest } from "./learn-report.ts";
import type { PastCorrection } from "./past-correction.ts";

const correction = (n: number, more: Partial<PastCorrection> = {}): PastCorrection => ({
  id: `c${n}`,
  found: "conversation",
  outcome: "unknown",
  kind: "defect",
  remark: `remark ${n}`,
  agent: "claude-code",
  project: "/shop",
  session: `s${n % 3}`,
  time: `2026-03-${String(n + 1).padStart(2, "0")}T09:00:00.000Z`,
  rework: 2,
  origin: { file: "/t.jsonl", line: n, turn: `t${n}` },
  ...more,
});

describe("runBackTest", () => {
  it("learns from the older 70 % only, and counts what the later ones repeat", () => {
    const corrections = Array.from({ length: 20 }, (_, n) => correction(n));
    const seen: number[] = [];
    const result = runBackTest({
      corrections,
      group: (positions) => {
        seen.push(...positions);
        return [positions.filter((at) => at % 2 === 0)];
      },
      belongs: (at) => at % 2 === 0,
    });
    expect(Math.max(...seen)).toBe(13);
    expect(result).toEqual({
      learnedFrom: 14,
      groups: 1,
      later: 6,
      covered: 3,
      reworkCovered: 6,
      since: corrections[14]!.time,
    });
  });

  it("says nothing about fewer than ten corrections with a time", () => {
    const few = Array.from({ length: 30 }, (_, n) => {
      const { time, ...untimed } = correction(n);
      return n < 9 ? { ...untimed, time: time! } : untimed;
    });
    expect(runBackTest({ corrections: few, group: () => [], belongs: () => false })).toBeUndefined();
  });
});

describe("describeGroup", () => {
  it("orders members by time and counts conversations and rework", () => {
    const group = describeGroup({
      rule: "Use pnpm.",
      members: [correction(5), correction(2), correction(8)],
    });
    expect(group.members.map(({ id }) => id)).toEqual(["c2", "c5", "c8"]);
    expect(group).toMatchObject({
      sessions: 1,
      rework: 6,
      first: correction(2).time,
      last: correction(8).time,
    });
  });

  it("puts what was said most often first, then what cost most", () => {
    const [often, costly, cheap] = [
      describeGroup({
        rule: "a",
        members: [1, 2, 3].map((n) => correction(n)),
      }),
      describeGroup({
        rule: "b",
        members: [1, 2].map((n) => correction(n, { rework: 9 })),
      }),
      describeGroup({
        rule: "c",
        members: [1, 2].map((n) => correction(n)),
      }),
    ];
    expect([cheap, costly, often].toSorted(byCost)).toEqual([often, costly, cheap]);
  });
});
