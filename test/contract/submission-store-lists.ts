import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Submission, submissionHeader } from "../../src/core/submission/submission.ts";
import type { SubmissionQuery, SubmissionStore } from "../../src/ports/submission-store.ts";
import { timeAt } from "./make-feedback.ts";
import { answerOf, decided, makeSubmission, withdrawn } from "./make-submission.ts";
import { listIds, submitAll } from "./submission-steps.ts";

/** What every driver promises of lists and counts. */
export function describeSubmissionLists(submissions: () => SubmissionStore): void {
  const submit = (...given: readonly Submission[]): Promise<void> => submitAll(submissions(), given);
  const idsOf = (query: Partial<SubmissionQuery>): Promise<readonly string[]> =>
    listIds(submissions(), query);

  describe("list", () => {
    it("shows headers, the first due first, the newest first and the last closed first", async () => {
      // The second waits at the gate with the fewest hours.
      const all = [
        makeSubmission(1),
        makeSubmission(2, { gate: "Before send" }),
        makeSubmission(3, { agent: "kai" }),
      ];
      await submit(...all);
      const [one, two, three] = all.map(({ id }) => id);
      expect((await submissions().list({ order: "newest", limit: 9 })).items).toEqual(
        all.toReversed().map(submissionHeader),
      );
      expect(await idsOf({})).toEqual([two, one, three]);
      expect(await idsOf({ gate: "Before merge" })).toEqual([one, three]);
      expect(await idsOf({ agent: "kai" })).toEqual([three]);
      expect(await idsOf({ agent: "kai", gate: "Before send" })).toEqual([]);
      expect(await idsOf({ order: "closed" })).toEqual([]);
      const change = decided(all[0]!, answerOf("ana"), timeAt(700));
      await submissions().decide(change);
      await submissions().withdraw(withdrawn(all[1]!, timeAt(800)));
      expect(await idsOf({ status: "waiting" })).toEqual([three]);
      expect(await idsOf({ order: "closed" })).toEqual([two, one]);
      expect(await idsOf({ order: "closed", status: "decided" })).toEqual([one]);
      const [header] = (await submissions().list({ order: "closed", status: "decided", limit: 1 })).items;
      expect(header).toEqual(submissionHeader(change.state));
    });

    it("cuts into pages of any size without losing or repeating one, in every order", async () => {
      const states: Submission[] = [];
      for (let n = 0; n < 24; n += 1) {
        // Few times, so that the number decides between equals.
        const submission = { ...makeSubmission(n), submitted_at: timeAt(n % 3), due_at: timeAt(n % 5) };
        await submit(submission);
        states.push(submission);
        if (n % 3 === 1) await submissions().decide(decided(submission, answerOf("ana"), timeAt(n % 4)));
        if (n % 3 === 2) await submissions().withdraw(withdrawn(submission, timeAt(n % 4)));
      }
      for (const order of ["due", "newest", "closed"] as const) {
        const whole = await idsOf({ order });
        expect(whole).toHaveLength(order === "closed" ? 16 : 24);
        expect(new Set(whole).size).toBe(whole.length);
        await fc.assert(
          fc.asyncProperty(fc.integer({ min: 1, max: 30 }), async (limit) => {
            const read: string[] = [];
            for (let after: string | undefined; ;) {
              const page = await submissions().list({
                order,
                limit,
                ...(after === undefined ? {} : { after }),
              });
              read.push(...page.items.map(({ id }) => id));
              after = page.next;
              if (after === undefined) break;
            }
            expect(read).toEqual(whole);
          }),
          { numRuns: 8 },
        );
      }
    });

    it("refuses what is no end of a page", async () => {
      for (const after of ["", "x", "W10", "\0", Buffer.from('["a\\u0000",1]').toString("base64url")]) {
        await expect(submissions().list({ order: "due", limit: 1, after })).rejects.toMatchObject({
          code: "invalid_cursor",
        });
      }
    });
  });

  describe("counts", () => {
    it("tells what waits, where, since when and how much of it is late", async () => {
      const now = timeAt(200);
      expect(await submissions().counts({ now })).toEqual({
        waiting: 0,
        overdue: 0,
        oldest_submitted_at: null,
        gates: [],
        agents: [],
        decided: 0,
      });
      const all = [0, 1, 2, 3, 4].map((n) =>
        makeSubmission(n, { gate: n < 2 ? "Before send" : "Before merge", agent: n === 4 ? "kai" : "rio" }),
      );
      await submit(...all);
      await submissions().decide(decided(all[2]!, answerOf("ana"), timeAt(100)));
      expect(await submissions().counts({ now })).toEqual({
        waiting: 4,
        overdue: 2,
        oldest_submitted_at: timeAt(0),
        gates: [
          { gate: "Before merge", waiting: 2, overdue: 0, next_due_at: timeAt(243) },
          { gate: "Before send", waiting: 2, overdue: 2, next_due_at: timeAt(120) },
        ],
        agents: [
          { agent: "kai", waiting: 1 },
          { agent: "rio", waiting: 3 },
        ],
        decided: 1,
      });
      const decidedBy = async (decidedSince: string, reviewer: string): Promise<number> =>
        (await submissions().counts({ now, decidedSince, reviewer })).decided;
      expect(await decidedBy(timeAt(100), "ana")).toBe(1);
      expect(await decidedBy(timeAt(101), "ana")).toBe(0);
      expect(await decidedBy(timeAt(0), "ben")).toBe(0);
    });
  });
}
