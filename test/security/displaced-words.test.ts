import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ingestGithubEvent } from "../../src/app/github/ingest-github-event.ts";
import { ingestDecisions } from "../../src/app/event/ingest-decisions.ts";
import { feedbackId, type Feedback } from "../../src/core/feedback/feedback.ts";
import { fromJsonl } from "../../src/core/feedback/from-jsonl.ts";
import { ok } from "../../src/core/result.ts";
import { ALL_TIME, makeFeedback } from "../contract/make-feedback.ts";
import { readAll } from "../contract/read-all.ts";
import { submitted } from "../github-deliveries.ts";
import { type HttpSession, openHttp } from "../http-session.ts";
import { makeDecision } from "../make-decision.ts";

let http: HttpSession;
beforeEach(async () => {
  http = await openHttp();
});
afterEach(() => http.close());

const records = (): Promise<readonly Feedback[]> => readAll(http.context.store.feedback);
const acts = () => http.context.store.audit.list({ limit: 100 });
const rio = () => http.as("agent", { name: "rio's token", agent: "rio" });

/** The record that an attacker makes for an event that somebody else is about to report. */
const forged = (event_id: string, more: Partial<Feedback> = {}): Feedback =>
  makeFeedback(1, { event_id, outcome: "approved", comment: "All fine.", ...more });

describe("15.7 an agent's token and the ids of other people's words", () => {
  it("15.7 an agent's token cannot take the place of a person's decision on its work", async () => {
    const work = { agent: "rio", gate: "Before send", title: "An answer", output: "Sent." };
    const { body: waiting } = await rio().post("submissions", work);
    const sent = await rio().post("feedback", { items: [forged(`decision:${waiting.id}`)] });
    expect(sent.body).toMatchObject({
      new: 0,
      refused: 1,
      items: [{ state: "refused", problems: [{ reason: "whole_record", path: "schema" }] }],
    });
    const answer = { decision: "rejected", comment: "Say when it was sent." };
    const { body } = await http
      .as("reviewer", { name: "ana" })
      .post(`submissions/${waiting.id}/decision`, answer);
    expect(await http.context.store.feedback.find(body.decision.feedback_id)).toMatchObject({
      author: { id: "ana", trust: "person" },
      outcome: "rejected",
      comment: "Say when it was sent.",
    });
    const { hours } = await http.context.store.feedback.rollUp(ALL_TIME);
    expect(hours).toMatchObject([{ agent: "rio", rejected: 1, approved: 0 }]);
  });

  it("15.7 an agent's token cannot take the place of a GitHub review, whose id is public", async () => {
    await rio().post("feedback", { items: [forged("github_comment:review/44")] });
    await rio().post("feedback", { items: [{ comment: "All fine.", event_id: "review/44" }] });
    const take = ingestGithubEvent({
      store: http.context.store.feedback,
      deliveries: http.context.store.deliveries,
      verify: () => ok("signed"),
      now: http.context.now,
      context: { agents: { "rio-app[bot]": "rio" } },
    });
    const headers = { "x-github-delivery": "d-1", "x-github-event": "pull_request_review" };
    const taken = await take({ headers, body: Buffer.from(JSON.stringify(submitted)) });
    expect(taken).toMatchObject({ status: "recorded" });
    expect(await http.context.store.feedback.find(taken.ids[0]!)).toMatchObject({
      author: { id: "github:ana", trust: "person" },
      outcome: "rejected",
    });
  });

  it("15.7 a key or the very words that an agent's token used first do not make a person's own known", async () => {
    const said = { agent: "rio", run: "r-1", comment: "Close the file.", author: { id: "ana" } };
    const keyed = { ...said, event_id: "note-1", time: "2026-05-01T08:00:00Z" };
    const first = await rio().post("feedback", { items: [said, keyed] });
    expect(first.body).toMatchObject({ new: 2 });
    const ana = http.as("reviewer", { name: "ana" });
    const own = await ana.post("feedback", { items: [said, keyed] });
    expect(own.body).toMatchObject({ new: 2, known: 0 });
    expect((await records()).filter(({ author }) => author.trust === "person")).toHaveLength(2);
    // The same token with the same key changes nothing.
    expect((await ana.post("feedback", { items: [said, keyed] })).body).toMatchObject({ new: 0, known: 2 });
    expect(await acts()).toEqual([]);
  });

  it("15.7 a reviewer cannot record a decision in the place of another person's", async () => {
    const work = { agent: "rio", gate: "Before send", title: "An answer", output: "Sent." };
    const { body: waiting } = await rio().post("submissions", work);
    const { agent: _agent, ...event } = { ...makeDecision(1), agent: "rio" };
    const eve = { ...event, decision_id: waiting.id, reviewer_id: "eve", decision: "APPROVED" };
    expect(await http.as("reviewer", { name: "eve" }).post("decisions", eve)).toMatchObject({ status: 200 });
    const answer = { decision: "rejected", comment: "Say when it was sent." };
    const { body } = await http
      .as("reviewer", { name: "ana" })
      .post(`submissions/${waiting.id}/decision`, answer);
    expect(await http.context.store.feedback.find(body.decision.feedback_id)).toMatchObject({
      author: { id: "ana" },
      outcome: "rejected",
    });
  });

  it("15.7 what a token records, reviews or reports has ids of that token", async () => {
    const caller = rio();
    await caller.post("signals", { text: "No, that is wrong. Use UTC.", record: { run: "r-1" } });
    await caller.post("agents/rio/outcomes", { run: "r-1", outcome: "approved" });
    await caller.post("feedback", { items: [{ comment: "Use UTC.", event_id: "k" }] });
    for (const { event_id, id } of await records()) {
      expect(event_id).toMatch(/^token:emd_[0-9a-f-]{36}\|/);
      expect(id).toBe(feedbackId(event_id));
    }
    expect(await records()).toHaveLength(3);
  });
});

