import type { SignalFacts } from "../signal.ts";
import { factText } from "./read-rules.ts";
import { fails, provesFailure, type Tool, type Report } from "./tool.ts";

const HEADER = /^([\s|+]{0,40}|.{0,80}?[\s:>])(?:Exception Group )?Traceback \(most recent call last\):$/;
const NOTEBOOK = /^(?<type>[A-Z]\w{0,80}) {3,80}Traceback \(most recent call last\)$/;
const FRAME = /^[\s|]{0,60}File "([^"]{1,400})", line (\d{1,9})(?:,? in .{1,300})?$/;
const FINAL = /^[\s|+-]{0,40}([A-Za-z_][\w.]{0,150})(?:: (.{0,1900}))?$/;
const LIBRARY =
  /(?:site-packages|dist-packages|[\\/]lib[\\/]python\d|[\\/]Lib[\\/]|<frozen |[\\/]python\d\.\d{1,2}[\\/])/;
const JOURNAL = /^(?:[\w.-]{1,60} )?[\w./-]{1,60}\[\d{1,8}\]: /;
const LONGEST_GAP = 12;

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
export const pythonTrace: Tool = {
  name: "python-trace",
  kind: "runtime",
  facts: { language: "python" },
  rules: [
    provesFailure({ error_type: "Fatal Python error" }, /^Fatal Python error: (?<message>.{1,300})$/),
    fails(/^\s{0,8}(?:Error processing line \d+ of|Could not import) (?<message>.{1,300}\.pth?):?$/),
    provesFailure(
      /^\S{0,200}python[\d.]{0,6}(?:\.exe)?: (?<message>(?:can't open file|No module named|can't find).{1,300})$/,
    ),
  ],
  starts: [HEADER, NOTEBOOK, FRAME, "exception ignored in"],
  createReader: (rules) => {
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
        else rules.match(text, report);
      },
    };
  },
  hits: {
    "runtime_error strong, runtime_error proof": [
      'Traceback (most recent call last):\n  File "/srv/shop/cart.py", line 41, in checkout\n    total = price(items)\n            ^^^^^^^^^^^^\n  File "/usr/lib/python3.12/decimal.py", line 9, in price\n    raise InvalidOperation\ndecimal.InvalidOperation: [<class \'decimal.ConversionSyntax\'>]\n',
      'Traceback (most recent call last):\n  File "a.py", line 2, in <module>\n    wait()\nKeyboardInterrupt',
      '  File "<string>", line 1\n    print "a"\n    ^^^^^^^^^\nSyntaxError: Missing parentheses in call to \'print\'',
      'Traceback (most recent call last):\n  File "/srv/shop/cart.py", line 41, in checkout\n    total = price(items)\n            ^^^^^^^^^^^^\n  File "/usr/lib/python3.12/decimal.py", line 9, in price\n    raise InvalidOperation\ndecimal.InvalidOperation: [<class \'decimal.ConversionSyntax\'>]\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File "/srv/shop/cart.py", line 41, in checkout\n    total = price(items)\n            ^^^^^^^^^^^^\n  File "/usr/lib/python3.12/decimal.py", line 9, in price\n    raise InvalidOperation\ndecimal.InvalidOperation: [<class \'decimal.ConversionSyntax\'>]\n',
      '  + Exception Group Traceback (most recent call last):\n  |   File "g.py", line 3, in <module>\n  |     run()\n  | ExceptionGroup: two failed (2 sub-exceptions)\n  +-+---------------- 1 ----------------',
      'web shop[81]: Traceback (most recent call last):\nweb shop[81]:   File "pay.py", line 2, in pay\nweb shop[81]: ValueError: closed',
    ],
    "runtime_error strong": [
      'Traceback (most recent call last):\n  File "a.py", line 2, in <module>',
      '  File "C:\\app\\main.py", line 5, in <module>\n    from . import x',
    ],
    "runtime_error proof": [
      "---------------\nValueError                                Traceback (most recent call last)\nCell In[3], line 1",
      "python3: can't open file '/tmp/gone.py': [Errno 2] No such file or directory",
      "/usr/bin/python3: No module named flask",
    ],
    "runtime_error proof, runtime_error strong": [
      'Fatal Python error: Segmentation fault\n\nCurrent thread 0x00007f (most recent call first):\n  File "c.py", line 3 in f',
    ],
    "runtime_error weak": [
      'Exception ignored in: <function Pool.__del__ at 0x7f>\nTraceback (most recent call last):\n  File "pool.py", line 2, in __del__\nAttributeError: _cache',
    ],
  },
  misses: [
    "    >>> f()\n    Traceback (most recent call last):\n        ...\n    ValueError: no",
    'print("Traceback (most recent call last):")',
    'def f():\n    raise ValueError("File is missing")',
  ],
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
