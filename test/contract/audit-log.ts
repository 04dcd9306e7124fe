import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type AuditAct, GENESIS, type SealedEntry, sealEntry } from "../../src/core/audit/audit-entry.ts";
import { sha256 } from "../../src/drivers/crypto/sha256.ts";
import type { Store } from "../../src/ports/store.ts";
import { HOSTILE_TEXTS, makeFeedback, timeAt } from "./make-feedback.ts";

/** One driver, and what a person with access to its database can do behind its back. */
export interface AuditDriver {
  /** Opening the same name again opens the same store; a new name is an empty one. */
  readonly open: (name: string) => Promise<Store>;
  /** Runs one statement on a connection of its own; answers its rows. */
  readonly query: (name: string, sql: string) => Promise<readonly unknown[]>;
  /** The statements that take the protection of the log away. */
  readonly unprotect: readonly string[];
  /** Two others append so many acts each at the same time, as `one` and as `two`. */
  readonly appendTogether: (name: string, count: number) => Promise<void>;
}

const COLUMNS = ["time", "action", "subject", "body", "salt", "body_hash", "previous", "hash"] as const;

const act = (n: number): AuditAct => ({
  actor: n % 2 === 0 ? "ana" : "ben",
  action: "rule.approved",
  subject: `rule-${n}`,
  detail: { version: n, reason: `because ${n}` },
});

const quote = (value: string | number | null): string =>
  value === null ? "null" : typeof value === "number" ? `${value}` : `'${value.replaceAll("'", "''")}'`;

const insert = (entries: readonly SealedEntry[]): string =>
  `insert into audit (seq, ${COLUMNS.join(", ")}) values ${entries
    .map((entry) => `(${[entry.seq, ...COLUMNS.map((column) => entry[column])].map(quote).join(", ")})`)
    .join(", ")}`;

