/** Text that is markup already; everything else is escaped on its way into a page. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = Html | string | number | readonly Part[];

/** A template whose values are escaped, unless they are markup themselves. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(texts.reduce((made, text, at) => made + toMarkup(parts[at - 1]!) + text));

export const NOTHING = new Html("");

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

/** Words with `code` in them. */
export function prose(text: string): Html {
  const parts = text.split("`");
  // An odd number of marks is no code, so that the last one is left as it is.
  if (parts.length % 2 === 0) return html`${text}`;
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
