import type { SignalFacts } from "../signal.ts";
import { languageOfFile } from "./language-of-file.ts";
import { withoutOrigin } from "./read-rules.ts";
import { countsErrors, fails, passes, provesSuccess, type Tool } from "./tool.ts";

/** How lines with a position begin, by the extension of the file. */
const EXTENSIONS =
  "c cc cpp h hpp m cs fs go rs java kt scala py rb php pl lua ts tsx vue js jsx mjs css scss html swift dart ex exs erl hs ml zig sol proto sh sql tf r md yml yaml json toml xml txt nix pp rst";
const FILE_POSITIONS = EXTENSIONS.split(" ")
  .flatMap((extension) => [`.${extension}:`, `.${extension}(`])
  .concat(["dockerfile:", "makefile:"]);

const POSITION =
  /^ {0,2}(?<file>(?:[A-Za-z]:[\\/])?[^\s:()'"`=<>{};,]{1,250}):(?<line>\d{1,7})(?<column>:\d{1,6}(?:-\d{1,6})?)?(?<gap>: ?| - | {1,3}(?=error\b))(?<message>\S.*)$/;
const BRACKETED_POSITION =
  /^ {0,2}(?<file>(?:[A-Za-z]:[\\/])?[^\s:()'"`=<>{};,]{1,250})\((?<line>\d{1,7})(?<column>, ?\d{1,6}){0,3}\) ?(?<gap>: ?| (?=[A-Z]))(?<message>\S.*)$/;
/** A file name: one with an extension, or a known name without. */
const FILE_NAME =
  /(?:\.[A-Za-z]\w{0,10}|(?:^|[\\/])(?:Dockerfile|Makefile|Rakefile|Gemfile|Jenkinsfile|Podfile|Vagrantfile)|<stdin>|stdin)$/;

const ERROR_WORD =
  /^(?:(?:[Ff]atal|[Ss]yntax|[Pp]arse|[Pp]arser|[Tt]ype|[Cc]ompile|[Ll]int) )?[Ee]rror\b(?:\[[\w:-]{1,60}\])?(?: [@\w/-]{1,60})? ?[:\-–]|^[Ss]yntax error\b/;
const BRACKETED_ERROR = /^\[(?:error|E|F|fatal|C|critical)\] |^(?:E|F): |^ERROR: /;
/** Warnings, notes and references, as against errors. */
const QUIET_WORD =
  /^\[?(?:warning|warn|note|info|hint|debug|trace|remark|notice|in (?:member )?function|in constructor|in instantiation|required from|previous|W:|I:)\b/i;
const LEADING_CODE =
  /^(?:\[[A-Z]{1,10}\d{2,5}\]|[A-Z]{1,6}-?\d{2,5}\b:?|[A-Z][a-zA-Z]{2,40}\/[A-Z]\w{2,60}:|[a-z]{2,20}(?:-[a-z]{2,20}){1,5}(?:: | (?=[A-Z])))/;
const TRAILING_CODE =
  /(?:\((?<paren>[a-z@][\w/:.-]{2,80}|[A-Z]{1,6}-?\d{2,5})\)|\[(?<square>[A-Za-z@][\w/:.,+-]{2,80})\]|(?<url>https?:\/\/\S{5,200}))$/;
/** Words separated by spaces. */
const PROSE = /^[A-Za-z`'"“‘][\w`'"’.()/-]{0,60}(?: [\w`'"“”‘’.,:;()<>/|=!&*+$#@%[\]{}\\-]{1,80}){1,60}$/;
/** Source lines rarely start with a sentence, so one may be a finding. */
const SENTENCE = /^[A-Z][a-z]{1,20} [a-z`'"$][^,]{0,30}(?: \S{1,80}){2,60}$/;
const CODE_END =
  /[;{}]$|=>|^(?:\*|\/\/|\/\*|#|--)|^\w+(?:\.\w+)*\(.{0,300}\)[;,]?$|^["'`][\w$-]{0,60}["'`]\s?:|^\w+ ?[:=] ?["'`[{(\d]/;
const CODE_START =
  /^(?:const|let|var|def|func|function|fn|class|import|from|export|return|if|elif|for|while|public|private|protected|static|type|interface|struct|package|use|using|raise|throw|assert|logger|log|print)\b.*[=;{}()"':]/;

/**
 * Linters that print `path:line:column: message`. Search hits look the same, so a line only counts if it has a severity or
 * a rule's code, or if two lines with a column read as prose.
 */
export const lintLines: Tool = {
  name: "lint-lines",
  kind: "check",
  rules: [
    countsErrors(
      /^Found (?<count>\d{1,7}) errors?[.!]?$/,
      /^\s{0,4}(?<count>\d{1,7}) errors?$/,
      /^\s{0,4}(?:Found )?(?<count>\d{1,7}|[Nn]o) errors?(?:,| and) \d{1,7} warnings?(?: found)?[.!]?$/,
      /^\s{0,4}(?:Found )?\d{1,7} warnings?(?:,| and) (?<count>\d{1,7}) errors?(?: found)?[.!]?$/,
      /^(?:Total|Result): \d{1,7} warnings? \/ (?<count>[1-9]\d{0,6}) errors? in /,
    ),
    provesSuccess(
      /^(?:✔ |✓ )?No (?:(?:lint(?:ing)?|type|style|formatting) )?(?:errors|issues|problems|violations|offenses)(?: or warnings)?(?: were| was)?(?: found| detected)[.!]?(?: \(.{1,40}\))?$/i,
    ),
    passes(
      /^(?:✔ |✓ )?(?:Lint(?:ing)?|Type-?check(?:ing)?|Format check|Code style check) (?:passed|succeeded|OK)[.!]?$/i,
    ),
    fails(
      /^(?:✖ |✗ |× |error: )?(?<message>(?:Lint(?:ing)?|Type-?check(?:ing)?|Type check|Format check|Formatting check|Static analysis) (?:failed|errors? found).{0,200})$/i,
    ),
  ],
  starts: FILE_POSITIONS,
  createReader: (rules) => {
    let prose = 0;
    let code = 0;
    return {
      readLine: ({ text }, report) => {
        const location = (
          POSITION.exec(text) ??
          BRACKETED_POSITION.exec(text) ??
          POSITION.exec(withoutOrigin(text))
        )?.groups;
        if (location === undefined || !FILE_NAME.test(location["file"]!)) {
          rules.match(text, report);
          return;
        }
        const kind = kindOf(location);
        if (kind === "code") code += 1;
        if (kind === "prose") prose += 1;
        const counts = kind === "finding" || (kind === "prose" && prose > 1);
        if (kind === "error" || (counts && code === 0)) {
          report.see({ says: "verification_failure", weight: "strong", facts: placeFacts(location) });
        }
      },
    };
  },
  hits: {
    "verification_failure strong": [
      "src/cart.ml:12:5: variable total is unused (unused-variable)",
      '.github/workflows/ci.yml:12:9: property "os" is not defined in object type {} [expression]',
      "kernel/cart.zig:12:5: error: use of undeclared identifier 'total'",
      "cart.nix:12: error: undefined variable 'total'",
      "cart.vhd.txt:12:5: E103 missing semicolon",
      "  /app/a.js:4:12: Missing space before function parentheses.\n  /app/a.js:8:21: Strings must use singlequote.",
      "/app/a.php:4:Access to an undefined property Cart::$total.\n/app/a.php:9:Call to method total() with incorrect case.",
      'cart.pas(12,5) Error: Identifier not found "total"',
      "tasks/main.yml:2: [E301] Commands should not change things",
      "deploy.yml:8: package-latest Package installs should not use latest",
      "site.pp:2:10:ERROR: trailing whitespace found",
      "cart.js(4,9): error semi : Missing semicolon.",
      "Linting failed for 2 files",
    ],
    "verification_failure proof": ["Found 3 errors."],
    "success proof": ["0 errors, 2 warnings", "✔ No problems found"],
  },
  misses: [
    "/app/a.js:4:12: Missing space before function parentheses.",
    "src/cart.rs:10:13: warning: use of a placeholder name `foo`\nsrc/cart.rs:27:8: warning: length comparison to zero",
    'src/cart.ts:12:export const total = 0;\nsrc/cart.ts:14:// error: never reached\nsrc/cart.ts:18:  throw new Error("empty cart");',
    'src/cart.py:12:    raise ValueError("error: no items")\nsrc/cart.py:18:        return total',
    'src/cart.go:12:3:\tif err != nil {\nsrc/cart.go:14:4:\t\treturn fmt.Errorf("total: %w", err)',
    "docs/a.md:4:The error handling is described here.\ndocs/a.md:9:Every error has a code.",
    "src/a.py:1:Usage of the cart module\nsrc/a.py:2:import os;\nsrc/a.py:9:Totals are kept here",
    "    cart_test.go:12: total is now three\n    cart_test.go:19: still three",
    "main.go:23: listening on port 8080\nmain.go:31: accepted a connection",
    "Listening on http://localhost:3000: ready\nredis.internal:6379: connected to the server",
    "    at total (/app/src/cart.js:12:5)\n    at main (/app/src/main.js:3:1)",
    "## Found errors",
  ],
};

type Place = Readonly<Record<string, string | undefined>>;

/** A search tool prints the line right after the position; a linter prints a space, or prose. */
function kindOf({ file, column, gap, message }: Place): "error" | "finding" | "prose" | "code" | "quiet" {
  const messageText = message!;
  if (QUIET_WORD.test(messageText)) return "quiet";
  if (gap === ":" && column !== undefined && /^ERROR: ?\S/.test(messageText)) return "error";
  if (gap === ":")
    return SENTENCE.test(messageText) && !/[,;{(]$/.test(messageText) && languageOfFile(file!) !== undefined
      ? "prose"
      : "code";
  if (ERROR_WORD.test(messageText) || BRACKETED_ERROR.test(messageText)) return "error";
  if (CODE_END.test(messageText) || (column === undefined && CODE_START.test(messageText))) return "code";
  const reads = PROSE.test(messageText.replace(/^\[\w{2,15}\] /, ""));
  if (codeOf(messageText) !== undefined && (column !== undefined || reads)) return "finding";
  return column !== undefined && reads ? "prose" : "quiet";
}

function codeOf(message: string): string | undefined {
  const leading = LEADING_CODE.exec(message)?.[0];
  if (leading !== undefined) return leading.replace(/^\[|[\]: ]{1,2}$/g, "");
  const trailing = TRAILING_CODE.exec(message)?.groups;
  return trailing?.["paren"] ?? trailing?.["square"] ?? trailing?.["url"];
}

function placeFacts({ file, line, message }: Place): SignalFacts {
  const code = codeOf(message!);
  const language = languageOfFile(file!);
  return {
    file: file!,
    line: Number(line),
    error_message: message!
      .replace(/^(?:\[?(?:fatal )?error\]?(?:\[[\w:-]{1,60}\])? ?[:-]? )/i, "")
      .trim()
      .slice(0, 300),
    ...(code === undefined ? {} : { error_type: code }),
    ...(language === undefined ? {} : { language }),
  };
}
