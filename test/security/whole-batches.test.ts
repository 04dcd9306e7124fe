import { afterEach, describe, expect, it } from "vitest";
import { openPostgresStore } from "../../src/drivers/sql/postgres/open-postgres-store.ts";
import type { Store } from "../../src/ports/store.ts";
import { makeFeedback } from "../contract/make-feedback.ts";
import { BASELINE, CLEAN } from "../examples/example-rollout.ts";
import { openPostgres } from "../contract/open-postgres.ts";
import { readAll } from "../contract/read-all.ts";
import { type Passage, startPostgresProxy } from "../postgres-proxy.ts";

const { server, open } = openPostgres();
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A store whose connections meet `decide`, and one beside it that sees what is there. */
async function openBehindProxy(
  name: string,
  decide: (sent: string) => Passage,
): Promise<{ readonly store: Store; readonly direct: Store }> {
  const direct = await open({ name });
  const proxy = await startPostgresProxy(await server().urlOf(name), decide);
  const store = await openPostgresStore({ url: proxy.url, maxConnections: 2 });
  closing.push(
    () => direct.close(),
    () => proxy.close(),
    () => store.close(),
  );
  return { store, direct };
}

interface Outage {
  /** The first time that this is sent, the connection fails as `passage` says. */
  readonly at: RegExp;
  readonly passage: Passage;
}

/** The database goes away at one moment, comes back for one commit, and goes away for good. */
function flicker({ at, passage }: Outage): { arm: () => void; decide: (sent: string) => Passage } {
  let state: "calm" | "armed" | "back" | "away" = "calm";
  return {
    arm: () => {
      state = "armed";
    },
    decide: (sent) => {
      if (state === "away") return "cut";
      if (state === "armed" && at.test(sent)) {
        state = "back";
        return passage;
      }
      if (state === "back" && /\bcommit\b/.test(sent)) state = "away";
      return "pass";
    },
  };
}

describe("a batch of feedback in an outage", () => {
  it.each([
    { when: "while the records are written", at: /insert into "feedback"/, passage: "cut" as const },
    { when: "while the events are written", at: /insert into "outbox"/, passage: "cut" as const },
    { when: "before the commit arrives", at: /\bcommit\b/, passage: "cut" as const },
    { when: "after the commit, before its answer", at: /\bcommit\b/, passage: "lose answer" as const },
  ])(
    "15.15 is recorded whole or not at all if the database goes away $when",
    async ({ when, at, passage }) => {
      const outage = flicker({ at, passage });
      const { store, direct } = await openBehindProxy(`whole ${when}`, outage.decide);
      const batch = [1, 2, 3].map((n) => makeFeedback(n));
      outage.arm();
      await expect(store.feedback.record(batch)).rejects.toMatchObject({ code: "store_unreachable" });
      expect([0, batch.length]).toContain((await readAll(direct.feedback)).length);
    },
  );

  it("15.15 is whole once it is sent again, however much of it was there", async () => {
    const outage = flicker({ at: /\bcommit\b/, passage: "lose answer" });
    const { store, direct } = await openBehindProxy("sent again", outage.decide);
    const batch = [1, 2, 3].map((n) => makeFeedback(n));
    outage.arm();
    await expect(store.feedback.record(batch)).rejects.toMatchObject({ code: "store_unreachable" });
    await direct.feedback.record(batch);
    expect(await readAll(direct.feedback)).toHaveLength(batch.length);
  });
});

describe("calls that share a commit", () => {
  it("15.15 count a review once if the answer to their commit is lost", async () => {
    const outage = flicker({ at: /\bcommit\b/, passage: "lose answer" });
    const { store, direct } = await openBehindProxy("counted once", outage.decide);
    const reading = { version: BASELINE, time: "2026-03-01T09:30:00.000Z", ...CLEAN };
    outage.arm();
    const ends = await Promise.allSettled([store.rollouts.count(reading), store.rollouts.count(reading)]);
    expect(ends).toMatchObject([{ status: "rejected" }, { status: "rejected" }]);
    const day = { from: "2026-03-01T00:00:00Z", to: "2026-03-02T00:00:00Z" };
    expect(await direct.rollouts.health(day)).toMatchObject([{ reviews: 2 }]);
  });
});