describe("15.7 a collision", () => {
  const person = makeFeedback(1, { comment: "Close the file." });

  it.each<{ why: string; first: Feedback }>([
    {
      why: "the same event by somebody of lower standing",
      first: forged(person.event_id, { author: { id: "ana", trust: "tool" } }),
    },
    {
      why: "the same remark by another person",
      first: forged(person.event_id, { author: { id: "eve", trust: "person" }, source: { kind: "jsonl" } }),
    },
    {
      why: "the same content by somebody of lower standing",
      first: makeFeedback(2, { fingerprint: person.fingerprint, author: { id: "ana", trust: "outsider" } }),
    },
    {
      why: "an id whose hash was made to match",
      first: { ...makeFeedback(2, { event_id: "jsonl:crafted" }), id: person.id },
    },
  ])("15.7 keeps both and is in the audit log: $why", async ({ first }) => {
    const { store } = http.context;
    await store.feedback.record([first]);
    const [kept] = await store.feedback.record([person]);
    expect(kept).toMatchObject({ state: "new", collided_with: first.id });
    expect(kept!.id).not.toBe(first.id);
    expect(await store.feedback.find(kept!.id)).toMatchObject({
      author: person.author,
      comment: "Close the file.",
      outcome: "rejected",
    });
    expect(await store.feedback.find(first.id)).toEqual(first);
    const { hours } = await store.feedback.rollUp(ALL_TIME);
    expect(hours.reduce((sum, { rejected, approved }) => sum + rejected + approved, 0)).toBe(2);
    expect(await acts()).toMatchObject([
      {
        actor: "emend",
        action: "feedback.collision",
        subject: kept!.id,
        detail: { collided_with: first.id, author: "ana", other_author: first.author.id },
      },
    ]);
    // Told again, it is known, and the log does not grow.
    expect(await store.feedback.record([person])).toEqual([{ state: "known", id: kept!.id }]);
    expect(await acts()).toHaveLength(1);
    expect(await store.audit.verify()).toMatchObject({ ok: true });
  });

  it("15.7 in one call, and among calls that share a commit, keeps both too", async () => {
    const { store } = http.context;
    const low = forged(person.event_id, { author: { id: "rio", trust: "tool" } });
    await Promise.all([store.feedback.record([low]), store.feedback.record([person])]);
    expect((await records()).map(({ author }) => author.id).toSorted()).toEqual(["ana", "rio"]);
  });

  it("15.7 is none where a source tells its own event again, edited or not", async () => {
    const { store } = http.context;
    await store.feedback.record([person]);
    const edited = makeFeedback(1, { comment: "Close the file, please.", fingerprint: "0123456789abcdef" });
    expect(await store.feedback.record([edited])).toEqual([{ state: "known", id: person.id }]);
    const lower = makeFeedback(1, { author: { id: "ana", trust: "outsider" } });
    expect(await store.feedback.record([lower])).toEqual([{ state: "known", id: person.id }]);
    expect(await acts()).toEqual([]);
  });

  it("15.7 is none with a record that was erased, whose words do not come back", async () => {
    const { store } = http.context;
    await store.feedback.record([person]);
    await store.feedback.erasePerson("ana");
    expect(await store.feedback.record([person])).toEqual([{ state: "known", id: person.id }]);
    expect((await records()).map(({ comment }) => comment)).toEqual([undefined]);
  });

  it("15.7 by an administrator's whole record is reported in the response", async () => {
    const admin = http.as("admin");
    await admin.post("feedback", { items: [person] });
    const other = forged(person.event_id, {
      author: { id: "eve", trust: "person" },
      source: { kind: "jsonl" },
    });
    const { body } = await admin.post("feedback", { items: [other] });
    expect(body).toMatchObject({ new: 1, items: [{ state: "new", problems: [{ reason: "collision" }] }] });
    expect(await records()).toHaveLength(2);
  });

  it("15.7 of two decisions under one id in the decision stream leaves the first, and is audited", async () => {
    const { store } = http.context;
    const take = ingestDecisions({ store: store.feedback, now: http.context.now });
    const entry = (event: unknown, id: string) => ({ id, event, attempt: 1 });
    await take([
      entry({ ...makeDecision(1), reviewer_id: "eve" }, "1"),
      entry({ ...makeDecision(1), reviewer_id: "ana" }, "2"),
    ]);
    expect((await records()).map(({ author }) => author.id)).toEqual(["eve"]);
    expect(await acts()).toMatchObject([
      { action: "feedback.collision", detail: { author: "ana", other_author: "eve", kept_both: false } },
    ]);
  });

  it("15.7 leaves an imported record its id, so that a store made from the ledger is the same", async () => {
    const { store } = http.context;
    await store.feedback.record([forged(person.event_id, { author: { id: "rio", trust: "tool" } }), person]);
    const whole = await records();
    const other = await openHttp();
    try {
      const read = whole.flatMap((record) => fromJsonl(record, { now: http.context.now() }).feedback);
      await other.context.store.feedback.record(read.toReversed());
      expect(
        (await readAll(other.context.store.feedback)).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      ).toEqual(whole.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
    } finally {
      await other.close();
    }
  });
});
