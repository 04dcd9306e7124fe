import words from "./failure-headings.json" with { type: "json" };
import { isSourceLine } from "./source-line.ts";
import { as, fails, ignores, provesFailure, suggestsFailure, unless, type Tool } from "./tool.ts";

const FAILURE_WORDS =
  "(?:fail|unable|cannot|can't|could not|couldn't|not found|no such|invalid|missing|required|unknown|unexpected|denied|refused|timed? ?out|not (?:supported|allowed|a |an |exist|installed|running|authenticated)|does ?n.t exist|does not|is not|must |too many|exceed|already|expired|unsupported|undefined|unauthori[sz]ed|forbidden|exit)";

/** A line that starts with an exception or error and its message, in any language. */
export const exceptionLine: Tool = {
  name: "exception-line",
  kind: "runtime",
  rules: [
    ignores(
      /^(?:Type|Test|Build|Compile|Compilation|Lint|Syntax)? ?[Ee]rror: {1,2}(?:0|none|null|nil|false|""|undefined|no errors?|-|n\/a)\.?$/i,
      /^.{0,200}[{;]$/,
      /^\s{0,20}(?:[✓✔√☑] |ok \d|PASS\b|--- PASS)/,
    ),
    fails(
      /^(?:\[\w{1,20}\] | ?[⨯✖✗✘×❌✕] {1,2}|ERROR: )?(?<type>(?:[A-Za-z_]\w{0,60}(?:\.|::)){0,8}[A-Z][A-Za-z0-9_]{1,80}(?:Error|Exception)|(?:[a-z_]\w{0,60}\.){1,8}[Ee]rror)(?: \[\w{1,60}\])?: (?<message>[^\s"'(){].{0,800}|["'(].{3,800})$/,
      /^(?:[^\w\s]{1,3} )?(?:Error|ERROR):? \[?(?<type>ERR_\w{3,60})\]?:? (?<message>.{1,400})$/,
      /^(?:[^\w\s"'`*#>|+-]{1,3} )?Error:\s{1,4}(?<message>\S.{2,800})$/,
      new RegExp(`^error: (?<message>.{0,300}\\b${FAILURE_WORDS}.{0,400})$`, "i"),
    ),
    suggestsFailure(
      /^error: (?<message>\S.{2,600})$/,
      new RegExp(
        `^(?:❌|✖|✗|✘|×)\\s{1,3}(?:Error: )?(?<message>.{0,200}\\b(?:error|${FAILURE_WORDS}).{0,300})$`,
        "i",
      ),
    ),
    fails(
      /^(?<type>(?:[A-Z]\w{0,60}::){0,6}[A-Z]\w{1,80}(?:Error|Exception|NotFound|Invalid)) \((?<message>.{1,300})\):?$/,
      /^(?<message>undefined (?:local variable or )?method .{1,200}) \((?<type>NoMethodError|NameError)\)$/,
    ),
    provesFailure(/^Unhandled [Pp]romise [Rr]ejection:? (?<message>.{0,300})$/),
    fails(/^\[Vue warn\]: (?<message>Unhandled error.{0,200})$/),
    provesFailure(/^\[nodemon\] app crashed/),
    fails(
      /^(?:ERROR |FAILED: |rpc error: .{1,60} desc = )?(?<message>(?:Failed to|[Cc]ould not|Unable to) (?:connect|open|find|load|resolve|read|write|locate|start|parse|execute|run|launch|initiali[sz]e|import|fetch|download|install|establish|reach|bind|create|access|authenticate|deploy|push|pull|clone|mount|spawn|retrieve|send|save|update|delete|determine|acquire|allocate|lock|decode|process|register|verify|validate|reconnect|upload|query)\b.{0,300})$/,
    ),
    provesFailure(/^rpc error: code = (?<type>\w{1,40}) desc = (?<message>.{1,300})$/),
    fails(
      /^(?:.{0,60}[\s:])?(?<message>[Pp]ort \d{2,5} (?:is|was) (?:already )?(?:in use|allocated|occupied).{0,100})$/,
      /^(?<message>Something is already running on port \d{2,5}.{0,40})$/,
    ),
    provesFailure({ language: "rust" }, /^fatal runtime error: (?<message>.{1,200})$/),
    // An exception quoted in a person's sentence.
    unless(
      isSourceLine,
      fails(
        /(?:\b(?:get|gets|got|getting|error|errors|fails?|failed|failing|throws|saying|says|receive|received|receiving|this|see|seeing|still|with|message)\b\W{0,10}[\s"'`(:*]|["'`] ?)(?<type>[A-Z][A-Za-z0-9]{1,60}(?:Error|Exception)): (?<message>[^\s"'(){][^"`]{4,400})/,
      ),
    ),
  ],
  hits: {
    "runtime_error strong": [
      "BasketError: basket 4 is closed",
      "requests.exceptions.ConnectionError: max retries exceeded",
      "Error: unknown flag: --basket",
      "error: cannot open the basket",
      "now I get TypeError: basket.map is not a function",
    ],
    "runtime_error weak": ["error: basket four"],
  },
  misses: [
    "Error: none",
    "except BasketError: pass",
    'raise BasketError("closed")',
    "  error: BasketError | null;",
    "Errors: how they are shown",
    "1a2b3c4 fix TypeError: basket.map in the cart",
  ],
};

const oneOf = (phrases: readonly string[]): string => `(?:${phrases.join("|")})`;

const OPENS = "^[^\\w\"'`([{<#>*+-]{0,8}";
/** After a heading: a place, a colon or dash with the message, or nothing. */
const GOES_ON =
  "(?:(?: in (?<file>[^\\s:]{1,250}\\.\\w{1,10}))?(?: at (?:line (?<line>\\d{1,7})|[^\\s:]{0,250}[./$][^\\s:]{0,250}))?(?: in [\\d.]{1,10} ?\\w{1,8})?(?::| -|[.!]?$) ?(?<message>.{0,400}))$";

const heading = (phrase: string): RegExp => new RegExp(`${OPENS}${phrase}${GOES_ON}`, "i");

/** Lines that start with the name of a failure: `Validation error: …`, `Schema mismatch at …`. */
export const failureHeadings: Tool = {
  name: "failure-headings",
  kind: "runtime",
  rules: [
    // An empty label, or a request that starts like one.
    ignores(
      /^[^:]{1,60}: {0,8}(?:(?:0|none|no|nil|null|false|ok|-)(?![\w-])|(?:please|show|add|make|use|rename|should|must|the text should)\b)/i,
    ),
    unless(
      (text) => text.length > 500 || isSourceLine(text),
      as(
        "verification_failure",
        fails(
          heading(`${oneOf(words.checks)} (?:failed|failures?|errors?)`),
          heading(`${oneOf(words.compared)} mismatch(?:es)?`),
        ),
      ),
      fails(
        heading(`${oneOf(words.operations)} (?:failed|failures?|errors?|timed out|aborted|crashed)`),
        new RegExp(`${OPENS}${oneOf(words.crashes)}(?::| -| at \\d)(?<message>.{1,400})$`, "i"),
      ),
    ),
  ],
  hits: {
    "verification_failure strong": [
      "Validation error: total must be positive",
      "Schema mismatch at $.order.total",
    ],
    "runtime_error strong": [
      "Migration failed: duplicate column",
      "Upload timed out",
      "Segmentation fault: address 0x0",
    ],
  },
  misses: [
    "Validation errors: none",
    "Build error: please show it in red",
    "The upload failed twice yesterday",
  ],
};
