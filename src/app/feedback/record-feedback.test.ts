import { describe, expect, it } from "vitest";
import { exampleFeedback } from "../../../test/example-feedback.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { recordFeedback } from "./record-feedback.ts";

const TIME = "2026-03-10T10:15:00Z";
const ALL = { from: "0000-01-01T00:00:00Z", to: "9999-12-31T23:00:00Z" };

describe("recordFeedback", () => {
  it("records each event once", async () => {
    const store = await openTestStore();
    const record = recordFeedback({ store: store.feedback });
    const one = exampleFeedback({ id: "a", agent: "rio", outcome: "rejected", tags: ["naming"], time: TIME });
    expect(await record([one, one])).toEqual({
      new: 1,
      known: 1,
      lastId: one.id,
      items: [
        { state: "new", id: one.id },
        { state: "known", id: one.id },
      ],
    });
    expect(await record([one])).toMatchObject({ new: 0, known: 1, lastId: one.id });
    expect(await record([])).toEqual({ new: 0, known: 0, items: [] });
  });

  it("knows the same content under another event, and names the first", async () => {
    const store = await openTestStore();
    const one = exampleFeedback({ id: "a", agent: "rio", outcome: "rejected", comment: "same", time: TIME });
    const again = exampleFeedback({
      id: "b",
      agent: "rio",
      outcome: "rejected",
      comment: "same",
      time: TIME,
    });
    expect(again.id).not.toBe(one.id);
    expect(await recordFeedback({ store: store.feedback })([one, again])).toMatchObject({
      new: 1,
      known: 1,
      lastId: one.id,
    });
    expect(await store.feedback.find(again.id)).toBeUndefined();
    expect((await store.feedback.rollUp(ALL)).hours).toMatchObject([{ rejected: 1 }]);
  });

  it("lists newest first, page by page", async () => {
    const store = await openTestStore();
    const times = ["01", "03", "02", "03"].map((day) => `2026-03-${day}T00:00:00.000Z`);
    await store.feedback.record(
      times.map((time, index) => exampleFeedback({ id: `${index}`, agent: "rio", time })),
    );
    const first = await store.feedback.list({ limit: 3 });
    const rest = await store.feedback.list({
      limit: 3,
      ...(first.next === undefined ? {} : { after: first.next }),
    });
    expect([...first.items, ...rest.items].map(({ time }) => time)).toEqual(times.toSorted().toReversed());
    expect(rest.next).toBeUndefined();
    expect((await store.feedback.list({ limit: 9, since: "2026-03-02T00:00:00.000Z" })).items).toHaveLength(
      3,
    );
  });

  it("erases a person and forgets the old, keeping the counts", async () => {
    const store = await openTestStore();
    const one = exampleFeedback({ id: "1", agent: "rio", outcome: "rejected", author: "dana", time: TIME });
    await store.feedback.record([one]);
    const counts = await store.feedback.rollUp(ALL);
    expect(await store.feedback.erasePerson("dana")).toBe(1);
    expect(await store.feedback.erasePerson("dana")).toBe(0);
    expect(JSON.stringify(await store.feedback.find(one.id))).not.toContain("remark");
    expect(await store.feedback.record([one])).toEqual([{ state: "known", id: one.id }]);
    expect(await store.feedback.deleteOlderThan("2026-03-11T00:00:00.000Z")).toBe(1);
    expect(await store.feedback.find(one.id)).toBeUndefined();
    expect(await store.feedback.rollUp(ALL)).toEqual(counts);
  });
});
