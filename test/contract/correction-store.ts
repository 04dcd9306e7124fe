import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { rebuildCorrections } from "../../src/app/correction/rebuild-corrections.ts";
import type { PastCorrection } from "../../src/core/correction/past-correction.ts";
import type { Feedback } from "../../src/core/feedback/feedback.ts";
import type { CorrectionQuery } from "../../src/ports/correction-store.ts";
import type { Store } from "../../src/ports/store.ts";
import type { StoreDriver } from "./store-driver.ts";
import { HOSTILE_TEXTS, makeFeedback, timeAt } from "./make-feedback.ts";

const idOf = (n: number): string => `co_${n.toString(16).padStart(32, "0")}`;

export function makeCorrection(n: number, fields: Partial<PastCorrection> = {}): PastCorrection {
  return {
    id: idOf(n),
    found: "review",
    kind: "review",
    remark: `remark ${n}: close the file`,
    before: `open(${n})`,
    after: `with open(${n}):`,
    outcome: "unknown",
    author: "ana",
    agent: "rio",
    project: "shop",
    session: "shop#7",
    path: "src/cart.py",
    time: timeAt(n),
    rework: 0,
    origin: { url: `https://code.example/shop/pull/7#r${n}` },
    ...fields,
  };
}

function wordless(n: number, fields: Partial<PastCorrection> = {}): PastCorrection {
  const { before: _before, after: _after, ...rest } = makeCorrection(n, fields);
  return rest;
}

const TEXT_FIELDS = ["id", "remark", "act", "before", "after", "author", "agent", "project", "path"] as const;

const isLookup = (field: string): boolean => ["project", "agent", "author", "path"].includes(field);

