import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { person, proposing } from "../examples/example-rule.ts";
import { openPostgresStore } from "../../src/drivers/sql/postgres/open-postgres-store.ts";
import type { Store } from "../../src/ports/store.ts";
import { changeEvaluation, evaluating, resolving } from "../contract/change-evaluation.ts";
import { decideAndSave } from "../contract/decide-and-save.ts";
import { ALL_TIME } from "../contract/make-feedback.ts";
import { makeMember } from "../contract/make-member.ts";
import { type PostgresServer, startPostgres } from "../postgres-server.ts";
import { seededRandom } from "../fault-lab/seeded-random.ts";

const FOR_MS = 30_000;
const FEEDBACK = 3_000;
const PEOPLE = ["ana", "ben", "cleo"] as const;

let server: PostgresServer | undefined;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server?.stop());

describe("clusters, evaluations and rules under many writers", () => {
  it("stay consistent, and no writer waits for another in a circle", { timeout: 180_000 }, async () => {
    const url = await server!.urlOf("chaos");
    const stores = await Promise.all([1, 2, 3].map(() => openPostgresStore({ url, maxConnections: 6 })));
    const [first] = stores as [Store, ...Store[]];
    const { between } = seededRandom(7);
    const dice = (sides: number): number => between(0, sides - 1);
    const some = (count: number): readonly number[] => Array.from({ length: count }, () => dice(FEEDBACK));
    const cluster = (): string => `cl-${dice(12)}`;
    let made = 12;

    const act = async ({ clusters, evaluations, feedback, rules }: Store): Promise<unknown> => {
      const roll = dice(100);
      if (roll < 60) return clusters.join(makeMember(dice(FEEDBACK), { cluster_id: cluster() }));
      if (roll < 70) {
        return clusters.found(
          cluster(),
          some(6).map((n) => makeMember(n)),
        );
      }
      if (roll < 78) return clusters.merge([cluster(), cluster(), cluster()], PEOPLE[dice(3)]!);
      if (roll < 88) {
        const leaving = some(40).map((n) => `fb-${n}`);
        return clusters.split(cluster(), leaving, `cl-${(made += 1)}`, PEOPLE[dice(3)]!);
      }
      if (roll < 90) return feedback.erasePerson(PEOPLE[dice(3)]!, "dan");
      if (roll < 96) {
        const n = dice(50);
        const state = (await evaluations.find(`fb-${n}`)) ?? null;
        if (state === null) return evaluations.save(changeEvaluation(null, evaluating(n, "ambiguous"), 1));
        if (state.resolution !== null) return undefined;
        return evaluations.save(changeEvaluation(state, resolving(PEOPLE[dice(3)]!, "ignore"), 2));
      }
      const command = { type: "defer", by: person(PEOPLE[dice(3)]!), version: 1, reason: "Later." } as const;
      return decideAndSave(rules, { command });
    };

    await decideAndSave(first.rules, { command: proposing(person("ana")) });
    const until = performance.now() + FOR_MS;
    await Promise.all(
      Array.from({ length: 24 }, async (_, worker) => {
        while (performance.now() < until) await act(stores[worker % stores.length]!);
      }),
    );

    for (let after: string | undefined; ;) {
      const page = await first.clusters.list({
        order: "size",
        limit: 500,
        ...(after === undefined ? {} : { after }),
      });
      for (const { id, size } of page.items) {
        const counted = [await first.clusters.authors(id), await first.clusters.occurrences(id, ALL_TIME)];
        const sums = counted.map((rows) => rows.reduce((sum, { count }) => sum + count, 0));
        expect({ id, sums }).toEqual({ id, sums: [size, size] });
      }
      after = page.next;
      if (after === undefined) break;
    }
    const counts = await first.evaluations.counts();
    for (const standing of ["ambiguous", "ignored"] as const) {
      expect((await first.evaluations.list({ standing, limit: 500 })).items).toHaveLength(counts[standing]);
    }
    expect(await first.audit.verify()).toMatchObject({ ok: true });
    await Promise.all(stores.map((store) => store.close()));
  });
});
