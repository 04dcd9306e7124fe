import { textLines } from "../text/text-lines.ts";

/** A stretch of Markdown: prose, or what stands between two fences. */
export type FencedPart =
  | { readonly kind: "prose"; readonly lines: readonly string[] }
  | {
      readonly kind: "code";
      readonly info: string;
      /** Whether its fence is closed again before the text ends. */
      readonly closed: boolean;
      readonly lines: readonly string[];
    };

/** The parts of a text in order; a fence that is never closed goes on to the end. */
export function splitFences(text: string): readonly FencedPart[] {
  const parts: FencedPart[] = [];
  let lines: string[] = [];
  let open: { readonly fence: string; readonly info: string } | undefined;
  const finish = (closed: boolean): void => {
    if (open !== undefined) parts.push({ kind: "code", info: open.info, closed, lines });
    else if (lines.length > 0) parts.push({ kind: "prose", lines });
    lines = [];
  };
  for (const line of textLines(text)) {
    const [, fence] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    const rest = fence === undefined ? "" : line.trimStart().slice(fence.length);
    if (open !== undefined && fence?.startsWith(open.fence) === true && rest.trim() === "") {
      finish(true);
      open = undefined;
    } else if (open === undefined && fence !== undefined && !(fence[0] === "`" && rest.includes("`"))) {
      finish(true);
      open = { fence, info: rest.trim() };
    } else lines.push(line);
  }
  finish(false);
  return parts;
}

/** Lines as a code block whose fence nothing inside can close. */
export function fenceLines(lines: readonly string[], info: string): string {
  const fence = "`".repeat(Math.max(3, longestRun(lines.join("\n")) + 1));
  return [`${fence}${info}`, ...lines, fence].join("\n");
}

/** How many backticks stand together at most. */
export const longestRun = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);

/** Without the beginning of a comment: other readers of blocks may look for it anywhere, also inside fences. */
export const withoutComments = (text: string): string => text.replaceAll("<!--", "<! --");
