import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type HttpSession, openHttp } from "../../../test/http-session.ts";

let http: HttpSession;
let minute = 0;
beforeEach(async () => {
  minute = 0;
  http = await openHttp({ now: () => new Date(Date.UTC(2026, 2, 10, 11, (minute += 1))).toISOString() });
});
afterEach(() => http.close());

const asked = { prompt: "Fix the query.", feedback: "TypeError: rows is not iterable", exit_code: 1 };

describe("/prompts/refinements", () => {
  it("001.7 refining by the API keeps one entry for each iteration", async () => {
    const refined = await http.as("agent", { agent: "rio" }).post("prompts/refine", { ...asked, run: "r-1" });
    const { body } = await http.as("reviewer").get("prompts/refinements");
    expect(body.next).toBeNull();
    expect(body.items).toMatchObject([
      {
        id: refined.body.logged[0],
        original_prompt: "Fix the query.",
        refined_prompt: refined.body.refined_prompt,
        feedback_type: "runtime_error",
        actions_applied: refined.body.actions_applied,
        iteration: 1,
        agent: "rio",
        run: "r-1",
        session: null,
        next: null,
      },
    ]);
    const { body: one } = await http.as("reviewer").get(`prompts/refinements/${refined.body.logged[0]}`);
    expect(one).toEqual(body.items[0]);
    expect((await http.as("reviewer").get("prompts/refinements/rf_0")).body.code).toBe("not_found");
  });

  it("17.3 says what each action achieved, with the next outcome", async () => {
    await http.as("agent", { agent: "rio" }).post("prompts/refine", { ...asked, run: "r-1" });
    await http.as("agent", { agent: "rio" }).post("prompts/refine", { ...asked, run: "r-2" });
    await http.as("reviewer").post("feedback", {
      items: [{ agent: "rio", run: "r-1", outcome: "approved", comment: "Good." }],
    });
    const { body } = await http.as("reviewer").get("prompts/refinements/summary?agent=rio");
    expect(body).toMatchObject({ entries: 2, more: false });
    expect(body.actions[0]).toMatchObject({
      feedback_type: "runtime_error",
      action: "add_context",
      entries: 2,
      next: { approved: 1, unknown: 1 },
    });
    expect((await http.as("reviewer").get("prompts/refinements/summary?agent=kim")).body.entries).toBe(0);
  });

  it("17.3 keeps nothing if told so, and agents do not read the log", async () => {
    const { body } = await http
      .as("agent", { agent: "rio" })
      .post("prompts/refine", { ...asked, log: false });
    expect(body.logged).toEqual([]);
    expect((await http.as("reviewer").get("prompts/refinements")).body.items).toEqual([]);
    expect((await http.as("agent").get("prompts/refinements")).status).toBe(403);
    const other = await http.as("agent", { agent: "rio" }).post("prompts/refine", { ...asked, agent: "kim" });
    expect(other.body.code).toBe("other_agent");
  });
});
