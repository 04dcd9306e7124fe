import { describe, expect, it } from "vitest";
import { observeText } from "../../../../test/observe-text.ts";
import { otherCompilers } from "./other-compilers.ts";

const said = (text: string): readonly string[] => [
  ...new Set(observeText([otherCompilers], text).map(({ says, weight }) => `${says} ${weight}`)),
];

describe("otherCompilers", () => {
  it.each([
    ["C#", "Cart.cs(12,5): error CS1002: ; expected [/app/Shop.csproj]", ["verification_failure strong"]],
    ["MSBuild fails", "Build FAILED.\n\n    0 Warning(s)\n    1 Error(s)", ["verification_failure proof"]],
    ["MSBuild succeeds", "Build succeeded.\n    2 Warning(s)\n    0 Error(s)", ["success proof"]],
    [
      "terminal logger fails",
      "Build failed with 3 error(s) and 1 warning(s) in 2.1s",
      ["verification_failure proof"],
    ],
    ["terminal logger succeeds", "Build succeeded with 2 warning(s) in 3.4s", ["success proof"]],
    ["a C# warning", "Cart.cs(12,5): warning CS0168: The variable 'x' is declared but never used", []],
    [
      "dotnet format",
      "/app/Cart.cs(3,1): error WHITESPACE: Fix whitespace formatting.",
      ["verification_failure strong"],
    ],
    ["tsc's form is tsc's", "src/cart.ts(3,1): error TS2304: Cannot find name 'x'.", []],
    ["swiftc", "/app/Cart.swift:12:5: error: cannot find 'total' in scope", ["verification_failure strong"]],
    ["Xcode fails", "** BUILD FAILED **", ["verification_failure proof"]],
    ["Xcode succeeds", "** BUILD SUCCEEDED ** [3.2 sec]", ["success proof"]],
    [
      "swiftlint, serious",
      "Done linting! Found 5 violations, 1 serious in 20 files.",
      ["verification_failure proof"],
    ],
    ["swiftlint, warnings", "Done linting! Found 5 violations, 0 serious in 20 files.", []],
    ["swiftlint, clean", "Done linting! Found 0 violations, 0 serious in 20 files.", ["success proof"]],
    [
      "dart analyze",
      "  error • Undefined name 'total' • lib/cart.dart:12:5 • undefined_identifier",
      ["verification_failure strong"],
    ],
    ["dart infos", "   info • Unused import • lib/cart.dart:1:8 • unused_import", []],
    ["flutter analyze, clean", "No issues found! (ran in 1.2s)", ["success proof"]],
    [
      "flutter run",
      "lib/cart.dart:12:5: Error: The getter 'total' isn't defined for the class 'Cart'.",
      ["verification_failure strong"],
    ],
    [
      "Elixir",
      "== Compilation error in file lib/cart.ex ==\n** (CompileError) lib/cart.ex:12: undefined function total/0",
      ["verification_failure proof", "verification_failure strong"],
    ],
    ["mix format", "** (Mix) mix format failed due to --check-formatted.", ["verification_failure proof"]],
    ["credo, clean", "120 mods/funs, found no issues.", ["success proof"]],
    ["dialyzer, clean", "done (passed successfully)", ["success proof"]],
    [
      "GHC",
      "src/Cart.hs:12:5: error: [GHC-88464]\n    Variable not in scope: total",
      ["verification_failure strong"],
    ],
    ["GHC warnings", "src/Cart.hs:12:5: warning: [-Wunused-imports]", []],
    ["hlint, clean", "No hints", ["success proof"]],
    ["solc", 'Error (7576): Undeclared identifier. Did you mean "total"?', ["verification_failure strong"]],
    ["forge", "Compiler run failed:", ["verification_failure proof"]],
    ["hardhat", "Compiled 3 Solidity files successfully", ["success strong"]],
    ["protoc", 'cart.proto:7:3: "Total" is not defined.', ["verification_failure strong"]],
    ["buf", 'cart.proto:7:3:Field name "Total" should be lower_snake_case.', ["verification_failure strong"]],
    [
      "Elm",
      "-- TYPE MISMATCH ---------------------------------------------- src/Cart.elm",
      ["verification_failure strong"],
    ],
    ["Nim", "cart.nim(12, 5) Error: undeclared identifier: 'total'", ["verification_failure strong"]],
    ["clj-kondo, clean", "linting took 120ms, errors: 0, warnings: 2", ["success proof"]],
    [
      "Verilator",
      "%Error: cart.v:12:5: syntax error, unexpected IDENTIFIER",
      ["verification_failure strong"],
    ],
    ["LaTeX", "! Undefined control sequence.\nl.12 \\totl", ["verification_failure strong"]],
    ["prose about a build", "The build succeeded last week, and the build failed today.", []],
    ["source with an exception", "    throw new CompileError(`lib/cart.ex:12: undefined`);", []],
  ])("%s", (_why, text, expected) => {
    expect(said(text)).toEqual(expected);
  });

  it("keeps the code of a C# error", () => {
    expect(observeText([otherCompilers], "Cart.cs(12,5): error CS1002: ; expected")[0]?.facts).toEqual({
      framework: "dotnet",
      language: "c#",
      file: "Cart.cs",
      line: 12,
      error_type: "CS1002",
      error_message: "; expected",
    });
  });
});
