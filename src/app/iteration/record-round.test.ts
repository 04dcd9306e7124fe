import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeDocument, type DocumentParts, type ItemParts } from "../../../test/make-round.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { loadCatalogueMap } from "../../drivers/catalogue/load-catalogue-map.ts";
import { createKnownEmbedder } from "../../../test/known-embedder.ts";
import { createBuiltInJudge } from "../../drivers/judge/built-in-judge.ts";
import type { Store } from "../../ports/store.ts";
import { recordRound, type RecordedRound, type RoundInput } from "./record-round.ts";
import { showTask } from "./show-task.ts";

const embedder = createKnownEmbedder();
const judge = createBuiltInJudge(loadCatalogueMap(embedder.name));
const learning = () => Promise.resolve({ embedder, judge });

let store: Store;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

let clock = 0;
const now = (): string => new Date(Date.UTC(2026, 2, 1) + (clock += 60_000)).toISOString();
const record = (document: unknown, more: Partial<RoundInput> = {}) =>
  recordRound({ iterations: store.iterations, learning, now })({
    task: "T-1",
    agent: "rio",
    document,
    by: "ana",
    ...more,
  });
async function recorded(
  number: number,
  parts: DocumentParts,
  more: Partial<RoundInput> = {},
): Promise<RecordedRound> {
  const done = await record(makeDocument(number, parts), more);
  if (!done.ok) throw new Error(done.error.message);
  return done.value;
}
const history = async () => {
  const found = await showTask(store.iterations)({ task: "T-1", limit: 50 });
  if (!found.ok) throw new Error(found.error.message);
  return found.value;
};
const events = async (): Promise<readonly string[]> => {
  const ids: string[] = [];
  await store.outbox.relay(1_000, async (all) => {
    ids.push(...all.flatMap(({ type, id }) => (type === "emend.iteration.escalated" ? [id] : [])));
  });
  return ids;
};

const NULL_CHECK: readonly ItemParts[] = [
  {
    at: ["function", "findUser()"],
    issue: "findUser() reads user.email without checking for null, so unknown ids crash",
    action: "Return 404 when findUser gets no row, before reading email",
  },
  {
    at: ["function", "findUser"],
    issue: "An id that matches nobody still leads to a TypeError, because the result may be null",
    action: "Guard against a null user in findUser before its fields are used",
  },
  {
    at: ["function", "findUser(id)"],
    issue: "The lookup may yield null and its email is used without a guard",
    action: "Check the user for null before the email is read",
  },
  {
    at: ["function", "findUser()"],
    issue: "A missing user is not handled: the null result is dereferenced",
    action: "Handle the case that no user was found before reading fields",
  },
];
const OTHERS = [
  "The header comment names a module that was removed",
  "The loop over prices allocates a new array in every pass",
  "The password is logged when a login fails",
  "A date is formatted in the local time zone of the server",
  "The upload has no upper limit on its size",
];

