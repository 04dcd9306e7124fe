import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { takeEvents } from "../../../test/contract/take-events.ts";
import { openSqliteStore } from "../../drivers/sql/sqlite/open-sqlite-store.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { Store } from "../../ports/store.ts";
import { publishAlerts, watchAlerts } from "./publish-alerts.ts";

const START = Date.UTC(2026, 2, 10, 12);
const MINUTE = 60_000;

let store: Store;
let time: number;
let recorded: number;
beforeEach(async () => {
  time = START;
  store = await openSqliteStore({ file: ":memory:", now });
  recorded = 0;
});
afterEach(() => store.close());

const now = (): Date => new Date(time);
/** Rejections of an agent, now. */
const reject = async (count: number, agent = "rio", tag = "tests_failing"): Promise<void> => {
  const feedback = Array.from({ length: count }, () =>
    makeFeedback((recorded += 1), { agent, tags: [tag], time: now().toISOString() }),
  );
  await store.feedback.record(feedback);
};
const tell = (): (() => Promise<readonly string[]>) => {
  const once = publishAlerts({ feedback: store.feedback, alerts: store.alerts, now });
  return async () => (await once()).map(({ record, event }) => `${event} ${record.alert.code}`);
};
const alertEvents = async (): Promise<readonly string[]> =>
  (await takeEvents(store)).map(({ id }) => id).filter((id) => id.startsWith("alert."));

describe("tellAlerts", () => {
  it("tells an alert once when it begins and once when it is over", async () => {
    const round = tell();
    expect(await round()).toEqual([]);
    await reject(3);
    expect(await round()).toEqual(["raised repeated_tag"]);
    expect(await round()).toEqual([]);
    time += 5 * 60 * MINUTE;
    expect(await round()).toEqual([]);
    time += 60 * MINUTE;
    expect(await round()).toEqual([]);
    time += 59 * MINUTE;
    expect(await round()).toEqual([]);
    time += MINUTE;
    expect(await round()).toEqual(["cleared repeated_tag"]);
    time += 60 * MINUTE;
    expect(await round()).toEqual([]);
    const [record] = await store.alerts.list({ limit: 10 });
    expect(record).toMatchObject({ status: "cleared", raised_at: new Date(START).toISOString() });
    expect(await alertEvents()).toEqual([`alert.raised:${record!.id}:1`, `alert.cleared:${record!.id}:3`]);
  });

  it("tells the next episode as an alert of its own", async () => {
    const round = tell();
    await reject(3);
    await round();
    time += 10 * 60 * MINUTE;
    await round();
    time += 60 * MINUTE;
    await round();
    await reject(3);
    expect(await round()).toEqual(["raised dominant_tag", "raised repeated_tag"]);
    expect(await store.alerts.list({ limit: 10 })).toHaveLength(3);
  });

  it("tells nothing of what was over before anybody looked", async () => {
    await reject(3);
    time += 20 * 60 * MINUTE;
    expect(await tell()()).toEqual([]);
  });

  it("goes on where another process stopped", async () => {
    await reject(5);
    expect(await tell()()).toEqual(["raised dominant_tag", "raised repeated_tag"]);
    expect(await tell()()).toEqual([]);
  });

  it("tells no more than a round has room for, and the rest in the next", async () => {
    for (let agent = 0; agent < 210; agent += 1) await reject(3, `agent-${agent}`);
    const round = tell();
    expect(await round()).toHaveLength(200);
    expect(await round()).toHaveLength(10);
    expect(await round()).toEqual([]);
  });

  it("tells each once when several workers look at the same moment", async () => {
    for (const agent of ["a", "b", "c"]) await reject(5, agent);
    const workers = Array.from({ length: 6 }, tell);
    const told = (await Promise.all(workers.map((round) => round()))).flat();
    expect(told.toSorted()).toEqual([
      ...Array(3).fill("raised dominant_tag"),
      ...Array(3).fill("raised repeated_tag"),
    ]);
    expect(await alertEvents()).toHaveLength(6);
  });
});

describe("what a round of tellAlerts reads", () => {
  it("is what was recorded since the last one, not what every agent ever did", async () => {
    const reads: string[] = [];
    const feedback: FeedbackStore = {
      ...store.feedback,
      rollUp: (range) => {
        reads.push("all");
        return store.feedback.rollUp(range);
      },
      rollUpSince: async (query) => {
        const news = await store.feedback.rollUpSince(query);
        if (news.rows !== null) reads.push(`${news.rows.hours.length} hours, ${news.rows.tags.length} tags`);
        return news;
      },
    };
    for (let agent = 0; agent < 40; agent += 1) await reject(2, `agent-${agent}`);
    const round = publishAlerts({ feedback, alerts: store.alerts, now });
    expect(await round()).toEqual([]);
    expect(reads).toContain("all");
    reads.length = 0;
    expect(await round()).toEqual([]);
    await reject(1, "agent-7");
    expect(await round()).toHaveLength(1);
    time += 60 * MINUTE;
    expect(await round()).toEqual([]);
    expect(reads).toEqual(["0 hours, 0 tags", "1 hours, 1 tags", "0 hours, 0 tags"]);
  });
});

describe("watchAlerts", () => {
  it("looks every minute until it is stopped, and goes on after a failure", async () => {
    const stopping = new AbortController();
    const waits: number[] = [];
    const said: string[] = [];
    let broken = true;
    await reject(3);
    await watchAlerts({
      feedback: {
        ...store.feedback,
        rollUp: (range) =>
          broken ? Promise.reject(new Error("the disk is full")) : store.feedback.rollUp(range),
      },
      alerts: store.alerts,
      now,
      wait: async (ms) => {
        waits.push(ms);
        broken = false;
        if (waits.length === 3) stopping.abort();
      },
      onPublished: ({ record, event }) => said.push(`${event} ${record.alert.agent}`),
      onFault: ({ code, message }) => said.push(`${code}: ${message}`),
    })(stopping.signal);
    expect(waits).toEqual([60_000, 60_000, 60_000]);
    expect(said).toEqual([
      "alert_watch_failed: alerts could not be checked; next attempt in 60000 ms: the disk is full",
      "raised rio",
    ]);
  });

  it("is done by one of many workers, and by another when that one stops", async () => {
    const looks: string[] = [];
    const start = (name: string) => {
      const stopping = new AbortController();
      let rounds = 0;
      let hasTried = (): void => {};
      const tried = new Promise<void>((resolve) => (hasTried = resolve));
      const ended = watchAlerts({
        feedback: {
          ...store.feedback,
          rollUpSince: (query) => {
            looks.push(name);
            return store.feedback.rollUpSince(query);
          },
        },
        alerts: store.alerts,
        now,
        wait: async (_ms, signal) => {
          rounds += 1;
          hasTried();
          if (rounds === 1) await new Promise((resolve) => signal.addEventListener("abort", resolve));
        },
      })(stopping.signal);
      return { tried, stop: () => (stopping.abort(), ended) };
    };
    const first = start("first");
    await first.tried;
    const second = start("second");
    await second.tried;
    expect(looks).toEqual(["first"]);
    await first.stop();
    const third = start("third");
    await third.tried;
    expect(looks).toEqual(["first", "third"]);
    await Promise.all([second.stop(), third.stop()]);
  });
});
