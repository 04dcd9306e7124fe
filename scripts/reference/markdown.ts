export { anchor, code } from "./schema-fields.ts";

/** Text as the cell of a table: on one line, and without the sign that ends a cell. */
const cell = (text: string): string => text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|").trim();

/** A table, or nothing where it would have no row. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), `|${head.map(() => " --- |").join("")}`, ...rows.map(line), ""];
}

export const fence = (language: string, text: string): readonly string[] => [
  `\`\`\`${language}`,
  ...text.replace(/^\n+|\s+$/g, "").split("\n"),
  "```",
  "",
];

/** The first lines of a page that nobody writes by hand. */
export const opening = (title: string, from: string): readonly string[] => [
  `# ${title}`,
  "",
  `<!-- Made by \`node scripts/make-reference.ts\` from ${from}; a test says when it is out of date. -->`,
  "",
];
