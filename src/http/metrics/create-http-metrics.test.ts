import { afterEach, describe, expect, it } from "vitest";
import { cpuMs } from "../../../test/cpu-time.ts";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { type ExposedFamily, parseExposition } from "../../../test/parse-exposition.ts";
import { DEFAULT_RULE_POLICY } from "../../core/evaluation/rule-policy.ts";
import type { Store } from "../../ports/store.ts";
import { createHttpMetrics, type HttpMetricsOptions } from "./create-http-metrics.ts";
import { METRICS } from "./metric-table.ts";

const NOW = "2026-03-02T12:30:00.000Z";
const open: Store[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((store) => store.close()));
});

async function metricsOver(more: Partial<HttpMetricsOptions> = {}) {
  const store = more.store ?? (await openTestStore());
  open.push(store);
  const clock = { ms: 1_000 };
  const metrics = createHttpMetrics({
    version: "1.2.3",
    store,
    events: store.events,
    groups: ["emend-learn"],
    policy: DEFAULT_RULE_POLICY,
    now: () => NOW,
    nowMs: () => clock.ms,
    ...more,
  });
  const scrape = async () => parseExposition((await metrics.expose()).text);
  return { store, clock, metrics, scrape };
}

const valuesOf = (families: ReadonlyMap<string, ExposedFamily>, name: string) =>
  Object.fromEntries(
    (families.get(name)?.samples ?? []).map(({ labels, value }) => [Object.values(labels).join(" "), value]),
  );

describe("what /metrics tells", () => {
  it("002.7: rejections per agent and tag, and what became of decided work", async () => {
    const { store, scrape } = await metricsOver();
    await store.feedback.record([
      makeFeedback(1, { agent: "rio", tags: ["io", "style"], time: "2026-03-02T10:00:00.000Z" }),
      makeFeedback(2, { agent: "rio", tags: ["io"], time: "2026-03-02T12:00:00.000Z" }),
      makeFeedback(3, { agent: "rio", tags: [], outcome: "approved", time: "2026-03-02T12:00:00.000Z" }),
      makeFeedback(4, { agent: "kai", tags: ["io"], time: "2026-03-01T18:00:00.000Z" }),
      makeFeedback(5, { agent: "old", tags: ["io"], time: "2026-02-20T10:00:00.000Z" }),
    ]);
    const families = await scrape();
    expect(valuesOf(families, "emend_rejections_last_day")).toEqual({
      "rio io": 2,
      "rio style": 1,
      "kai io": 1,
    });
    expect(valuesOf(families, "emend_decisions_last_day")).toMatchObject({
      "rio approved": 1,
      "rio rejected": 2,
      "kai rejected": 1,
    });
    expect(valuesOf(families, "emend_approval_ratio")).toEqual({ rio: 1 / 3, kai: 0 });
  });

  it("every metric of the table, each with its type, and figures of an empty store", async () => {
    const { scrape } = await metricsOver();
    const families = await scrape();
    for (const [name, { type, help }] of Object.entries(METRICS)) {
      expect(families.get(name)).toMatchObject({ type, help });
    }
    expect(valuesOf(families, "emend_build_info")).toEqual({ "1.2.3": 1 });
    expect(valuesOf(families, "emend_rules")["active"]).toBe(0);
    expect(valuesOf(families, "emend_events_dead")).toEqual({ "emend-learn": 0 });
    expect(families.get("emend_submissions_oldest_age_seconds")?.samples).toMatchObject([{ value: 0 }]);
    expect(families.has("emend_process_cpu_seconds_total")).toBe(true);
  });

  it("names and labels as Prometheus wants them, all below one prefix", async () => {
    const { scrape } = await metricsOver();
    for (const name of (await scrape()).keys()) expect(name).toMatch(/^emend_[a-z0-9]+(_[a-z0-9]+)*$/);
    for (const [name, { type, labels }] of Object.entries(METRICS)) {
      expect(name.endsWith("_total")).toBe(type === "counter");
      for (const label of labels) expect(label).toMatch(/^[a-z]+(_[a-z]+)*$/);
    }
  });
});

