import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import MiniSearch from "minisearch";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findPlaces } from "../../web/docs-site/find-places.ts";
import { INDEX_OPTIONS, type Place } from "../../web/docs-site/search-options.ts";
import { arrangePages } from "./arrange-pages.ts";
import { buildSite } from "./build-site.ts";
import { brokenLinks } from "./check-site.ts";
import { readPages } from "./read-pages.ts";
import { renderPage } from "./render-page.ts";
import { SiteError } from "./site-error.ts";
import { listVersion } from "./write-site.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-site-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ROOT_PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"];
const MAP = `# Docs\n\n**Start**: ${ROOT_PAGES.map((name) => `[${name}](../${name})`).join(" ")} · [a tour](tour.md)\n\n**More**: [all](more/README.md)\n`;

/** A repository with a map, a tour and a folder, and what else is given. */
function repository(name: string, more: Readonly<Record<string, string>> = {}): string {
  const root = join(folder, name);
  const files = {
    ...Object.fromEntries(ROOT_PAGES.map((each) => [each, `# ${each}\n`])),
    "docs/README.md": MAP,
    "docs/tour.md": "# The tour\n",
    "docs/more/README.md": "# More pages\n",
    "docs/more/deep.md": "# A deep page\n",
    ...more,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

describe("sections", () => {
  it("are those of the map; a page of a folder or one that a page links to follows by itself", () => {
    const root = repository("sections", {
      "docs/tour.md": "# The tour\n\nSee [packs](packs.md).\n",
      "docs/packs.md": "# Packs\n",
    });
    const sections = arrangePages(readPages(root));
    expect(sections.map(({ label, pages }) => [label, pages.map((page) => page.label)])).toEqual([
      ["Start", ["Introduction", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "A tour", "Packs"]],
      ["More", ["More pages", "A deep page"]],
    ]);
  });

  it("say which page is in none, and what to do", () => {
    const root = repository("lost", { "docs/packs.md": "# Packs\n" });
    expect(() => arrangePages(readPages(root))).toThrow(
      new SiteError(
        "docs/packs.md: in no section. Link to it from docs/README.md, or from a page that is listed there.",
      ),
    );
  });
});

describe("a page", () => {
  const render = (markdown: string) => {
    const root = repository("page", {
      "docs/tour.md": markdown,
      "src/a.ts": "",
      "docs/dots.svg": '<svg viewBox="0 0 8 4"/>',
    });
    const pages = readPages(root);
    const page = pages.find(({ source }) => source === "docs/tour.md")!;
    const targets = new Map(pages.map(({ source, target }) => [source, target]));
    return renderPage(page, { root, targets, repository: "https://code.example/emend", ref: "v1" });
  };

  it("links to pages of the site, and to other files on the code host", () => {
    const { html } = render(
      "# T\n\n[a](more/) [b](more/deep.md#x) [c](../src/a.ts) [d](../src) [e](#t) [f](../README.md)\n",
    );
    expect([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
      "more/index.html",
      "more/deep.html#x",
      "https://code.example/emend/blob/v1/src/a.ts",
      "https://code.example/emend/tree/v1/src",
      "#t",
      "introduction.html",
    ]);
  });

  it("escapes code and names its parts", () => {
    const { html, headings, files } = render(
      "# T\n\n## `<b>` & c\n\n```sh\necho '<x>'\n```\n\n![dots](dots.svg)\n",
    );
    expect(html).toContain(
      '<div class="code" data-copy="sh"><pre tabindex="0"><code>echo &#39;&lt;x&gt;&#39;</code>',
    );
    expect(html).toContain('<img src="dots.svg" alt="dots" width="8" height="4"');
    expect(headings.at(-1)).toEqual({ level: 2, id: "b--c", text: "<b> & c" });
    expect([...files]).toEqual([["dots.svg", "docs/dots.svg"]]);
  });

  it.each([
    ["# T\n\n<script>x</script>\n", "the site takes no HTML"],
    ["# T\n\n[a](nowhere.md)\n", "there is no docs/nowhere.md"],
    ["# T\n\n[a](../../etc/passwd)\n", "there is no ../etc/passwd"],
    ["# T\n\n[a](javascript:x)\n", "expected an address with https"],
    ["# T\n\n![a](../logo.png)\n", "there is no picture logo.png in docs/"],
  ])("%j is refused", (markdown, message) => {
    expect(() => render(markdown)).toThrow(message);
  });
});

describe("the checker of links", () => {
  it.each([
    ['<a href="b.html">', "a.html: there is no b.html"],
    ['<a href="#there">', "a.html: a.html has no #there"],
    ['<a href="http://example.com/">', "a.html: http://example.com/ is no address of a page"],
    ['<a href="https://nowhere">', "a.html: https://nowhere is no address of a page"],
  ])("finds %s", (page, problem) => {
    expect(brokenLinks(new Map([["a.html", page]]))).toEqual([problem]);
  });
});

describe("versions", () => {
  it("are listed from the newest, and the folder leads to it", () => {
    for (const version of ["0.9.0", "0.10.0", "0.9.0"]) listVersion(folder, version);
    expect(JSON.parse(readFileSync(join(folder, "versions.json"), "utf8"))).toEqual([
      { version: "0.10.0", path: "0.10.0/index.html" },
      { version: "0.9.0", path: "0.9.0/index.html" },
    ]);
    expect(readFileSync(join(folder, "index.html"), "utf8")).toContain("url=0.10.0/index.html");
  });
});

describe("the search", () => {
  let index: MiniSearch<Place>;
  beforeAll(() => {
    const root = fileURLToPath(new URL("../..", import.meta.url));
    const site = buildSite(root, { version: "1.2.3", base: "/", hasVersions: false });
    index = MiniSearch.loadJSON<Place>(site.get("search.json") as string, INDEX_OPTIONS);
  });

  it.each([
    ["approve a rule", "reference/cli.html#emend-rules-approve"],
    ["postgres", "upgrade-and-backup.html#backup-postgresql"],
    ["hook not firing", "guides/claude-code.html#if-a-hook-does-not-run"],
    ["emend why", "reference/cli.html#emend-why"],
    ["prometheus metrics", "operations.html#prometheus"],
    ["approveProposal", "reference/api.html#post-proposalsrule_idapprove"],
    ["invite colleague", "reference/cli.html#emend-people-invite"],
  ])("%j leads to %s within the first five", (asked, href) => {
    expect(
      findPlaces(index, asked)
        .slice(0, 5)
        .map((place) => place.href),
    ).toContain(href);
  });

  it.each(["", "?!", "zzzzqqqq", "x".repeat(10_000)])("%# takes anything", (asked) => {
    expect(findPlaces(index, asked)).toEqual([]);
  });
});
