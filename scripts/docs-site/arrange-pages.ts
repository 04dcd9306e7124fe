import { linksOf, plainText } from "./lex-page.ts";
import { MAP, type SourcePage } from "./read-pages.ts";
import { SiteError } from "./site-error.ts";

export interface SitePage extends SourcePage {
  /** What the sidebar calls it. */
  readonly label: string;
}

export interface Section {
  readonly label: string;
  readonly pages: readonly SitePage[];
}

/**
 * The sections of the map, in its order. A page that the map does not name is in the section of the first page that links
 * to it, behind those that are named; a page that nobody links to is an error.
 */
export function arrangePages(pages: readonly SourcePage[]): readonly Section[] {
  const bySource = new Map(pages.map((page) => [page.source, page]));
  const map = bySource.get(MAP)!;
  const placed = new Set([MAP]);
  const sections = sectionsOf(map).map(({ label, links }) => ({
    label,
    pages: links.flatMap(({ text, href }) => {
      const page = bySource.get(href);
      if (page === undefined || placed.has(href)) return [];
      placed.add(href);
      return [{ ...page, label: labelOf(page, text) }];
    }),
  }));
  for (const { pages: list } of sections) {
    // The list grows as pages are found that others of the section link to.
    for (const page of list) {
      for (const { href } of page.links) {
        const found = bySource.get(href) ?? bySource.get(`${href.replace(/\/$/, "")}/README.md`);
        if (found === undefined || placed.has(found.source) || isElsewhere(page, found)) continue;
        placed.add(found.source);
        list.push({ ...found, label: found.title });
      }
      if (page.source.endsWith("/README.md")) list.push(...childrenOf(page, pages, placed));
    }
  }
  const lost = pages.filter(({ source }) => !placed.has(source));
  if (lost.length > 0) {
    const names = lost.map(({ source }) => source).join(", ");
    throw new SiteError(
      `${names}: in no section. Link to it from ${MAP}, or from a page that is listed there.`,
    );
  }
  return sections;
}

/** Decisions are listed below their own page, however early another page links to one. */
const isElsewhere = (from: SourcePage, to: SourcePage): boolean =>
  to.source.startsWith("docs/decisions/") && !from.source.startsWith("docs/decisions/");

/** The other pages of a folder, by name. */
function childrenOf(
  { source }: SourcePage,
  pages: readonly SourcePage[],
  placed: Set<string>,
): readonly SitePage[] {
  const folder = source.slice(0, -"README.md".length);
  const children = pages.filter((each) => each.source.startsWith(folder) && !placed.has(each.source));
  for (const child of children) placed.add(child.source);
  return children.map((child) => ({ ...child, label: child.title }));
}

/** The paragraphs of the map that start with a name in bold. */
function sectionsOf({ tokens, links }: SourcePage) {
  let at = 0;
  return tokens.flatMap((token) => {
    const own = links.slice(at, (at += linksOf([token]).length));
    if (token.type !== "paragraph" || token.tokens?.[0]?.type !== "strong") return [];
    return [{ label: plainText([token.tokens[0]]), links: own }];
  });
}

function labelOf({ source, title }: SourcePage, text: string): string {
  if (source.endsWith("/README.md")) return title;
  if (source === "README.md") return "Introduction";
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