describe("what is counted as it happens", () => {
  it("only grows, by route, type and reason", async () => {
    const { metrics, scrape } = await metricsOver();
    const review = {
      schemaVersion: "1.0",
      promptVersion: "1.1",
      status: "accepted",
      diagnostics: [{ kind: "finding_dropped", reason: "invalid_line_range" }],
    } as const;
    const counters = ["emend_signals_total", "emend_reviews_total", "emend_review_diagnostics_total"];
    let before: Readonly<Record<string, number>>[] = counters.map(() => ({}));
    for (let round = 1; round <= 3; round += 1) {
      metrics.signal("test_failure");
      metrics.review(review);
      metrics.request("listRules", "GET", 200, 0.02);
      metrics.request("listRules", "GET", 503, 3);
      const families = await scrape();
      const now = counters.map((name) => valuesOf(families, name));
      for (const [at, values] of before.entries()) {
        for (const [key, value] of Object.entries(values)) expect(now[at]![key]).toBeGreaterThan(value);
      }
      before = now;
      const took = families.get("emend_http_request_duration_seconds")!.samples;
      const count = (status: string) =>
        took.find(({ name, labels }) => name.endsWith("_count") && labels["status"] === status)?.value;
      expect([count("2xx"), count("5xx")]).toEqual([round, round]);
    }
    expect(before[2]).toEqual({ "1.0 1.1 finding_dropped invalid_line_range": 3 });
  });

  it("has few series whatever versions and methods are sent", async () => {
    const { metrics, scrape } = await metricsOver();
    for (let n = 0; n < 2_000; n += 1) {
      const versions = { schemaVersion: `1.${n}`, promptVersion: `"\n\\${n}`.repeat(60) };
      metrics.review({
        ...versions,
        status: "rejected",
        diagnostics: [{ kind: "warning", reason: `r${n}` }],
      });
      metrics.request("other", `M${n}`, n, 0);
    }
    const families = await scrape();
    expect(families.get("emend_reviews_total")!.samples.length).toBeLessThanOrEqual(21);
    expect(families.get("emend_review_diagnostics_total")!.samples.length).toBeLessThanOrEqual(120);
    expect(families.get("emend_http_request_duration_seconds")!.samples.length).toBeLessThanOrEqual(55);
  });
});

describe("bounds", () => {
  it("1,000 agents with 100 tags each are 100 agents with 20 tags, and the rest is added up", async () => {
    const { store: inner } = await metricsOver();
    const names = Array.from({ length: 1_000 }, (_, n) => `agent ${"é".repeat(150)}`.slice(0, 90) + n);
    const tags = names.flatMap((agent, a) =>
      Array.from({ length: 100 }, (_, t) => ({
        agent,
        tag: `tag ${t}`,
        hour: NOW,
        count: 1 + ((a + t) % 7),
      })),
    );
    const hours = names.map((agent) => ({
      agent,
      hour: NOW,
      submitted: 3,
      approved: 1,
      approved_with_changes: 1,
      rejected: 2,
    }));
    const store: Store = {
      ...inner,
      feedback: {
        ...inner.feedback,
        rollUp: async ({ from, to }) => (from <= NOW && NOW < to ? { hours, tags } : { hours: [], tags: [] }),
      },
    };
    const { metrics } = await metricsOver({ store });
    const started = cpuMs();
    const { text } = await metrics.expose();
    const took = cpuMs() - started;
    const rejections = parseExposition(text).get("emend_rejections_last_day")!.samples;
    expect(rejections.length).toBeLessThanOrEqual(101 * 21);
    expect(new Set(rejections.map(({ labels }) => labels["agent"])).size).toBe(101);
    for (const { labels } of rejections) expect(Array.from(labels["agent"]!).length).toBeLessThanOrEqual(100);
    const sum = rejections.reduce((total, { value }) => total + value, 0);
    expect(sum).toBe(tags.reduce((total, { count }) => total + count, 0));
    const ratios = valuesOf(parseExposition(text), "emend_approval_ratio");
    expect(Object.keys(ratios)).toHaveLength(101);
    expect(ratios["other"]).toBe(0.5);
    expect(text.length).toBeLessThan(1_000_000);
    expect(took).toBeLessThan(5_000);
  });

  it.each([
    { why: "a line end and quotes", agent: 'a"}\nemend_forged 1\n{x="' },
    { why: "no name", agent: "" },
    { why: "half a character", agent: "\uD800" },
    { why: "what turns the line around", agent: "\u202Eoir" },
    { why: "a name that ends in a backslash", agent: "c:\\" },
  ])("an agent whose name is $why breaks no line", async ({ agent }) => {
    const { store, scrape } = await metricsOver();
    await store.feedback.record([makeFeedback(1, { agent, time: "2026-03-02T10:00:00.000Z" })]);
    const families = await scrape();
    expect(families.get("emend_rejections_last_day")!.samples).toHaveLength(1);
    expect(families.has("emend_forged")).toBe(false);
  });

  it("two long names that begin alike are one series", async () => {
    const { store, scrape } = await metricsOver();
    const time = "2026-03-02T10:00:00.000Z";
    await store.feedback.record(
      [1, 2].map((n) => makeFeedback(n, { agent: `${"x".repeat(120)}${n}`, time })),
    );
    expect(valuesOf(await scrape(), "emend_approval_ratio")).toEqual({ ["x".repeat(100)]: 0 });
  });
});

