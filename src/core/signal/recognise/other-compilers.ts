import {
  countsErrors,
  fails,
  ignores,
  lineRules,
  passes,
  settlesFailure,
  settlesSuccess,
} from "./diagnostic-rules.ts";
import type { Recogniser } from "./recogniser.ts";

const DOTNET = { framework: "dotnet" };
const XCODE = { framework: "xcodebuild" };
const SWIFT = { framework: "swiftc", language: "swift" };
const DART = { framework: "dart", language: "dart" };
const MIX = { framework: "mix", language: "elixir" };
const GHC = { framework: "ghc", language: "haskell" };
const SOLC = { framework: "solc", language: "solidity" };
const PROTO = { framework: "protoc", language: "protobuf" };
const OCAML = { framework: "ocaml", language: "ocaml" };
const ELM = { framework: "elm", language: "elm" };
const LATEX = { framework: "latex", language: "latex" };

/** Compilers with a format of their own: .NET, Swift and Xcode, Dart, Elixir, Haskell, Solidity, protobuf, Elm and others. */
export const otherCompilers: Recogniser = lineRules(
  "other-compilers",
  [
    "error",
    "build failed",
    "build succeeded",
    "succeeded **",
    "failed **",
    "build complete!",
    "build commands failed",
    "done linting",
    " • ",
    "issues found",
    "no issues found",
    "check-formatted",
    "warnings-as-errors",
    "found no issues",
    "mods/funs",
    "passed successfully",
    "compiler run ",
    "compiled ",
    "-- type mismatch",
    "-- naming ",
    "-- missing ",
    "no hints",
    " hint",
    ".proto:",
    ".hs:",
    ".sol:",
    "compilation ",
    "linting took",
    "fatal error occurred",
    "undefined control sequence",
    "build summary",
  ],
  {},
  [
    fails(
      /^\s{0,4}(?:\d{1,4}>)?(?<file>(?:[A-Za-z]:)?[^\s:()'"][^:()'"]{0,250})\((?<line>\d{1,7})(?:,\d{1,6}){0,3}\): error (?<code>(?!TS)[A-Z]{2,14}\d{0,6}): (?<message>.+)$/,
      DOTNET,
    ),
    fails(
      /^\s{0,4}(?:\d{1,4}>)?(?:CSC|VBC|FSC|MSBUILD|EXEC|[^\s:()'"]{1,250}\.(?:\w{2,3}proj|sln|slnx|targets|props)) ?: error (?<code>[A-Z]{2,10}\d{3,6}) ?: (?<message>.+)$/,
      DOTNET,
    ),
    settlesFailure(/^\s{0,4}(?:\d{1,4}>)?Build FAILED\.?$/, DOTNET),
    settlesSuccess(/^\s{0,4}(?:\d{1,4}>)?Build succeeded\.?$/, DOTNET),
    countsErrors(/^\s{0,6}(?:\d{1,4}>)?(?<count>\d{1,7}) Error\(s\)$/, DOTNET),
    countsErrors(/^Build failed with (?<count>\d{1,7}) error\(s\)/, DOTNET),
    settlesSuccess(/^Build succeeded (?:with \d{1,7} warning\(s\) )?in [\d.,]{1,10}s/, DOTNET),
    fails(/^The build failed\. Fix the build errors and run again\.$/, DOTNET),
    countsErrors(/^={3,} (?:Re)?[Bb]uild(?: All)?: \d{1,5} succeeded, (?<count>\d{1,5}) failed/, {
      framework: "visual studio",
    }),

    fails(
      /^(?:❌ {1,3})?(?<file>[^\s:'"][^:'"]{0,250}\.swift):(?<line>\d{1,7}):\d{1,6}: (?:error|fatal error): (?<message>.+)$/,
      SWIFT,
    ),
    fails(/^❌ {1,3}(?<message>\S.*)$/, XCODE),
    settlesFailure(
      /^\*\* (?<message>(?:BUILD|ARCHIVE|ANALYZE|TEST BUILD|TEST EXECUTE|TEST|CLEAN|INSTALL) FAILED) \*\*/,
      XCODE,
    ),
    settlesSuccess(/^\*\* (?:BUILD|ARCHIVE|ANALYZE|TEST BUILD|TEST EXECUTE|TEST) SUCCEEDED \*\*/, XCODE),
    settlesFailure(/^The following build commands failed:$/, XCODE),
    passes(/^Build complete! \([\d.]{1,10}s\)$/, SWIFT),
    ignores(/^Done linting! Found [1-9]\d{0,6} violations?, 0 serious /),
    countsErrors(/^Done linting! Found \d{1,7} violations?, (?<count>\d{1,7}) serious /, {
      framework: "swiftlint",
      language: "swift",
    }),

    fails(
      /^\s{0,4}error • (?<message>.{1,600}?) • (?<file>[^\s:]{1,250}):(?<line>\d{1,7}):\d{1,6} • (?<code>\w{3,80})$/,
      DART,
    ),
    fails(
      /^\s{0,4}error - (?<file>[^\s:]{1,250}\.dart):(?<line>\d{1,7}):\d{1,6} - (?<message>.{1,600}) - (?<code>\w{3,80})$/,
      DART,
    ),
    fails(/^(?<file>[^\s:]{1,250}\.dart):(?<line>\d{1,7}):\d{1,6}: Error: (?<message>.+)$/, DART),
    settlesSuccess(/^No issues found!(?: \(ran in .{1,20}\))?$/, DART),
    fails(/^[1-9]\d{0,6} issues? found\.(?: \(ran in .{1,20}\))?$/, DART),

    settlesFailure(/^== Compilation error in file (?<file>[^\s=]{1,250}) ==$/, MIX),
    fails(
      /^\*\* \((?<code>CompileError|SyntaxError|TokenMissingError|MismatchedDelimiterError)\) (?<file>[^\s:]{1,250}):(?<line>\d{1,7})(?::\d{1,6})?: (?<message>.+)$/,
      MIX,
    ),
    settlesFailure(/^Compilation failed due to warnings while using the --warnings-as-errors option/, MIX),
    settlesFailure(/^\*\* \([Mm]ix\) mix format failed due to --check-formatted/, MIX),
    settlesSuccess(/^\d{1,7} mods\/funs, found no issues\.$/, { framework: "credo", language: "elixir" }),
    fails(/^\d{1,7} mods\/funs, found [1-9].{1,200}\.$/, { framework: "credo", language: "elixir" }),
    countsErrors(/^Total errors: (?<count>\d{1,7}), Skipped: /, {
      framework: "dialyzer",
      language: "elixir",
    }),
    settlesSuccess(/^done \(passed successfully\)$/, { framework: "dialyzer", language: "elixir" }),

    fails(
      /^(?<file>[^\s:]{1,250}\.l?hs):(?<line>\d{1,7}):\d{1,6}(?:-\d{1,6})?: error:(?: \[(?<code>GHC-\d{3,6})[^\]]{0,60}\])?(?<message>.*)$/,
      GHC,
    ),
    fails(
      /^(?<file>[^\s:]{1,250}\.l?hs):(?<line>\d{1,7}):\d{1,6}(?:-\d{1,6})?: (?:Warning|Suggestion|Error): (?<message>.+)$/,
      { framework: "hlint", language: "haskell" },
    ),
    countsErrors(/^(?<count>No|\d{1,6}) hints?(?: \(.{1,40}\))?$/, {
      framework: "hlint",
      language: "haskell",
    }),
    fails(
      /^(?:Error: )?(?:\[Cabal-\d{3,6}\]|cabal: Failed to build|Error: cabal: Failed to build|Error: \[S-\d{3,6}\])/,
      { framework: "cabal", language: "haskell" },
    ),

    fails(/^(?:Error|Warning: Error) \((?<code>\d{4})\): (?<message>.+)$/, SOLC),
    fails(
      /^(?<code>ParserError|DeclarationError|DocstringParsingError|UnimplementedFeatureError): (?<message>.+)$/,
      SOLC,
    ),
    fails(/^(?<file>[^\s:]{1,250}\.sol):(?<line>\d{1,7}):\d{1,6}: (?:\w{2,20})?Error: (?<message>.+)$/, SOLC),
    settlesFailure(
      /^(?:Error: |Error:)?\s{0,2}(?:Compiler run failed|Error HH600: Compilation failed)/,
      SOLC,
    ),
    settlesSuccess(/^Compiler run successful/, SOLC),
    passes(/^Compiled \d{1,6} Solidity files? successfully/, SOLC),

    ignores(/^[^\s:]{1,250}\.proto:\d{1,7}:\d{1,6}: warning: /),
    fails(/^(?<file>[^\s:]{1,250}\.proto):(?<line>\d{1,7}):\d{1,6}: (?<message>\S.+)$/, PROTO),
    fails(/^(?<file>[^\s:]{1,250}\.proto):(?<line>\d{1,7}):\d{1,6}:(?<message>[A-Z][a-z]{1,30} .+)$/, {
      ...PROTO,
      framework: "buf",
    }),
    fails(
      /^(?<file>[^\s:]{1,250}\.proto): (?<message>(?:File not found|Import ".{1,200}" was not found|".{1,200}" is not defined).*)$/,
      PROTO,
    ),

    fails(
      /^Error: (?<message>(?:This (?:expression|pattern|variant|function|constructor|kind of expression) |Unbound (?:value|module|type|constructor|record field) |Some type variables |Signature mismatch|The implementation ).*)$/,
      OCAML,
    ),
    fails(/^-- (?<code>[A-Z][A-Z ]{3,40}) -{5,} (?<file>\S{1,250}\.elm)(?::(?<line>\d{1,7}))?/, ELM),
    settlesSuccess(/^Success! Compiled \d{1,6} modules?\./, ELM),
    fails(/^(?<file>[^\s:()]{1,250}\.nims?)\((?<line>\d{1,7}), \d{1,6}\) Error: (?<message>.+)$/, {
      framework: "nim",
      language: "nim",
    }),
    fails(/^===> Compiling (?<file>\S{1,250}) failed$/, { framework: "rebar3", language: "erlang" }),
    fails(
      /^Syntax error (?:compiling|macroexpanding|reading source)(?: \S{1,80})? at \((?<file>[^\s:()]{1,250}):(?<line>\d{1,7}):\d{1,6}\)/,
      { framework: "clojure", language: "clojure" },
    ),
    countsErrors(/^linting took \d{1,9}ms, errors: (?<count>\d{1,7}), warnings: /, {
      framework: "clj-kondo",
      language: "clojure",
    }),
    fails(
      /^%Error(?:-(?<code>\w{2,40}))?: (?<file>[^\s:]{1,250}):(?<line>\d{1,7}):\d{1,6}: (?<message>.+)$/,
      { framework: "verilator", language: "verilog" },
    ),
    fails(
      /^! (?:(?:LaTeX|Package \S{1,40}|Class \S{1,40}) Error: (?<message>.+)|Undefined control sequence\.|Missing .{1,20} inserted\.|Emergency stop\.)/,
      LATEX,
    ),
    settlesFailure(/^!? {0,2}==> Fatal error occurred, no output PDF file produced!/, LATEX),
  ],
);
