import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { everyCommand } from "../../scripts/reference/cli-page.ts";
import { ROUTES } from "../../src/http/routes.ts";
import { MCP_TOOLS } from "../../src/mcp/tools.ts";
import { DOCUMENT_LINES } from "../documents/document-lines.ts";

/** How many lines each document has. */
const LINES = { "000": 7, "001": 7, "002": 8, "003": 9, "004": 8 };

const source = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const pages = new Set([...source("web/src/router.tsx").matchAll(/page\("([^"]+)"/g)].map(([, path]) => path));
const routes = new Set(ROUTES.map(({ method, path }) => `${method.toUpperCase()} ${path}`));
const tools = new Set(MCP_TOOLS.map(({ name }) => name));

const program = await everyCommand();

/** Whether a place where a line can be seen exists: a command with its options, a route, a tool or a page. */
function exists(place: string): boolean {
  const [kind = "", ...words] = place.split(" ");
  if (kind === "page") return pages.has(words.join(" "));
  if (kind === "tool") return tools.has(words.join(" "));
  if (kind !== "emend") return routes.has(place);
  let command = program;
  for (const word of words) {
    if (word.startsWith("--")) return command.options.some(({ long }) => long === word);
    const inner = command.commands.find((each) => each.name() === word);
    if (inner === undefined) return false;
    command = inner;
  }
  return true;
}

describe("the lines of the founding documents", () => {
  it("are all there, in their order", () => {
    expect(DOCUMENT_LINES.map(({ line }) => line)).toEqual(
      Object.entries(LINES).flatMap(([document, count]) =>
        Array.from({ length: count }, (_, at) => `${document}.${at + 1}`),
      ),
    );
  });

  it.each(DOCUMENT_LINES)("$line can be seen, and a test holds it", ({ line, see, held }) => {
    expect(see.length).toBeGreaterThan(0);
    expect(see.filter((place) => !exists(place))).toEqual([]);
    expect(held.length).toBeGreaterThan(0);
    const title = new RegExp(
      `(?:it|test|describe)(?:\\.each\\([^)]*\\))?\\(\\s*["\`'][^"\`']*\\b${line.replace(".", "\\.")}\\b`,
    );
    expect(held.filter((file) => !title.test(source(file)))).toEqual([]);
  });

  it("include every number in the title of a test", () => {
    const known = new Set(DOCUMENT_LINES.map(({ line }) => line));
    const titles = globSync(["src/**/*.test.ts", "test/**/*.ts"]).flatMap((file) =>
      [...source(file).matchAll(/["`'](?:[\d.:, ]*)(00[0-4]\.\d+)/g)].map(([, line = ""]) => ({
        file,
        line,
      })),
    );
    expect(titles.length).toBeGreaterThan(100);
    expect(titles.filter(({ line }) => !known.has(line))).toEqual([]);
  });

  it("name only what exists", () => {
    const made = ["emend made-up", "emend rules --made-up", "GET /made-up", "tool made_up", "page /made-up"];
    expect(made.filter(exists)).toEqual([]);
  });
});
