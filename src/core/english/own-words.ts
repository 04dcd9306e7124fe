/** Whole lines that the person wrote. */
export interface OwnWords {
  readonly start: number;
  readonly end: number;
}

/** People comment at the start or the end, however much they paste in between. */
const READ_FROM_EACH_END = 8_000;
const FENCE = /^\s{0,20}(?:```|~~~)/;
const QUOTED_LINE = /^\s{0,8}>\s/;

/** The lines a person wrote, without pasted output, code blocks and quoted lines. */
export function findOwnWords(text: string): readonly OwnWords[] {
  const own: OwnWords[] = [];
  for (const part of spansToRead(text)) collect(text, part.start, part.end, own);
  return own;
}

function spansToRead(text: string): readonly OwnWords[] {
  if (text.length <= 2 * READ_FROM_EACH_END) return [{ start: 0, end: text.length }];
  return [
    { start: 0, end: READ_FROM_EACH_END },
    { start: text.length - READ_FROM_EACH_END, end: text.length },
  ];
}

function collect(text: string, start: number, end: number, own: OwnWords[]): void {
  let isFenced = false;
  let afterPasted = false;
  for (let at = start; at < end;) {
    const feed = text.indexOf("\n", at);
    const lineEnd = feed < 0 || feed > end ? end : feed;
    const line = text.slice(at, lineEnd);
    if (FENCE.test(line)) {
      isFenced = !isFenced;
      afterPasted = false;
    } else if (!isFenced) {
      const isPasted: boolean =
        QUOTED_LINE.test(line) || isPastedLine(line) || (afterPasted && isContinuation(line));
      afterPasted = isPasted;
      if (!isPasted && line.trim() !== "") push(own, text, at, lineEnd);
    }
    at = lineEnd + 1;
  }
}

/** Indented lines belong to the output above. */
function isContinuation(line: string): boolean {
  return /^(?:\s{2,}|\t)\S/.test(line);
}

/** Adjacent lines form one span, so that a wrapped sentence stays whole. */
function push(own: OwnWords[], text: string, start: number, end: number): void {
  const last = own.at(-1);
  if (last !== undefined && last.end + 1 === start && text[last.end] === "\n") {
    own[own.length - 1] = { start: last.start, end };
  } else {
    own.push({ start, end });
  }
}

/** Patterns that only program output, code and tables match. Each one looks at a bounded part of the line. */
const SHAPES: readonly RegExp[] = [
  /^\s{0,40}(?:\$|%|>>>|\.\.\.|❯|➜|λ|PS [A-Z]:\\[^>]{0,100}>|[\w.-]{1,40}@[\w.-]{1,40}[:~][^$#]{0,100}[$#]) /u,
  /^\s{0,40}(?:at |@ )?[\w.$<>/-]{1,200} ?\([^()\n]{0,200}:\d{1,6}(?::\d{1,6})?\)$/,
  /^\s{0,40}at [\w.$<>[\]/ ]{1,200}\(/,
  /^\s{0,40}File "[^"\n]{1,300}", line \d/,
  /^\s{0,40}(?:Traceback \(most recent|Caused by:|Exception in thread|Stack trace|Call stack|Uncaught |Unhandled |panic: |thread '|goroutine \d|fatal: |error: |Error: |warning: |npm (?:ERR|error|WARN|warn)|make(?:\[\d+\])?: |E\s{3,}|FAILED |PASSED |PASS |FAIL |ERROR |WARN|INFO |DEBUG |\[(?:INFO|ERROR|WARN(?:ING)?|DEBUG|notice)\])/,
  /^\s{0,40}[\w$.]{0,120}(?:Error|Exception)(?: \[\w+\])?: /,
  /^\s{0,10}\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d/,
  /^\s{0,10}\[?\d\d:\d\d:\d\d/,
  /^[\w./\\-]{1,200}\.\w{1,8}[:(]\d{1,6}[:,)]/,
  /^\s{0,10}\d{1,6}:\d{1,6}\s{1,8}(?:error|warning)/,
  /^\s{0,40}(?:[|+][-=+|]{3,}|\|.{1,400}\|\s{0,10}$|[-=_*#~]{4,}\s{0,10}$)/,
  /^(?:diff --git |index [\da-f]{6,}|@@ -|\+\+\+ |--- [ab/])/,
  /^\s{0,80}(?:[{}[\]();]{1,4},?|<\/?[A-Za-z][^<>\n]{0,300}>)\s{0,10}$/,
  /^\s{0,80}(?:import |from \S{1,80} import |const |let |var |def |class |function |return |public |private |#include|package |async function|export )[^\n]{0,300}[;:{()=]\s{0,10}$/,
  /^\s{0,80}[^\n]{0,300}(?:[;{]|=>|\);)\s{0,10}$/,
  /^\s{0,80}(?:"[\w$-]{1,80}"|[\w$-]{1,80}): ?["[{\d]/,
  /^(?:✓|✔|✗|✘|✖|×|●|○|√)\s/u,
  /^\s{4,}[\w.]{1,80}(?:\(|\s?=\s?|:\s?$|\.)/,
  /^(?:Exit code \d{1,3}|={2,}|ok\s{2}|--- (?:FAIL|PASS|SKIP)|\? {3}\t|BUILD |ALL TESTS|\d{1,6} (?:issues?|errors?|warnings?|passed|failed|packages?)\b)/,
  /^(?:Applied edit to|Shell cwd was reset|Add .{1,200} to the chat\?|\d{1,9} prompt tokens|Tokens: |Commit [\da-f]{7}|\[[A-Z][a-z]{2,10}\] )/,
  /\S\t\S|^\t{1,20}\S/,
  /^[\w.-]{1,80}(?:[/\\][\w.-]{1,80}){1,12}$/,
  /^\d{1,6}[:-]\s/,
  /^[drwx-]{10}\s/,
  /^(?:GET|POST|PUT|DELETE|PATCH) \/\S{0,300}/,
  /^> (?:\S{1,80}@\d|[a-z]{1,20} [a-z]{1,20}(?: |$))/,
];

const MAX_LINE_READ = 600;
const SENTENCE_END = /[a-z][.!?]\s*$/;
const FUNCTION_WORDS =
  /(?<![\w'])(?:i|you|we|the|it|is|are|this|that|please|not|to|my|your|can|should|still|but|why|how|what|don't|doesn't|i'm|it's|and|for|with)(?![\w'])/gi;

/** Whether a line looks like output, code or a table rather than something a person wrote. */
function isPastedLine(line: string): boolean {
  const look = line.slice(0, MAX_LINE_READ);
  if (look.trim() === "") return false;
  const isProse = (look.match(FUNCTION_WORDS)?.length ?? 0) >= 3 && /^\s{0,3}[\p{L}"'(]/u.test(look);
  const shaped = SHAPES.some((shape) => shape.test(look));
  if (shaped)
    return !(isProse && SENTENCE_END.test(look) && !/^\s{0,40}[\w$.]{0,120}(?:Error|Exception)\b/.test(look));
  if (isProse) return false;
  return hasFewLetters(look);
}

function hasFewLetters(look: string): boolean {
  let letters = 0;
  let marks = 0;
  for (const character of look) {
    if (/[\p{L}\s]/u.test(character)) letters += 1;
    else if (!/[\d.,!?'"]/.test(character)) marks += 1;
  }
  return marks >= 6 && marks * 3 > letters;
}