describe("recordRound", () => {
  it("000.6 an issue in 3 of the last 5 rounds escalates once, however it is worded, with one event", async () => {
    const first = await recorded(1, { items: [NULL_CHECK[0]!] });
    await recorded(2, { items: [{ issue: OTHERS[0]! }] });
    const third = await recorded(3, { items: [NULL_CHECK[1]!, { issue: OTHERS[1]! }] });
    expect(third.round.items[0]).toMatchObject({ class: "repeated", earlier_round: 1, match: "judge" });
    expect(third.round.escalations).toEqual([]);
    const fourth = await recorded(4, { items: [NULL_CHECK[2]!] });
    const { issue_id } = first.round.items[0]!;
    expect(fourth.round.escalations).toEqual([{ issue_id, issue: NULL_CHECK[2]!.issue, seen: 3 }]);
    // It stays at the limit, and is not told again.
    const fifth = await recorded(5, { items: [NULL_CHECK[3]!] });
    expect(fifth.round.items[0]!.issue_id).toBe(issue_id);
    expect(fifth.round.escalations).toEqual([]);
    expect(await events()).toEqual([`iteration.escalated:${issue_id}:4`]);
    const { issues, escalations } = await history();
    expect(escalations).toEqual([{ round: 4, issue_id, issue: NULL_CHECK[2]!.issue }]);
    expect(issues[0]).toMatchObject({
      issue_id,
      count: 4,
      first_round: 1,
      last_round: 5,
      open: true,
      escalated_in: [4],
    });
  });

  it("000.6 escalates again only after the issue has fallen below the limit", async () => {
    const same = { items: [{ issue: OTHERS[2]! }] };
    for (const number of [1, 2, 3]) await recorded(number, same);
    for (const number of [4, 5, 6, 7]) await recorded(number, { items: [{ issue: OTHERS[number % 2]! }] });
    const escalated: number[] = [];
    for (const number of [8, 9, 10]) {
      if ((await recorded(number, same)).round.escalations.length > 0) escalated.push(number);
    }
    expect(escalated).toEqual([10]);
    expect(new Set(await events()).size).toBe(2);
  });

  it("000.7 returns the best round: the earlier of equals, and none that failed its check", async () => {
    await recorded(1, { score: 0.7, items: [{ issue: OTHERS[0]! }] });
    await recorded(2, { score: 0.9, items: [{ issue: OTHERS[1]! }] }, { verified: false });
    await recorded(3, { score: 0.8, items: [{ issue: OTHERS[2]! }] });
    await recorded(4, { score: 0.8, items: [{ issue: OTHERS[3]! }] });
    expect((await history()).best_round).toMatchObject({ number: 3, score: 0.8 });
  });

  it("000.5 derives follow and improvement if nobody states them, and says which is which", async () => {
    await recorded(1, { score: 0.4, items: [{ issue: OTHERS[0]! }, { issue: OTHERS[1]! }] });
    await recorded(2, { score: 0.6, items: [{ issue: OTHERS[1]! }] });
    await recorded(3, { score: 0.5, items: [{ issue: OTHERS[3]! }], tracking: { feedback_followed: false } });
    await recorded(4, { score: 0.7, items: [{ issue: OTHERS[4]! }] });
    const { rounds, rates } = await history();
    expect(rounds.map(({ followed, improved }) => [followed, improved])).toEqual([
      [
        { value: 0.5, source: "worked_out" },
        { value: true, delta: 0.2, source: "worked_out" },
      ],
      [
        { value: 1, source: "worked_out" },
        { value: false, delta: -0.1, source: "worked_out" },
      ],
      [
        { value: 0, source: "given" },
        { value: true, delta: 0.2, source: "worked_out" },
      ],
      [
        { value: null, source: "unknown" },
        { value: null, delta: null, source: "unknown" },
      ],
    ]);
    expect(rates).toMatchObject({
      follow_rate: { value: 0.5, target: 0.9, met: false, sample: 3 },
      improvement_rate: { value: 0.5, target: 0.8, sample: 2 },
      repeated_issue_rate: { value: 0.25, target: 0.1, sample: 4 },
      escalation_rate: { value: 0, target: 0.05, met: true },
    });
  });

  it("17.1 nothing was followed where nothing was changed, and a changed place was", async () => {
    const before = ["const a = 1;", "const total = sum(list) + 1;", "console.log(total);"];
    const item = { issue: "The total is one too high for every list", at: ["line", "2"] } as const;
    const content = before.join("\n");
    await recorded(1, { items: [item] }, { content });
    await recorded(2, { items: [{ issue: OTHERS[0]! }] }, { content });
    await recorded(
      3,
      { items: [{ ...item, at: ["line", "3"] }] },
      { content: before.toSpliced(0, 0, "// new").join("\n") },
    );
    const changed = ["// new", before[0]!, "const total = sum(list) - 1;", before[2]!].join("\n");
    await recorded(4, { items: [{ ...item, at: ["line", "3"] }] }, { content: changed });
    expect((await history()).rounds.map(({ followed }) => followed.value)).toEqual([0, 1, 1, null]);
  });

  it("17.1 classes findings as repeated, reversed, new on changed and new on unchanged code", async () => {
    const lines = (middle: string): string => ["alpha = load()", middle, "omega = close(alpha)"].join("\n");
    await recorded(
      1,
      {
        items: [
          {
            at: ["path", "src/http.ts"],
            issue: "The file depends on axios although fetch would do the same",
            action: "Replace axios with fetch in this file",
          },
        ],
      },
      { content: lines("beta = axios(alpha)") },
    );
    const second = await recorded(
      2,
      {
        items: [
          {
            at: ["path", "src/http.ts"],
            issue: "fetch lacks the interceptors that the rest of the project relies on",
            action: "Replace fetch with axios in this file",
          },
          { at: ["line", "1"], issue: OTHERS[4]! },
          { at: ["line", "2"], issue: OTHERS[2]! },
          { at: ["function", "nowhere()"], issue: OTHERS[3]! },
        ],
      },
      { content: lines("beta = fetch(alpha)") },
    );
    expect(second.round.items.map((item) => [item.class, item.earlier_round])).toEqual([
      ["reversed", 1],
      ["new_on_unchanged", undefined],
      ["new_on_changed", undefined],
      ["new", undefined],
    ]);
    expect(second.round.items.map(({ why }) => why)).toMatchInlineSnapshot(`
      [
        "It undoes what round 1 asked for (one wants “fetch”, not “axios”, the other “axios”, not “fetch”).",
        "Line 1 has not changed since round 1.",
        "Line 2 has changed since round 1.",
        "Whether this place changed is unknown: nowhere() is not in the content.",
      ]
    `);
    const third = await recorded(3, {
      items: [{ at: ["line", "9"], issue: OTHERS[2]! }, { issue: OTHERS[1]! }],
    });
    expect(third.round.items.map((item) => item.class)).toEqual(["repeated", "new"]);
    expect(third.round.items[1]!.why).toBe(
      "Whether this place changed is unknown: no content was recorded for this round.",
    );
  });

  it("17.1 takes a version that was reviewed before as unchanged", async () => {
    await recorded(1, { version: "abc", items: [{ issue: OTHERS[0]! }] });
    const { round } = await recorded(2, { version: "abc", items: [{ issue: OTHERS[1]! }] });
    expect(round.items[0]).toMatchObject({ class: "new_on_unchanged" });
    const next = await recorded(3, { version: "def", items: [{ issue: OTHERS[2]! }] });
    expect(next.round.items[0]!.class).toBe("new");
  });

  it("17.1 the same document again is the same round, and may say afterwards what became of it", async () => {
    const document = makeDocument(1);
    const first = await record(document);
    expect(first).toMatchObject({ ok: true, value: { state: "new" } });
    expect(await record(document)).toMatchObject({ ok: true, value: { state: "known" } });
    const told = makeDocument(1, { tracking: { feedback_followed: true, feedback_clarity_score: 0.9 } });
    expect(await record(told)).toMatchObject({ ok: true, value: { state: "updated" } });
    expect(await record(document)).toMatchObject({ ok: true, value: { state: "known" } });
    const { rounds, round_count } = await history();
    expect(round_count).toBe(1);
    expect(rounds[0]).toMatchObject({ followed: { value: 1, source: "given" }, clarity: 0.9 });
    const other = await record(makeDocument(1, { items: [{ issue: OTHERS[3]! }] }));
    expect(other).toMatchObject({ ok: false, error: { code: "document_differs" } });
  });

  it.each([
    { why: "no document", document: "Please fix it", code: "document_unfit" },
    { why: "an item alone", document: makeDocument(1).feedback_items[0], code: "document_unfit" },
    {
      why: "a document without items",
      document: { ...makeDocument(3), feedback_items: [] },
      code: "document_unfit",
    },
    {
      why: "another document for the same round",
      document: makeDocument(2, { id: "00000000-0000-4000-8000-0000000000ff" }),
      code: "round_taken",
    },
    { why: "an earlier round", document: makeDocument(1), code: "round_out_of_order" },
    {
      why: "more items than anybody acts on",
      document: makeDocument(3, {
        items: Array.from({ length: 101 }, (_, n) => ({ issue: `Value number ${n} is wrong` })),
      }),
      code: "too_many_items",
    },
  ])("17.1 refuses $why with $code", async ({ document, code }) => {
    await recorded(2, {});
    expect(await record(document)).toMatchObject({ ok: false, error: { code } });
    expect((await history()).round_count).toBe(1);
  });

  it("17.1 records a vague document and reports it, and refuses it if asked to be strict", async () => {
    const vague = makeDocument(1, {
      items: [{ issue: "The error handling could be better in many places" }],
    });
    expect(await record(vague, { strict: true })).toMatchObject({
      ok: false,
      error: { code: "document_unfit" },
    });
    const done = await record(vague);
    expect(done).toMatchObject({ ok: true, value: { state: "new" } });
    expect(done.ok && done.value.violations.map(({ code }) => code)).toContain("vague_issue");
  });

  it("17.1 keeps tasks of two agents apart, and asks which is meant", async () => {
    await recorded(1, {});
    await recorded(1, {}, { agent: "kim" });
    expect(await showTask(store.iterations)({ task: "T-1" })).toMatchObject({
      ok: false,
      error: { code: "task_ambiguous" },
    });
    expect(await showTask(store.iterations)({ task: "T-1", agent: "kim" })).toMatchObject({ ok: true });
    expect(await showTask(store.iterations)({ task: "T-9" })).toMatchObject({
      ok: false,
      error: { code: "task_not_found" },
    });
  });

  it("17.1 of rounds that come in at once each is recorded in order or refused", async () => {
    const done = await Promise.all([1, 2, 3, 3, 1].map((number) => record(makeDocument(number))));
    const { rounds } = await history();
    expect(rounds.map(({ number }) => number)).toEqual(
      [...new Set(rounds.map(({ number }) => number))].toSorted((a, b) => a - b),
    );
    expect(done.filter((one) => one.ok && one.value.state === "new")).toHaveLength(rounds.length);
  });

  it("000.6 holds for any sequence of rounds", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 }),
        async (sequence) => {
          const own = await openTestStore();
          try {
            const add = recordRound({ iterations: own.iterations, learning, now });
            const escalated: string[] = [];
            for (const [at, issues] of sequence.entries()) {
              const document = makeDocument(at + 1, {
                items: issues.map((n) => ({ issue: OTHERS[n]! })),
                max: 20,
              });
              const done = await add({ task: "T", agent: null, document, by: "ana" });
              if (!done.ok) throw new Error(done.error.message);
              for (const { issue } of done.value.round.escalations) escalated.push(`${at + 1} ${issue}`);
            }
            expect(escalated.toSorted()).toEqual(expectedEscalations(sequence).toSorted());
          } finally {
            await own.close();
          }
        },
      ),
      { numRuns: 25 },
    );
  });
});

/** By counting, and nothing else. */
function expectedEscalations(sequence: readonly (readonly number[])[]): readonly string[] {
  const atLimit = (issue: number, end: number): boolean =>
    sequence.slice(Math.max(0, end - 4), end + 1).filter((round) => round.includes(issue)).length >= 3;
  return sequence.flatMap((round, at) =>
    round
      .filter((issue) => atLimit(issue, at) && !(at > 0 && atLimit(issue, at - 1)))
      .map((issue) => `${at + 1} ${OTHERS[issue]!}`),
  );
}