describe("the store behind it", () => {
  it("is asked once in 5 seconds, however many ask", async () => {
    const { store: inner } = await metricsOver();
    let asked = 0;
    const outbox = { ...inner.outbox, depth: async () => (asked += 1) };
    const { scrape, clock } = await metricsOver({ store: { ...inner, outbox } });
    await Promise.all([scrape(), scrape(), scrape()]);
    clock.ms += 4_999;
    expect(valuesOf(await scrape(), "emend_outbox_events")).toEqual({ "": 1 });
    clock.ms += 1;
    expect(valuesOf(await scrape(), "emend_outbox_events")).toEqual({ "": 2 });
  });

  it("costs the part that fails and a count, never the answer", async () => {
    const { store: inner } = await metricsOver();
    const faults: string[] = [];
    const world = { broken: true };
    const feedback = {
      ...inner.feedback,
      rollUp: (range: Parameters<Store["feedback"]["rollUp"]>[0]) =>
        world.broken ? Promise.reject(new Error("disk gone")) : inner.feedback.rollUp(range),
    };
    await inner.feedback.record([makeFeedback(1, { time: "2026-03-02T10:00:00.000Z" })]);
    const { scrape, clock } = await metricsOver({
      store: { ...inner, feedback },
      onFault: (part) => void faults.push(part),
    });
    let families = await scrape();
    expect(families.get("emend_rejections_last_day")!.samples).toEqual([]);
    expect(families.get("emend_rules")!.samples).toHaveLength(6);
    expect(valuesOf(families, "emend_scrape_failures_total")).toMatchObject({ work: 1, rules: 0 });
    clock.ms += 5_000;
    expect(valuesOf(await scrape(), "emend_scrape_failures_total")["work"]).toBe(2);
    world.broken = false;
    clock.ms += 5_000;
    families = await scrape();
    expect(valuesOf(families, "emend_rejections_last_day")).toEqual({ "rio tests_failing": 1 });
    expect(valuesOf(families, "emend_scrape_failures_total")["work"]).toBe(2);
    expect(faults).toEqual(["work", "work"]);
  });

  it("may hang: the others are reported in time, and it is not read again in the meantime", async () => {
    const { store: inner } = await metricsOver();
    let asked = 0;
    const outbox = {
      ...inner.outbox,
      depth: () => {
        asked += 1;
        return new Promise<number>(() => {});
      },
    };
    const { scrape, clock } = await metricsOver({ store: { ...inner, outbox }, timeoutMs: 50 });
    for (let round = 1; round <= 3; round += 1) {
      const families = await scrape();
      expect(families.get("emend_outbox_events")!.samples).toEqual([]);
      expect(families.get("emend_evaluations")!.samples.length).toBeGreaterThan(0);
      expect(valuesOf(families, "emend_scrape_failures_total")["outbox"]).toBe(round);
      clock.ms += 60_000;
    }
    expect(asked).toBe(1);
  });
});
