import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EVENT_TYPES } from "../../src/core/event/emend-event.ts";
import { queryKeys } from "../../web/src/api/query-keys.ts";
import { LIVE_EVENT_TYPES, staleKeys } from "../../web/src/api/stale-by-event.ts";

const sources = readdirSync("web/src", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test.") && !file.startsWith("api/query-keys"))
  .map((file) => readFileSync(join("web/src", file), "utf8"));

/** Factories that some query is made with, as `resource.name`. */
const used = new Set(
  sources.flatMap((text) =>
    Array.from(
      text.matchAll(/queryKey: queryKeys\.(\w+)\.(\w+)\(/g),
      ([, resource, name]) => `${resource}.${name}`,
    ),
  ),
);
const isUsed = (key: readonly unknown[]): boolean => {
  const path = key.slice(0, 2).join(".");
  return key.length === 1
    ? [...used].some((each) => each.startsWith(`${path}.`) && each !== `${path}.all`)
    : used.has(path);
};

describe("live refresh", () => {
  it("18.1 the app listens for every event of the server", () => {
    expect([...LIVE_EVENT_TYPES].toSorted()).toEqual([...EVENT_TYPES].toSorted());
  });

  it.each(LIVE_EVENT_TYPES)("18.1 %s refreshes only queries that a page makes", (type) => {
    const keys = staleKeys({ type, subject: "id1", data: { agent: "rio" } });
    expect(keys).not.toEqual([]);
    expect(keys.filter((key) => !isUsed(key))).toEqual([]);
  });

  it("18.1 every key comes from the factory, and carries its own name", () => {
    expect(sources.flatMap((text) => text.match(/queryKey: \[.*/g) ?? [])).toEqual([]);
    for (const [resource, factories] of Object.entries(queryKeys)) {
      for (const [name, make] of Object.entries(factories)) {
        expect(make()).toEqual(name === "all" ? [resource] : [resource, name]);
      }
    }
  });
});
