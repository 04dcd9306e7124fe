import { expect, it } from "vitest";
import { evidenceDays } from "./proposals.ts";

const NOW = "2026-03-04T09:00:00.000Z";
const told = (days: ReturnType<typeof evidenceDays>): string =>
  days.map(({ day, count }) => `${day.slice(5)}=${count}`).join(" ");

it.each([
  { why: "nothing was said", said: [], plot: "" },
  {
    why: "days between and since have none",
    said: [
      { day: "2026-02-28", count: 2 },
      { day: "2026-03-02", count: 1 },
    ],
    plot: "02-28=2 03-01=0 03-02=1 03-03=0 03-04=0",
  },
  {
    why: "it was said by a clock that is ahead",
    said: [{ day: "2026-03-05", count: 1 }],
    plot: "03-05=1",
  },
  {
    why: "it was said long ago",
    said: [
      { day: "2025-07-01", count: 1 },
      { day: "2025-07-03", count: 4 },
    ],
    plot: "07-01=1 07-02=0 07-03=4",
  },
])("shows every day once: $why", ({ said, plot }) => {
  expect(told(evidenceDays(said, NOW))).toBe(plot);
});

it("is bounded, and keeps the newest days", () => {
  const days = evidenceDays(
    [
      { day: "2020-01-01", count: 1 },
      { day: "2026-03-04", count: 2 },
    ],
    NOW,
  );
  expect(days).toHaveLength(90);
  expect(days.at(-1)).toEqual({ day: "2026-03-04", count: 2 });
});
