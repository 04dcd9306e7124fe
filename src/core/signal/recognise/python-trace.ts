import type { SignalFacts } from "../signal.ts";
import { applyRules, factText, type LineRule } from "./runtime-rules.ts";
import type { LineReader, Recogniser, Report } from "./recogniser.ts";

const HEADER = /^([\s|+]{0,40}|.{0,80}?[\s:>])(?:Exception Group )?Traceback \(most recent call last\):$/;
const NOTEBOOK = /^(?<type>[A-Z]\w{0,80}) {3,80}Traceback \(most recent call last\)$/;
const FRAME = /^[\s|]{0,60}File "([^"]{1,400})", line (\d{1,9})(?:,? in .{1,300})?$/;
const FINAL = /^[\s|+-]{0,40}([A-Za-z_][\w.]{0,150})(?:: (.{0,1900}))?$/;
const LIBRARY =
  /(?:site-packages|dist-packages|[\\/]lib[\\/]python\d|[\\/]Lib[\\/]|<frozen |[\\/]python\d\.\d{1,2}[\\/])/;
const JOURNAL = /^(?:[\w.-]{1,60} )?[\w./-]{1,60}\[\d{1,8}\]: /;
const LONGEST_GAP = 12;

const RULES: readonly LineRule[] = [
  {
    pattern: /^Fatal Python error: (?<message>.{1,300})$/,
    weight: "proof",
    facts: { error_type: "Fatal Python error" },
  },
  { pattern: /^\s{0,8}(?:Error processing line \d+ of|Could not import) (?<message>.{1,300}\.pth?):?$/ },
  {
    pattern:
      /^\S{0,200}python[\d.]{0,6}(?:\.exe)?: (?<message>(?:can't open file|No module named|can't find).{1,300})$/,
    weight: "proof",
  },
];

interface Trace {
  readonly indent: number;
  readonly ignored: boolean;
  frames: number;
  quiet: number;
  place: Place | undefined;
  inUserCode: boolean;
}

interface Place {
  readonly file: string;
  readonly line: number;
}

/** Python: a trace is finished by the line that names the exception; the innermost frame outside libraries is kept. */
export const pythonTrace: Recogniser = {
  name: "python-trace",
  triggers: [
    "traceback (most recent",
    'file "',
    "fatal python error",
    "exception ignored in",
    ".pth",
    "python",
  ],
  createReader: (): LineReader => {
    let trace: Trace | undefined;
    let ignoresNext = false;
    return {
      readLine: (line, report) => {
        const text = line.text.replace(JOURNAL, "");
        const notebook = NOTEBOOK.exec(text);
        if (notebook !== null) {
          report.see({
            says: "runtime_error",
            weight: "proof",
            facts: { language: "python", error_type: notebook[1]! },
          });
          return;
        }
        const header = HEADER.exec(text);
        if (header !== null) {
          trace = startTrace(header[1]!, ignoresNext);
          if (header[1] === "" && !ignoresNext) {
            report.see({ says: "runtime_error", weight: "strong", facts: { language: "python" } });
          }
          ignoresNext = false;
          report.follow(LONGEST_GAP);
          return;
        }
        const frame = FRAME.exec(text);
        if (frame !== null) {
          trace ??= startTrace("", false);
          addFrame(trace, { file: factText(frame[1])!, line: Number(frame[2]) });
          if (trace.frames === 1 && !trace.ignored) {
            report.see({ says: "runtime_error", weight: "strong", facts: { language: "python" } });
          }
          report.follow(LONGEST_GAP);
          return;
        }
        if (trace !== undefined) {
          trace = readInside(trace, text, report);
          return;
        }
        if (text.startsWith("Exception ignored in")) ignoresNext = true;
        else applyRules(RULES, text, report, { language: "python" });
      },
    };
  },
};

function startTrace(before: string, ignored: boolean): Trace {
  const indent = /^[\s|+]{0,40}$/.test(before) ? before.length : 0;
  return { indent, ignored, frames: 0, quiet: 0, place: undefined, inUserCode: false };
}

function addFrame(trace: Trace, place: Place): void {
  trace.frames += 1;
  trace.quiet = 0;
  const isUserCode = !LIBRARY.test(place.file);
  if (isUserCode || !trace.inUserCode) trace.place = place;
  trace.inUserCode ||= isUserCode;
}

function readInside(trace: Trace, text: string, report: Report): Trace | undefined {
  const indent = text.length - text.replace(/^[\s|+-]{0,60}/, "").length;
  const final = indent <= trace.indent && text !== "" ? FINAL.exec(text) : null;
  if (final !== null && trace.frames > 0 && isExceptionName(final[1]!, final[2])) {
    const message = factText(final[2]);
    const facts: SignalFacts = {
      language: "python",
      error_type: final[1]!,
      ...(message === undefined ? {} : { error_message: message }),
      ...trace.place,
    };
    report.see({ says: "runtime_error", weight: trace.ignored ? "weak" : "proof", facts });
    report.follow(0);
    return undefined;
  }
  trace.quiet += 1;
  if (trace.quiet >= LONGEST_GAP) return undefined;
  return trace;
}

function isExceptionName(name: string, message: string | undefined): boolean {
  if (/(?:Error|Exception|Exit|Interrupt|Warning|Iteration|Group|Timeout|Failure|Abort)$/.test(name))
    return true;
  return message === undefined
    ? /^[A-Z]\w*$/.test(name) || name.includes(".")
    : /(?:^|\.)[A-Z_]\w*$/.test(name);
}
