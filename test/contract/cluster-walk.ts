import * as fc from "fast-check";
import type { ClusterStore, NewMember } from "../../src/ports/cluster-store.ts";
import { ClusterModel } from "./cluster-model.ts";
import { timeAt } from "./make-feedback.ts";
import { makeMember } from "./make-member.ts";

const FEEDBACK = 16;
const number = fc.nat(FEEDBACK - 1);
const place = fc.nat(5);
const step = {
  join: fc.record({ type: fc.constant("join" as const), n: number, place }),
  found: fc.record({
    type: fc.constant("found" as const),
    place,
    numbers: fc.array(number, { maxLength: 6 }),
  }),
  merge: fc.record({ type: fc.constant("merge" as const), places: fc.array(place, { maxLength: 3 }) }),
  split: fc.record({
    type: fc.constant("split" as const),
    place,
    numbers: fc.array(number, { maxLength: 8 }),
    into: place,
  }),
};

/** Few clusters and little feedback, so that steps meet; most start from two clusters and are split. */
export const clusterSteps = fc
  .tuple(
    fc.constantFrom(0, 5, 8),
    fc.array(
      fc.oneof(
        step.join,
        step.found,
        { arbitrary: step.merge, weight: 2 },
        { arbitrary: step.split, weight: 4 },
      ),
      { minLength: 4, maxLength: 20 },
    ),
  )
  .map(([size, steps]): readonly ClusterStep[] => [
    ...[0, 1].map((at) => ({
      type: "found" as const,
      place: at,
      numbers: Array.from({ length: size }, (_, n) => at * size + n),
    })),
    ...steps,
  ]);

type ClusterStep = (typeof step)[keyof typeof step] extends fc.Arbitrary<infer Step> ? Step : never;

/** Takes the same steps in a store and in the model; a prefix keeps walks through one store apart. */
export class ClusterWalk {
  readonly model = new ClusterModel();
  readonly feedbackIds: readonly string[];
  readonly #clusters: ClusterStore;
  readonly #prefix: string;
  #steps = 0;

  constructor(clusters: ClusterStore, prefix: string) {
    this.#clusters = clusters;
    this.#prefix = prefix;
    this.feedbackIds = Array.from({ length: FEEDBACK }, (_, n) => `${prefix}-fb-${n}`);
  }

  /** Whether the store answered as the model did. */
  async take(next: ClusterStep): Promise<{ readonly asExpected: boolean }> {
    this.#steps += 1;
    const by = `person-${this.#steps}`;
    const { model } = this;
    switch (next.type) {
      case "join": {
        const member = this.#member(next.n, next.place);
        model.join(member);
        const answer = await this.#clusters.join(member);
        return { asExpected: answer?.cluster_id === model.clusterOf(member.feedback_id) };
      }
      case "found": {
        const id = this.#cluster(next.place);
        const members = [...new Set(next.numbers)].map((n) => this.#member(n, next.place));
        model.found(id, members);
        await this.#clusters.found(id, members);
        return { asExpected: true };
      }
      case "merge": {
        const ids = next.places.map((at) => this.#cluster(at));
        const answer = await this.#clusters.merge(ids, by);
        return { asExpected: (answer !== undefined) === model.merge(ids, by) };
      }
      case "split": {
        const [of, into] = [this.#cluster(next.place), this.#cluster(next.into)];
        const leaving = next.numbers.map((n) => this.feedbackIds[n]!);
        const answer = await this.#clusters.split(of, leaving, into, by);
        return { asExpected: (answer !== undefined) === model.split(of, leaving, into, by) };
      }
    }
  }

  #cluster(at: number): string {
    return `${this.#prefix}-cl-${at}`;
  }

  #member(n: number, at: number): NewMember {
    return makeMember(n, {
      feedback_id: this.feedbackIds[n]!,
      cluster_id: this.#cluster(at),
      // Two days, and few authors of two kinds, so that members meet in the same counts.
      time: timeAt((n * 997) % 2_880),
      trust: n % 4 === 0 ? "tool" : "person",
    });
  }
}
