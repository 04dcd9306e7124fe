import { Marked, type Token, type TokensList } from "marked";

export type PageTokens = TokensList;

export interface Link {
  readonly text: string;
  readonly href: string;
}

const marked = new Marked({ gfm: true });

export const lexPage = (markdown: string): PageTokens => marked.lexer(markdown);

/** The links to other files, in order. */
export function linksOf(tokens: readonly Token[]): readonly Link[] {
  const links: Link[] = [];
  void marked.walkTokens([...tokens], (token) => {
    if (token.type !== "link" || /^(?:[a-z]+:|#)/.test(token["href"] as string)) return;
    links.push({ text: plainText(token["tokens"] ?? []), href: token["href"] as string });
  });
  return links;
}

/** What a reader sees of inline Markdown. */
export const plainText = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => {
      if (token.type === "br") return " ";
      if (token.type === "html" || token.type === "image") return "";
      const inner = (token as { readonly tokens?: readonly Token[] }).tokens;
      return inner === undefined
        ? decode((token as { readonly text?: string }).text ?? "")
        : plainText(inner);
    })
    .join("");

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', "#39": "'" };

const decode = (text: string): string =>
  text.replaceAll(/&(lt|gt|amp|quot|#39);/g, (_, name: string) => ENTITIES[name]!);
