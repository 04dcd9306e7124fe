import type { SignalFacts } from "../signal.ts";
import { factsOf, factText } from "./read-rules.ts";
import { fails, ignores, provesFailure, suggestsFailure, type Tool, type Report } from "./tool.ts";

const ERROR_LINE =
  /^(?:\s{0,8}|[^\w\s]{1,3} |\[\w{1,20}\] |error: |\w{1,20} )(?<uncaught>Uncaught |\(node:\d+\) UnhandledPromiseRejectionWarning: |Unhandled [Rr]ejection:? )?(?:\(in promise\) )?(?:\[cause\]: )?(?<type>[A-Z][\w$.]{0,80}(?:Error|Exception|Rejection|Warning)|Error|DOMException)(?: \[\w{1,60}\])?(?:: (?<message>.{1,1800}))?$/;
const FRAME =
  /^\s{1,40}at (?:async )?(?:[^()]{1,200}(?:\([^()]{0,60}\))? )?\(?([^\s()][^()]{0,400}?):(\d{1,9}|null):(\d{1,9}|null)\)?,?(?: \{)?$/;
const FIREFOX_FRAME =
  /^\s{0,8}[\w$./<>*[\]]{0,120}@((?:https?|file|webpack|resource|chrome):[^\s]{1,400}?):(\d{1,9}):(\d{1,9})$/;
const INTERNAL =
  /(?:^node:|[\\/]node_modules[\\/]|^internal\/|^<anonymous>|^native$|^\[native code\]|^ext:|^deno:)/;
const NEXT_PLACE =
  /^(?<file>[\w@./()[\]\\-]{1,300}\.[cm]?[jt]sx?) \((?<line>\d{1,7}):\d{1,7}\)(?: @ .{1,200})?$/;
const NEXT_HEAD = /^(?:.{0,80}\s)?Unhandled Runtime Error$/;
const LONGEST_MESSAGE = 12;

interface Pending {
  readonly facts: SignalFacts;
  left: number;
}

/** JavaScript in Node, Deno, Bun, browsers and their overlays. An error line counts once a frame follows. */
export const nodeTrace: Tool = {
  name: "node-trace",
  kind: "runtime",
  facts: { language: "javascript" },
  rules: [
    provesFailure(
      /^Uncaught (?:\(in promise\) ?)?(?:(?<type>[A-Z][\w$]{0,80}): )?(?<message>\S.{0,400})$/,
      /^(?:error: )?Uncaught (?:\(in (?:promise|worker[^)]{0,60})\) )?(?:(?<type>[A-Z][\w$]{0,80}): )?(?<message>\S.{0,400})$/,
      /^\(node:\d+\) UnhandledPromiseRejectionWarning: (?:(?<type>[A-Z][\w$]{0,80}): )?(?<message>.{1,400})$/,
    ),
    ignores(/^\(node:\d+\) \w{0,40}Warning: /),
    provesFailure(
      { error_type: "UnhandledPromiseRejection" },
      /^\[?UnhandledPromiseRejection: (?<message>.{1,400})$/,
    ),
    fails(/^\s{0,8}(?:node:internal\/[\w/]{1,80}|internal\/[\w/]{1,80}\.js):\d{1,7}$/),
    provesFailure(/^\s{0,12}triggerUncaughtException\(/),
    fails(/^Node\.js v\d{1,3}\.\d{1,3}\.\d{1,3}(?:-[\w.]{1,20})?$/),
    suggestsFailure(/^Bun v\d{1,3}\.\d{1,3}\.\d{1,3}\S{0,20} \((?:Linux|macOS|Windows)[^)]{0,40}\)$/),
    fails({ error_type: "MODULE_NOT_FOUND" }, /^Require stack:$/),
    fails(
      /^\s{1,8}code: '(?<type>E[A-Z_]{3,40}|MODULE_NOT_FOUND|ERR_\w{3,60})',?$/,
      /^The above error occurred in (?:the |one of your )<?(?<message>\w{1,80})/,
    ),
    provesFailure(
      /^Application error: a (?:client|server)-side exception has occurred/,
      /^Uncaught runtime errors?:$/i,
      /^(?:## Error Type: ?)?Runtime (?<type>[A-Z]\w{0,40}Error)$/,
    ),
    fails(
      /^(?:Error: )?(?<message>Minified React error #\d+.{0,200})/,
      /^(?:\[?Error:? ?\]? ?|Warning: )?(?<message>(?:Hydration failed because|Text content does not match server-rendered|Maximum update depth exceeded|Objects are not valid as a React child|Invalid hook call\.|Rendered (?:more|fewer) hooks than|Too many re-renders\.|Element type is invalid: expected|Maximum call stack size exceeded|Cannot read propert(?:y|ies) of (?:undefined|null)|Can't find variable: \w).{0,300})/,
    ),
    provesFailure(/^FATAL ERROR: (?<message>.{1,200}(?:heap out of memory|Allocation failed).{0,100})$/),
    fails(
      /^Access to (?:fetch|XMLHttpRequest|script|font|image|resource)\b.{1,400} from origin .{1,200} (?<message>has been blocked by CORS policy.{0,300})/,
    ),
  ],
  starts: [ERROR_LINE, "    at ", "\tat ", FIREFOX_FRAME, NEXT_PLACE, NEXT_HEAD],
  createReader: (rules) => {
    let pending: Pending | undefined;
    let inOverlay = false;
    let reported = false;
    return {
      readLine: ({ text }, report) => {
        const frame = FRAME.exec(text) ?? FIREFOX_FRAME.exec(text);
        if (frame !== null) {
          if (pending === undefined) {
            if (!reported && !/\.(?:java|kt|cs|py|rs|go)$/.test(frame[1]!))
              report.see({ says: "runtime_error", weight: "weak", facts: placeOf(frame) });
            reported = true;
            return;
          }
          pending = readFrame(pending, frame, report);
          reported = true;
          return;
        }
        if (NEXT_HEAD.test(text)) {
          inOverlay = true;
          report.see({ says: "runtime_error", weight: "proof", facts: { language: "javascript" } });
          return;
        }
        const location = NEXT_PLACE.exec(text);
        if (location !== null) {
          if (inOverlay || / @ /.test(text)) {
            report.see({
              says: "runtime_error",
              weight: "strong",
              facts: { language: "javascript", ...factsOf(location.groups) },
            });
          }
          return;
        }
        const error = ERROR_LINE.exec(text);
        const ruled = rules.match(text, report);
        if (error !== null) {
          pending = { facts: { language: "javascript", ...factsOf(error.groups) }, left: LONGEST_MESSAGE };
          report.follow(LONGEST_MESSAGE);
          if (inOverlay && !ruled)
            report.see({ says: "runtime_error", weight: "strong", facts: pending.facts });
          return;
        }
        if (pending !== undefined) {
          pending.left -= 1;
          if (pending.left <= 0) pending = undefined;
        }
      },
    };
  },
  hits: {
    "runtime_error strong": [
      '/srv/api/orders.js:12\n    throw new TypeError("no order");\n    ^\n\nTypeError: no order\n    at Module._compile (node:internal/modules/cjs/loader:1554:14)\n    at load (/srv/api/orders.js:12:11)\n    at async main (/srv/api/main.js:3:1)\n\nNode.js v22.4.0\n',
      "Objects are not valid as a React child (found: object with keys {a}).",
      "Access to fetch at 'https://a.example/x' from origin 'http://localhost:3000' has been blocked by CORS policy: no header",
    ],
    "runtime_error proof": [
      "Uncaught ReferenceError: cart is not defined",
      "Uncaught (in promise) Error: offline",
      "(node:812) UnhandledPromiseRejectionWarning: Error: gone",
      "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory",
    ],
    "runtime_error proof, runtime_error strong": [
      "error: Uncaught (in promise) TypeError: x is not a function\n    at file:///srv/a.ts:1:7",
      "Unhandled Runtime Error\n\nTypeError: cart.map is not a function\n\nSource\napp/cart.tsx (10:7) @ Cart",
    ],
    "runtime_error weak": ["    at run (/srv/a.js:3:4)"],
  },
  misses: [
    "(node:812) ExperimentalWarning: stripping types is experimental",
    'if (!order) {\n  throw new TypeError("no order");\n}',
    "} catch (error) {\n  console.error(error);\n}",
    "src/components/ErrorBoundary.tsx",
    "type ParseError = { message: string };",
  ],
};

function placeOf(frame: RegExpExecArray): SignalFacts {
  const file = factText(frame[1]);
  if (file === undefined || INTERNAL.test(file)) return {};
  const line = Number(frame[2]);
  return { file: file.replace(/^file:\/\//, ""), ...(Number.isSafeInteger(line) ? { line } : {}) };
}

function readFrame(pending: Pending, frame: RegExpExecArray, report: Report): Pending | undefined {
  const location = placeOf(frame);
  if (location.file === undefined && pending.left > 1) {
    report.follow(1);
    pending.left -= 1;
    return pending;
  }
  report.see({ says: "runtime_error", weight: "strong", facts: { ...pending.facts, ...location } });
  report.follow(0);
  return undefined;
}
