import { anchor } from "../scripts/reference/schema-fields.ts";

/** A block of code in a page, without the indent of the list it stands in. */
export interface CodeBlock {
  readonly language: string;
  readonly text: string;
  /** What else stands on the line that opens it, such as `not-run`. */
  readonly more: string;
  /** The line of the page on which it opens, from 1. */
  readonly line: number;
}

export interface MarkdownFile {
  readonly blocks: readonly CodeBlock[];
  /** What links and pictures lead to, with their line. */
  readonly links: readonly { readonly target: string; readonly line: number }[];
  /** What stands in code within a line, such as the name of a file. */
  readonly spans: readonly { readonly text: string; readonly line: number }[];
  /** The names that a link to a place in the page may use. */
  readonly anchors: ReadonlySet<string>;
}

/** What of a page can be checked, read line by line. */
export function readMarkdown(text: string): MarkdownFile {
  const blocks: CodeBlock[] = [];
  const links: { target: string; line: number }[] = [];
  const spans: { text: string; line: number }[] = [];
  const anchors = new Set<string>();
  let open: (Omit<CodeBlock, "text"> & { fence: string; indent: number; lines: string[] }) | undefined;
  for (const [at, line] of text.split("\n").entries()) {
    const [, indent = "", fence = "", language = "", more = ""] =
      /^( *)(`{3,})(\w*) ?([^`]*)$/.exec(line) ?? [];
    if (open === undefined && fence === "") {
      readHeading(line, anchors);
      const words = line.replaceAll(/`([^`]+)`/g, (_span, inner: string) => {
        spans.push({ text: inner, line: at + 1 });
        return "";
      });
      for (const [, target] of words.matchAll(/\]\(([^)\s]+)[^)]*\)/g)) {
        links.push({ target: target!, line: at + 1 });
      }
    } else if (open === undefined) {
      open = { fence, indent: indent.length, language, more, line: at + 1, lines: [] };
    } else if (fence.length >= open.fence.length && language === "") {
      const { language: of, more: said, line: opened } = open;
      blocks.push({ language: of, text: open.lines.join("\n"), more: said, line: opened });
      open = undefined;
    } else {
      open.lines.push(line.slice(Math.min(open.indent, line.search(/\S|$/))));
    }
  }
  return { blocks, links, spans, anchors };
}

function readHeading(line: string, anchors: Set<string>): void {
  const [, heading] = /^#{1,6} +(.+)$/.exec(line) ?? [];
  if (heading === undefined) return;
  const name = anchor(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1"));
  let unique = name;
  for (let again = 1; anchors.has(unique); again++) unique = `${name}-${again}`;
  anchors.add(unique);
}
