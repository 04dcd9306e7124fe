import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { html } from "../../src/http/html.ts";
import { arrangePages, type SitePage } from "./arrange-pages.ts";
import { indexPlaces } from "./index-places.ts";
import { homeMain, pageContents, pageFrame, pageMain, type SiteSettings } from "./page-frame.ts";
import { MAP, readPages } from "./read-pages.ts";
import { renderPage, toRoot } from "./render-page.ts";

/** The files of the site by their path, but for the script that the bundler makes. */
export type SiteFiles = ReadonlyMap<string, string | Uint8Array>;

const FONTS: readonly (readonly [font: string, file: string])[] = [
  ["inter", "inter-latin-wght-normal.woff2"],
  ["source-serif-4", "source-serif-4-latin-wght-normal.woff2"],
];

const SUMMARY_CHARACTERS = 180;

/** Builds the site from the Markdown of the repository, in memory. */
export function buildSite(root: string, settings: SiteSettings): SiteFiles {
  const pages = readPages(root);
  const sections = arrangePages(pages);
  const targets = new Map(pages.map(({ source, target }) => [source, target]));
  const { repository } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly repository: { readonly url: string };
  };
  const host = repository.url.replace(/^git\+|\.git$/g, "");
  const options = { root, targets, repository: host, ref: `v${settings.version}` };
  const placed = sections.flatMap(({ label, pages: inner }) =>
    inner.map((page) => ({ page, section: label })),
  );
  const files = new Map<string, string | Uint8Array>();
  const indexed = placed.map(({ page, section }, at) => {
    const rendered = renderPage(page, options);
    const contents = pageContents(rendered);
    const main = pageMain(page, rendered, {
      section,
      previous: placed[at - 1]?.page,
      next: placed[at + 1]?.page,
      editUrl: `${host}/blob/${options.ref}/${page.source}`,
      hasContents: contents !== "",
    });
    const title = `${page.title} · Emend documentation`;
    files.set(
      page.target,
      pageFrame({ settings, sections, page, root: toRoot(page), title, main, contents }),
    );
    for (const [target, source] of rendered.files) files.set(target, readFileSync(join(root, source)));
    return { page, section, passages: rendered.passages, opening: rendered.opening };
  });
  const summaries = new Map(indexed.map(({ page, opening }) => [page.source, summary(opening)]));
  const home = homeMain(sections, ({ source }: SitePage) => summaries.get(source) ?? "", settings.version);
  files.set(
    targets.get(MAP)!,
    pageFrame({ settings, sections, root: "", title: "Emend documentation", main: home }),
  );
  const lost = html`<h1>There is no such page</h1>
    <p>
      It may have moved. Look it up in the search, or start from
      <a href="${settings.base}index.html">all pages</a>.
    </p>`;
  files.set(
    "404.html",
    pageFrame({ settings, sections, root: settings.base, title: "Not found", main: lost }),
  );
  files.set("search.json", indexPlaces(indexed));
  for (const name of ["theme.js", "mark.svg"]) files.set(name, readFileSync(join(root, "web/public", name)));
  files.set("site.css", readFileSync(join(root, "web/docs-site/site.css")));
  const require = createRequire(import.meta.url);
  for (const [font, file] of FONTS) {
    const folder = dirname(require.resolve(`@fontsource-variable/${font}/package.json`));
    files.set(`fonts/${file}`, readFileSync(join(folder, "files", file)));
  }
  return files;
}

/** The first sentence says what a page is about; a word that only opens the paragraph, such as a label, is none. */
function summary(text: string): string {
  const sentence = /^.{20,}?[a-z)][.:?](?=\s|$)/.exec(text)?.[0] ?? text;
  return sentence.length <= SUMMARY_CHARACTERS
    ? sentence.replace(/:$/, ".")
    : `${sentence.slice(0, SUMMARY_CHARACTERS).replace(/[\s,;]+\S*$/, "")} …`;
}
