import { describe, expect, it } from "vitest";
import { createRefresher, REFRESH_EVERY_MS } from "./refresher.ts";
import { isStaleBy } from "./stale-by-event.ts";

const event = (type: string, subject = "", data: Readonly<Record<string, unknown>> = {}) => ({
  type: type === "reset" ? type : `emend.${type}`,
  subject,
  data,
});

describe("isStaleBy", () => {
  it.each([
    { why: "an agent's figures", of: event("feedback.recorded", "fb1"), key: ["agents", "list"], is: true },
    { why: "its plot", of: event("feedback.recorded", "fb1"), key: ["agents", "trend", "rio"], is: true },
    { why: "names are not news", of: event("feedback.recorded", "fb1"), key: ["agents", "names"], is: false },
    {
      why: "a record keeps its words",
      of: event("feedback.recorded", "fb1"),
      key: ["feedback", "one", "fb2"],
      is: false,
    },
    {
      why: "until it is told again",
      of: event("feedback.recorded", "fb1"),
      key: ["feedback", "one", "fb1"],
      is: true,
    },
    { why: "a rule is not of it", of: event("feedback.recorded", "fb1"), key: ["rules", "list"], is: false },
    { why: "the rule itself", of: event("rule.changed", "ru1"), key: ["rules", "one", "ru1"], is: true },
    { why: "another rule", of: event("rule.changed", "ru1"), key: ["rules", "one", "ru2"], is: false },
    {
      why: "any proposal may clash",
      of: event("rule.changed", "ru1"),
      key: ["proposals", "one", "ru2"],
      is: true,
    },
    { why: "what waits", of: event("rule.changed", "ru1"), key: ["counts", "waiting"], is: true },
    {
      why: "what is to be resolved",
      of: event("evaluation.changed", "fb1"),
      key: ["counts", "waiting"],
      is: true,
    },
    { why: "an agent's decisions", of: event("rule.changed", "ru1"), key: ["agents", "list"], is: false },
    {
      why: "the cluster itself",
      of: event("cluster.changed", "cl1"),
      key: ["clusters", "one", "cl1"],
      is: true,
    },
    {
      why: "its members",
      of: event("cluster.changed", "cl1"),
      key: ["clusters", "members", "cl1", 5],
      is: true,
    },
    {
      why: "another cluster",
      of: event("cluster.changed", "cl1"),
      key: ["clusters", "one", "cl2"],
      is: false,
    },
    {
      why: "how many are to resolve",
      of: event("evaluation.changed", "fb1"),
      key: ["evaluations", "counts"],
      is: true,
    },
    {
      why: "another's class",
      of: event("evaluation.changed", "fb1"),
      key: ["evaluations", "one", "fb2"],
      is: false,
    },
    {
      why: "the work itself",
      of: event("submission.changed", "sb1"),
      key: ["submissions", "one", "sb1"],
      is: true,
    },
    {
      why: "other work",
      of: event("submission.changed", "sb1"),
      key: ["submissions", "one", "sb2"],
      is: false,
    },
    {
      why: "a list worked through by hand",
      of: event("submission.changed", "sb1"),
      key: ["submissions", "list"],
      is: false,
    },
    {
      why: "the agent of an alert",
      of: event("alert.raised", "al1", { agent: "rio" }),
      key: ["agents", "pattern", "rio", "7d"],
      is: true,
    },
    {
      why: "another agent",
      of: event("alert.raised", "al1", { agent: "rio" }),
      key: ["agents", "pattern", "herald", "7d"],
      is: false,
    },
    { why: "the rollout", of: event("rollout.changed", "ro1"), key: ["rollouts", "one", "ro1"], is: true },
    { why: "anything after a gap", of: event("reset"), key: ["explorer", "feedback"], is: true },
    { why: "nothing by what is not known", of: event("other.changed"), key: ["rules", "list"], is: false },
  ])("$why: $is", ({ of, key, is }) => {
    expect(isStaleBy(of, key)).toBe(is);
  });
});

/** A page that shows one question and knows another, with a clock that is moved by hand. */
function showPage() {
  const asked: string[] = [];
  const stale = new Set<string>();
  const shown = "list";
  const world = { now: 0, isShown: true };
  let waiting: { readonly at: number; readonly act: () => void }[] = [];
  const ask = (name: string): void => {
    asked.push(name);
    stale.delete(name);
  };
  const refresher = createRefresher({
    queryStore: {
      markStale: (isStale) => {
        const found = [shown, "trend"].filter((name) => isStale(["agents", name, "rio"]));
        for (const name of found) stale.add(name);
        return found.filter((name) => name === shown);
      },
      refetch: (names, which) => {
        for (const name of names) if (which === "all" || stale.has(name)) ask(name);
      },
    },
    isShown: () => world.isShown,
    now: () => world.now,
    later: (act, ms) => void waiting.push({ at: world.now + ms, act }),
  });
  return {
    asked,
    ask,
    refresher,
    stale,
    world,
    pass: (ms: number): void => {
      world.now += ms;
      const due = waiting.filter(({ at }) => at <= world.now);
      waiting = waiting.filter(({ at }) => at > world.now);
      for (const { act } of due) act();
    },
  };
}

const RECORDED = event("feedback.recorded", "fb1");

describe("createRefresher", () => {
  it("asks once for what comes in together, and only for what is shown", () => {
    const { refresher, asked, stale, pass } = showPage();
    for (let n = 0; n < 500; n += 1) refresher.onEvent(RECORDED);
    expect(asked).toEqual([]);
    pass(200);
    expect(asked).toEqual(["list"]);
    expect([...stale]).toEqual(["trend"]);
  });

  it("asks no more often than it may under a stream of events, and once more for the last", () => {
    const { refresher, asked, pass } = showPage();
    const SECONDS = 60;
    for (let n = 0; n < SECONDS * 100; n += 1) {
      refresher.onEvent(RECORDED);
      pass(10);
    }
    const most = Math.ceil((SECONDS * 1_000) / REFRESH_EVERY_MS) + 1;
    expect(asked.length).toBeGreaterThan(most - 3);
    expect(asked.length).toBeLessThanOrEqual(most);
    const before = asked.length;
    refresher.onEvent(RECORDED);
    pass(REFRESH_EVERY_MS);
    pass(REFRESH_EVERY_MS);
    expect(asked.length).toBe(before + 1);
  });

  it("leaves a page alone that nobody sees, and asks when it is seen again", () => {
    const { refresher, asked, world, pass } = showPage();
    world.isShown = false;
    for (let n = 0; n < 500; n += 1) refresher.onEvent(RECORDED);
    pass(60_000);
    expect(asked).toEqual([]);
    world.isShown = true;
    refresher.onVisible();
    pass(200);
    expect(asked).toEqual(["list"]);
  });

  it("asks only once where the look at the page has asked already", () => {
    const { refresher, asked, ask, world, pass } = showPage();
    world.isShown = false;
    refresher.onEvent(RECORDED);
    world.isShown = true;
    ask("list");
    refresher.onVisible();
    pass(200);
    expect(asked).toEqual(["list"]);
  });

  it("asks nothing for an event that changes nothing it knows", () => {
    const { refresher, asked, stale, pass } = showPage();
    refresher.onEvent(event("rollout.changed", "ro1"));
    pass(60_000);
    expect(asked).toEqual([]);
    expect(stale.size).toBe(0);
  });

  it("asks again when the answer on its way may be older than the event", () => {
    const { refresher, asked, ask, pass } = showPage();
    refresher.onEvent(RECORDED);
    ask("list");
    pass(200);
    expect(asked).toEqual(["list", "list"]);
  });
});
