import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type HttpSession, openHttp } from "../../../test/http-session.ts";
import { makeDocument } from "../../../test/make-round.ts";

let http: HttpSession;
let minute = 0;
beforeEach(async () => {
  minute = 0;
  http = await openHttp({ now: () => new Date(Date.UTC(2026, 2, 10, 11, (minute += 1))).toISOString() });
});
afterEach(() => http.close());

const post = (number: number, more: Record<string, unknown> = {}, role: "agent" | "reviewer" = "agent") =>
  http
    .as(role, role === "agent" ? { agent: "rio" } : {})
    .post("tasks/PAY-17/iterations", { document: makeDocument(number), ...more });

describe("/tasks/{task}/iterations", () => {
  it("000.5 000.6 000.7 records rounds and answers with rates, repetitions, escalations and the best round", async () => {
    for (const number of [1, 2]) expect((await post(number)).status).toBe(200);
    const { body } = await post(3, { content: "one\ntwo\nthree" });
    expect(body).toMatchObject({
      state: "new",
      violations: [],
      history: {
        task: "PAY-17",
        agent: "rio",
        round_count: 3,
        rates: {
          follow_rate: { value: 0, target: 0.9, met: false },
          improvement_rate: { target: 0.8 },
          repeated_issue_rate: { value: 1, target: 0.1 },
          escalation_rate: { target: 0.05 },
        },
        escalations: [{ round: 3 }],
        best_round: { number: 1 },
        outlook: { answer: "not_settling" },
      },
    });
    expect(body.history.rounds[2]).toMatchObject({
      escalations: [{ seen: 3 }],
      expected_verdict: { verdict: "escalate", given_fits: false },
      items: [{ class: "repeated", earlier_round: 2 }],
    });
    expect((await post(3)).body.state).toBe("known");
    const read = await http.as("reviewer").get("tasks/PAY-17/iterations?limit=2");
    expect(read.body.rounds).toHaveLength(2);
    expect((await http.as("reviewer").get("tasks")).body.items).toMatchObject([
      { task: "PAY-17", agent: "rio", round_count: 3, escalations: 1 },
    ]);
  });

  it("17.1 an agent records and reads its own tasks, and sees nobody else's", async () => {
    await post(1);
    const other = http.as("agent", { agent: "kim" });
    expect((await other.get("tasks/PAY-17/iterations")).body.code).toBe("task_not_found");
    expect((await other.get("tasks/PAY-17/iterations?agent=rio")).body.code).toBe("other_agent");
    expect((await other.get("tasks")).body.items).toEqual([]);
    const refused = await other.post("tasks/PAY-17/iterations", { document: makeDocument(2), agent: "rio" });
    expect(refused.body.code).toBe("other_agent");
    expect((await http.anybody.get("tasks/PAY-17/iterations")).status).toBe(401);
    expect((await http.as("agent", { agent: "rio" }).get("tasks/PAY-17/iterations")).status).toBe(200);
  });

  it("17.1 refuses what is no document, with each violation and what to do", async () => {
    const { status, body } = await post(1, { document: { ...makeDocument(1), feedback_items: [] } });
    expect([status, body.code]).toEqual([422, "document_unfit"]);
    expect(body.errors[0].path).toBe("document.feedback_items");
    await post(2);
    expect((await post(1)).body.code).toBe("round_out_of_order");
    const again = makeDocument(2, { id: "00000000-0000-4000-8000-0000000000ff" });
    expect((await post(2, { document: again })).body.code).toBe("round_taken");
    const changed = makeDocument(2, { score: 0.1 });
    expect((await post(2, { document: changed })).body.code).toBe("document_differs");
  });

  it("17.1 asks which agent is meant where two have a task of one name", async () => {
    await post(1);
    await post(1, {}, "reviewer");
    const { status, body } = await http.as("reviewer").get("tasks/PAY-17/iterations");
    expect([status, body.code]).toEqual([409, "task_ambiguous"]);
    expect((await http.as("reviewer").get("tasks/PAY-17/iterations?agent=rio")).status).toBe(200);
    expect((await http.as("reviewer").get("tasks/none/iterations")).status).toBe(404);
  });
});