/** What every driver of the port promises. */
export function describeAuditLog(
  driver: string,
  { open, query, unprotect, appendTogether }: AuditDriver,
): void {
  describe(`the audit log on ${driver}`, () => {
    let number = 0;
    let name = "";
    let store: Store;

    beforeEach(async () => {
      number += 1;
      name = `audit-${number}`;
      store = await open(name);
    });
    afterEach(() => store.close());

    const run = (sql: string): Promise<readonly unknown[]> => query(name, sql);
    const append = async (count: number): Promise<void> => {
      for (let n = 1; n <= count; n += 1) await store.audit.append(act(n));
    };
    const tamper = async (...statements: readonly string[]): Promise<void> => {
      for (const sql of [...unprotect, ...statements]) await run(sql);
    };

    it("is searched by person, kind and time, page by page", async () => {
      const start = new Date().toISOString();
      await append(5);
      await store.audit.append({ ...act(6), action: "token.issued", actor: 'a"%_na' });
      const seqs = async (asked: Partial<Parameters<typeof store.audit.search>[0]>) =>
        (await store.audit.search({ limit: 10, ...asked })).items.map(({ seq }) => seq);
      expect(await seqs({})).toEqual([6, 5, 4, 3, 2, 1]);
      expect(await seqs({ actor: "ana" })).toEqual([4, 2]);
      expect(await seqs({ actor: 'a"%_na' })).toEqual([6]);
      expect(await seqs({ actor: "ANA" })).toEqual([]);
      expect(await seqs({ kind: "token" })).toEqual([6]);
      expect(await seqs({ kind: "rul" })).toEqual([]);
      expect(await seqs({ until: start })).toEqual([]);
      expect(await seqs({ since: start, kind: "rule", actor: "ben" })).toEqual([5, 3, 1]);
      const first = await store.audit.search({ limit: 2, actor: "ben" });
      expect(first.items.map(({ seq }) => seq)).toEqual([5, 3]);
      const second = await store.audit.search({ limit: 2, actor: "ben", before: first.next! });
      expect(second.items.map(({ seq }) => seq)).toEqual([1]);
      expect(second.next).toBeUndefined();
    });

    describe("append and list", () => {
      it("keeps acts as they were given, numbered from one, newest first", async () => {
        const first = await store.audit.append(act(1));
        expect(first).toMatchObject({ ...act(1), state: "kept", seq: 1 });
        await store.audit.append(act(2));
        await store.close();
        store = await open(name);
        const third = await store.audit.append(act(3));
        const [newest, middle, oldest] = await store.audit.list({ limit: 5 });
        expect([newest, middle?.seq, oldest]).toEqual([third, 2, first]);
        expect(await store.audit.list({ limit: 1 })).toEqual([third]);
        expect(await store.audit.list({ limit: 5, before: 3 })).toEqual([middle, oldest]);
        expect(await store.audit.list({ limit: 0, before: 2 })).toEqual([oldest]);
        expect(await store.audit.list({ limit: 5, before: 1 })).toEqual([]);
        const kept = await store.audit.append({ ...act(4), action: "rule.kept" });
        const only = (actions: readonly string[]) => store.audit.list({ limit: 5, actions });
        expect(await only(["rule.kept", "rule.retired"])).toEqual([kept]);
        expect(await only(["rule.approved"])).toEqual([third, middle, oldest]);
        expect(await only([])).toEqual([]);
      });

      it("keeps any text, and the chain holds", async () => {
        const texts = HOSTILE_TEXTS.filter(({ text }) => text.length < 4_000);
        for (const { text } of texts) {
          const given = { actor: text, action: `a${text}`, subject: text, detail: { [text]: text } };
          expect(await store.audit.append(given)).toMatchObject({ actor: text, detail: { [text]: text } });
        }
        expect(await store.audit.verify()).toMatchObject({ ok: true, entries: texts.length });
      });

      it("refuses an act that breaks its contract, and keeps its place for the next", async () => {
        await append(1);
        const long = { ...act(2), detail: { text: "x".repeat(100_000) } };
        await expect(store.audit.append(long)).rejects.toThrow(RangeError);
        expect(await store.audit.append(act(2))).toMatchObject({ seq: 2 });
        expect(await store.audit.verify()).toMatchObject({ ok: true, entries: 2 });
      });

      it("gives one unbroken chain where two append at the same time", async () => {
        await appendTogether(name, 60);
        expect(await store.audit.verify()).toMatchObject({ ok: true, entries: 120 });
        const entries = await store.audit.list({ limit: 500 });
        const actors = entries.map((entry) => (entry.state === "kept" ? entry.actor : ""));
        expect(actors.filter((actor) => actor === "one").length).toBe(60);
      });
    });

    describe("protection", () => {
      it.each([
        "delete from audit where seq = 2",
        "update audit set action = 'rule.rejected' where seq = 2",
        "update audit set body = '{}' where seq = 2",
        "update audit set body = null, salt = null, hash = 'x' where seq = 2",
        "update audit set body = null where seq = 2",
        "update audit set seq = 9 where seq = 3",
      ])("refuses %s", async (sql) => {
        await append(3);
        await expect(run(sql)).rejects.toThrow(/append-only/);
        expect(await store.audit.verify()).toMatchObject({ ok: true, entries: 3 });
      });
    });

    describe("verify", () => {
      it("finds an empty log whole", async () => {
        expect(await store.audit.verify()).toEqual({ ok: true, entries: 0, erased: 0, head: GENESIS });
        expect(await store.audit.verify(GENESIS)).toMatchObject({ ok: true });
      });

      it("names the entry, whichever of its columns was changed", async () => {
        await append(5);
        await tamper();
        for (const seq of [1, 3, 5]) {
          for (const column of COLUMNS) {
            const [row] = (await run(`select ${column} as old from audit where seq = ${seq}`)) as {
              old: string;
            }[];
            await run(`update audit set ${column} = ${quote(`${row!.old} `)} where seq = ${seq}`);
            expect(await store.audit.verify(), `${column} of ${seq}`).toMatchObject({ ok: false, seq });
            expect((await store.audit.list({ limit: 9 })).length).toBe(5);
            await run(`update audit set ${column} = ${quote(row!.old)} where seq = ${seq}`);
          }
        }
        expect(await store.audit.verify()).toMatchObject({ ok: true, entries: 5 });
      });

      it.each([
        { why: "one in the middle is gone", sql: ["delete from audit where seq = 3"], seq: 3, reason: "gap" },
        {
          why: "one has another number",
          sql: ["update audit set seq = 77 where seq = 5"],
          seq: 5,
          reason: "gap",
        },
        {
          why: "one is numbered below the first",
          sql: ["update audit set seq = -4 where seq = 2"],
          seq: 1,
          reason: "gap",
        },
        {
          why: "two changed places",
          sql: ["seq = 99 where seq = 2", "seq = 2 where seq = 3", "seq = 3 where seq = 99"].map(
            (change) => `update audit set ${change}`,
          ),
          seq: 2,
          reason: "link_mismatch",
        },
        {
          why: "a body went, and no act says so",
          sql: ["update audit set body = null, salt = null where seq = 4"],
          seq: 4,
          reason: "erasure_unrecorded",
        },
      ])("names the first broken link where $why", async ({ sql, seq, reason }) => {
        await append(5);
        await tamper(...sql);
        expect(await store.audit.verify()).toMatchObject({ ok: false, seq, reason });
      });

      it("names the entry behind one that was put in, however well that is sealed", async () => {
        await append(4);
        const [second] = await store.audit.list({ limit: 1, before: 3 });
        const seal = { after: second!, time: second!.time, salt: "00" };
        await tamper(
          "update audit set seq = 5 where seq = 4",
          "update audit set seq = 4 where seq = 3",
          insert([sealEntry(act(9), seal, sha256)]),
        );
        expect(await store.audit.verify()).toMatchObject({ ok: false, seq: 4, reason: "link_mismatch" });
      });

      it("tells by a noted head that the end of the log is gone", async () => {
        await append(5);
        const whole = await store.audit.verify();
        const noted = whole.ok ? whole.head : GENESIS;
        await append(1);
        expect(await store.audit.verify(noted)).toMatchObject({ ok: true, entries: 6 });
        await tamper("delete from audit where seq > 3");
        expect(await store.audit.verify()).toMatchObject({ ok: true, entries: 3 });
        expect(await store.audit.verify(noted)).toMatchObject({ ok: false, seq: 4, reason: "truncated" });
        await append(2);
        expect(await store.audit.verify(noted)).toMatchObject({ ok: false, seq: 5, reason: "head_mismatch" });
      });

      it("finds any acts whole", async () => {
        const acts = fc.array(
          fc.record({
            actor: fc.string({ unit: "binary" }),
            action: fc.string({ unit: "binary", minLength: 1 }),
            subject: fc.string({ unit: "binary" }),
            detail: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>),
          }),
          { maxLength: 5 },
        );
        let entries = 0;
        await fc.assert(
          fc.asyncProperty(acts, async (some) => {
            for (const one of some) await store.audit.append(one);
            entries += some.length;
            expect(await store.audit.verify()).toMatchObject({ ok: true, entries });
          }),
          { numRuns: 12 },
        );
      });

      it("reads ten thousand entries in well under five seconds", async () => {
        let after = GENESIS;
        for (let from = 0; from < 10_000; from += 500) {
          const page: SealedEntry[] = [];
          for (let n = from; n < from + 500; n += 1) {
            const entry = sealEntry(act(n), { after, time: timeAt(n), salt: `${n}` }, sha256);
            page.push(entry);
            after = entry;
          }
          await run(insert(page));
        }
        const started = performance.now();
        expect(await store.audit.verify()).toMatchObject({ ok: true, entries: 10_000 });
        expect(performance.now() - started).toBeLessThan(5_000);
        expect(await store.audit.append(act(1))).toMatchObject({ seq: 10_001 });
      });
    });

    describe("erasing and deleting records", () => {
      it("erases a person from every act of theirs, or that names them, and the chain holds", async () => {
        await append(4);
        await store.audit.append({ ...act(5), detail: { asked: ["ana"] } });
        await store.feedback.record([makeFeedback(1), makeFeedback(2)]);
        expect(await store.feedback.erasePerson("ana", "cleo")).toBe(2);
        const entries = await store.audit.list({ limit: 10 });
        expect(entries.map(({ state }) => state)).toEqual([
          "kept",
          "erased",
          "erased",
          "kept",
          "erased",
          "kept",
        ]);
        expect(entries[0]).toMatchObject({
          actor: "cleo",
          action: "person.erased",
          subject: "entries 2,4-5",
          detail: { records: 2 },
        });
        expect(await store.audit.verify()).toMatchObject({ ok: true, entries: 6, erased: 3 });
        const rows = await run("select * from audit");
        expect(JSON.stringify(rows)).not.toMatch(/\bana\b/);
        expect(JSON.stringify(rows)).toContain("ben");
      });

      it("does not name somebody who erases themself, nor erase those who are erased", async () => {
        await append(2);
        await store.feedback.erasePerson("ana", "ana");
        const [last] = await store.audit.list({ limit: 1 });
        expect(last).toMatchObject({ actor: "erased", subject: "entries 2" });
        await store.feedback.erasePerson("erased", "ben");
        expect(await store.audit.list({ limit: 1 })).toEqual([last]);
        expect(await store.audit.verify()).toMatchObject({ ok: true, entries: 3, erased: 1 });
      });

      it("changes nothing where the act cannot be written down", async () => {
        const record = makeFeedback(1);
        await store.feedback.record([record]);
        const by = "x".repeat(100_000);
        await expect(store.feedback.erasePerson("ana", by)).rejects.toThrow(RangeError);
        await expect(store.feedback.deleteOlderThan(timeAt(9), by)).rejects.toThrow(RangeError);
        expect(await store.feedback.find(record.id)).toEqual(record);
        expect(await store.audit.list({ limit: 5 })).toEqual([]);
      });

      it("says nothing where nothing was there to erase or delete", async () => {
        await store.feedback.erasePerson("nobody", "cleo");
        await store.feedback.deleteOlderThan(timeAt(9), "cleo");
        expect(await store.audit.list({ limit: 5 })).toEqual([]);
      });

      it("erases more entries than one act can name", async () => {
        let after = GENESIS;
        const made = Array.from({ length: 500 }, (_, n) => {
          const entry = sealEntry(act(n), { after, time: timeAt(n), salt: `${n}` }, sha256);
          after = entry;
          return entry;
        });
        await run(insert(made));
        await store.feedback.erasePerson("ana");
        expect(await store.audit.verify()).toMatchObject({ ok: true, erased: 250 });
      });

      it.each([
        { records: 3, told: [{ records: 3, complete: true }] },
        {
          records: 500,
          told: [
            { records: 0, complete: true },
            { records: 500, complete: false },
          ],
        },
        {
          records: 1_200,
          told: [
            { records: 700, complete: true },
            { records: 500, complete: false },
          ],
        },
      ])("says who deleted $records records, in two acts at most", async ({ records, told }) => {
        await store.feedback.record(Array.from({ length: records }, (_, n) => makeFeedback(n)));
        expect(await store.feedback.deleteOlderThan(timeAt(5_000), "cleo")).toBe(records);
        const entries = await store.audit.list({ limit: 5 });
        expect(entries).toMatchObject(
          told.map((detail) => ({ actor: "cleo", action: "records.deleted", subject: "feedback", detail })),
        );
        expect(await store.audit.verify()).toMatchObject({ ok: true });
      });
    });

    it("says that the store is closed", async () => {
      await store.close();
      for (const use of [
        () => store.audit.append(act(1)),
        () => store.audit.list({ limit: 1 }),
        () => store.audit.verify(),
      ]) {
        await expect(use()).rejects.toMatchObject({ code: "store_closed" });
      }
    });
  });
}
