import { describe, expect, it } from "vitest";
import type { DemoWorld } from "./demo-world.ts";
import { tellStory } from "./tell-story.ts";
import { SINGLE_REMARKS, THEMES } from "./story.ts";

const PRESENT = new Date("2026-11-13T16:20:00Z");

/** What was asked for, by whom and when, of a world that answers everything and learns nothing. */
async function scriptOf(seed: number, days = 56): Promise<readonly string[]> {
  const script: string[] = [];
  let now = 0;
  let id = 0;
  const note = (...said: readonly unknown[]): void =>
    void script.push(`${new Date(now).toISOString()} ${said.map((each) => JSON.stringify(each)).join(" ")}`);
  const world: DemoWorld = {
    setNow: (time) => {
      expect(time).toBeGreaterThanOrEqual(now);
      now = time;
    },
    as: (token) => async (method, path, body) => {
      note(token, method, path, body);
      id += 1;
      const made = { id: `made-${id}`, rule_id: `ru_${id}`, text: String(body?.["name"]), token: { id } };
      const version = { schema_version: "1.0", prompt_version: "1.0" };
      return { status: 200, body: { ...made, version, items: [] } };
    },
    github: async (event, delivery, payload) => {
      note(event, delivery, payload);
      return { status: 202, body: null };
    },
    round: async () => undefined,
    setEndpointUp: (isUp) => note("endpoint", isUp),
    startDelivery: async () => undefined,
  };
  await tellStory(world, { seed, days, present: PRESENT, adminToken: "admin" });
  return script;
}

describe("tellStory", () => {
  it("tells the same history for the same seed, to the millisecond, and another for another", async () => {
    const [first, again, other] = [await scriptOf(1), await scriptOf(1), await scriptOf(2)];
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
    expect(Math.abs(other.length - first.length)).toBeLessThan(first.length / 10);
  });

  it.each([7, 30, 56, 180])("ends now and begins %i days before", async (days) => {
    const script = await scriptOf(1, days);
    const begin = new Date(PRESENT.getTime() - days * 86_400_000).toISOString();
    expect(script[0]!.slice(0, 24)).toBe(begin);
    expect(script.at(-1)!.slice(0, 24) <= PRESENT.toISOString()).toBe(true);
    expect(script.filter((line) => line.includes('"Retry charges that timed out"'))).toHaveLength(1);
  });
});

describe("the remarks", () => {
  it("are many, and no two alike", () => {
    const { code, text } = SINGLE_REMARKS;
    const remarks = [...THEMES.flatMap((theme) => theme.remarks), ...code, ...text];
    expect(remarks.length).toBeGreaterThanOrEqual(150);
    expect(new Set(remarks).size).toBe(remarks.length);
  });

  it("belong to one mistake each", () => {
    expect(new Set(THEMES.map(({ key }) => key)).size).toBe(THEMES.length);
  });
});
