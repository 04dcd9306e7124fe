import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ALL_TIME } from "../contract/make-feedback.ts";
import { readAll } from "../contract/read-all.ts";
import { type HttpSession, openHttp } from "../http-session.ts";
import { openMcp } from "../mcp-session.ts";

let http: HttpSession;
beforeEach(async () => {
  http = await openHttp();
});
afterEach(() => http.close());

const rio = () => http.as("agent", { name: "rio's token", agent: "rio" });

/** Everything that a page, a rate or an effect would count as decided work. */
const decided = async (): Promise<number> => {
  const { hours } = await http.context.store.feedback.rollUp(ALL_TIME);
  return hours.reduce((sum, row) => sum + row.approved + row.approved_with_changes + row.rejected, 0);
};

describe("15.11 outcomes that an agent reports", () => {
  it.each(["approved", "rejected", "approved_with_changes"] as const)(
    "15.11 %s by an agent's token decides nothing, and is kept as its claim",
    async (outcome) => {
      const reported = await rio().post("agents/rio/outcomes", { run: "r-1", outcome, tags: ["style"] });
      expect(reported).toMatchObject({ status: 200, body: { state: "new", trust: "tool", counted: false } });
      const sent = await rio().post("feedback", { items: [{ run: "r-2", outcome, comment: "Fine." }] });
      expect(sent.body).toMatchObject({ new: 1 });
      expect(await decided()).toBe(0);
      const records = await readAll(http.context.store.feedback);
      expect(records).toMatchObject([
        { outcome: null, claimed_outcome: outcome },
        { outcome: null, claimed_outcome: outcome },
      ]);
      const { body } = await http.as("reviewer").get("agents/rio/patterns?window=24h");
      expect(body.pattern).toMatchObject({ decided: 0, approved: 0, rejected: 0, approval_rate: null });
      expect((await http.as("reviewer").get("feedback?outcome=approved")).body.items).toEqual([]);
    },
  );

  it("15.11 by MCP decide nothing, whoever's token it is", async () => {
    const { store } = http.context;
    for (const author of [
      { id: "mcp", trust: "tool" },
      { id: "ana", trust: "person" },
    ] as const) {
      const session = await openMcp(store, { author, owner: `mcp:${author.id}` });
      const { structured, text } = await session.call("report_outcome", {
        run: "r-1",
        outcome: "approved",
        comment: "Looks good to me.",
      });
      expect(structured).toMatchObject({ state: "new", counted: false });
      expect(text).toContain("not as a decision");
      await session.close();
    }
    expect(await decided()).toBe(0);
  });

  it("15.11 a claim of approval is neither praise nor a mistake to learn from", async () => {
    const item = { path: "src/a.ts", run: "r-1", outcome: "approved", comment: "Looks good to me." };
    await rio().post("feedback", { items: [item] });
    const { body } = await rio().get("agents/rio/mistakes?path=src/a.ts");
    expect(body.mistakes).toEqual([]);
  });

  it("15.11 of a person are decisions as before", async () => {
    const ana = http.as("reviewer", { name: "ana" });
    const said = { run: "r-1", outcome: "approved" };
    expect((await ana.post("agents/rio/outcomes", said)).body).toMatchObject({ counted: true });
    expect(await decided()).toBe(1);
  });
});
