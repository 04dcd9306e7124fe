import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PAGES } from "../shell/pages.ts";

const ROOT = join(import.meta.dirname, "..");
const files = readdirSync(ROOT, { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.tsx?$/.test(file) && !file.includes(".test."),
);

it("gives each key to one query, because two that share a key overwrite each other's data", () => {
  const users = new Map<string, string[]>();
  for (const file of files) {
    const text = readFileSync(join(ROOT, file), "utf8");
    // A key that is only refreshed stands inside the parentheses of the call.
    for (const [, key] of text.matchAll(/(?<!\(\{ )queryKey: queryKeys\.(\w+\.\w+)/g)) {
      users.set(key!, [...(users.get(key!) ?? []), file]);
    }
  }
  expect(users.size).toBeGreaterThan(30);
  expect([...users].filter(([, places]) => places.length > 1)).toEqual([]);
});

it("gives each page a shortcut of its own", () => {
  expect(new Set(PAGES.map(({ keys }) => keys)).size).toBe(PAGES.length);
});
