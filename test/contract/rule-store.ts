import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { applyRuleCommand } from "../../src/core/rule/decide-rule.ts";
import {
  EXAMPLE_ID,
  EXAMPLE_PACK,
  EXAMPLE_TEXT,
  EXAMPLE_TIME,
  person,
  proposing,
  WRITER,
} from "../examples/example-rule.ts";
import { type Rule, type RuleText, ruleId } from "../../src/core/rule/rule.ts";
import type { RuleChange, RuleCommand } from "../../src/core/rule/rule-command.ts";
import { DEFAULT_RULE_POLICY } from "../../src/core/evaluation/rule-policy.ts";
import type { RuleStore } from "../../src/ports/rule-store.ts";
import type { Store } from "../../src/ports/store.ts";
import { type Decision, decideAndSave } from "./decide-and-save.ts";
import { timeAt } from "./make-feedback.ts";
import { makeInjection } from "./make-injection.ts";
import { makeMember } from "./make-member.ts";
import type { StoreDriver } from "./store-driver.ts";
import { takeEvents } from "./take-events.ts";

/** The proposal of rule number `n`, for agents given. */
const proposingNumber = (n: number, text: Partial<RuleText> = {}): RuleCommand => ({
  type: "propose",
  id: ruleId({ cluster_id: `cl-${n}` }),
  by: WRITER,
  cluster_id: `cl-${n}`,
  rule: { ...EXAMPLE_TEXT, text: `Do thing number ${n}.`, scope: { agents: [], paths: [] }, ...text },
  evidence: [`fb-${n}`],
  confidence: 0.8,
});

const idOf = (n: number): string => ruleId({ cluster_id: `cl-${n}` });

const MARCH = { from: "2026-03-01T00:00:00Z", to: "2026-04-01T00:00:00Z" } as const;

