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

export const escapeText = (text: string): string => text.replaceAll(/[&<>"']/g, (found) => ENTITIES[found]!);
