import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupEntries, groupOf } from "./group-entries.ts";
import { isNarrowed, readFilter, toSearch } from "./inbox-filter.ts";
import type { Listed } from "./submission-queries.ts";

const NOW = new Date(2026, 4, 5, 10).getTime();
const HOUR = 3_600_000;

const due = (hours: number): Listed =>
  ({ id: `due in ${hours}`, due_at: new Date(NOW + hours * HOUR).toISOString() }) as Listed;

describe("the inbox filter", () => {
  it("18.2 survives the way through the address", () => {
    const name = fc.stringMatching(/^[a-z]{1,8}$/);
    const filter = fc.record({
      view: fc.constantFrom("waiting", "past-due", "decided"),
      gate: fc.option(name, { nil: undefined }),
      agent: fc.option(name, { nil: undefined }),
      text: fc.option(name, { nil: undefined }),
    });
    fc.assert(
      fc.property(filter, (given) => {
        expect(readFilter(toSearch(given))).toEqual(given);
        expect(Object.values(toSearch(given))).not.toContain(undefined);
      }),
    );
  });

  it("18.2 ignores an unknown view and blank values", () => {
    const filter = readFilter({ view: "all", gate: "", agent: " ", words: " " });
    expect(filter).toEqual({ view: "waiting", gate: undefined, agent: undefined, text: undefined });
    expect(isNarrowed(filter)).toBe(false);
  });
});

describe("the groups of the inbox", () => {
  it.each([
    { hours: -1, group: "Past due" },
    { hours: 0.5, group: "Within the hour" },
    { hours: 5, group: "Later today" },
    { hours: 20, group: "Later" },
  ])("18.2 what is due in $hours hours is in “$group”", ({ hours, group }) => {
    expect(groupOf("waiting", due(hours), NOW)).toBe(group);
  });

  it("18.2 have a heading with its count, and only the last may continue", () => {
    const entries = groupEntries("waiting", [due(-2), due(-1), due(5)], NOW, true);
    expect(
      entries.map((entry) =>
        entry.kind === "head" ? `${entry.title} ${entry.count}${entry.isOpen ? "+" : ""}` : entry.at,
      ),
    ).toEqual(["Past due 2", 0, 1, "Later today 1+", 2]);
  });
});
