import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { type Link, linksOf, lexPage, type PageTokens, plainText } from "./lex-page.ts";

/** A Markdown file of the repository that becomes a page of the site. */
export interface SourcePage {
  /** In the repository, such as `docs/guides/github.md`. */
  readonly source: string;
  /** In the site, such as `guides/github.html`. */
  readonly target: string;
  readonly title: string;
  readonly tokens: PageTokens;
  /** What it links to, as paths in the repository. */
  readonly links: readonly Link[];
}

/** The map of the documentation, which becomes the home page. */
export const MAP = "docs/README.md";

/** Pages outside `docs/`, by their name in the site. */
const OUTSIDE: ReadonlyMap<string, string> = new Map([
  ["README.md", "introduction.html"],
  ["CONTRIBUTING.md", "contributing.html"],
  ["CHANGELOG.md", "changelog.html"],
  ["SECURITY.md", "reporting-a-vulnerability.html"],
]);

export function readPages(root: string): readonly SourcePage[] {
  const inside = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .map((name) => `docs/${name.replaceAll("\\", "/")}`)
    .filter((name) => name.endsWith(".md"));
  return [...OUTSIDE.keys(), ...inside.toSorted()].map((source) => readPage(root, source));
}

function readPage(root: string, source: string): SourcePage {
  const tokens = lexPage(readFileSync(join(root, source), "utf8"));
  const title = tokens.find((token) => token.type === "heading");
  const links = linksOf(tokens).map(({ text, href }) => ({
    text,
    href: posix.normalize(posix.join(posix.dirname(source), decodeURI(href.split("#")[0]!))),
  }));
  return {
    source,
    target: targetOf(source),
    title: plainText(title === undefined ? [] : [title]),
    tokens,
    links,
  };
}

const targetOf = (source: string): string =>
  OUTSIDE.get(source) ??
  source
    .slice("docs/".length)
    .replace(/(^|\/)README\.md$/, "$1index.html")
    .replace(/\.md$/, ".html");
