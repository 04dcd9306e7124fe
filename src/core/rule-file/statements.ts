import { BULLET, type RuleFile, type RuleFileLine } from "./parse-rule-file.ts";

/** Something that a file says: a list item, or a paragraph. */
export interface Statement {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly endLine: number;
  readonly kind: "item" | "paragraph";
  /** On one line, without its bullet. */
  readonly text: string;
  /** The headings above it, outermost first. */
  readonly headings: readonly string[];
  /** What introduces its list: "When you add a route:". */
  readonly lead: string | undefined;
  /** The item that it is below. */
  readonly parent: string | undefined;
  /** Whether other items are below it. */
  readonly hasItems: boolean;
}

const MAX_STATEMENTS = 5_000;
const MAX_TEXT = 4_000;

interface OpenItem {
  readonly indent: number;
  readonly text: string;
}

/** The statements of a file in order; code, tables, quotes, comments and what Emend wrote are none. */
export function statementsOf({ path, lines }: Pick<RuleFile, "path" | "lines">): readonly Statement[] {
  const found: Statement[] = [];
  let headings: readonly (readonly [level: number, text: string])[] = [];
  let items: OpenItem[] = [];
  let paragraph: string | undefined;
  for (let at = 0; at < lines.length && found.length < MAX_STATEMENTS; at += 1) {
    const { kind, text } = lines[at]!;
    if (kind === "heading") {
      const [, marks = "", title = ""] = /^ {0,3}(#{1,6})(?:[ \t](.*))?$/.exec(text) ?? [];
      headings = [
        ...headings.filter(([level]) => level < marks.length),
        [marks.length, plainText(title.replace(/\s#+\s*$/, ""))] as const,
      ];
      items = [];
      paragraph = undefined;
    }
    if (kind !== "item" && kind !== "text") {
      if (kind !== "blank") items = kind === "code" ? items : [];
      if (kind !== "blank") paragraph = undefined;
      continue;
    }
    const last = lastLine(lines, at);
    const said = plainText(
      lines
        .slice(at, last + 1)
        .map((line, index) => (index === 0 ? line.text.replace(BULLET, "") : line.text))
        .join(" "),
    );
    const indent = /^\s*/.exec(text)![0].replaceAll("\t", "    ").length;
    if (kind === "item") items = items.filter((item) => item.indent < indent);
    else if (indent === 0) items = [];
    const lead = kind === "item" ? (items.at(-1)?.text ?? paragraph) : undefined;
    const isAbove = kind === "item" && isItemBelow(lines, last, indent);
    found.push({
      file: path,
      line: at + 1,
      endLine: last + 1,
      kind: kind === "item" ? "item" : "paragraph",
      text: said,
      headings: headings.map(([, title]) => title),
      lead: lead !== undefined && lead.trim().endsWith(":") ? lead : undefined,
      parent: kind === "item" ? items.at(-1)?.text : undefined,
      hasItems: isAbove,
    });
    if (kind === "item") items.push({ indent, text: said });
    else paragraph = said;
    at = last;
  }
  return found;
}

/** The last line of a statement: the lines after it that neither begin something nor are blank. */
function lastLine(lines: readonly RuleFileLine[], at: number): number {
  let last = at;
  while (last + 1 < lines.length && lines[last + 1]!.kind === "text") last += 1;
  return last;
}

function isItemBelow(lines: readonly RuleFileLine[], last: number, indent: number): boolean {
  const next = lines.slice(last + 1, last + 3).find(({ kind }) => kind !== "blank");
  if (next?.kind !== "item") return false;
  return /^\s*/.exec(next.text)![0].replaceAll("\t", "    ").length > indent;
}

/** Without emphasis, on one line. Code spans stay. */
const plainText = (text: string): string =>
  text
    .slice(0, MAX_TEXT)
    .replaceAll(/(?<![\w\\`])(?:\*\*|__)(?=\S)/g, "")
    .replaceAll(/(?<=\S)(?:\*\*|__)(?![\w`])/g, "")
    .replaceAll(/\*\*/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
