import { countsErrors, fails, ignores, passes, provesFailure, provesSuccess, type Tool } from "./tool.ts";

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
export const otherCompilers: Tool = {
  name: "other-compilers",
  kind: "check",
  rules: [
    fails(
      "dotnet",
      /^\s{0,4}(?:\d{1,4}>)?(?<file>(?:[A-Za-z]:)?[^\s:()'"][^:()'"]{0,250})\((?<line>\d{1,7})(?:,\d{1,6}){0,3}\): error (?<type>(?!TS)[A-Z]{2,14}\d{0,6}): (?<message>.+)$/,
      /^\s{0,4}(?:\d{1,4}>)?(?:CSC|VBC|FSC|MSBUILD|EXEC|[^\s:()'"]{1,250}\.(?:\w{2,3}proj|sln|slnx|targets|props)) ?: error (?<type>[A-Z]{2,10}\d{3,6}) ?: (?<message>.+)$/,
    ),
    provesFailure("dotnet", /^\s{0,4}(?:\d{1,4}>)?Build FAILED\.?$/),
    provesSuccess("dotnet", /^\s{0,4}(?:\d{1,4}>)?Build succeeded\.?$/),
    countsErrors(
      "dotnet",
      /^\s{0,6}(?:\d{1,4}>)?(?<count>\d{1,7}) Error\(s\)$/,
      /^Build failed with (?<count>\d{1,7}) error\(s\)/,
    ),
    provesSuccess("dotnet", /^Build succeeded (?:with \d{1,7} warning\(s\) )?in [\d.,]{1,10}s/),
    fails("dotnet", /^The build failed\. Fix the build errors and run again\.$/),
    countsErrors(
      "visual studio",
      /^={3,} (?:Re)?[Bb]uild(?: All)?: \d{1,5} succeeded, (?<count>\d{1,5}) failed/,
    ),
    fails(
      SWIFT,
      /^(?:❌ {1,3})?(?<file>[^\s:'"][^:'"]{0,250}\.swift):(?<line>\d{1,7}):\d{1,6}: (?:error|fatal error): (?<message>.+)$/,
    ),
    fails("xcodebuild", /^❌ {1,3}(?<message>(?:.{0,300}\W)?error\b.*)$/i),
    provesFailure(
      "xcodebuild",
      /^\*\* (?<message>(?:BUILD|ARCHIVE|ANALYZE|TEST BUILD|TEST EXECUTE|TEST|CLEAN|INSTALL) FAILED) \*\*/,
    ),
    provesSuccess(
      "xcodebuild",
      /^\*\* (?:BUILD|ARCHIVE|ANALYZE|TEST BUILD|TEST EXECUTE|TEST) SUCCEEDED \*\*/,
    ),
    provesFailure("xcodebuild", /^The following build commands failed:$/),
    passes(SWIFT, /^Build complete! \([\d.]{1,10}s\)$/),
    ignores(/^Done linting! Found [1-9]\d{0,6} violations?, 0 serious /),
    countsErrors(
      { framework: "swiftlint", language: "swift" },
      /^Done linting! Found \d{1,7} violations?, (?<count>\d{1,7}) serious /,
    ),
    fails(
      DART,
      /^\s{0,4}error • (?<message>.{1,600}?) • (?<file>[^\s:]{1,250}):(?<line>\d{1,7}):\d{1,6} • (?<type>\w{3,80})$/,
      /^\s{0,4}error - (?<file>[^\s:]{1,250}\.dart):(?<line>\d{1,7}):\d{1,6} - (?<message>.{1,600}) - (?<type>\w{3,80})$/,
      /^(?<file>[^\s:]{1,250}\.dart):(?<line>\d{1,7}):\d{1,6}: Error: (?<message>.+)$/,
    ),
    provesSuccess(DART, /^No issues found!(?: \(ran in .{1,20}\))?$/),
    fails(DART, /^[1-9]\d{0,6} issues? found\.(?: \(ran in .{1,20}\))?$/),
    provesFailure(MIX, /^== Compilation error in file (?<file>[^\s=]{1,250}) ==$/),
    fails(
      MIX,
      /^\*\* \((?<type>CompileError|SyntaxError|TokenMissingError|MismatchedDelimiterError)\) (?<file>[^\s:]{1,250}):(?<line>\d{1,7})(?::\d{1,6})?: (?<message>.+)$/,
    ),
    provesFailure(
      MIX,
      /^Compilation failed due to warnings while using the --warnings-as-errors option/,
      /^\*\* \([Mm]ix\) mix format failed due to --check-formatted/,
    ),
    provesSuccess({ framework: "credo", language: "elixir" }, /^\d{1,7} mods\/funs, found no issues\.$/),
    fails({ framework: "credo", language: "elixir" }, /^\d{1,7} mods\/funs, found [1-9].{1,200}\.$/),
    countsErrors(
      { framework: "dialyzer", language: "elixir" },
      /^Total errors: (?<count>\d{1,7}), Skipped: /,
    ),
    provesSuccess({ framework: "dialyzer", language: "elixir" }, /^done \(passed successfully\)$/),
    fails(
      GHC,
      /^(?<file>[^\s:]{1,250}\.l?hs):(?<line>\d{1,7}):\d{1,6}(?:-\d{1,6})?: error:(?: \[(?<type>GHC-\d{3,6})[^\]]{0,60}\])?(?<message>.*)$/,
    ),
    fails(
      { framework: "hlint", language: "haskell" },
      /^(?<file>[^\s:]{1,250}\.l?hs):(?<line>\d{1,7}):\d{1,6}(?:-\d{1,6})?: (?:Warning|Suggestion|Error): (?<message>.+)$/,
    ),
    countsErrors(
      { framework: "hlint", language: "haskell" },
      /^(?<count>No|\d{1,6}) hints?(?: \(.{1,40}\))?$/,
    ),
    fails(
      { framework: "cabal", language: "haskell" },
      /^(?:Error: )?(?:\[Cabal-\d{3,6}\]|cabal: Failed to build|Error: cabal: Failed to build|Error: \[S-\d{3,6}\])/,
    ),
    fails(
      SOLC,
      /^(?:Error|Warning: Error) \((?<type>\d{4})\): (?<message>.+)$/,
      /^(?<type>ParserError|DeclarationError|DocstringParsingError|UnimplementedFeatureError): (?<message>.+)$/,
      /^(?<file>[^\s:]{1,250}\.sol):(?<line>\d{1,7}):\d{1,6}: (?:\w{2,20})?Error: (?<message>.+)$/,
    ),
    provesFailure(SOLC, /^(?:Error: |Error:)?\s{0,2}(?:Compiler run failed|Error HH600: Compilation failed)/),
    provesSuccess(SOLC, /^Compiler run successful/),
    passes(SOLC, /^Compiled \d{1,6} Solidity files? successfully/),
    ignores(/^[^\s:]{1,250}\.proto:\d{1,7}:\d{1,6}: warning: /),
    fails(PROTO, /^(?<file>[^\s:]{1,250}\.proto):(?<line>\d{1,7}):\d{1,6}: (?<message>\S.+)$/),
    fails(
      { ...PROTO, framework: "buf" },
      /^(?<file>[^\s:]{1,250}\.proto):(?<line>\d{1,7}):\d{1,6}:(?<message>[A-Z][a-z]{1,30} .+)$/,
    ),
    fails(
      PROTO,
      /^(?<file>[^\s:]{1,250}\.proto): (?<message>(?:File not found|Import ".{1,200}" was not found|".{1,200}" is not defined).*)$/,
    ),
    fails(
      OCAML,
      /^Error: (?<message>(?:This (?:expression|pattern|variant|function|constructor|kind of expression) |Unbound (?:value|module|type|constructor|record field) |Some type variables |Signature mismatch|The implementation ).*)$/,
    ),
    fails(ELM, /^-- (?<type>[A-Z][A-Z ]{3,40}) -{5,} (?<file>\S{1,250}\.elm)(?::(?<line>\d{1,7}))?/),
    provesSuccess(ELM, /^Success! Compiled \d{1,6} modules?\./),
    fails(
      { framework: "nim", language: "nim" },
      /^(?<file>[^\s:()]{1,250}\.nims?)\((?<line>\d{1,7}), \d{1,6}\) Error: (?<message>.+)$/,
    ),
    fails({ framework: "rebar3", language: "erlang" }, /^===> Compiling (?<file>\S{1,250}) failed$/),
    fails(
      { framework: "clojure", language: "clojure" },
      /^Syntax error (?:compiling|macroexpanding|reading source)(?: \S{1,80})? at \((?<file>[^\s:()]{1,250}):(?<line>\d{1,7}):\d{1,6}\)/,
    ),
    countsErrors(
      { framework: "clj-kondo", language: "clojure" },
      /^linting took \d{1,9}ms, errors: (?<count>\d{1,7}), warnings: /,
    ),
    fails(
      { framework: "verilator", language: "verilog" },
      /^%Error(?:-(?<type>\w{2,40}))?: (?<file>[^\s:]{1,250}):(?<line>\d{1,7}):\d{1,6}: (?<message>.+)$/,
    ),
    fails(
      LATEX,
      /^! (?:(?:LaTeX|Package \S{1,40}|Class \S{1,40}) Error: (?<message>.+)|Undefined control sequence\.|Missing .{1,20} inserted\.|Emergency stop\.)/,
    ),
    provesFailure(LATEX, /^!? {0,2}==> Fatal error occurred, no output PDF file produced!/),
  ],
  hits: {
    "verification_failure strong": [
      "Cart.cs(12,5): error CS1002: ; expected [/app/Shop.csproj]",
      "/app/Cart.cs(3,1): error WHITESPACE: Fix whitespace formatting.",
      "/app/Cart.swift:12:5: error: cannot find 'total' in scope",
      "  error • Undefined name 'total' • lib/cart.dart:12:5 • undefined_identifier",
      "lib/cart.dart:12:5: Error: The getter 'total' isn't defined for the class 'Cart'.",
      "src/Cart.hs:12:5: error: [GHC-88464]\n    Variable not in scope: total",
      'Error (7576): Undeclared identifier. Did you mean "total"?',
      'cart.proto:7:3: "Total" is not defined.',
      'cart.proto:7:3:Field name "Total" should be lower_snake_case.',
      "-- TYPE MISMATCH ---------------------------------------------- src/Cart.elm",
      "cart.nim(12, 5) Error: undeclared identifier: 'total'",
      "%Error: cart.v:12:5: syntax error, unexpected IDENTIFIER",
      "! Undefined control sequence.\nl.12 \\totl",
    ],
    "verification_failure proof": [
      "Build FAILED.\n\n    0 Warning(s)\n    1 Error(s)",
      "Build failed with 3 error(s) and 1 warning(s) in 2.1s",
      "** BUILD FAILED **",
      "Done linting! Found 5 violations, 1 serious in 20 files.",
      "** (Mix) mix format failed due to --check-formatted.",
      "Compiler run failed:",
    ],
    "success proof": [
      "Build succeeded.\n    2 Warning(s)\n    0 Error(s)",
      "Build succeeded with 2 warning(s) in 3.4s",
      "** BUILD SUCCEEDED ** [3.2 sec]",
      "Done linting! Found 0 violations, 0 serious in 20 files.",
      "No issues found! (ran in 1.2s)",
      "120 mods/funs, found no issues.",
      "done (passed successfully)",
      "No hints",
      "linting took 120ms, errors: 0, warnings: 2",
    ],
    "verification_failure proof, verification_failure strong": [
      "== Compilation error in file lib/cart.ex ==\n** (CompileError) lib/cart.ex:12: undefined function total/0",
    ],
    "success strong": ["Compiled 3 Solidity files successfully"],
  },
  misses: [
    "Cart.cs(12,5): warning CS0168: The variable 'x' is declared but never used",
    "src/cart.ts(3,1): error TS2304: Cannot find name 'x'.",
    "Done linting! Found 5 violations, 0 serious in 20 files.",
    "   info • Unused import • lib/cart.dart:1:8 • unused_import",
    "src/Cart.hs:12:5: warning: [-Wunused-imports]",
    "The build succeeded last week, and the build failed today.",
    "    throw new CompileError(`lib/cart.ex:12: undefined`);",
  ],
};
