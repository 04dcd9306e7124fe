import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hourNumber } from "../time/time.ts";
import { type Alert, type AlertChange, type AlertRecord, DEFAULT_ALERT_THRESHOLDS } from "./alert.ts";
import { approvalDrop, repeatedTag } from "../../../test/examples/example-alert.ts";
import { exampleWindow } from "../../../test/examples/example-roll-up.ts";
import { followAlerts, inForceAfter } from "./follow-alerts.ts";

const START = Date.UTC(2026, 2, 10, 12);
const at = (minutes: number): string => new Date(START + minutes * 60_000).toISOString();

/** Follows alerts over time as a store would keep them; answers what was told. */
function follow(
  rounds: readonly (readonly [minute: number, inForce: readonly Alert[]])[],
): readonly string[] {
  const kept = new Map<string, AlertRecord>();
  const told: string[] = [];
  for (const [minute, inForce] of rounds) {
    const changes: readonly AlertChange[] = followAlerts([...kept.values()], inForce, at(minute));
    for (const { record, event: what } of changes) {
      expect(record.revision).toBe((kept.get(record.id)?.revision ?? 0) + 1);
      kept.set(record.id, record);
      if (what !== null) told.push(`${minute} ${what} ${record.alert.agent}`);
    }
  }
  return told;
}

describe("inForceAfter", () => {
  const window = exampleWindow(168);
  it.each([
    { until: "2026-03-10T12:00:00Z", goesOn: true, why: "the mistake was made within this hour" },
    { until: "2026-03-10T07:00:00Z", goesOn: true, why: "another one now would be within six hours of it" },
    { until: "2026-03-10T06:00:00Z", goesOn: false, why: "another one now would begin a new episode" },
    { until: "2026-03-05T06:00:00Z", goesOn: false, why: "the window is a week, the episode long over" },
  ])("answers $goesOn for an alert until $until: $why", ({ until, goesOn }) => {
    expect(hourNumber(until)! > inForceAfter(window, DEFAULT_ALERT_THRESHOLDS)).toBe(goesOn);
  });
});

describe("followAlerts", () => {
  const rio = repeatedTag();
  it.each([
    {
      why: "once when it begins, once when it was away for an hour",
      rounds: [
        [0, [rio]],
        [1, [rio]],
        [2, []],
        [61, []],
        [62, []],
        [63, []],
      ],
      told: ["0 raised rio", "62 cleared rio"],
    },
    {
      why: "nothing for one that swings around its threshold",
      rounds: [
        [0, [rio]],
        [1, []],
        [30, [rio]],
        [31, []],
        [60, [rio]],
        [90, []],
        [149, []],
      ],
      told: ["0 raised rio"],
    },
    {
      why: "again for one that comes back after it was over",
      rounds: [
        [0, [rio]],
        [1, []],
        [61, []],
        [62, [rio]],
        [63, [rio]],
      ],
      told: ["0 raised rio", "61 cleared rio", "62 raised rio"],
    },
    {
      why: "nothing where the episode has another beginning now, and goes on",
      rounds: [
        [0, [rio]],
        [1, [repeatedTag({ episode: "2026-03-10T08:00:00Z" })]],
        [90, [rio]],
      ],
      told: ["0 raised rio"],
    },
    {
      why: "nothing where the slot of a window ends and the drop goes on",
      rounds: [
        [0, [approvalDrop("kai", "a")]],
        [1, [approvalDrop("kai", "b")]],
        [70, [approvalDrop("kai", "b")]],
      ],
      told: ["0 raised kai"],
    },
    {
      why: "each of several, and one of those that are about the same",
      rounds: [[0, [rio, approvalDrop("rio", "a"), repeatedTag({ episode: "2026-03-10T01:00:00Z" })]]],
      told: ["0 raised rio", "0 raised rio"],
    },
  ] as const)("tells $why", ({ rounds, told }) => {
    expect(follow(rounds)).toEqual(told);
  });

  it("never tells a beginning twice without an end between, whatever comes and goes", () => {
    const agents = ["a", "b", "c"];
    const round = fc.record({
      gap: fc.integer({ min: 1, max: 90 }),
      on: fc.subarray(agents),
      slot: fc.nat(2),
    });
    fc.assert(
      fc.property(fc.array(round, { maxLength: 40 }), (rounds) => {
        let minute = 0;
        const told = follow(
          rounds.map(({ gap, on, slot }) => [
            (minute += gap),
            on.map((agent) => approvalDrop(agent, String(slot))),
          ]),
        );
        for (const agent of agents) {
          const own = told.filter((line) => line.endsWith(` ${agent}`)).map((line) => line.split(" ")[1]);
          expect(own).toEqual(own.map((_, nth) => (nth % 2 === 0 ? "raised" : "cleared")));
        }
      }),
    );
  });
});
