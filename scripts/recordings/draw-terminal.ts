import { stripVTControlCharacters } from "node:util";
import { columnsOf } from "../../src/core/text/visible-name.ts";
import { escapeText } from "../../src/http/html.ts";
import type { Printed } from "./run-session.ts";

const COLUMNS = 100;
const FONT = 13;
/** Of every common monospaced font, within a hundredth. */
const ADVANCE = FONT * 0.602;
const LEADING = 19;
const PADDING = 16;

interface Run {
  readonly text: string;
  readonly column: number;
  readonly classes: readonly string[];
}

/** The codes that Emend and git use for colours. */
const CLASSES: Readonly<Record<string, string>> = {
  1: "bold",
  2: "dim",
  4: "line",
  31: "red",
  32: "green",
  33: "yellow",
  36: "cyan",
};

const ENDS: Readonly<Record<string, readonly string[]>> = {
  22: ["bold", "dim"],
  24: ["line"],
  39: ["red", "green", "yellow", "cyan"],
};

const STYLE = `
  svg { color-scheme: light dark; background: #fbf9f4; color: #211d18; }
  rect { fill: #f4f0e7; stroke: #ddd6c8; }
  text { fill: currentColor; font: ${FONT}px ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre; }
  .bold, .typed { font-weight: 700; } .line { text-decoration: underline; }
  .dim { fill: #686055; } .prompt, .red { fill: #ae2a1a; } .green { fill: #2a6541; } .yellow { fill: #7a5a00; } .cyan { fill: #1f6274; }
  @media (prefers-color-scheme: dark) {
    svg { background: #151920; color: #ece6da; } rect { fill: #1c212a; stroke: #2a2f39; }
    .dim { fill: #989184; } .prompt, .red { fill: #f37d65; } .green { fill: #86c79c; } .yellow { fill: #d9b75c; } .cyan { fill: #7fc4d6; }
  }`;

/** A terminal's text as a picture whose text can be selected and read aloud. */
export function drawTerminal(
  printed: readonly Printed[],
  { title, description }: { readonly title: string; readonly description: string },
): string {
  const lines = printed.flatMap(({ kind, text }, at) => [
    ...(at > 0 && kind === "typed" ? [[]] : []),
    ...(kind === "typed" ? [typedLine(text)] : readLines(text)),
  ]);
  const width = Math.ceil(COLUMNS * ADVANCE + 2 * PADDING);
  const height = lines.length * LEADING + 2 * PADDING;
  const drawn = lines.map((runs, row) => drawLine(runs, PADDING + (row + 0.75) * LEADING));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title description">
<title id="title">${escapeText(title)}</title>
<desc id="description">${escapeText(description)}</desc>
<style>${STYLE}
</style>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="3"/>
${drawn.filter((line) => line !== "").join("\n")}
</svg>
`;
}

const typedLine = (text: string): readonly Run[] => [
  { text: "$", column: 0, classes: ["prompt"] },
  { text, column: 2, classes: ["typed"] },
];

function drawLine(runs: readonly Run[], y: number): string {
  if (runs.length === 0) return "";
  const spans = runs.map(({ text, column, classes }) => {
    const x = Math.round((PADDING + column * ADVANCE) * 10) / 10;
    const style = classes.length === 0 ? "" : ` class="${classes.join(" ")}"`;
    return `<tspan x="${x}"${style}>${escapeText(text)}</tspan>`;
  });
  return `<text y="${y}">${spans.join("")}</text>`;
}

/** Lines of runs of one style, wrapped at the terminal's width. */
function readLines(output: string): readonly (readonly Run[])[] {
  const active = new Set<string>();
  return output
    .trimEnd()
    .split("\n")
    .flatMap((line) => readLine(line, active));
}

const INDENT_OF_WRAPPED = 4;

function readLine(line: string, active: Set<string>): readonly (readonly Run[])[] {
  let row: Run[] = [];
  const rows = [row];
  let column = 0;
  for (const part of line.match(/\u001b\[[\d;]{0,20}m|\s+|[^\s\u001b]+/g) ?? []) {
    if (part.startsWith("\u001b")) {
      readCodes(part.slice(2, -1), active);
      continue;
    }
    const wide = columnsOf(part);
    if (column + wide > COLUMNS && column > 0) {
      rows.push((row = []));
      column = INDENT_OF_WRAPPED;
      if (part.trim() === "") continue;
    }
    addText(row, { text: part, column, classes: [...active] });
    column += wide;
  }
  return rows;
}

/** Words of one style that follow each other are one run. */
function addText(row: Run[], run: Run): void {
  const last = row.at(-1);
  const follows = last !== undefined && last.column + columnsOf(last.text) === run.column;
  if (follows && last.classes.join() === run.classes.join())
    row[row.length - 1] = { ...last, text: last.text + run.text };
  else if (run.text.trim() !== "") row.push(run);
}

function readCodes(codes: string, active: Set<string>): void {
  for (const code of codes.split(";")) {
    if (code === "" || code === "0") active.clear();
    for (const ended of ENDS[code] ?? []) active.delete(ended);
    const started = CLASSES[code];
    if (started !== undefined) active.add(started);
  }
}

/** What the picture shows, as text. */
export const plainSession = (printed: readonly Printed[]): string =>
  printed
    .map(({ kind, text }) => `${kind === "typed" ? "$ " : ""}${stripVTControlCharacters(text).trimEnd()}`)
    .join("\n");
