import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { exampleFeedback, type ExampleLine } from "../../../test/example-feedback.ts";
import { type HttpSession, openHttp } from "../../../test/http-session.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import type { Store } from "../../ports/store.ts";

const NOW = "2026-03-10T11:42:00.000Z";

let store: Store;
let http: HttpSession;
let asked: string[];
beforeEach(async () => {
  store = await openTestStore();
  asked = [];
  const counted: Store = { ...store, feedback: counting(store.feedback, asked) };
  http = await openHttp({ store: counted, now: () => NOW });
});
afterEach(() => http.close());

/** The same store, which tells what it was asked. */
function counting<T extends object>(port: T, calls: string[]): T {
  return new Proxy(port, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        calls.push(String(name));
        return value.apply(target, args) as unknown;
      };
    },
  });
}

interface Answer {
  readonly feedback: { readonly comment: string };
  readonly guidance: readonly { readonly fix: string }[];
}

const record = (...lines: readonly Partial<ExampleLine>[]) =>
  store.feedback.record(
    lines.map((line, index) =>
      exampleFeedback({ id: `${index}`, agent: "rio", outcome: "rejected", time: NOW, ...line }),
    ),
  );

describe("GET /agents", () => {
  it("002.6 asks the store the same whatever the number of agents, in UTC hours", async () => {
    await record({ agent: "a0", tags: ["missing_tests"] });
    const reviewer = http.as("reviewer");
    expect((await reviewer.get("agents?window=24h")).body.agents).toHaveLength(1);
    asked.length = 0;
    await reviewer.get("agents?window=24h");
    const once = asked.splice(0);
    await record(
      ...Array.from({ length: 60 }, (_, index) => ({
        id: `more-${index}`,
        agent: `a${index}`,
        tags: ["missing_tests"],
        time: "2026-03-10T12:30:00+01:00",
      })),
    );
    const { body } = await reviewer.get("agents?window=24h&limit=50");
    expect(asked).toEqual(once);
    expect(asked).toEqual(["rollUpPart", "rollUpPart", "rollUpSince"]);
    expect(body).toMatchObject({
      window: {
        hours: 24,
        from: "2026-03-09T11:42:00.000Z",
        to: "2026-03-10T11:42:00.000Z",
        previous_from: "2026-03-08T11:42:00.000Z",
      },
      agents_more: 10,
    });
    expect(body.agents).toHaveLength(50);
    expect(body.agents[0]).toMatchObject({ agent: "a0", rejected: 2, approval_rate: 0 });
  });

  it("says what each gets wrong, what to do about it, and which threshold that crosses", async () => {
    await record(
      { tags: ["missing_tests", "own_tag"] },
      { tags: ["missing_tests"] },
      { tags: ["missing_tests", "7"] },
      { agent: "mia", outcome: "approved" },
    );
    const { body } = await http.as("reviewer").get("agents");
    expect(body.agents).toMatchObject([
      {
        agent: "rio",
        decided: 3,
        rejected: 3,
        rejection_share: 1,
        top_issues: [
          { tag: "missing_tests", count: 3, share: 1, registered: true, route: "llm_fix" },
          { tag: "7", registered: false, fix: null },
          { tag: "own_tag", registered: false },
        ],
        issue_breakdown: { missing_tests: 3, own_tag: 1, "7": 1 },
        issue_breakdown_more: 0,
        trend: { direction: "no_data" },
      },
      { agent: "mia", approval_rate: 1 },
    ]);
    expect(body).toMatchObject({
      alerts: [{ code: "repeated_tag", agent: "rio", tag: "missing_tests", value: 3 }],
      alerts_more: 0,
    });
  });

  it("bounds what it lists of an agent with very many tags", async () => {
    const tags = Array.from({ length: 60 }, (_, index) => `t${index}`);
    await record({ tags }, { tags: tags.map((tag) => `${tag}-b`) }, { tags: ["t59-b"] });
    const [rio] = (await http.as("reviewer").get("agents")).body.agents;
    expect(Object.keys(rio.issue_breakdown)).toHaveLength(100);
    expect(rio).toMatchObject({ issue_breakdown: { "t59-b": 2 }, issue_breakdown_more: 20 });
  });

  it("is for people, not for agents", async () => {
    expect(await http.as("agent").get("agents")).toMatchObject({ status: 403, body: { code: "forbidden" } });
  });
});

describe("GET /agents/{agent}/patterns", () => {
  it("002.7 answers for one agent over a window, whatever its name", async () => {
    const name = "team/a b?é";
    await record({ agent: name, tags: ["missing_tests"] });
    const { body } = await http.as("reviewer").get(`agents/${encodeURIComponent(name)}/patterns?window=48`);
    expect(body).toMatchObject({ window: { hours: 48 }, pattern: { agent: name, rejected: 1 }, alerts: [] });
    expect(body.pattern.series).toHaveLength(48);
    const idle = await http.as("reviewer").get("agents/nobody/patterns");
    expect(idle.body.pattern).toMatchObject({ agent: "nobody", total: 0, approval_rate: null });
  });

  it("002.7 an agent's token sees its own and no other", async () => {
    const rio = http.as("agent", { name: "t", agent: "rio" });
    expect((await rio.get("agents/rio/patterns")).status).toBe(200);
    for (const what of ["patterns", "trend", "rejections"]) {
      expect(await rio.get(`agents/clay/${what}`)).toMatchObject({
        status: 403,
        body: { code: "other_agent" },
      });
    }
  });
});

