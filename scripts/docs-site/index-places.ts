import MiniSearch from "minisearch";
import { INDEX_OPTIONS, type Place } from "../../web/docs-site/search-options.ts";
import type { SitePage } from "./arrange-pages.ts";
import type { Passage } from "./render-page.ts";

const EXCERPT_CHARACTERS = 140;
const BODY_CHARACTERS = 1_500;
/** The tables of the API reference repeat the same words. */
const API_CHARACTERS = 200;

interface IndexedPage {
  readonly page: SitePage;
  readonly section: string;
  readonly passages: readonly Passage[];
}

/** The search index as JSON: one place for each heading. */
export function indexPlaces(pages: readonly IndexedPage[]): string {
  const index = new MiniSearch(INDEX_OPTIONS);
  let id = 0;
  for (const { page, section, passages } of pages) {
    const isApi = page.source === "docs/reference/api.md";
    // Smaller headings repeat: "Response 200", "Example".
    for (const { level, id: anchor, text, body } of passages.filter((each) => each.level <= 3)) {
      const place: Place = {
        id: id++,
        href: level === 1 ? page.target : `${page.target}#${anchor}`,
        heading: text,
        page: page.title,
        section,
        excerpt: cut(body, EXCERPT_CHARACTERS),
      };
      index.add({ ...place, body: body.slice(0, isApi ? API_CHARACTERS : BODY_CHARACTERS) });
    }
  }
  return JSON.stringify(index);
}

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).replace(/\s\S*$/, "")} …`;
