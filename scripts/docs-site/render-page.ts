import { existsSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { Marked, type Token, type Tokens } from "marked";
import { anchor } from "../reference/schema-fields.ts";
import { escapeText as escape } from "../../src/http/html.ts";
import { plainText } from "./lex-page.ts";
import type { SourcePage } from "./read-pages.ts";
import { SiteError } from "./site-error.ts";

export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** What a reader can be led to: a heading with the text below it. */
export interface Passage extends Heading {
  readonly body: string;
}

export interface RenderedPage {
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly passages: readonly Passage[];
  /** The first paragraph, without marks. */
  readonly opening: string;
  /** Files of the repository that it shows, by their path in the site. */
  readonly files: ReadonlyMap<string, string>;
}

interface RenderOptions {
  readonly root: string;
  /** The pages of the site, by their path in the repository. */
  readonly targets: ReadonlyMap<string, string>;
  /** The repository on the code host, for files that are not in the site. */
  readonly repository: string;
  /** The tag or branch there. */
  readonly ref: string;
}

/** A block that people copy into a terminal or a file. */
const COPIED = new Set(["sh", "json", "jsonl", "yaml", "ts", "js", "toml", "md", "py"]);

/** Renders a page's Markdown; the site adds what is around it. */
export function renderPage(page: SourcePage, options: RenderOptions): RenderedPage {
  const headings: Heading[] = [];
  const files = new Map<string, string>();
  const ids = new Set<string>();
  let tables = 0;
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }) {
        const text = plainText(tokens);
        const id = uniqueId(anchor(text), ids);
        headings.push({ level: depth, id, text });
        const inner = this.parser.parseInline(tokens);
        const link =
          depth === 1 ? "" : `<a class="anchor" href="#${id}" aria-label="Link to “${escape(text)}”">#</a>`;
        return `<h${depth} id="${id}">${inner}${link}</h${depth}>\n`;
      },
      code({ text, lang = "" }) {
        const language = lang.split(" ")[0]!;
        const copied = COPIED.has(language) ? ` data-copy="${language}"` : "";
        return `<div class="code"${copied}><pre tabindex="0"><code>${escape(text)}</code></pre></div>\n`;
      },
      table({ header, rows }) {
        tables += 1;
        const cell = (kind: "th" | "td", { tokens, align }: Tokens.TableCell): string => {
          // A heading without text says nothing to a screen reader.
          const name = tokens.length === 0 ? "td" : kind;
          const scope = name === "th" ? ' scope="col"' : "";
          const side = align === null ? "" : ` class="${align}"`;
          return `<${name}${scope}${side}>${this.parser.parseInline(tokens)}</${name}>`;
        };
        const row = (name: "th" | "td", cells: readonly Tokens.TableCell[]): string =>
          `<tr>${cells.map((each) => cell(name, each)).join("")}</tr>\n`;
        const columns = header.map(({ tokens }) => plainText(tokens)).filter((each) => each !== "");
        const title = `Table ${tables}: ${columns.join(", ")}`;
        return `<div class="table" role="region" aria-label="${escape(title)}" tabindex="0"><table>
<thead>${row("th", header)}</thead>
<tbody>${rows.map((each) => row("td", each)).join("")}</tbody></table></div>\n`;
      },
      link({ href, title, tokens }) {
        const inner = this.parser.parseInline(tokens);
        // Markdown turns every address into a link, those of examples too.
        if (/^http:\/\/(?:localhost|127\.0\.0\.1)\b/.test(href)) return inner;
        const hint = title ? ` title="${escape(title)}"` : "";
        return `<a href="${escape(resolveLink(page, href, options, files))}"${hint}>${inner}</a>`;
      },
      image({ href, text }) {
        const source = inRepository(page, href);
        const target = source.replace(/^docs\//, "");
        if (!source.startsWith("docs/") || !existsSync(join(options.root, source))) {
          throw new SiteError(`${page.source}: there is no picture ${source} in docs/`);
        }
        files.set(target, source);
        const { width, height } = sizeOf(join(options.root, source));
        return `<img src="${toRoot(page)}${target}" alt="${escape(text)}" width="${width}" height="${height}" loading="lazy" decoding="async">`;
      },
      html({ text }) {
        if (/^<!--[^]*?-->\s*$/.test(text)) return "";
        if (/^<br ?\/?>$/.test(text)) return "<br>";
        throw new SiteError(
          `${page.source}: the site takes no HTML but <br> and comments, and this is ${text.trim()}`,
        );
      },
      checkbox: ({ checked }) => (checked ? "☑ " : "☐ "),
    },
  });
  const html = withOldNames(page, marked.parser(page.tokens));
  const first = page.tokens.find(({ type }) => type === "paragraph");
  const opening = first === undefined ? "" : squeeze(textOf(first));
  return { html, headings, passages: passagesOf(page.tokens, headings), opening, files };
}