/** What every driver of the port promises. */
export function describeRuleStore(driver: string, { open, openClient }: StoreDriver): void {
  describe(`the rule store on ${driver}`, () => {
    let number = 0;
    let name = "";
    let store: Store;
    let rules: RuleStore;

    beforeEach(async () => {
      number += 1;
      name = `rules-${number}`;
      store = await open({ name });
      ({ rules } = store);
    });
    afterEach(() => store.close());

    const decide = async (decision: Decision | RuleCommand): Promise<Rule> => {
      const made = await decideAndSave(rules, "command" in decision ? decision : { command: decision });
      if (typeof made === "string") throw new Error(made);
      return made;
    };

    /** Rule number `n`, approved by two people at a minute given. */
    const activate = async (n: number, minute = n, text: Partial<RuleText> = {}): Promise<Rule> => {
      const at = { id: idOf(n), now: timeAt(minute) };
      await decide({ ...at, command: proposingNumber(n, text) });
      await decide({ ...at, command: { type: "approve", by: person("ana"), version: 1 } });
      return decide({ ...at, command: { type: "approve", by: person("ben"), version: 1 } });
    };

    describe("save", () => {
      it("keeps a rule with all its versions, to the letter", async () => {
        expect(await rules.find(EXAMPLE_ID)).toBeUndefined();
        await decide({ ...proposing(), pack: EXAMPLE_PACK } as RuleCommand);
        const rule = await decide({
          type: "modify",
          by: person("ana"),
          version: 1,
          rule: { ...EXAMPLE_TEXT, text: "Close every handle\0 in a 'finally' block; 👩‍👧." },
        });
        expect(rule.versions).toHaveLength(2);
        expect(await rules.find(EXAMPLE_ID)).toEqual(rule);
        await store.close();
        store = await open({ name });
        ({ rules } = store);
        expect(await rules.find(EXAMPLE_ID)).toEqual(rule);
      });

      it("takes a change over the revision it was decided on only, and else changes nothing", async () => {
        const first = applyRuleCommand(null, proposing(), { now: EXAMPLE_TIME, policy: DEFAULT_RULE_POLICY });
        const change = (first as { readonly value: RuleChange }).value;
        expect(await rules.save(change)).toBe(true);
        expect(await rules.save(change)).toBe(false);
        const approve = (id: string): RuleChange => {
          const command = { type: "approve", by: person(id), version: 1 } as const;
          const decided = applyRuleCommand(change.state, command, {
            now: EXAMPLE_TIME,
            policy: DEFAULT_RULE_POLICY,
          });
          return (decided as { readonly value: RuleChange }).value;
        };
        expect(await rules.save(approve("ana"))).toBe(true);
        expect(await rules.save(approve("ben"))).toBe(false);
        expect(await rules.save({ ...approve("cleo"), state: { ...change.state, revision: 9 } })).toBe(false);
        expect(await rules.find(EXAMPLE_ID)).toEqual(approve("ana").state);
        expect(await store.audit.list({ limit: 10 })).toHaveLength(2);
        expect(await takeEvents(store)).toHaveLength(2);
      });

      it("tells of each change once, in the audit log and as an event, in one step with it", async () => {
        await decide(proposing());
        await decide({ type: "approve", by: person("ana"), version: 1 });
        await decide({ type: "approve", by: person("ben"), version: 1 });
        const entries = await store.audit.list({ limit: 10 });
        expect(entries.toReversed()).toMatchObject([
          { actor: "emend", action: "rule.proposed", subject: EXAMPLE_ID },
          { actor: "ana", action: "rule.approved", detail: { revision: 2, given: 1, required: 2 } },
          { actor: "ben", action: "rule.approved", detail: { revision: 3, given: 2 } },
          { actor: "ben", action: "rule.activated", detail: { approvers: ["ana", "ben"] } },
        ]);
        expect(await store.audit.verify()).toMatchObject({ ok: true });
        expect(await takeEvents(store)).toMatchObject(
          ["proposed", "proposed", "active"].map((status, at) => ({
            id: `rule.changed:${EXAMPLE_ID}:${at + 1}`,
            type: "emend.rule.changed",
            subject: EXAMPLE_ID,
            data: { id: EXAMPLE_ID, status, revision: at + 1 },
          })),
        );
      });

      it("changes nothing where the acts cannot be written down", async () => {
        const decided = applyRuleCommand(null, proposing(), {
          now: EXAMPLE_TIME,
          policy: DEFAULT_RULE_POLICY,
        });
        const { state, acts } = (decided as { readonly value: RuleChange }).value;
        const unfit = { ...acts[0]!, detail: { words: "x".repeat(100_000) } };
        await expect(rules.save({ state, acts: [...acts, unfit] })).rejects.toThrow(RangeError);
        expect(await rules.find(EXAMPLE_ID)).toBeUndefined();
        expect(await store.audit.list({ limit: 5 })).toEqual([]);
        expect(await store.outbox.depth()).toBe(0);
      });

      it("loses no vote when many approve at once from several clients (003.5)", async () => {
        const policy = { ...DEFAULT_RULE_POLICY, approvers: 8 };
        const clients = [store, ...(await Promise.all([1, 2].map(() => openClient(name, store))))];
        await decide({ command: proposing(), policy });
        const people = Array.from({ length: 8 }, (_, n) => `person-${n}`);
        const answers = await Promise.all(
          people.map((id, n) =>
            decideAndSave(clients[n % clients.length]!.rules, {
              command: { type: "approve", by: person(id), version: 1 },
              policy,
            }),
          ),
        );
        await Promise.all(clients.slice(1).map((client) => client.close()));
        expect(answers.filter((answer) => typeof answer === "string")).toEqual([]);
        const rule = (await rules.find(EXAMPLE_ID))!;
        expect(rule).toMatchObject({ status: "active", in_force: 1, revision: 9 });
        expect(rule.versions[0]!.approvals.map(({ by }) => by).toSorted()).toEqual(people);
        const entries = await store.audit.list({ limit: 50 });
        expect(entries.filter(({ action }) => action === "rule.approved")).toHaveLength(8);
        expect(entries.filter(({ action }) => action === "rule.activated")).toHaveLength(1);
        const events = await takeEvents(store);
        expect(events.map(({ id }) => id).toSorted()).toEqual(
          Array.from({ length: 9 }, (_, n) => `rule.changed:${EXAMPLE_ID}:${n + 1}`),
        );
      });

      it("has one winner when people decide differently at once (003.1)", async () => {
        const other = await openClient(name, store);
        await decide(proposing());
        await decide({ type: "approve", by: person("ana"), version: 1 });
        const commands: readonly RuleCommand[] = [
          { type: "approve", by: person("ben"), version: 1 },
          { type: "reject", by: person("cleo"), version: 1, reason: "Too broad." },
          { type: "approve", by: person("dan"), version: 1 },
          { type: "reject", by: person("eve"), version: 1, reason: "Wrong." },
        ];
        const answers = await Promise.all(
          commands.map((command, n) => decideAndSave([store, other][n % 2]!.rules, { command })),
        );
        await other.close();
        expect(answers.filter((answer) => typeof answer !== "string")).toHaveLength(1);
        const rule = (await rules.find(EXAMPLE_ID))!;
        expect(["active", "rejected"]).toContain(rule.status);
        expect(rule.revision).toBe(3);
        expect(await takeEvents(store)).toHaveLength(3);
      });

      it("has one proposal when two workers propose the same cluster's rule at once (003.1)", async () => {
        const other = await openClient(name, store);
        const answers = await Promise.all(
          [store, other, store, other].map((client) => decideAndSave(client.rules, { command: proposing() })),
        );
        await other.close();
        expect(answers.filter((answer) => answer === "already_proposed")).toHaveLength(3);
        expect((await rules.list({ limit: 5 })).items).toHaveLength(1);
      });
    });

    describe("list", () => {
      it("gives the last changed first, page by page, also of some statuses", async () => {
        for (let n = 0; n < 9; n += 1) {
          if (n % 3 === 0) await activate(n);
          else await decide({ id: idOf(n), now: timeAt(n), command: proposingNumber(n) });
          if (n % 3 !== 2) continue;
          const command = { type: "reject", by: person("ana"), version: 1, reason: "No." } as const;
          await decide({ id: idOf(n), now: timeAt(100 - n), command });
        }
        const pages = async (query: { readonly status?: readonly Rule["status"][] }, limit: number) => {
          const found: string[] = [];
          for (let after: string | undefined; ;) {
            const page = await rules.list({ ...query, limit, ...(after === undefined ? {} : { after }) });
            found.push(...page.items.map(({ id }) => id));
            after = page.next;
            if (after === undefined) return found;
          }
        };
        const all = [2, 5, 8, 7, 6, 4, 3, 1, 0].map(idOf);
        for (const limit of [1, 2, 9, 500]) expect(await pages({}, limit)).toEqual(all);
        expect(await pages({ status: ["active", "proposed", "active"] }, 2)).toEqual(
          [7, 6, 4, 3, 1, 0].map(idOf),
        );
        expect(await pages({ status: ["rejected"] }, 2)).toEqual([2, 5, 8].map(idOf));
        expect(await pages({ status: [] }, 2)).toEqual([]);
        await expect(rules.list({ limit: 1, after: "nonsense" })).rejects.toMatchObject({
          code: "invalid_cursor",
        });
      });

      it("tells what is in force, oldest first, and what waits", async () => {
        await activate(3, 30, { scope: { agents: ["rio", "kai", "rio"], paths: [] } });
        await activate(1, 40, { scope: { agents: ["kai"], paths: [] } });
        await activate(2, 20);
        await decide({ id: idOf(5), now: timeAt(6), command: proposingNumber(5) });
        await decide({ id: idOf(4), now: timeAt(5), command: proposingNumber(4) });
        const inForce = async (agent?: string) => (await rules.inForce(agent)).map(({ id }) => id);
        expect(await inForce()).toEqual([2, 3, 1].map(idOf));
        expect(await inForce("rio")).toEqual([2, 3].map(idOf));
        expect(await inForce("kai")).toEqual([2, 3, 1].map(idOf));
        expect(await inForce("somebody")).toEqual([idOf(2)]);
        expect((await rules.pending()).map(({ id }) => id)).toEqual([4, 5].map(idOf));

        const retire = { type: "retire", by: person("ana"), reason: "Solved." } as const;
        await decide({ id: idOf(3), now: timeAt(50), command: retire });
        await decide({
          id: idOf(2),
          now: timeAt(51),
          command: { type: "modify", by: person("ana"), version: 1, rule: EXAMPLE_TEXT },
        });
        expect(await inForce("rio")).toEqual([idOf(2)]);
        expect((await rules.pending()).map(({ id }) => id)).toEqual([4, 5, 2].map(idOf));
        for (const id of ["ben", "cleo"]) {
          const command = { type: "approve", by: person(id), version: 2 } as const;
          await decide({ id: idOf(2), now: timeAt(52), command });
        }
        expect(await inForce("somebody"), "version 2 is for rio alone").toEqual([]);
        expect(await inForce("rio")).toEqual([idOf(2)]);
      });

      it("finds the rules of a cluster, and of those merged into it", async () => {
        for (const n of [1, 2, 3]) {
          await decide({ id: idOf(n), now: timeAt(n), command: proposingNumber(n) });
          await store.clusters.found(`cl-${n}`, [makeMember(n)]);
        }
        const ofCluster = async (n: number) => (await rules.ofCluster(`cl-${n}`)).map(({ id }) => id);
        expect(await ofCluster(1)).toEqual([idOf(1)]);
        await store.clusters.merge(["cl-2", "cl-3"], "ana");
        expect(await ofCluster(2)).toEqual([3, 2].map(idOf));
        await store.clusters.merge(["cl-1", "cl-2"], "ana");
        expect(await ofCluster(1)).toEqual([3, 2, 1].map(idOf));
        expect(await ofCluster(9)).toEqual([]);
      });
    });

    describe("restore", () => {
      it("puts a rule back at its revision, once, with an event and no act", async () => {
        const rule = await activate(1, 5, { scope: { agents: ["rio"], paths: [] } });
        const other = await open({ name: `${name}-other` });
        try {
          expect(await other.rules.restore(rule)).toBe(true);
          expect(await other.rules.restore({ ...rule, revision: 9 })).toBe(false);
          expect(await other.rules.find(rule.id)).toEqual(rule);
          expect(await other.rules.inForce("rio")).toEqual([rule]);
          expect(await other.rules.inForce("kai")).toEqual([]);
          expect(await other.audit.list({ limit: 5 })).toEqual([]);
          expect(await takeEvents(other)).toMatchObject([{ id: `rule.changed:${rule.id}:${rule.revision}` }]);
          const retire = { type: "retire", by: person("ana"), reason: "Solved." } as const;
          const later = await decideAndSave(other.rules, { id: rule.id, now: timeAt(9), command: retire });
          expect(later).toMatchObject({ status: "retired", revision: rule.revision + 1 });
        } finally {
          await other.close();
        }
      });
    });

    describe("runs", () => {
      it("counts runs per agent and day, and those with a rule (003.6)", async () => {
        await rules.recordInjection(makeInjection());
        await rules.recordInjection(makeInjection({ run: "run-2", time: "2026-03-01T23:59:59.999Z" }));
        await rules.recordInjection(makeInjection({ run: "run-2", agent: "kai", rules: [] }));
        await rules.recordInjection(
          makeInjection({ run: "run-3", time: "2026-03-02T00:00:00.000Z", rules: [] }),
        );
        const first = { day: "2026-03-01", agent: "rio", runs: 2 };
        expect(await rules.runs({ ...MARCH, rule: idOf(1) })).toEqual([
          { day: "2026-03-01", agent: "kai", runs: 1, with_rule: 0 },
          { ...first, with_rule: 2 },
          { day: "2026-03-02", agent: "rio", runs: 1, with_rule: 0 },
        ]);
        expect(await rules.runs({ from: MARCH.from, to: "2026-03-02T00:00:00Z", agent: "rio" })).toEqual([
          { ...first, with_rule: 0 },
        ]);
        expect(await rules.runs({ from: MARCH.to, to: MARCH.from })).toEqual([]);
        expect(await rules.findInjection("run-1", "rio")).toEqual(makeInjection());
        expect(await rules.findInjection("run-1", "kai")).toBeUndefined();
      });

      it("replaces what was written for the same run and agent, and corrects the counts", async () => {
        await rules.recordInjection(makeInjection());
        await rules.recordInjection(makeInjection());
        const next = makeInjection({
          time: "2026-03-02T10:00:00.000Z",
          rules: [2, 3, 2].map((n) => ({ rule_id: idOf(n), version: 1 })),
        });
        await rules.recordInjection(next);
        expect(await rules.findInjection("run-1", "rio")).toEqual(next);
        const day = { day: "2026-03-02", agent: "rio", runs: 1 };
        for (const [n, with_rule] of [
          [1, 0],
          [2, 1],
          [3, 1],
        ] as const) {
          expect(await rules.runs({ ...MARCH, rule: idOf(n) })).toEqual([{ ...day, with_rule }]);
        }
      });

      it("counts a run once however many write it at once", async () => {
        const other = await openClient(name, store);
        await Promise.all(
          Array.from({ length: 20 }, (_, n) =>
            [store, other][n % 2]!.rules.recordInjection(
              makeInjection({ run: `run-${n % 4}`, rules: [{ rule_id: idOf(n % 2), version: 1 }] }),
            ),
          ),
        );
        await other.close();
        const [day, ...more] = await rules.runs({ ...MARCH, rule: idOf(0) });
        expect([day, more]).toEqual([{ day: "2026-03-01", agent: "rio", runs: 4, with_rule: 2 }, []]);
        expect(await rules.runs({ ...MARCH, rule: idOf(1) })).toMatchObject([{ with_rule: 2 }]);
      });
    });

    describe("erasing a person", () => {
      it("leaves the rule as strong as it was, and nobody can bring the name back", async () => {
        await decide({ command: proposing(person("ana")) });
        await decide({ type: "approve", by: person("ana"), version: 1 });
        const stale = applyRuleCommand(
          (await rules.find(EXAMPLE_ID))!,
          { type: "approve", by: person("ben"), version: 1 },
          { now: EXAMPLE_TIME, policy: DEFAULT_RULE_POLICY },
        );
        await takeEvents(store);
        await store.feedback.erasePerson("ana", "cleo");
        const erased = (await rules.find(EXAMPLE_ID))!;
        expect(JSON.stringify(erased)).not.toContain('"ana"');
        expect(erased.versions[0]).toMatchObject({
          proposed_by: { id: "erased-1" },
          approvals: [{ by: "erased-1" }],
        });
        expect(await takeEvents(store)).toMatchObject([{ data: { status: "proposed", revision: 3 } }]);
        expect(await rules.save((stale as { readonly value: RuleChange }).value)).toBe(false);
        expect(await decide({ type: "approve", by: person("ben"), version: 1 })).toMatchObject({
          status: "active",
          revision: 4,
        });
        await store.feedback.erasePerson("ben", "cleo");
        const twice = (await rules.find(EXAMPLE_ID))!;
        expect(twice.versions[0]!.approvals.map(({ by }) => by)).toEqual(["erased-1", "erased-2"]);
        expect(await rules.inForce("rio")).toEqual([twice]);
        expect(await store.audit.list({ limit: 1 })).toMatchObject([
          { action: "person.erased", actor: "cleo", detail: { records: 1 } },
        ]);
        expect(await store.audit.verify()).toMatchObject({ ok: true });
      });
    });

    it("says that the store is closed", async () => {
      await store.close();
      await expect(rules.find("x")).rejects.toMatchObject({ code: "store_closed" });
      await expect(rules.recordInjection(makeInjection())).rejects.toMatchObject({ code: "store_closed" });
    });
  });
}
