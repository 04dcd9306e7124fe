import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestStore } from "../../../test/open-test-store.ts";
import { createGateCatalogue } from "../../core/gate/gate.ts";
import { DEFAULT_GATE_HOURS } from "../../core/submission/read-submission.ts";
import { EXAMPLE_INPUT } from "../../../test/examples/example-submission.ts";
import { decisionInputSchema, submissionInputSchema } from "../../core/submission/submission-input.ts";
import type { Submission } from "../../core/submission/submission.ts";
import { sha256 } from "../../drivers/crypto/sha256.ts";
import type { Store } from "../../ports/store.ts";
import { decideSubmission, withdrawSubmission } from "./decide-submission.ts";
import { reportPatterns } from "../pattern/report-patterns.ts";
import { submitWork } from "./submit-work.ts";

const RIO = { by: { id: "rio-token", trust: "tool" }, agent: "rio" } as const;
const ANA = { id: "ana", trust: "person" } as const;

let store: Store;
let minute = 0;
beforeEach(async () => {
  minute = 0;
  store = await openTestStore();
});
afterEach(() => store.close());

const now = (): string => new Date(Date.UTC(2026, 2, 1, 9) + (minute += 1) * 60_000).toISOString();

const submit = (input: object = {}) =>
  submitWork({
    submissions: store.submissions,
    gateHours: DEFAULT_GATE_HOURS,
    now,
    hash: sha256,
    createId: () => `nonce ${(minute += 1)}`,
  })(submissionInputSchema.parse({ ...EXAMPLE_INPUT, ...input }), RIO);

const submitted = async (input: object = {}): Promise<Submission> => {
  const answer = await submit(input);
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value.submission;
};

const decide = (id: string, input: object, by: { id: string; trust: "person" | "tool" } = ANA) =>
  decideSubmission({ submissions: store.submissions, now, hash: sha256 })(
    id,
    decisionInputSchema.parse(input),
    by,
  );

describe("handing in work", () => {
  it("gives it a place once, and the same one again while it waits", async () => {
    const first = await submit();
    expect(first).toMatchObject({ ok: true, value: { state: "new", submission: { status: "waiting" } } });
    const again = await submit({ title: "The same under another title" });
    expect(again).toMatchObject({ value: { state: "known", submission: { title: EXAMPLE_INPUT.title } } });
  });

  it("knows the agent's own id for good, and refuses other work under it", async () => {
    const { id } = await submitted({ id: "work-1" });
    await decide(id, { decision: "approved" });
    expect(await submit({ id: "work-1" })).toMatchObject({
      value: { state: "known", submission: { id, status: "decided" } },
    });
    expect(await submit({ id: "work-1", output: "other" })).toMatchObject({ error: { code: "id_taken" } });
    expect(await submit({ agent: "kai" })).toMatchObject({ error: { code: "not_your_agent" } });
  });

  it("counts as submitted, whatever becomes of it", async () => {
    const ids = [];
    for (const output of ["a", "b", "c"]) ids.push((await submitted({ output })).id);
    await decide(ids[0]!, { decision: "rejected", comment: "no" });
    const report = reportPatterns({ store: store.feedback, gates: createGateCatalogue([]) });
    expect(await report({ now: "2026-03-01T10:00:00Z", hours: 24 })).toMatchObject({
      value: { patterns: [{ agent: "rio", total: 3, decided: 1, rejected: 1 }] },
    });
  });
});

describe("deciding", () => {
  it("answers the same person's same answer as the first time, and records it once (003.1)", async () => {
    const { id } = await submitted();
    const input = { decision: "approved_with_changes", edited_output: "first\nthird\n", duration_seconds: 9 };
    const first = await decide(id, input);
    expect(first).toMatchObject({ ok: true, value: { decision: { time: expect.any(String), tags: [] } } });
    expect(await decide(id, { ...input, duration_seconds: 12 })).toEqual(first);
    expect(await decide(id, input, { id: "ben", trust: "person" })).toMatchObject({
      error: { code: "already_decided" },
    });
    expect((await store.feedback.list({ limit: 9 })).items).toMatchObject([
      { outcome: "approved_with_changes", duration_seconds: 9, correction: { summary: expect.any(String) } },
    ]);
  });

  it.each([
    { input: { decision: "maybe" }, field: "decision", why: "no such decision" },
    { input: { decision: "approved", duration_seconds: -1 }, field: "duration_seconds", why: "no time" },
    { input: { decision: "approved", tags: "io" }, field: "tags", why: "no list" },
    {
      input: { decision: "rejected", place: { path: "a.ts", line: 4, end_line: 3 } },
      field: "place",
      why: "it ends before it begins",
    },
    { input: { decision: "approved", reviewer: "eve" }, field: "", why: "nobody says who they are here" },
  ])("refuses $input: $why", ({ input, field }) => {
    const { error } = decisionInputSchema.safeParse(input);
    expect(error?.issues.map(({ path }) => path.join("."))).toEqual([field]);
  });

  it("says that there is no such submission", async () => {
    expect(await decide("sb_1", { decision: "approved" })).toMatchObject({
      error: { code: "submission_not_found" },
    });
  });
});

describe("taking back", () => {
  const withdraw = (id: string, by: string, mayWithdrawAny = false) =>
    withdrawSubmission({ submissions: store.submissions, now })(id, {
      by: { id: by, trust: "person" },
      mayWithdrawAny,
    });

  it("is for who handed it in and for administrators, and frees the place", async () => {
    const { id } = await submitted();
    expect(await withdraw(id, "eve")).toMatchObject({ error: { code: "not_yours" } });
    expect(await withdraw(id, "admin", true)).toMatchObject({ value: { status: "withdrawn", revision: 2 } });
    expect(await withdraw(id, "admin", true)).toMatchObject({ error: { code: "withdrawn" } });
    expect(await withdraw("sb_1", "admin", true)).toMatchObject({ error: { code: "submission_not_found" } });
    expect(await decide(id, { decision: "approved" })).toMatchObject({ error: { code: "withdrawn" } });
    expect(await submit()).toMatchObject({ value: { state: "new" } });
  });
});
