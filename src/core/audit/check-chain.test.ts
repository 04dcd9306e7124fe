import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AuditAct, type AuditHead, GENESIS, type SealedEntry, sealEntry } from "./audit-entry.ts";
import { createChainCheck } from "./check-chain.ts";
import { erasureActs } from "./erasure-act.ts";

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

function chainOf(acts: readonly AuditAct[], after: AuditHead = GENESIS): readonly SealedEntry[] {
  const entries: SealedEntry[] = [];
  for (const act of acts) {
    const time = `2026-03-0${(entries.length % 9) + 1}T10:00:00.000Z`;
    entries.push(sealEntry(act, { after: entries.at(-1) ?? after, time, salt: `${entries.length}` }, digest));
  }
  return entries;
}

function verdictOf(entries: readonly SealedEntry[], noted?: AuditHead) {
  const check = createChainCheck(digest, noted);
  for (const entry of entries) check.add(entry);
  return check.verdict();
}

const act = (n: number): AuditAct => ({
  actor: n % 2 === 0 ? "ana" : "ben",
  action: "rule.approved",
  subject: `rule-${n}`,
  detail: { version: n },
});
const ACTS = [1, 2, 3, 4, 5, 6].map(act);
const CHAIN = chainOf(ACTS);
const erase = (entry: SealedEntry): SealedEntry => ({ ...entry, body: null, salt: null });
const at = (entries: readonly SealedEntry[], seq: number): SealedEntry => entries[seq - 1]!;
const replace = (seq: number, change: (entry: SealedEntry) => SealedEntry): readonly SealedEntry[] =>
  CHAIN.map((entry) => (entry.seq === seq ? change(entry) : entry));

const actArbitrary: fc.Arbitrary<AuditAct> = fc.record({
  actor: fc.string({ unit: "binary" }),
  action: fc.string({ minLength: 1, unit: "binary" }),
  subject: fc.string({ unit: "binary" }),
  detail: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>),
});

