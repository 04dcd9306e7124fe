/**
 * A comment of the same length in which everything that is quoted or shown as code is blank: block quotes and the lines that
 * continue them, fenced and indented code, code spans, `<blockquote>`. What is left are the author's own words.
 */
export function maskQuotes(text: string): string {
  const masked: string[] = [];
  let state = START;
  for (const line of text.split(/(?<=\n)/)) {
    const read = readLine(line, state);
    masked.push(read.hidden ? blank(line) : read.shown);
    state = read.next;
  }
  return masked.join("");
}

interface LineState {
  /** The fence that is open. */
  readonly fence: string | undefined;
  /** Whether an HTML comment goes on, in which Markdown means nothing. */
  readonly inComment: boolean;
  /** How many `<blockquote>` are open. */
  readonly quotes: number;
  readonly before: "blank" | "quote" | "code" | "list" | "text";
}

interface ReadLine {
  readonly hidden: boolean;
  readonly shown: string;
  readonly next: LineState;
}

const START: LineState = { fence: undefined, inComment: false, quotes: 0, before: "blank" };

const QUOTE = /^[ \t]{0,99}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,99}){0,9}>/;
const FENCE = /^[ \t]{0,99}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,99}){0,9}(`{3,}|~{3,})([^\n]*)/;
const LIST = /^[ \t]{0,99}(?:[-*+]|\d{1,9}[.)])[ \t]/;

function readLine(line: string, state: LineState): ReadLine {
  const { before, quotes } = state;
  const hide = (next: Partial<LineState>): ReadLine => ({
    hidden: true,
    shown: line,
    next: { ...state, ...next },
  });
  if (QUOTE.test(line)) return hide({ before: "quote" });
  if (state.inComment) {
    const shown = line;
    return { hidden: quotes > 0, shown, next: { ...state, inComment: !isEnd(line), before: "text" } };
  }
  const [, fence, rest = ""] = FENCE.exec(line) ?? [];
  if (state.fence !== undefined) {
    const closes = fence?.startsWith(state.fence) === true && rest.trim() === "";
    return hide({ fence: closes ? undefined : state.fence, before: "code" });
  }
  if (fence !== undefined && !(fence.startsWith("`") && rest.includes("`"))) {
    return hide({ fence, before: "code" });
  }
  if (line.trim() === "") return hide({ before: before === "list" ? "list" : "blank" });
  const isHtml = line.trimStart().startsWith("<!--");
  // A paragraph of a quote goes on without its mark until something else begins.
  if (before === "quote" && !isHtml && !LIST.test(line)) return hide({ before: "quote" });
  if (/^(?: {4}|\t)/.test(line) && (before === "blank" || before === "code")) return hide({ before: "code" });
  const open = Math.max(0, quotes + tagsIn(line, /<blockquote\b/gi) - tagsIn(line, /<\/blockquote\b/gi));
  const shown = isHtml ? line : maskSpans(line);
  const kind = before === "list" || LIST.test(line) ? "list" : "text";
  return {
    hidden: quotes > 0 || open > 0,
    shown,
    next: { fence: undefined, inComment: staysOpen(shown), quotes: open, before: kind },
  };
}

const isEnd = (line: string): boolean => /--!?>/.test(line);
const staysOpen = (line: string): boolean => {
  const last = line.lastIndexOf("<!--");
  return last !== -1 && !isEnd(line.slice(last));
};
const tagsIn = (line: string, tag: RegExp): number => line.match(tag)?.length ?? 0;
const blank = (text: string): string => text.replaceAll(/[^\n]/g, " ");

/** Code spans of one line: a run of backticks, up to the next run of the same length. */
function maskSpans(line: string): string {
  const runs = [...line.matchAll(/`+/g)];
  let shown = "";
  let at = 0;
  const byLength = Map.groupBy(runs, ([run]) => run.length);
  for (const run of runs) {
    const same = byLength.get(run[0].length)!;
    same.shift();
    const [end] = same;
    if (run.index < at || end === undefined) continue;
    shown += line.slice(at, run.index) + blank(line.slice(run.index, end.index + end[0].length));
    at = end.index + end[0].length;
  }
  return shown + line.slice(at);
}
