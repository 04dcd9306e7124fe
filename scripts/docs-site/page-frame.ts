import { html, Html } from "../../src/http/html.ts";
import type { Section, SitePage } from "./arrange-pages.ts";
import { type RenderedPage, toRoot } from "./render-page.ts";

export interface SiteSettings {
  readonly version: string;
  /** The address of this version on its host, such as `/docs/`. Only the page for unknown addresses needs it. */
  readonly base: string;
  /** Where the web app is, if the same server has it. */
  readonly app?: string;
  /** Whether other versions are beside this one, listed in versions.json. */
  readonly hasVersions: boolean;
}

interface FrameParts {
  readonly settings: SiteSettings;
  readonly sections: readonly Section[];
  /** The page that is open; absent on pages that the sidebar does not list. */
  readonly page?: SitePage;
  /** The way to the root of the site. */
  readonly root: string;
  readonly title: string;
  readonly main: Html;
  readonly contents?: Html | "";
}

/** A whole page: header, sidebar, text and what is on the page. */
export const pageFrame = ({
  settings,
  sections,
  page,
  root,
  title,
  main,
  contents = "",
}: FrameParts): string =>
  html`<!doctype html>
    <html
      lang="en"
      data-root="${root}"
      ${settings.hasVersions ? html` data-versions="${root}../versions.json"` : ""}
      data-version="${settings.version}"
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="${root}mark.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${root}site.css" />
        <script src="${root}theme.js"></script>
        <script src="${root}site.js" type="module"></script>
      </head>
      <body>
        <a class="skip" href="#site-main">Skip to the text</a>
        <header class="top">
          <button class="open-menu" type="button" popovertarget="site-menu">Menu</button>
          <a class="home" href="${root}index.html">emend <span>docs</span></a>
          <span class="version" id="site-version">${settings.version}</span>
          <span class="tools" id="site-tools"></span>
          ${settings.app === undefined ? "" : html`<a class="app" href="${settings.app}">Open Emend</a>`}
        </header>
        <div class="page">
          <nav id="site-menu" class="menu" popover aria-label="Documentation">
            ${sections.map((section) => menuSection(section, root, page))}
          </nav>
          <main id="site-main">${main}</main>
          ${contents}
        </div>
      </body>
    </html>`.markup
    .replaceAll(/>\n\s+</g, ">\n<")
    .concat("\n");

function menuSection({ label, pages }: Section, root: string, open: SitePage | undefined): Html {
  const isDecision = (each: SitePage): boolean => /^docs\/decisions\/\d/.test(each.source);
  const showsDecisions = open?.source.startsWith("docs/decisions/") === true;
  const listed = pages.filter((each) => showsDecisions || !isDecision(each));
  return html`<h2>${label}</h2>
    <ul>
      ${listed.map(
        (each) =>
          html`<li${isDecision(each) ? html` class="inner"` : ""}><a href="${root}${each.target}"${each.source === open?.source ? html` aria-current="page"` : ""}>${each.label}</a></li>`,
      )}
    </ul>`;
}

/** The headings of a page, if there are enough to choose from. */
export function pageContents({ headings }: RenderedPage): Html | "" {
  const inner = headings.filter(({ level }) => level === 2 || level === 3);
  const listed = inner.length > 60 ? inner.filter(({ level }) => level === 2) : inner;
  if (listed.length < 2) return "";
  return html`<nav id="site-contents" class="contents" popover aria-labelledby="site-contents-title">
    <h2 id="site-contents-title">On this page</h2>
    <ul>
      ${listed.map(({ level, id, text }) => html`<li class="level-${level}"><a href="#${id}">${text}</a></li>`)}
    </ul>
  </nav>`;
}

/** The text of a page with the way to the pages before and after it. */
export function pageMain(
  page: SitePage,
  rendered: RenderedPage,
  {
    section,
    previous,
    next,
    editUrl,
    hasContents,
  }: {
    readonly section: string;
    readonly previous: SitePage | undefined;
    readonly next: SitePage | undefined;
    readonly editUrl: string;
    readonly hasContents: boolean;
  },
): Html {
  const root = toRoot(page);
  const step = (to: SitePage | undefined, rel: "prev" | "next", label: string): Html | "" =>
    to === undefined
      ? ""
      : html`<a rel="${rel}" href="${root}${to.target}"><small>${label}</small>${to.title}</a>`;
  return html`<p class="where">${section}</p>
    ${hasContents ? html`<button class="open-contents" type="button" popovertarget="site-contents">On this page</button>` : ""}
    <article>${new Html(rendered.html)}</article>
    <nav class="steps" aria-label="Previous and next page">
      ${step(previous, "prev", "Previous")} ${step(next, "next", "Next")}
    </nav>
    <footer><a href="${editUrl}">Source of this page</a></footer>`;
}

/** The home page: every section with its pages and what each is about. */
export const homeMain = (
  sections: readonly Section[],
  summaryOf: (page: SitePage) => string,
  version: string,
): Html =>
  html`<h1>Documentation</h1>
    <p class="lead">
      Correct an AI agent once, and it stays corrected. This is the documentation of Emend ${version}.
    </p>
    <div class="sections">
      ${sections.map(
        ({ label, pages }) =>
          html`<section>
            <h2>${label}</h2>
            <ul>
              ${pages
                .filter(({ source }) => !/^docs\/decisions\/\d/.test(source))
                .map(
                  (page) =>
                    html`<li>
                      <a href="${page.target}">${page.label}</a>
                      <p>${summaryOf(page)}</p>
                    </li>`,
                )}
            </ul>
          </section>`,
      )}
    </div>`;