describe("checking a chain", () => {
  it("finds it whole, and says where it ends", () => {
    expect(verdictOf([])).toEqual({ ok: true, entries: 0, erased: 0, head: GENESIS });
    const { seq, hash } = at(CHAIN, 6);
    expect(verdictOf(CHAIN)).toEqual({ ok: true, entries: 6, erased: 0, head: { seq, hash } });
  });

  it.each([
    { field: "time", value: "2026-03-09T10:00:00.000Z", reason: "hash_mismatch" },
    { field: "action", value: "rule.rejected", reason: "hash_mismatch" },
    { field: "subject", value: "rule-9", reason: "hash_mismatch" },
    { field: "body", value: '{"actor":"eve","detail":{}}', reason: "body_mismatch" },
    { field: "body", value: null, reason: "body_mismatch" },
    { field: "salt", value: "other", reason: "body_mismatch" },
    { field: "salt", value: null, reason: "body_mismatch" },
    { field: "body_hash", value: digest("other"), reason: "hash_mismatch" },
    { field: "previous", value: digest("other"), reason: "link_mismatch" },
    { field: "hash", value: digest("other"), reason: "hash_mismatch" },
    { field: "seq", value: 77, reason: "gap" },
  ])("names the entry whose $field became $value: $reason", ({ field, value, reason }) => {
    for (const seq of [1, 3, 6]) {
      const changed = replace(seq, (entry) => ({ ...entry, [field]: value }));
      expect(verdictOf(changed)).toMatchObject({ ok: false, seq, reason });
    }
  });

  it.each([
    { why: "one in the middle is gone", chain: CHAIN.toSpliced(2, 1), seq: 3, reason: "gap" },
    { why: "the first is gone", chain: CHAIN.slice(1), seq: 1, reason: "gap" },
    {
      why: "one was put in, well sealed, and the rest renumbered",
      chain: [
        ...CHAIN.slice(0, 2),
        ...chainOf([act(9)], at(CHAIN, 2)),
        ...CHAIN.slice(2).map((entry) => ({ ...entry, seq: entry.seq + 1 })),
      ],
      seq: 4,
      reason: "link_mismatch",
    },
    {
      why: "one was put in before the first",
      chain: [{ ...at(CHAIN, 1), seq: 0 }, ...CHAIN],
      seq: 1,
      reason: "gap",
    },
    {
      why: "two changed places",
      chain: [
        ...CHAIN.slice(0, 1),
        { ...at(CHAIN, 3), seq: 2 },
        { ...at(CHAIN, 2), seq: 3 },
        ...CHAIN.slice(3),
      ],
      seq: 2,
      reason: "link_mismatch",
    },
    {
      why: "one was written anew, well sealed",
      chain: [...CHAIN.slice(0, 2), ...chainOf([act(9)], at(CHAIN, 2)), ...CHAIN.slice(3)],
      seq: 4,
      reason: "link_mismatch",
    },
    {
      why: "a letter moved from the salt to the body",
      chain: replace(2, (entry) => ({ ...entry, salt: "", body: `${entry.salt}${entry.body}` })),
      seq: 2,
      reason: "body_mismatch",
    },
    {
      why: "a body went, and no act says so",
      chain: replace(4, erase),
      seq: 4,
      reason: "erasure_unrecorded",
    },
  ])("names the first broken link where $why", ({ chain, seq, reason }) => {
    const verdict = verdictOf(chain);
    expect(verdict).toMatchObject({ ok: false, seq, reason });
    expect(verdict).toHaveProperty("message", expect.stringContaining(`entry ${seq}`));
  });

  it("holds after an erasure that a later act tells of, also once that act is erased itself", () => {
    const [first] = erasureActs("ben", { records: 3, tokens: 0 }, [
      [2, 2],
      [4, 4],
    ]);
    const chain = chainOf([...ACTS, first!]);
    const erased = chain.map((entry) => (entry.seq === 2 || entry.seq === 4 ? erase(entry) : entry));
    expect(verdictOf(erased)).toMatchObject({ ok: true, entries: 7, erased: 2 });
    const again = chainOf([...ACTS, first!, ...erasureActs("cli", { records: 0, tokens: 0 }, [[7, 7]])]).map(
      (entry) => ([2, 4, 7].includes(entry.seq) ? erase(entry) : entry),
    );
    expect(verdictOf(again)).toMatchObject({ ok: true, entries: 8, erased: 3 });
    const more = again.map((entry) => (entry.seq === 3 ? erase(entry) : entry));
    expect(verdictOf(more)).toMatchObject({ ok: false, seq: 3, reason: "erasure_unrecorded" });
  });

  it("does not let an act excuse what goes after it", () => {
    const chain = chainOf([...erasureActs("eve", { records: 0, tokens: 0 }, [[1, 99]]), ...ACTS]);
    const erased = chain.map((entry) => (entry.seq === 3 ? erase(entry) : entry));
    expect(verdictOf(erased)).toMatchObject({ ok: false, seq: 3, reason: "erasure_unrecorded" });
  });

  it("tells by a noted head that the end is gone, or that all was written anew", () => {
    const noted = at(CHAIN, 5);
    expect(verdictOf(CHAIN, noted)).toMatchObject({ ok: true, entries: 6 });
    expect(verdictOf(CHAIN.slice(0, 5), noted)).toMatchObject({ ok: true, entries: 5 });
    expect(verdictOf(CHAIN.slice(0, 3), noted)).toMatchObject({ ok: false, seq: 4, reason: "truncated" });
    expect(verdictOf([], noted)).toMatchObject({ ok: false, seq: 1, reason: "truncated" });
    const anew = chainOf([act(9), ...ACTS]);
    expect(verdictOf(anew)).toMatchObject({ ok: true });
    expect(verdictOf(anew, noted)).toMatchObject({ ok: false, seq: 5, reason: "head_mismatch" });
    expect(verdictOf(CHAIN, { seq: 0, hash: "x" })).toMatchObject({ ok: false, reason: "head_mismatch" });
  });

  it("finds every sequence of acts whole, and any single change of it", () => {
    const field = fc.constantFrom(
      "time",
      "action",
      "subject",
      "body",
      "salt",
      "body_hash",
      "previous",
      "hash",
    );
    fc.assert(
      fc.property(
        fc.array(actArbitrary, { minLength: 1, maxLength: 6 }),
        fc.nat(),
        field,
        fc.option(fc.string({ unit: "binary" })),
        (acts, which, name, value) => {
          const chain = chainOf(acts);
          expect(verdictOf(chain)).toMatchObject({ ok: true, entries: acts.length });
          const entry = chain[which % chain.length]!;
          fc.pre(value !== entry[name as keyof SealedEntry]);
          const changed = chain.with(which % chain.length, { ...entry, [name]: value });
          expect(verdictOf(changed)).toMatchObject({ ok: false, seq: entry.seq });
        },
      ),
    );
  });
});
