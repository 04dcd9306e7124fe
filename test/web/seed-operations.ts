import { ingestDecisions, DECISION_GROUP } from "../../src/app/event/ingest-decisions.ts";
import type { ObservedReview } from "../../src/core/rollout/rollout-health.ts";
import { CLEAN, MENDED, REFUSED } from "../examples/example-rollout.ts";
import type { VersionPair } from "../../src/core/rollout/rollout.ts";
import type { Store } from "../../src/ports/store.ts";
import type { HttpCaller } from "../http-session.ts";

export const versionOf = (prompt_version: string): VersionPair => ({ schema_version: "1.0", prompt_version });

/** Counts answers as a server does that has read them. */
export async function readReviews(
  { rollouts }: Store,
  version: VersionPair,
  counts: { readonly clean?: number; readonly mended?: number; readonly refused?: number },
): Promise<void> {
  const time = new Date().toISOString();
  const seen: readonly (readonly [ObservedReview, number | undefined])[] = [
    [CLEAN, counts.clean],
    [MENDED, counts.mended],
    [REFUSED, counts.refused],
  ];
  const all = seen.flatMap(([review, times = 0]) => Array.from({ length: times }, () => review));
  await Promise.all(all.map((review) => rollouts.count({ version, time, ...review })));
}

/** One version that was promoted, one that is under way and healthy, one that was rolled back. */
export async function seedRollouts(store: Store, ana: HttpCaller): Promise<{ readonly running: string }> {
  const start = async (from: string, to: string, more: object): Promise<string> => {
    const { body } = await ana.post("rollouts", {
      baseline: versionOf(from),
      candidate: versionOf(to),
      ...more,
    });
    return body.id as string;
  };
  const bad = await start("0.9", "0.9.1", { reason: "Fewer words, cheaper answers." });
  await readReviews(store, versionOf("0.9.1"), { clean: 9, refused: 7 });
  await ana.post(`rollouts/${bad}/roll-back`, {});
  const old = await start("0.9", "1.0", { steps: [0.5, 1], slo: { min_reviews: 5 } });
  await readReviews(store, versionOf("1.0"), { clean: 6 });
  await ana.post(`rollouts/${old}/advance`, {});
  await readReviews(store, versionOf("1.0"), { clean: 6 });
  await ana.post(`rollouts/${old}/promote`, {});
  const running = await start("1.0", "1.1", {
    steps: [0.05, 0.25, 0.5, 1],
    slo: { min_reviews: 40 },
    reason: "Asks for the line that a finding is about.",
  });
  await readReviews(store, versionOf("1.0"), { clean: 118, mended: 4, refused: 2 });
  await readReviews(store, versionOf("1.1"), { clean: 41, mended: 1 });
  await ana.post(`rollouts/${running}/advance`, {});
  await readReviews(store, versionOf("1.1"), { clean: 46, mended: 3, refused: 1 });
  return { running };
}

/** Decisions by others that are none, of which the reader says why. */
export async function seedDeadLetters(store: Store, letters: readonly object[]): Promise<void> {
  await store.events.publish(letters as never);
  const reading = store.events.consume({
    group: DECISION_GROUP,
    consumer: "test",
    handle: ingestDecisions({ store: store.feedback, now: () => new Date().toISOString() }),
  });
  const deadline = Date.now() + 20_000;
  while ((await store.events.backlog(DECISION_GROUP)).dead < letters.length) {
    if (Date.now() > deadline) throw new Error("the letters did not die in time");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await reading.stop();
}
