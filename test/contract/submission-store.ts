import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { decideSubmission as decideInApp } from "../../src/app/submission/decide-submission.ts";
import type { Submission } from "../../src/core/submission/submission.ts";
import { sha256 } from "../../src/drivers/crypto/sha256.ts";
import type { Store } from "../../src/ports/store.ts";
import type { SubmissionQuery, SubmissionStore } from "../../src/ports/submission-store.ts";
import { ALL_TIME, HOSTILE_TEXTS, makeFeedback, timeAt } from "./make-feedback.ts";
import { answerOf, decided, makeSubmission, withdrawn } from "./make-submission.ts";
import type { StoreDriver } from "./store-driver.ts";
import { listIds, submitAll } from "./submission-steps.ts";
import { describeSubmissionLists } from "./submission-store-lists.ts";
import { takeEvents } from "./take-events.ts";

/** What every driver of the port promises. */
export function describeSubmissionStore(driver: string, { open, openClient }: StoreDriver): void {
  describe(`the submission store on ${driver}`, () => {
    let number = 0;
    let name = "";
    let store: Store;
    let submissions: SubmissionStore;

    beforeEach(async () => {
      number += 1;
      name = `submissions-${number}`;
      store = await open({ name });
      ({ submissions } = store);
    });
    afterEach(() => store.close());

    const submit = (...given: readonly Submission[]): Promise<void> => submitAll(submissions, given);
    const idsOf = (query: Partial<SubmissionQuery>): Promise<readonly string[]> =>
      listIds(submissions, query);
    const work = async () => (await store.feedback.rollUp(ALL_TIME)).hours;

    describe("submit", () => {
      it("keeps work to the letter, and it outlives the store's closing", async () => {
        const submission = makeSubmission(1, { run: "r-1", task: "t-1", epic: "e-1", files: ["a.ts"] });
        expect(await submissions.find(submission.id)).toBeUndefined();
        expect(await submissions.submit(submission)).toEqual({ state: "new", submission });
        await store.close();
        store = await open({ name });
        ({ submissions } = store);
        expect(await submissions.find(submission.id)).toEqual(submission);
      });

      it("knows the same work as long as it waits, and the same id for good; each is counted and published once", async () => {
        const first = makeSubmission(1);
        const again = { ...first, id: `sb_${"1".repeat(32)}`, submitted_at: timeAt(2) };
        await submit(first);
        expect(await submissions.submit(first)).toEqual({ state: "known", submission: first });
        expect(await submissions.submit(again)).toEqual({ state: "known", submission: first });
        expect(await work()).toMatchObject([{ agent: "rio", submitted: 1, rejected: 0 }]);
        const change = decided(first, answerOf("ana"));
        await submissions.decide(change);
        expect(await submissions.submit(first)).toEqual({ state: "known", submission: change.state });
        expect(await submissions.submit(again)).toMatchObject({ state: "new" });
        await submissions.withdraw(withdrawn(again));
        expect(await submissions.submit({ ...again, id: `sb_${"2".repeat(32)}` })).toMatchObject({
          state: "new",
        });
        const events = await takeEvents(store);
        expect(events.filter(({ type }) => type === "emend.submission.changed")).toMatchObject([
          { subject: first.id, data: { agent: "rio", gate: "Before merge", status: "waiting", revision: 1 } },
          { subject: first.id, data: { status: "decided", revision: 2 } },
          { subject: again.id, data: { status: "waiting", revision: 1 } },
          { subject: again.id, data: { status: "withdrawn", revision: 2 } },
          { data: { status: "waiting", revision: 1 } },
        ]);
        expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
      });

      it.each([
        { why: "another agent", input: { agent: "kai" } },
        { why: "another gate", input: { gate: "Before send" } },
        { why: "another run", input: { run: "r-2" } },
        { why: "another task", input: { task: "t-2" } },
        { why: "another output", input: { output: "other" } },
      ])("takes $why as other work", async ({ input }) => {
        await submit(makeSubmission(1));
        const other = { ...makeSubmission(1, input), id: `sb_${"1".repeat(32)}` };
        expect(await submissions.submit(other)).toMatchObject({ state: "new" });
      });

      it("gives the same work one place when many clients hand it in at once", async () => {
        const clients = await Promise.all([1, 2, 3].map(() => openClient(name, store)));
        const answers = await Promise.all(
          Array.from({ length: 12 }, (_, at) =>
            clients[at % 3]!.submissions.submit({
              ...makeSubmission(1),
              id: `sb_${String(at % 6).repeat(32)}`,
            }),
          ),
        );
        expect(answers.filter(({ state }) => state === "new")).toHaveLength(1);
        expect(new Set(answers.map(({ submission }) => submission.id)).size).toBe(1);
        expect(await work()).toMatchObject([{ submitted: 1 }]);
        await Promise.all(clients.map((client) => client.close()));
      });

      it.each(HOSTILE_TEXTS)("keeps $why in every text", async ({ text }) => {
        const short = text.slice(0, 200);
        const submission = makeSubmission(1, {
          agent: short,
          gate: short,
          title: short,
          output: text.slice(0, 400_000),
          run: short,
          files: [short],
        });
        await submit(submission);
        expect(await submissions.find(submission.id)).toEqual(submission);
        const change = decided(
          submission,
          answerOf(`${short} the reviewer`, {
            decision: "approved_with_changes",
            comment: short,
            tags: [short.slice(0, 100)],
            edited_output: `${text.slice(0, 400_000)}!`,
          }),
        );
        expect(await submissions.decide(change)).toBe(true);
        expect(await submissions.find(submission.id)).toEqual(change.state);
        const { agent, gate } = submission;
        expect(await idsOf({ agent, gate, status: "decided" })).toEqual([submission.id]);
        expect(await submissions.find(text.slice(0, 1_000))).toBeUndefined();
      });
    });

    describe("decide", () => {
      it.each([
        { why: "approved", answer: { decision: "approved", comment: "", tags: [] } },
        { why: "rejected", answer: {} },
        {
          why: "approved with changes",
          answer: { decision: "approved_with_changes", edited_output: "first\nsecond\nthird\n" },
        },
      ] as const)(
        "records a decision with diff, duration, tags and agent, once and in one step: $why (003.1)",
        async ({ answer }) => {
          const submission = makeSubmission(1, { run: "r-1", task: "t-1" });
          await submit(submission);
          const change = decided(submission, answerOf("ana", answer));
          expect(await submissions.decide(change)).toBe(true);
          expect(await submissions.decide(change)).toBe(false);
          expect(await submissions.find(submission.id)).toEqual(change.state);
          const { decision } = change.state;
          const record = await store.feedback.find(decision!.feedback_id);
          expect(record).toEqual(change.feedback);
          expect(record).toMatchObject({
            agent: "rio",
            gate: "Before merge",
            run: "r-1",
            task: "t-1",
            author: { id: "ana", trust: "person" },
            outcome: decision!.decision,
            duration_seconds: 42,
            tags: decision!.tags,
          });
          expect(record?.correction?.diff).toBe(decision!.diff);
          const [first, second] = await work();
          expect(first).toMatchObject({ submitted: 1, approved: 0, rejected: 0 });
          expect(second).toMatchObject({ submitted: 0, [decision!.decision]: 1 });
          expect(await takeEvents(store)).toMatchObject([
            { type: "emend.submission.changed" },
            { type: "emend.submission.changed", data: { status: "decided", revision: 2 } },
            { type: "emend.feedback.recorded", subject: decision!.feedback_id },
          ]);
          expect(await store.audit.list({ limit: 10 })).toMatchObject([
            { actor: "ana", action: `submission.${decision!.decision}`, subject: submission.id },
          ]);
          expect(await store.audit.verify()).toMatchObject({ ok: true });
        },
      );

      it("has one winner when many decide at once, and one record of it (003.1)", async () => {
        const submission = makeSubmission(1);
        await submit(submission);
        const clients = await Promise.all([1, 2, 3].map(() => openClient(name, store)));
        const answers = await Promise.all(
          Array.from({ length: 9 }, (_, at) =>
            decideInApp({
              submissions: clients[at % 3]!.submissions,
              now: () => timeAt(600),
              hash: sha256,
            })(
              submission.id,
              { decision: at % 2 === 0 ? "approved" : "rejected", comment: `by ${at}`, duration_seconds: 0 },
              { id: `person-${at}`, trust: "person" },
            ),
          ),
        );
        const winners = answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
        expect(winners).toHaveLength(1);
        expect(answers.flatMap((answer) => (answer.ok ? [] : [answer.error.code]))).toEqual(
          Array.from({ length: 8 }, () => "already_decided"),
        );
        expect(await submissions.find(submission.id)).toEqual(winners[0]);
        const records = (await store.feedback.list({ limit: 10 })).items;
        expect(records.map(({ author }) => author.id)).toEqual([winners[0]!.decision!.reviewer]);
        const hours = await work();
        expect(hours.reduce((sum, hour) => sum + hour.approved + hour.rejected, 0)).toBe(1);
        expect(await store.audit.list({ limit: 10 })).toHaveLength(1);
        await Promise.all(clients.map((client) => client.close()));
      });

      it("changes nothing at all over another revision", async () => {
        const submission = makeSubmission(1);
        await submit(submission);
        const change = decided(submission, answerOf("ana"));
        await submissions.withdraw(withdrawn(submission));
        expect(await submissions.decide(change)).toBe(false);
        expect(await submissions.withdraw(withdrawn(submission))).toBe(false);
        expect(await submissions.decide({ ...change, state: { ...change.state, id: "sb_none" } })).toBe(
          false,
        );
        expect(await submissions.find(submission.id)).toEqual(withdrawn(submission).state);
        expect((await store.feedback.list({ limit: 10 })).items).toEqual([]);
        expect(await store.audit.list({ limit: 10 })).toMatchObject([{ action: "submission.withdrawn" }]);
        expect(await work()).toMatchObject([{ submitted: 1, rejected: 0 }]);
      });

      it("leaves everything as it was where one part of it cannot be written", async () => {
        const submission = makeSubmission(1);
        await submit(submission);
        await takeEvents(store);
        const change = decided(submission, answerOf("ana"));
        const acts = change.acts.map((act) => ({ ...act, detail: { words: "x".repeat(70_000) } }));
        await expect(submissions.decide({ ...change, acts })).rejects.toThrow(RangeError);
        expect(await submissions.find(submission.id)).toEqual(submission);
        expect((await store.feedback.list({ limit: 10 })).items).toEqual([]);
        expect(await work()).toMatchObject([{ submitted: 1, rejected: 0 }]);
        expect(await takeEvents(store)).toEqual([]);
        expect(await submissions.decide(change)).toBe(true);
      });

      it("points to the record that there is, where the same decision came in another way before", async () => {
        const submission = makeSubmission(1);
        await submit(submission);
        const change = decided(submission, answerOf("ana"));
        const { fingerprint } = change.feedback;
        const before = makeFeedback(1, { fingerprint, event_id: "decision:elsewhere" });
        await store.feedback.record([before]);
        expect(await submissions.decide(change)).toBe(true);
        expect(await submissions.find(submission.id)).toMatchObject({ decision: { feedback_id: before.id } });
        expect((await store.feedback.list({ limit: 10 })).items).toHaveLength(1);
      });

      it("counts decisions without a submission as before", async () => {
        await store.feedback.record([makeFeedback(1)]);
        expect(await work()).toMatchObject([{ submitted: 0, rejected: 1 }]);
      });
    });

    describeSubmissionLists(() => submissions);

    describe("erasing and deleting", () => {
      it("takes a person's name and words out, and keeps what was decided", async () => {
        const changed = makeSubmission(1);
        const handedIn = makeSubmission(2, {}, { id: "ana", trust: "person" });
        const rejected = makeSubmission(3);
        await submit(changed, handedIn, rejected);
        const edited_output = "ana's own words\n";
        const decision = "approved_with_changes";
        await submissions.decide(decided(changed, answerOf("ana", { decision, edited_output })));
        await submissions.decide(decided(rejected, answerOf("ben")));
        const kept = await submissions.find(rejected.id);
        await takeEvents(store);
        expect(await store.feedback.erasePerson("ana", "admin")).toBe(1);
        const after = await submissions.find(changed.id);
        expect(after).toMatchObject({
          status: "decided",
          revision: 3,
          decision: { decision, reviewer: "erased", tags: ["wrong_total"], duration_seconds: 42 },
        });
        expect(JSON.stringify(after)).not.toMatch(/ana|own words|cart/);
        expect(await submissions.find(handedIn.id)).toMatchObject({ submitted_by: { id: "erased" } });
        expect(await submissions.find(rejected.id)).toEqual(kept);
        expect(JSON.stringify(await submissions.list({ order: "due", limit: 9 }))).not.toContain('"ana"');
        expect(await takeEvents(store)).toMatchObject([
          { subject: handedIn.id, data: { revision: 2 } },
          { subject: changed.id, data: { revision: 3 } },
        ]);
        expect(await store.audit.verify()).toMatchObject({ ok: true });
        expect(await store.feedback.erasePerson("ana", "admin")).toBe(0);
        expect(await submissions.find(changed.id)).toEqual(after);
        // Whoever decides on what it said before decides again.
        expect(await submissions.decide(decided(handedIn, answerOf("ben")))).toBe(false);
      });

      it("deletes what was closed before a time, and never what waits", async () => {
        const all = [1, 2, 3, 4].map((n) => makeSubmission(n));
        await submit(...all);
        await submissions.decide(decided(all[0]!, answerOf("ana"), timeAt(100)));
        await submissions.withdraw(withdrawn(all[1]!, timeAt(100)));
        await submissions.decide(decided(all[2]!, answerOf("ana"), timeAt(200)));
        expect(await store.feedback.deleteOlderThan(timeAt(150), "admin")).toBe(1);
        expect(await idsOf({})).toEqual([all[2]!.id, all[3]!.id]);
        expect((await work())[0]).toMatchObject({ submitted: 4 });
        const [records, submitted] = await store.audit.list({ limit: 2 });
        expect(records).toMatchObject({ subject: "feedback", detail: { records: 1 } });
        expect(submitted).toMatchObject({ action: "records.deleted", subject: "submission", actor: "admin" });
        expect(submitted).toMatchObject({ detail: { records: 2, complete: true } });
      });
    });
  });
}
