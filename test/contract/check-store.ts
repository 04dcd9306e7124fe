import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Check } from "../../src/core/check/check.ts";
import { NO_FIGURES } from "../../src/core/check/check-hit.ts";
import { applyCheckCommand, type CheckChange, type CheckCommand } from "../../src/core/check/decide-check.ts";
import { checkId, type RuleCheck } from "../../src/core/check/rule-check.ts";
import { DEFAULT_RULE_POLICY } from "../../src/core/evaluation/rule-policy.ts";
import { ruleId } from "../../src/core/rule/rule.ts";
import type { CheckReport, CheckStore, HitQuery } from "../../src/ports/check-store.ts";
import type { Store } from "../../src/ports/store.ts";
import { drafting, EXAMPLE_CHECK, EXAMPLE_CHECK_ID, exampleHit } from "../examples/example-check.ts";
import { EXAMPLE_ID, EXAMPLE_TIME, person } from "../examples/example-rule.ts";
import { describeHookRuns } from "./check-hook-runs.ts";
import { makeCorrection } from "./correction-store.ts";
import { HOSTILE_TEXTS, timeAt } from "./make-feedback.ts";
import type { StoreDriver } from "./store-driver.ts";
import { takeEvents } from "./take-events.ts";

const ODD = HOSTILE_TEXTS.map(({ text }) => text.slice(0, 1_000)).join("");
const ruleOf = (n: number): string => ruleId({ cluster_id: `cl-${n}` });
const idOf = (n: number): string => checkId(ruleOf(n), EXAMPLE_CHECK);

interface Decision {
  readonly command: CheckCommand;
  readonly id?: string;
  readonly now?: string;
}

/** Nested deeper than an audit entry may be. */
const DEEP: Check = {
  kind: "structure",
  language: "go",
  rule: {
    kind: "a",
    has: { kind: "b", has: { any: [{ all: [{ not: { has: { any: [{ kind: "c" }] } } }] }] } },
  },
};