/** What every driver of the port promises. */
export function describeCorrectionStore(name: string, { open, openClient }: StoreDriver): void {
  describe(`past corrections on ${name}`, () => {
    let number = 0;
    let place = "";
    let store: Store;
    beforeEach(async () => {
      number += 1;
      place = `corrections-${number}`;
      store = await open({ name: place });
    });
    afterEach(() => store.close());

    const listed = async (query: Partial<CorrectionQuery> = {}): Promise<readonly PastCorrection[]> =>
      (await store.corrections.list({ limit: 500, ...query })).items;
    const ids = async (query: Partial<CorrectionQuery>): Promise<readonly string[]> =>
      (await listed(query)).map(({ id }) => id);

    it("keeps corrections as they were given, each once, in one call or in several", async () => {
      const bare = wordless(2, { found: "conversation", kind: "refused", remark: "", act: "Bash rm -rf x" });
      const { author: _author, agent: _agent, path: _path, ...short } = bare;
      const first = makeCorrection(1);
      expect(await store.corrections.add([])).toEqual({ new: 0, changed: 0, known: 0 });
      expect(await store.corrections.add([first, short, first])).toEqual({ new: 2, changed: 0, known: 0 });
      expect(await store.corrections.add([short, makeCorrection(3), first])).toEqual({
        new: 1,
        changed: 0,
        known: 2,
      });
      expect(await store.corrections.find(short.id)).toEqual(short);
      expect(await store.corrections.find("co_none")).toBeUndefined();
      expect(await listed()).toEqual([makeCorrection(3), short, first]);
    });

    it("adds thousands in parts, and only what is new the second time", async () => {
      const many = Array.from({ length: 1_300 }, (_, n) => makeCorrection(n));
      expect(await store.corrections.add(many)).toEqual({ new: 1_300, changed: 0, known: 0 });
      const later = [...many.toReversed(), makeCorrection(1_300)];
      expect(await store.corrections.add(later)).toEqual({ new: 1, changed: 0, known: 1_300 });
    });

    it("replaces a known one if its outcome, sides or words changed, and loses nothing to a poorer source", async () => {
      await store.corrections.add([wordless(1), makeCorrection(2), makeCorrection(3)]);
      const landed = makeCorrection(1, { outcome: "landed", time: timeAt(5) });
      const reworded = makeCorrection(2, { remark: "close every file" });
      expect(await store.corrections.add([landed, reworded, makeCorrection(3)])).toEqual({
        new: 0,
        changed: 2,
        known: 1,
      });
      expect(await listed({ outcome: "landed" })).toEqual([landed]);
      expect(await ids({ withEdit: true })).toEqual([idOf(1), idOf(3), idOf(2)]);
      expect(await store.corrections.find(idOf(2))).toEqual(reworded);
      const poorer = wordless(1, { remark: "", rework: 9 });
      expect(await store.corrections.add([poorer])).toEqual({ new: 0, changed: 0, known: 1 });
      expect(await store.corrections.find(idOf(1))).toEqual(landed);
      expect(await store.corrections.add([{ ...landed, outcome: "declined" }])).toMatchObject({ changed: 1 });
      expect(await ids({ outcome: "declined" })).toEqual([idOf(1)]);
    });

    it("answers by project, agent, author, path, source, outcome and edit, and by several of them", async () => {
      const { agent: _agent, ...nobodys } = wordless(4, { found: "commit", kind: "rewritten" });
      await store.corrections.add([
        makeCorrection(1, { project: "bank", author: "bo" }),
        makeCorrection(2, { agent: "kim", path: "src/pay.py" }),
        makeCorrection(3, { outcome: "landed" }),
        nobodys,
      ]);
      expect(await ids({ project: "bank" })).toEqual([idOf(1)]);
      expect(await ids({ agent: "kim" })).toEqual([idOf(2)]);
      expect(await ids({ agent: "" })).toEqual([idOf(4)]);
      expect(await ids({ author: "bo" })).toEqual([idOf(1)]);
      expect(await ids({ path: "src/pay.py" })).toEqual([idOf(2)]);
      expect(await ids({ found: "commit" })).toEqual([idOf(4)]);
      expect(await ids({ outcome: "landed" })).toEqual([idOf(3)]);
      expect(await ids({ withEdit: true })).toEqual([idOf(3), idOf(2), idOf(1)]);
      expect(await ids({ withEdit: false })).toHaveLength(4);
      expect(await ids({ project: "shop", author: "ana", withEdit: true, found: "review" })).toEqual([
        idOf(3),
        idOf(2),
      ]);
      expect(await ids({ project: "bank", author: "ana" })).toEqual([]);
    });

    it("pages newest first, also when many have the same time or none", async () => {
      const { time: _time, ...timeless } = makeCorrection(40);
      await store.corrections.add([
        ...Array.from({ length: 7 }, (_, n) => makeCorrection(n, { time: timeAt(1) })),
        makeCorrection(20, { time: timeAt(9), project: "bank" }),
        makeCorrection(21, { time: "2026-03-01T03:00:00+02:00" }),
        timeless,
      ]);
      const paged: string[] = [];
      for (let after: string | undefined, pages = 0; pages === 0 || after !== undefined; pages += 1) {
        const page = await store.corrections.list({ limit: 3, ...(after === undefined ? {} : { after }) });
        expect(page.items.length).toBeLessThanOrEqual(3);
        paged.push(...page.items.map(({ id }) => id));
        after = page.next;
        // What arrives in between shifts no page.
        await store.corrections.add([makeCorrection(100 + pages, { time: timeAt(10_000 + pages) })]);
      }
      expect(paged).toHaveLength(10);
      expect(new Set(paged).size).toBe(10);
      expect(paged.slice(0, 3)).toEqual([idOf(40), idOf(21), idOf(20)]);
      await expect(store.corrections.list({ limit: 3, after: "x" })).rejects.toMatchObject({
        code: "invalid_cursor",
      });
      expect((await store.corrections.list({ limit: 0 })).items).toHaveLength(1);
    });

    it("of many who add the same corrections at once, each is new to one of them", async () => {
      const clients = [store, await openClient(place, store), await openClient(place, store)];
      const all = Array.from({ length: 600 }, (_, n) => makeCorrection(n));
      const added = await Promise.all(
        clients.map((client, n) => client.corrections.add(n === 1 ? all.toReversed() : all)),
      );
      expect(added.reduce((sum, each) => sum + each.new, 0)).toBe(600);
      expect(added.reduce((sum, each) => sum + each.changed, 0)).toBe(0);
      const landed = all.map((correction) => ({ ...correction, outcome: "landed" as const }));
      const changed = await Promise.all(
        clients.map((client, n) => client.corrections.add(n === 1 ? landed.toReversed() : landed)),
      );
      expect(changed.reduce((sum, each) => sum + each.changed, 0)).toBe(600);
      expect(changed.reduce((sum, each) => sum + each.known, 0)).toBe(1_200);
      expect((await listed({ outcome: "unknown" })).length).toBe(0);
      for (const client of clients) if (client !== store) await client.close();
    });

    it("erasing a person takes their name, words and lines out, and they do not come back", async () => {
      const transcript = makeCorrection(3, { origin: { file: "/home/ana/t.jsonl", line: 4, turn: "u1" } });
      const others = makeCorrection(2, { author: "bo" });
      await store.corrections.add([makeCorrection(1), others, transcript]);
      await store.feedback.erasePerson("ana", "root");
      expect(await listed({ author: "ana" })).toEqual([]);
      const { before: _before, after: _after, ...rest } = makeCorrection(1);
      expect(await store.corrections.find(idOf(1))).toEqual({ ...rest, author: "erased", remark: "" });
      expect((await store.corrections.find(idOf(3)))?.origin).toEqual({
        file: "erased",
        line: 4,
        turn: "u1",
      });
      expect(await ids({ withEdit: true })).toEqual([idOf(2)]);
      expect(await store.corrections.add([makeCorrection(1, { outcome: "landed" })])).toMatchObject({
        known: 1,
      });
      expect(JSON.stringify(await listed())).not.toContain("remark 1");
      expect(await store.corrections.find(idOf(2))).toEqual(others);
    });

    it("holds the corrections in recorded feedback as soon as it is recorded, and outsiders' never", async () => {
      const diff = "--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-a = 1\n+a = 2\n@@ -9 +9 @@\n-b\n+c\n";
      const edited = (n: number, fields: Partial<Feedback> = {}): Feedback =>
        makeFeedback(n, { outcome: "approved_with_changes", correction: { diff }, ...fields });
      const outsider = edited(2, { author: { id: "eve", trust: "outsider" } });
      await store.feedback.record([edited(1), outsider, makeFeedback(3)]);
      await store.feedback.record([edited(1)]);
      expect(await listed()).toMatchObject([
        { before: "b", after: "c", path: "x.py", found: "decision", outcome: "landed", author: "ana" },
        { before: "a = 1", after: "a = 2", origin: { feedback: edited(1).id } },
      ]);
      const rebuild = rebuildCorrections(store);
      expect(await rebuild()).toEqual({ new: 0, changed: 0, known: 2 });
      await store.feedback.erasePerson("ana", "root");
      expect(await rebuild()).toEqual({ new: 0, changed: 0, known: 0 });
      expect(await listed({ withEdit: true })).toEqual([]);
    });

    it("erases a person whose name no database could store as it is", async () => {
      const author = "ana\0\uD800";
      await store.corrections.add([makeCorrection(1, { author }), makeCorrection(2, { author: "ana" })]);
      await store.feedback.erasePerson(author, "root");
      expect((await listed()).map((correction) => correction.author)).toEqual(["ana", "erased"]);
    });

    it("deleting what is old takes corrections along, with an entry in the audit log", async () => {
      await store.corrections.add([1, 2, 3].map((n) => makeCorrection(n)));
      await store.feedback.deleteOlderThan(timeAt(3), "root");
      expect(await ids({})).toEqual([idOf(3)]);
      const entries = await store.audit.list({ limit: 10 });
      expect(entries).toMatchObject([
        { actor: "root", detail: { older_than: timeAt(3), records: 2, complete: true } },
      ]);
    });

    it("takes any text, and finds it again by it", async () => {
      for (const { why, text } of HOSTILE_TEXTS) {
        const fields = text.length > 1_000 ? (["id", "path"] as const) : TEXT_FIELDS;
        const hostile = makeCorrection(1, Object.fromEntries(fields.map((field) => [field, text])));
        expect([why, await store.corrections.add([hostile])]).toEqual([
          why,
          { new: 1, changed: 0, known: 0 },
        ]);
        expect([why, await store.corrections.find(text)]).toEqual([why, hostile]);
        for (const field of fields.filter(isLookup)) {
          expect([why, field, await listed({ [field]: text })]).toEqual([why, field, [hostile]]);
        }
        expect([why, await store.corrections.add([hostile])]).toEqual([
          why,
          { new: 0, changed: 0, known: 1 },
        ]);
      }
    });
  });
}
