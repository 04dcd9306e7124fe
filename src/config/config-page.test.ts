import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { CONFIG_KEYS, type ConfigKey } from "./config-keys.ts";
import { expectedOf } from "./config-schema.ts";

const page = readFileSync("docs/configuration.md", "utf8");

/** The cells of the table's rows, by the key in the first. */
const rows = new Map(
  page
    .slice(page.indexOf("\n## Keys"), page.indexOf("\n## Paths"))
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .map((cells) => [cells[1]!.replaceAll("`", ""), cells]),
);

const defaultOf = ({ default: value }: ConfigKey): string =>
  value === undefined ? "" : `\`${String(value)}\``;

it("docs/configuration.md has a row for every key, and none for anything else", () => {
  expect([...rows.keys()]).toEqual(CONFIG_KEYS.map(({ name }) => name));
});

it.each(CONFIG_KEYS)("docs/configuration.md says of $name what the table says", (key) => {
  expect(rows.get(key.name)?.slice(2, 6)).toEqual([
    `\`${key.variable}\``,
    expectedOf(key.kind),
    defaultOf(key),
    key.about,
  ]);
});