/** The way from a page to the root of the site. */
export const toRoot = ({ target }: Pick<SourcePage, "target">): string =>
  "../".repeat(target.split("/").length - 1);

/** The API reference was once one page at `/docs`, where operations had these names. */
function withOldNames({ source }: SourcePage, html: string): string {
  if (source !== "docs/reference/api.md") return html;
  return html.replaceAll(
    /(<h3 id="[^"]+">[^]{0,400}?<\/h3>\n)(?=<p>[^<]{0,200}\(<code>(\w{1,60})<\/code>\))/g,
    (_, heading: string, id: string) => `<a id="op-${id}"></a>${heading}`,
  );
}

function uniqueId(name: string, ids: Set<string>): string {
  let unique = name;
  for (let again = 1; ids.has(unique); again++) unique = `${name}-${again}`;
  ids.add(unique);
  return unique;
}

const inRepository = ({ source }: SourcePage, href: string): string =>
  posix.normalize(posix.join(posix.dirname(source), decodeURI(href)));

/** A page or a file of the site, a place in this page, or a file on the code host. */
function resolveLink(
  page: SourcePage,
  href: string,
  { root, targets, repository, ref }: RenderOptions,
  files: Map<string, string>,
): string {
  if (href.startsWith("#") || /^(?:https|mailto):/.test(href)) return href;
  if (/^[a-z]+:/.test(href))
    throw new SiteError(`${page.source}: expected an address with https, got ${href}`);
  const [path = "", place] = href.split("#");
  const source = inRepository(page, path).replace(/\/$/, "");
  const target = targets.get(source) ?? targets.get(`${source}/README.md`);
  const fragment = place === undefined ? "" : `#${place}`;
  if (target !== undefined) return `${toRoot(page)}${target}${fragment}`;
  if (source.startsWith("..") || !existsSync(join(root, source))) {
    throw new SiteError(`${page.source}: there is no ${source}`);
  }
  if (source.startsWith("docs/") && statSync(join(root, source)).isFile()) {
    const file = source.slice("docs/".length);
    files.set(file, source);
    return `${toRoot(page)}${file}`;
  }
  return `${repository}/${statSync(join(root, source)).isDirectory() ? "tree" : "blob"}/${ref}/${source}${fragment}`;
}

/** Text below each heading, without code marks and table lines. */
function passagesOf(tokens: readonly Token[], headings: readonly Heading[]): readonly Passage[] {
  const bodies: string[][] = [];
  for (const token of tokens) {
    if (token.type === "heading") bodies.push([]);
    else bodies.at(-1)?.push(textOf(token));
  }
  return headings.map((heading, at) => ({ ...heading, body: squeeze((bodies[at] ?? []).join(" ")) }));
}

const squeeze = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

function textOf(token: Token): string {
  switch (token.type) {
    case "table": {
      const { header, rows } = token as Tokens.Table;
      return [header, ...rows]
        .map((cells) => cells.map(({ tokens }) => plainText(tokens)).join(" "))
        .join(" ");
    }
    case "list":
      return (token as Tokens.List).items.map(({ tokens }) => tokens.map(textOf).join(" ")).join(" ");
    case "blockquote":
      return (token as Tokens.Blockquote).tokens.map(textOf).join(" ");
    case "code":
      return (token as Tokens.Code).text;
    default:
      return plainText([token]);
  }
}

function sizeOf(file: string): { readonly width: number; readonly height: number } {
  const content = readFileSync(file);
  if (file.endsWith(".png")) return { width: content.readUInt32BE(16), height: content.readUInt32BE(20) };
  const [, width, height] =
    /<svg[^>]*viewBox="0 0 ([\d.]{1,12}) ([\d.]{1,12})"/.exec(content.toString("utf8")) ?? [];
  if (width === undefined)
    throw new SiteError(`${file}: expected a PNG or an SVG with a viewBox that starts at 0 0`);
  return { width: Math.ceil(Number(width)), height: Math.ceil(Number(height)) };
}
