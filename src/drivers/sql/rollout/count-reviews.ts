import type { Kysely, Transaction } from "kysely";
import { reviewCounts, type VersionHealth } from "../../../core/rollout/rollout-health.ts";
import { versionKey } from "../../../core/rollout/rollout.ts";
import { hourNumber } from "../../../core/time/time.ts";
import type { CountedReview } from "../../../ports/rollout-store.ts";
import { storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import { buildReviewStatements } from "./review-statements.ts";

/** A review as it is added to the tables. */
export interface ReviewRow {
  readonly hour: number;
  readonly version: string;
  /** In the order of `COUNT_COLUMNS`. */
  readonly counts: readonly number[];
  /** Count per kind and reason. Few, because reasons come from Emend itself. */
  readonly reasons: ReadonlyMap<string, number>;
  readonly forVersionOnly: boolean;
}

const KINDS: ReadonlySet<string> = new Set(["response_rejected", "finding_dropped", "coercion_applied"]);
const LONGEST_REASON = 60;

export function toReviewRow({ version, time, forVersionOnly = false, ...review }: CountedReview): ReviewRow {
  const hour = hourNumber(time);
  if (hour === undefined) {
    throw new RangeError(`expected an RFC 3339 date-time, got ${JSON.stringify(time.slice(0, 40))}`);
  }
  const reasons = new Map<string, number>();
  for (const { kind, reason } of review.diagnostics) {
    if (!KINDS.has(kind)) continue;
    const key = `${kind} ${storedText(reason.slice(0, LONGEST_REASON))}`;
    reasons.set(key, (reasons.get(key) ?? 0) + 1);
  }
  return {
    hour,
    version: versionKey(version),
    counts: toCounts(reviewCounts(review)),
    reasons,
    forVersionOnly,
  };
}

const toCounts = (health: VersionHealth): readonly number[] => [
  health.reviews,
  health.rejections,
  health.incompatible,
  health.findings,
  health.drops,
  health.coercions,
  health.coercedReviews,
];

/** Prepares a function that adds reviews to their hours and slices in the caller's transaction. */
export function prepareCountReviews(db: Kysely<Tables>) {
  const statements = buildReviewStatements(db);
  return async (transaction: Transaction<Tables>, readings: readonly ReviewRow[]): Promise<void> => {
    const versions = [...new Set(readings.map(({ version }) => version))];
    const running = await statements.running.run<Tables["rollout_version"]>(
      transaction,
      versions.map((version) => [version]),
    );
    const rollouts = new Map(running.map((row) => [row.version, row]));
    const hours = new Tally();
    const assignedHours = new Tally();
    const slices = new Tally();
    const reasons = new Tally();
    for (const { hour, version, counts, reasons: named, forVersionOnly } of readings) {
      hours.add([hour, version], counts);
      if (!forVersionOnly) {
        assignedHours.add([hour, version], counts);
        const rollout = rollouts.get(version);
        if (rollout !== undefined) slices.add([rollout.rollout_id, rollout.slice, rollout.role], counts);
      }
      for (const [key, count] of named) {
        const at = key.indexOf(" ");
        reasons.add([hour, version, key.slice(0, at), key.slice(at + 1)], [count]);
      }
    }
    await statements.hours.run(transaction, hours.rows());
    await statements.assignedHours.run(transaction, assignedHours.rows());
    await statements.reasons.run(transaction, reasons.rows());
    await statements.slices.run(transaction, slices.rows());
  };
}

type Key = readonly (string | number)[];

/** Sums by key. Rows come out in key order, so that concurrent writers do not deadlock. */
class Tally {
  readonly #sums = new Map<string, { readonly key: Key; counts: readonly number[] }>();

  add(key: Key, counts: readonly number[]): void {
    // Stored text never contains NUL.
    const name = key.join("\0");
    const known = this.#sums.get(name);
    if (known === undefined) this.#sums.set(name, { key, counts });
    else known.counts = known.counts.map((count, at) => count + (counts[at] ?? 0));
  }

  rows(): readonly (readonly (string | number)[])[] {
    return [...this.#sums]
      .toSorted((a, b) => (a[0] < b[0] ? -1 : 1))
      .map(([, { key, counts }]) => [...key, ...counts]);
  }
}
