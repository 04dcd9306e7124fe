import type { LineReader, Recogniser } from "./recogniser.ts";
import { applyRules, type LineRule } from "./runtime-rules.ts";
import { isSourceLine } from "./source-line.ts";

const FAILURE_WORDS =
  "(?:fail|unable|cannot|can't|could not|couldn't|not found|no such|invalid|missing|required|unknown|unexpected|denied|refused|timed? ?out|not (?:supported|allowed|a |an |exist|installed|running|authenticated)|does ?n.t exist|does not|is not|must |too many|exceed|already|expired|unsupported|undefined|unauthori[sz]ed|forbidden|exit)";

const RULES: readonly LineRule[] = [
  {
    pattern:
      /^(?:Type|Test|Build|Compile|Compilation|Lint|Syntax)? ?[Ee]rror: {1,2}(?:0|none|null|nil|false|""|undefined|no errors?|-|n\/a)\.?$/i,
    says: "nothing",
  },
  { pattern: /^.{0,200}[{;]$/, says: "nothing" },
  { pattern: /^\s{0,20}(?:[✓✔√☑] |ok \d|PASS\b|--- PASS)/, says: "nothing" },
  {
    pattern:
      /^(?:\[\w{1,20}\] | ?[⨯✖✗✘×❌✕] {1,2}|ERROR: )?(?<type>(?:[A-Za-z_]\w{0,60}(?:\.|::)){0,8}[A-Z][A-Za-z0-9_]{1,80}(?:Error|Exception)|(?:[a-z_]\w{0,60}\.){1,8}[Ee]rror)(?: \[\w{1,60}\])?: (?<message>[^\s"'(){].{0,800}|["'(].{3,800})$/,
  },
  { pattern: /^(?:[^\w\s]{1,3} )?(?:Error|ERROR):? \[?(?<type>ERR_\w{3,60})\]?:? (?<message>.{1,400})$/ },
  { pattern: /^(?:[^\w\s"'`*#>|+-]{1,3} )?Error:\s{1,4}(?<message>\S.{2,800})$/ },
  { pattern: new RegExp(`^error: (?<message>.{0,300}\\b${FAILURE_WORDS}.{0,400})$`, "i") },
  { pattern: /^error: (?<message>\S.{2,600})$/, weight: "weak" },
  {
    pattern: new RegExp(
      `^(?:❌|✖|✗|✘|×)\\s{1,3}(?:Error: )?(?<message>.{0,200}\\b(?:error|${FAILURE_WORDS}).{0,300})$`,
      "i",
    ),
    weight: "weak",
  },
  {
    pattern:
      /^(?<type>(?:[A-Z]\w{0,60}::){0,6}[A-Z]\w{1,80}(?:Error|Exception|NotFound|Invalid)) \((?<message>.{1,300})\):?$/,
  },
  {
    pattern:
      /^(?<message>undefined (?:local variable or )?method .{1,200}) \((?<type>NoMethodError|NameError)\)$/,
  },
  { pattern: /^Unhandled [Pp]romise [Rr]ejection:? (?<message>.{0,300})$/, weight: "proof" },
  { pattern: /^\[Vue warn\]: (?<message>Unhandled error.{0,200})$/ },
  { pattern: /^\[nodemon\] app crashed/, weight: "proof" },
  {
    pattern:
      /^(?:ERROR |FAILED: |rpc error: .{1,60} desc = )?(?<message>(?:Failed to|[Cc]ould not|Unable to) (?:connect|open|find|load|resolve|read|write|locate|start|parse|execute|run|launch|initiali[sz]e|import|fetch|download|install|establish|reach|bind|create|access|authenticate|deploy|push|pull|clone|mount|spawn|retrieve|send|save|update|delete|determine|acquire|allocate|lock|decode|process|register|verify|validate|reconnect|upload|query)\b.{0,300})$/,
  },
  { pattern: /^rpc error: code = (?<type>\w{1,40}) desc = (?<message>.{1,300})$/, weight: "proof" },
  {
    pattern:
      /^(?:.{0,60}[\s:])?(?<message>[Pp]ort \d{2,5} (?:is|was) (?:already )?(?:in use|allocated|occupied).{0,100})$/,
  },
  { pattern: /^(?<message>Something is already running on port \d{2,5}.{0,40})$/ },
  { pattern: /^fatal runtime error: (?<message>.{1,200})$/, weight: "proof", facts: { language: "rust" } },
];

/** A person names the exception inside a sentence. */
const QUOTED: readonly LineRule[] = [
  {
    pattern:
      /(?:\b(?:get|gets|got|getting|error|errors|fails?|failed|failing|throws|saying|says|receive|received|receiving|this|see|seeing|still|with|message)\b\W{0,10}[\s"'`(:*]|["'`] ?)(?<type>[A-Z][A-Za-z0-9]{1,60}(?:Error|Exception)): (?<message>[^\s"'(){][^"`]{4,400})/,
  },
];

/** An exception or error named with its message at the start of a line, whatever the language. */
export const exceptionLine: Recogniser = {
  name: "exception-line",
  triggers: [
    "error: ",
    "error:\t",
    "exception: ",
    "error [",
    "errors: ",
    "❌",
    "✖",
    "error (",
    "exception (",
    "notfound (",
    "invalid (",
    "undefined ",
    "promise rejection",
    "[vue warn]",
    "app crashed",
    "failed to ",
    "could not ",
    "couldn't ",
    "unable to ",
    "rpc error",
    "port ",
    "fatal runtime",
  ],
  createReader: (): LineReader => ({
    readLine: ({ text }, report) => {
      if (!applyRules(RULES, text, report) && !isSourceLine(text)) applyRules(QUOTED, text, report);
    },
  }),
};
