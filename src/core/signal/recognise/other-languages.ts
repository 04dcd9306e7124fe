import { lineRules } from "./runtime-rules.ts";

/** Failures of languages whose traces need one line only: Swift, Objective-C, Elixir, Erlang, Lua, Perl, R, Julia, Haskell. */
export const otherLanguages = lineRules(
  "other-languages",
  [
    "uncaught exception '",
    "fatal error: ",
    "exc_bad_access",
    "** (",
    "crash report",
    "error report",
    "genserver",
    "attempt to ",
    "@inc",
    "died at",
    "undefined subroutine",
    "can't locate",
    "error in ",
    "execution halted",
    "loaderror",
    "methoderror",
    "undefvarerror",
    "*** exception",
    "prelude.",
    "callstack (from hascallstack)",
    "exception on",
    " line ",
  ],
  [
    {
      pattern:
        /^\*{3} Terminating app due to uncaught exception '(?<type>\w{1,80})', reason: '(?<message>.{1,300})'?/,
      weight: "proof",
      facts: { language: "objective-c" },
    },
    {
      pattern:
        /^(?:(?<file>[\w./+-]{1,300}\.swift):(?<line>\d{1,7}): )?Fatal error: (?<message>(?:Index out of range|Unexpectedly found nil|Division by zero|'try!' expression|Can't form Range|Array index|Double value cannot|Not enough bits|Duplicate keys|Attempted to read).{0,300})/,
      weight: "proof",
      facts: { language: "swift" },
    },
    {
      pattern: /^(?<file>[\w./+-]{1,300}\.swift):(?<line>\d{1,7}): Fatal error(?:: (?<message>.{1,300}))?$/,
      weight: "proof",
      facts: { language: "swift" },
    },
    { pattern: /\b(?<type>EXC_BAD_ACCESS|EXC_BREAKPOINT|EXC_CRASH) \(/, weight: "proof" },
    {
      pattern: /^\*{2} \((?<type>[A-Z][\w.]{1,80}|EXIT[^)]{0,60}|exit|throw)\) (?<message>.{1,400})$/,
      weight: "proof",
      facts: { language: "elixir" },
    },
    { pattern: /^=(?<type>CRASH|ERROR) REPORT={4}/, weight: "proof", facts: { language: "erlang" } },
    { pattern: /\bGenServer \S{1,120} terminating$/, weight: "strong", facts: { language: "elixir" } },
    {
      pattern:
        /^(?:\w{1,20}: )?(?:(?<file>[^\s:]{1,300}\.lua):(?<line>\d{1,7}): )?(?<message>attempt to (?:index|call|perform|compare|concatenate) .{0,200}(?:nil|a \w{1,20} value).{0,100})$/,
      weight: "proof",
      facts: { language: "lua" },
    },
    {
      pattern:
        /^(?<message>Can't locate \S{1,120} in @INC.{0,300}?)(?: at (?<file>\S{1,300}) line (?<line>\d{1,7})\.)?$/,
      weight: "proof",
      facts: { language: "perl" },
    },
    {
      pattern:
        /^(?<message>(?:Died|Undefined subroutine|Can't (?:call method|locate object method|use (?:an undefined value|string)|open|exec)|Global symbol|Illegal division by zero|Not an? (?:ARRAY|HASH|CODE) reference).{0,400}?) at (?<file>\S{1,300}) line (?<line>\d{1,7})\.?/,
      weight: "proof",
      facts: { language: "perl" },
    },
    {
      pattern: /^Error in (?<type>[\w.:]{1,80}\(.{0,200}\)) {0,2}: ?(?<message>.{0,300})$/,
      weight: "proof",
      facts: { language: "r" },
    },
    { pattern: /^Execution halted$/, weight: "proof", facts: { language: "r" } },
    {
      pattern:
        /^(?:julia> )?ERROR: (?:LoadError: )?(?<type>[A-Z]\w{0,60}Error|ArgumentError|LoadError): (?<message>.{1,300})$/,
      weight: "proof",
      facts: { language: "julia" },
    },
    { pattern: /^\*{3} Exception: (?<message>.{1,300})$/, weight: "proof", facts: { language: "haskell" } },
    {
      pattern: /^[\w.-]{1,80}: (?<message>(?:Prelude\.\w{1,30}: |Map\.!: |user error \().{1,200})$/,
      weight: "proof",
      facts: { language: "haskell" },
    },
    { pattern: /^CallStack \(from HasCallStack\):$/, facts: { language: "haskell" } },
  ],
);