describe("002.7 windows", () => {
  it.each(["0h", "366d", "8761", "-1d", "7w", "d", "1e3h", "9999999", "7 d", "٣d"])(
    "refuses %s wherever there is a window, and says what is expected",
    async (window) => {
      for (const path of ["agents", "agents/rio/patterns", "agents/rio/trend"]) {
        const answer = await http.as("reviewer").get(`${path}?window=${encodeURIComponent(window)}`);
        expect(answer).toMatchObject({
          status: 400,
          body: { code: "invalid_window", errors: [{ path: "window" }] },
        });
        expect(answer.body.detail).toMatch(/^expected a window from 1 hour to 365 days/);
      }
      expect(asked).toEqual([]);
    },
  );

  it.each(["1h", "8760", "365d", "24H"])("takes %s", async (window) => {
    expect((await http.as("reviewer").get(`agents?window=${window}`)).status).toBe(200);
  });

  it("refuses one that is given twice, or that no window is as long as", async () => {
    for (const query of ["window=1d&window=2d", `window=${"1".repeat(21)}`, "window="]) {
      expect(await http.as("reviewer").get(`agents?${query}`)).toMatchObject({
        status: 400,
        body: { code: "invalid_query" },
      });
    }
  });
});

describe("GET /agents/{agent}/trend", () => {
  it("counts by UTC day, with the commonest tags", async () => {
    await record(
      { tags: ["missing_tests"], time: "2026-03-09T23:59:59Z" },
      { outcome: "approved", time: "2026-03-10T00:00:00Z" },
      { outcome: "approved_with_changes", tags: ["missing_tests"] },
    );
    const { body } = await http.as("agent", { name: "t", agent: "rio" }).get("agents/rio/trend?window=1d");
    expect(body).toMatchObject({
      agent: "rio",
      bucket: "day",
      from: "2026-03-09T00:00:00Z",
      to: "2026-03-10T12:00:00Z",
      buckets: [
        {
          from: "2026-03-09T00:00:00Z",
          rejected: 1,
          approval_rate: 0,
          tags: [{ tag: "missing_tests", count: 1 }],
        },
        { approved: 1, approved_with_changes: 1, rejected: 0, approval_rate: 1, tags: [] },
      ],
      tags: [{ tag: "missing_tests", count: 1 }],
      tags_more: 0,
    });
    expect(asked).toEqual(["rollUp"]);
    expect((await http.as("reviewer").get("agents/rio/trend")).body.buckets).toHaveLength(31);
    expect((await http.as("reviewer").get("agents/rio/trend?bucket=week")).body.buckets).toHaveLength(6);
  });

  it("refuses more buckets than a plot has room for, and buckets that there are not", async () => {
    expect(await http.as("reviewer").get("agents/rio/trend?window=30d&bucket=hour")).toMatchObject({
      status: 400,
      body: { code: "too_many_buckets" },
    });
    expect(await http.as("reviewer").get("agents/rio/trend?bucket=month")).toMatchObject({
      status: 400,
      body: { code: "invalid_query" },
    });
  });
});

describe("GET /agents/{agent}/rejections", () => {
  it("002.7 keeps every attempt, newest first, with what to do about its tags", async () => {
    const attempts = ["r-1", "r-2", "r-3"];
    for (const [index, run] of attempts.entries()) {
      await http.as("admin").post("feedback", {
        items: [
          {
            agent: "rio",
            run,
            task: "t-1",
            outcome: "rejected",
            tags: ["missing_tests", "own_tag"],
            time: `2026-03-1${index}T09:00:00Z`,
          },
          { agent: "rio", run, comment: "a remark", time: `2026-03-1${index}T09:30:00Z` },
          { agent: "mia", run, outcome: "rejected", time: `2026-03-1${index}T09:40:00Z` },
        ],
      });
    }
    const rio = http.as("agent", { name: "t", agent: "rio" });
    const first = await rio.get("agents/rio/rejections?limit=2");
    const rest = await rio.get(`agents/rio/rejections?limit=2&after=${encodeURIComponent(first.body.next)}`);
    const runs = [...first.body.items, ...rest.body.items].map(({ feedback }) => feedback.run);
    expect(runs).toEqual(["r-3", "r-2", "r-1"]);
    expect(rest.body.next).toBeNull();
    expect(first.body.items[0]).toMatchObject({
      feedback: { agent: "rio", task: "t-1", outcome: "rejected" },
      guidance: [
        { tag: "missing_tests", registered: true, severity: "blocking" },
        { tag: "own_tag", registered: false, fix: null },
      ],
    });
  });

  it("17.4 an untagged rejection is guided by the reviewer's words, whoever took it in", async () => {
    const said = (comment: string, id: string) => ({ id, agent: "rio", outcome: "rejected", comment });
    await http.as("admin").post("feedback", { items: [said("Cite the survey for the figure.", "a")] });
    await http.as("admin").post("feedback", { items: [said("No.", "b")] });
    const rio = http.as("agent", { name: "t", agent: "rio" });
    const { body } = await rio.get("agents/rio/rejections");
    const fixes = new Map(
      body.items.map(({ feedback, guidance }: Answer) => [feedback.comment, guidance[0]?.fix]),
    );
    expect(fixes.get("Cite the survey for the figure.")).toBe("Cite the survey for the figure.");
    expect(fixes.get("No.")).toMatch(/ask which gate failed/);
  });

  it("refuses a cursor that nobody gave", async () => {
    expect(await http.as("reviewer").get("agents/rio/rejections?after=zzz")).toMatchObject({
      status: 400,
      body: { code: "invalid_cursor" },
    });
  });
});
