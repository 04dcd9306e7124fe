import { describe, expect, it } from "vitest";
import { makeFeedback } from "../../../../test/contract/make-feedback.ts";
import { openSqlDatabase } from "../../../../test/open-sql-database.ts";
import type { RollUpNews, RollUpCursor } from "../../../ports/feedback-store.ts";
import { readRollUpChanges } from "./read-roll-up-changes.ts";
import { createSqlFeedbackStore } from "./sql-feedback-store.ts";

const FROM = "2000-01-01T00:00:00Z";

describe("readRollUpChanges", () => {
  it.each([
    { why: "right after a start", first: 0, second: 1 },
    { why: "long after a start, seen soon after", first: 100_000, second: 110_000 },
    { why: "seen as late as a transaction may last", first: 100_000, second: 129_999 },
  ])("sees a record whose number is lower than one seen before: $why", async ({ first, second }) => {
    const database = await openSqlDatabase(":memory:");
    const { db } = database;
    const store = createSqlFeedbackStore(database);
    const read = (now: number, after: RollUpCursor | null): Promise<RollUpNews> =>
      readRollUpChanges(db, now, { after, from: FROM });
    await store.record([makeFeedback(1, { agent: "early", outcome: "rejected" })]);
    let { place } = await read(0, null);
    ({ place } = await read(first, place));
    const record = async (n: number, seq: number): Promise<void> => {
      const made = makeFeedback(n, { agent: `agent-${n}`, outcome: "rejected" });
      await store.record([made]);
      await db.updateTable("feedback").set({ seq }).where("id", "=", made.id).execute();
    };
    await record(2, 500);
    const seen = await read(first, place);
    expect(seen.rows?.hours.map(({ agent }) => agent)).toEqual(["agent-2"]);
    await record(3, 400);
    const later = await read(second, seen.place);
    expect(later.rows?.hours.map(({ agent }) => agent)).toEqual(["agent-3"]);
    const end = await read(second + 60_000, later.place);
    expect(end.rows?.hours).toEqual([]);
    await database.close();
  });
});
