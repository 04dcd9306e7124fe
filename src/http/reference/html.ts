/** Markup that must not be escaped again. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = Html | string | number | readonly Part[];

/** A template tag that escapes its values, unless they are markup themselves. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(texts.reduce((markup, text, at) => markup + toMarkup(parts[at - 1]!) + text));

function toMarkup(part: Part): string {
  if (part instanceof Html) return part.markup;
  if (typeof part === "object") return part.map(toMarkup).join("");
  return escapeText(String(part));
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeText = (text: string): string => text.replaceAll(/[&<>"']/g, (found) => ENTITIES[found]!);

const INLINE = /`([^`]*)`|\[([\w ]{1,80})\]\(#([\w-]{1,100})\)| (optional)$/g;

/** Renders inline Markdown: code, links within the page, and the suffix ` optional`. */
export function prose(text: string): Html {
  const parts: Part[] = [];
  let end = 0;
  for (const found of text.matchAll(INLINE)) {
    const [whole, code, label, id, optional] = found;
    parts.push(text.slice(end, found.index));
    if (code !== undefined) parts.push(html`<code>${code}</code>`);
    else if (optional !== undefined) parts.push(html` <span class="may">${optional}</span>`);
    else parts.push(html`<a href="#${id!}">${label!}</a>`);
    end = found.index + whole.length;
  }
  return html`${[...parts, text.slice(end)]}`;
}
