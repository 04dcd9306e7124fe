import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openTestStore } from "../../../test/open-test-store.ts";
import { parseExposition } from "../../../test/parse-exposition.ts";
import { DEFAULT_RULE_POLICY } from "../../core/evaluation/rule-policy.ts";
import { createHttpMetrics } from "./create-http-metrics.ts";
import { METRICS } from "./metric-table.ts";

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly gridPos: { readonly x: number; readonly w: number };
  readonly targets?: readonly { readonly expr: string }[];
}

const page = readFileSync("docs/operations.md", "utf8");
const written = readFileSync("docs/grafana/emend.json", "utf8");
const dashboard = JSON.parse(written) as {
  readonly schemaVersion: number;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly definition?: string }[] };
};
const expressions = [
  ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...dashboard.templating.list.flatMap(({ definition }) => definition ?? []),
];
const named = new Set(expressions.flatMap((expr) => expr.match(/\bemend_\w+/g) ?? []));

/** Every name that a query can ask for. */
async function exposed(): Promise<ReadonlySet<string>> {
  const store = await openTestStore();
  const { expose } = createHttpMetrics({
    version: "1.2.3",
    store,
    events: store.events,
    groups: [],
    policy: DEFAULT_RULE_POLICY,
    now: () => new Date().toISOString(),
  });
  const families = parseExposition((await expose()).text);
  await store.close();
  return new Set(
    [...families].flatMap(([name, { type }]) =>
      type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}

it("docs/operations.md has the table of metrics, row by row", () => {
  const section = page.slice(page.indexOf("### Metrics"), page.indexOf("### Log"));
  const rows = section
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  expect(rows.map((cells) => cells.slice(1, 5))).toEqual(
    Object.entries(METRICS).map(([name, { type, labels, help }]) => [
      `\`${name}\``,
      type,
      labels.map((label) => `\`${label}\``).join(", "),
      help,
    ]),
  );
});

it("docs/operations.md names no metric that /metrics does not tell", async () => {
  const known = await exposed();
  const metrics = Object.keys(METRICS);
  const unknown = (page.match(/\bemend_\w+/g) ?? []).filter(
    (name) => !known.has(name) && !metrics.includes(name),
  );
  expect(unknown).toEqual([]);
});

describe("docs/grafana/emend.json", () => {
  it("asks only for metrics that /metrics tells", async () => {
    const known = await exposed();
    expect(named.size).toBeGreaterThan(20);
    expect([...named].filter((name) => !known.has(name))).toEqual([]);
  });

  it("shows every metric of the table", () => {
    const shown = new Set([...named].map((name) => name.replace(/_(?:bucket|count|sum)$/, "")));
    expect(Object.keys(METRICS).filter((name) => !shown.has(name))).toEqual([]);
  });

  it("asks for labels that the metrics have", () => {
    const labels = new Set<string>([...Object.values(METRICS).flatMap((row) => [...row.labels]), "le"]);
    const grouped = expressions.flatMap((expr) =>
      [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list]) =>
        list!.split(",").map((one) => one.trim()),
      ),
    );
    expect(grouped.length).toBeGreaterThan(10);
    expect(grouped.filter((label) => !labels.has(label))).toEqual([]);
  });

  it("names no data source of its own, and each panel once", () => {
    const sources = [...written.matchAll(/"uid": "([^"]*)"/g)].map(([, uid]) => uid);
    expect(new Set(sources)).toEqual(new Set(["emend", "${datasource}"]));
    expect(dashboard.templating.list[0]).toMatchObject({ name: "datasource", type: "datasource" });
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(39);
  });

  it("stays within the 24 columns of a page", () => {
    for (const { gridPos } of dashboard.panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
  });
});