/** What every driver of the port promises. */
export function describeCheckStore(driver: string, { open, openClient }: StoreDriver): void {
  describe(`checks of rules on ${driver}`, () => {
    let number = 0;
    let name = "";
    let store: Store;
    let checks: CheckStore;

    beforeEach(async () => {
      number += 1;
      name = `checks-${number}`;
      store = await open({ name });
      ({ checks } = store);
    });
    afterEach(() => store.close());

    const attempt = async (
      { command, id = EXAMPLE_CHECK_ID, now = EXAMPLE_TIME }: Decision,
      policy = DEFAULT_RULE_POLICY,
      client = checks,
    ): Promise<RuleCheck | string> => {
      for (;;) {
        const decided = applyCheckCommand((await client.find(id)) ?? null, command, { now, policy });
        if (!decided.ok) return decided.error.code;
        if (await client.save(decided.value)) return decided.value.state;
      }
    };
    const decide = async (decision: Decision | CheckCommand): Promise<RuleCheck> => {
      const made = await attempt("command" in decision ? decision : { command: decision });
      if (typeof made === "string") throw new Error(made);
      return made;
    };
    /** Check number `n` in one of its states, changed at a minute given. */
    const make = async (n: number, state: "drafted" | "watching" | "nudging", minute = n) => {
      const at = { id: idOf(n), now: timeAt(minute) };
      const drafted = await decide({ ...at, command: drafting({ rule_id: ruleOf(n) }) });
      if (state === "drafted") return drafted;
      await decide({ ...at, command: { type: "approve", by: person("ana"), version: 1 } });
      const watching = await decide({ ...at, command: { type: "approve", by: person("ben"), version: 1 } });
      if (state === "watching") return watching;
      return decide({ ...at, command: { type: "nudge", by: person("ana"), version: 1 } });
    };

    describe("save", () => {
      it("keeps a check with all its versions, to the letter", async () => {
        expect(await checks.find(EXAMPLE_CHECK_ID)).toBeUndefined();
        await decide(drafting());
        const check = await decide(
          drafting({
            check: { ...EXAMPLE_CHECK, rule: { pattern: "parseInt($X, 0)" } } as Check,
            examples: [{ before: ODD, after: `${ODD}.`, isHit: false }],
            note: "It missed the zero.",
          }),
        );
        expect(check.versions).toHaveLength(2);
        expect(await checks.find(EXAMPLE_CHECK_ID)).toEqual(check);
        await store.close();
        store = await open({ name });
        ({ checks } = store);
        expect(await checks.find(EXAMPLE_CHECK_ID)).toEqual(check);
      });

      it("takes a change over the revision it was decided on only, and else changes nothing", async () => {
        const context = { now: EXAMPLE_TIME, policy: DEFAULT_RULE_POLICY };
        const change = (applyCheckCommand(null, drafting(), context) as { readonly value: CheckChange })
          .value;
        expect(await checks.save(change)).toBe(true);
        expect(await checks.save(change)).toBe(false);
        const approve = (id: string): CheckChange => {
          const command = { type: "approve", by: person(id), version: 1 } as const;
          const decided = applyCheckCommand(change.state, command, context);
          return (decided as { readonly value: CheckChange }).value;
        };
        expect(await checks.save(approve("ana"))).toBe(true);
        expect(await checks.save(approve("ben"))).toBe(false);
        expect(await checks.save({ ...approve("cleo"), people: 99 })).toBe(false);
        expect(await checks.find(EXAMPLE_CHECK_ID)).toEqual(approve("ana").state);
        expect(await store.audit.list({ limit: 10 })).toHaveLength(2);
        expect(await takeEvents(store)).toHaveLength(2);
      });

      it("writes each change once to the audit log and as an event, whatever the check looks like", async () => {
        const id = checkId(EXAMPLE_ID, DEEP);
        await decide({ id, command: drafting({ check: DEEP }) });
        await decide({ id, command: { type: "approve", by: person("ana"), version: 1 } });
        await decide({ id, command: { type: "approve", by: person("ben"), version: 1 } });
        await decide({
          id,
          command: { type: "block", by: person("ana"), version: 1, reason: "Right each time." },
        });
        const entries = await store.audit.list({ limit: 10 });
        expect(entries.toReversed()).toMatchObject([
          {
            actor: "emend",
            action: "check.drafted",
            subject: id,
            detail: { version: 1, rule: EXAMPLE_ID, check: JSON.stringify(DEEP) },
          },
          { actor: "ana", action: "check.approved", detail: { revision: 2, given: 1, required: 2 } },
          { actor: "ben", action: "check.approved", detail: { revision: 3, given: 2 } },
          { actor: "ana", action: "check.moved", detail: { from: "watching", to: "blocking" } },
        ]);
        expect(await store.audit.verify()).toMatchObject({ ok: true });
        expect(await takeEvents(store)).toMatchObject(
          ["drafted", "drafted", "watching", "blocking"].map((status, at) => ({
            id: `check.changed:${id}:${at + 1}`,
            type: "emend.check.changed",
            subject: id,
            data: { id, rule: EXAMPLE_ID, status, revision: at + 1 },
          })),
        );
      });

      it("loses no approval when many approve at once from several clients", async () => {
        const policy = { ...DEFAULT_RULE_POLICY, approvers: 6 };
        const clients = [store, ...(await Promise.all([1, 2].map(() => openClient(name, store))))];
        await decide(drafting());
        const people = Array.from({ length: 6 }, (_, n) => `person-${n}`);
        const answers = await Promise.all(
          people.map((id, n) =>
            attempt(
              { command: { type: "approve", by: person(id), version: 1 } },
              policy,
              clients[n % clients.length]!.checks,
            ),
          ),
        );
        await Promise.all(clients.slice(1).map((client) => client.close()));
        expect(answers.filter((answer) => typeof answer === "string")).toEqual([]);
        const check = (await checks.find(EXAMPLE_CHECK_ID))!;
        expect(check).toMatchObject({ state: "watching", running: 1, revision: 7 });
        expect(check.versions[0]!.approvals.map(({ by }) => by).toSorted()).toEqual(people);
      });

      it("restores a check at its revision, once, with an event and no act", async () => {
        const check = await make(1, "nudging");
        const other = await open({ name: `${name}-other` });
        try {
          expect(await other.checks.restore(check)).toBe(true);
          expect(await other.checks.restore({ ...check, revision: 9 })).toBe(false);
          expect(await other.checks.find(check.id)).toEqual(check);
          expect(await other.checks.running()).toEqual([check]);
          expect(await other.audit.list({ limit: 5 })).toEqual([]);
          expect(await takeEvents(other)).toMatchObject([
            { id: `check.changed:${check.id}:${check.revision}` },
          ]);
        } finally {
          await other.close();
        }
      });
    });

    describe("list", () => {
      it("gives the last changed first, page by page, also of some states and of a rule", async () => {
        for (let n = 0; n < 6; n += 1) await make(n, n % 2 === 0 ? "drafted" : "nudging");
        const pages = async (query: Parameters<CheckStore["list"]>[0]) => {
          const found: string[] = [];
          for (let after: string | undefined; ;) {
            const page = await checks.list({ ...query, ...(after === undefined ? {} : { after }) });
            found.push(...page.items.map(({ id }) => id));
            after = page.next;
            if (after === undefined) return found;
          }
        };
        for (const limit of [1, 4, 500]) expect(await pages({ limit })).toEqual([5, 4, 3, 2, 1, 0].map(idOf));
        expect(await pages({ limit: 2, state: ["drafted"] })).toEqual([4, 2, 0].map(idOf));
        expect(await pages({ limit: 2, state: ["nudging", "drafted", "nudging"] })).toHaveLength(6);
        expect(await pages({ limit: 2, rule: ruleOf(3) })).toEqual([idOf(3)]);
        expect(await pages({ limit: 2, rule: ruleOf(3), state: ["drafted"] })).toEqual([]);
        expect((await checks.running()).map(({ id }) => id)).toEqual([1, 3, 5].map(idOf));
        expect((await checks.ofRules([ruleOf(1), ruleOf(2), ruleOf(1), "none"])).map(({ id }) => id)).toEqual(
          [1, 2].map(idOf),
        );
        expect(await checks.ofRules([])).toEqual([]);
        await decide({
          id: idOf(3),
          now: timeAt(50),
          command: { type: "retire", by: person("ana"), reason: "Too noisy." },
        });
        expect((await checks.running()).map(({ id }) => id)).toEqual([1, 5].map(idOf));
        await expect(checks.list({ limit: 1, after: "x" })).rejects.toMatchObject({ code: "invalid_cursor" });
      });
    });

    describe("hits", () => {
      const figuresOf = async (id = EXAMPLE_CHECK_ID) =>
        (await checks.figures([id, "none"])).get(id) ?? NO_FIGURES;
      const report = (parts: Partial<CheckReport> = {}): Promise<void> =>
        checks.report({ time: EXAMPLE_TIME, ran: [], hits: [], ...parts });
      const hitIds = async (query: Partial<HitQuery> = {}): Promise<readonly string[]> =>
        (await checks.hits({ limit: 500, ...query })).items.map(({ id }) => id);
      const h = (n: number): string => exampleHit(n).id;

      it("count a known hit once, and add up what runs read", async () => {
        const ran = [{ check_id: EXAMPLE_CHECK_ID, files: 4 }];
        await report({ ran, hits: [exampleHit(1), exampleHit(2), exampleHit(1)] });
        await report({ time: timeAt(1), ran, hits: [exampleHit(2), exampleHit(3, { checked_in: "ci" })] });
        expect(await figuresOf()).toEqual({
          files: 8,
          fired: 3,
          right: 0,
          wrong: 0,
          overridden: 0,
          caught: 2,
          last_ran: [EXAMPLE_TIME, timeAt(1)].toSorted().at(-1),
        });
        await report({ time: "2020-01-01T00:00:00Z", ran: [{ check_id: EXAMPLE_CHECK_ID, files: 1 }] });
        expect(await figuresOf()).toMatchObject({ files: 9, last_ran: expect.not.stringContaining("2020") });
        expect((await checks.figures(["none"])).size).toBe(0);
        expect(await checks.findHit(h(2))).toEqual(exampleHit(2));
        expect(await checks.findHit("none")).toBeUndefined();
      });

      describeHookRuns(() => checks);

      it("keep what was found to the letter", async () => {
        const odd = exampleHit(1, { path: ODD, code: `\0${ODD}` });
        await report({ hits: [odd] });
        expect(await checks.findHit(odd.id)).toEqual(odd);
      });

      it("are judged, with the figures and the audit entry in one step", async () => {
        await report({ hits: [1, 2, 3].map((n) => exampleHit(n)) });
        const by = { by: "ana", isPerson: true } as const;
        expect(await checks.judge({ id: h(1), verdict: "right", ...by })).toBe(true);
        expect(await checks.judge({ id: h(2), verdict: "wrong", reason: "A test.", ...by })).toBe(true);
        expect(
          await checks.judge({ id: h(3), verdict: "overridden", reason: "once", by: "rio", isPerson: false }),
        ).toBe(true);
        expect(await checks.judge({ id: "hi_none", verdict: "right", ...by })).toBe(false);
        expect(await figuresOf()).toMatchObject({ fired: 3, right: 1, wrong: 1, overridden: 1, caught: 1 });
        expect(await checks.findHit(h(2))).toMatchObject({
          verdict: "wrong",
          reason: "A test.",
          judged_by: "ana",
        });
        expect(await checks.judge({ id: h(2), verdict: "right", ...by, by: "ben" })).toBe(true);
        expect(await checks.findHit(h(2))).toEqual(
          exampleHit(2, { verdict: "right", judged_by: "ben", by_person: true }),
        );
        expect(await figuresOf()).toMatchObject({ fired: 3, right: 2, wrong: 0, overridden: 1, caught: 2 });
        const entries = await store.audit.list({ limit: 9 });
        expect(entries).toMatchObject([
          { actor: "ben", action: "check.judged", subject: EXAMPLE_CHECK_ID, detail: { hit: h(2) } },
          { actor: "ana", action: "check.judged", detail: { verdict: "wrong", reason: "A test." } },
          { actor: "ana", action: "check.judged", detail: { verdict: "right" } },
        ]);
      });

      it("keep a person's verdict against a comment in the code, and take one that comes later", async () => {
        await report({ hits: [exampleHit(1), exampleHit(2)] });
        await checks.judge({ id: h(1), verdict: "right", by: "ana", isPerson: true });
        expect(await checks.judge({ id: h(1), verdict: "overridden", by: "rio", isPerson: false })).toBe(
          false,
        );
        const overridden = { verdict: "overridden", reason: "generated", judged_by: "rio" } as const;
        await report({ hits: [exampleHit(1, overridden), exampleHit(2, overridden)] });
        expect(await checks.findHit(h(1))).toMatchObject({ verdict: "right" });
        expect(await checks.findHit(h(2))).toMatchObject(overridden);
        expect(await figuresOf()).toMatchObject({ fired: 2, right: 1, overridden: 1, caught: 1 });
      });

      it("are listed newest first, by check and by verdict", async () => {
        await report({
          hits: Array.from({ length: 8 }, (_, n) =>
            exampleHit(n, { time: timeAt(n), ...(n % 2 === 0 ? {} : { check_id: idOf(7) }) }),
          ),
        });
        await checks.judge({ id: h(4), verdict: "wrong", by: "ana", isPerson: true });
        expect(await hitIds()).toEqual([7, 6, 5, 4, 3, 2, 1, 0].map(h));
        expect(await hitIds({ check: EXAMPLE_CHECK_ID })).toEqual([6, 4, 2, 0].map(h));
        expect(await hitIds({ verdict: "wrong" })).toEqual([h(4)]);
        expect(await hitIds({ check: EXAMPLE_CHECK_ID, verdict: "none" })).toEqual([6, 2, 0].map(h));
        const first = await checks.hits({ limit: 3 });
        expect(await hitIds({ after: first.next! })).toEqual([4, 3, 2, 1, 0].map(h));
      });

      it("of many who report the same at once, each counts once", async () => {
        const clients = [store, await openClient(name, store), await openClient(name, store)];
        const hits = Array.from({ length: 40 }, (_, n) =>
          exampleHit(n, n % 2 === 0 ? {} : { check_id: idOf(n % 3) }),
        );
        const ran = [0, 1, 2].map((n) => ({ check_id: idOf(n), files: 1 }));
        await Promise.all(
          clients.flatMap((client, n) =>
            [0, 1].map(() =>
              client.checks.report({
                time: timeAt(n),
                ran: n === 1 ? ran.toReversed() : ran,
                hits: n === 1 ? hits.toReversed() : hits,
              }),
            ),
          ),
        );
        for (const client of clients) if (client !== store) await client.close();
        const all = await checks.figures([EXAMPLE_CHECK_ID, ...[0, 1, 2].map(idOf)]);
        expect([...all.values()].reduce((sum, { fired }) => sum + fired, 0)).toBe(40);
        expect(all.get(idOf(1))).toMatchObject({ files: 6 });
      });

      it("are deleted when they are too old, and their figures stay", async () => {
        await report({ hits: [exampleHit(1, { time: "2020-01-01T00:00:00Z" }), exampleHit(2)] });
        await store.feedback.deleteOlderThan("2021-01-01T00:00:00Z", "root");
        expect(await hitIds()).toEqual([h(2)]);
        expect(await figuresOf()).toMatchObject({ fired: 2 });
        expect(await store.audit.list({ limit: 1 })).toMatchObject([
          { action: "records.deleted", subject: "hit", detail: { records: 1 } },
        ]);
      });
    });

    describe("erasing a person", () => {
      it("leaves the check as strong as it was, without the person, their reasons and their lines", async () => {
        const { id: correction } = makeCorrection(1);
        await store.corrections.add([makeCorrection(1)]);
        const examples = [
          { before: "open(1)", after: "with open(1):", correction, isHit: true },
          { before: "open(2)", after: "with open(2):", correction: "co_other", isHit: true },
        ];
        await decide(drafting({ by: person("ana"), examples, note: "as ana said" }));
        await decide({ type: "watch", by: person("ana"), version: 1, reason: "ana wants to see" });
        await decide({ type: "approve", by: person("ben"), version: 1 });
        const hit = exampleHit(1);
        await checks.report({ time: EXAMPLE_TIME, ran: [], hits: [hit] });
        await checks.judge({
          id: hit.id,
          verdict: "wrong",
          reason: "I wrote that",
          by: "ana",
          isPerson: true,
        });
        await store.feedback.erasePerson("ana", "cleo");
        const erased = (await checks.find(EXAMPLE_CHECK_ID))!;
        expect(JSON.stringify(erased)).not.toContain("ana");
        expect(erased.versions[0]).toMatchObject({
          check: EXAMPLE_CHECK,
          examples: [examples[1]],
          proposed_by: { id: "erased-1" },
          approvals: [{ by: "ben" }],
        });
        expect(erased).toMatchObject({ state: "watching", running: 1 });
        expect(await checks.findHit(hit.id)).toEqual({
          ...hit,
          verdict: "wrong",
          judged_by: "erased",
          by_person: true,
        });
        expect(await store.audit.verify()).toMatchObject({ ok: true });
      });
    });

    it("says that the store is closed", async () => {
      await store.close();
      await expect(checks.find("x")).rejects.toMatchObject({ code: "store_closed" });
    });
  });
}
