import { describe, expect, it } from "vitest";
import { goBuild } from "./go-build.ts";
import { observeText } from "../../../../test/observe-text.ts";

const said = (text: string): readonly string[] => [
  ...new Set(observeText([goBuild], text).map(({ says, weight }) => `${says} ${weight}`)),
];

describe("goBuild", () => {
  it.each([
    ["compiler", "# example.com/shop\n./cart.go:10:2: undefined: total", ["verification_failure strong"]],
    ["unused import", './cart.go:4:2: "os" imported and not used', ["verification_failure strong"]],
    ["vet", "vet: ./cart.go:10:2: undefined: total", ["verification_failure strong"]],
    [
      "golangci-lint",
      "cart/cart.go:42:21: Error return value of `f.Close` is not checked (errcheck)\n1 issues:\n* errcheck: 1",
      ["verification_failure strong", "verification_failure proof"],
    ],
    ["staticcheck", "cart.go:9:9: empty branch (SA9003)", ["verification_failure strong"]],
    ["golangci-lint is content", "0 issues.", ["success proof"]],
    [
      "a package that does not build",
      "FAIL\texample.com/shop/cart [build failed]",
      ["verification_failure proof"],
    ],
    [
      "import cycle",
      "package example.com/shop\n\timports example.com/shop/cart: import cycle not allowed",
      ["verification_failure strong"],
    ],
    ["goreleaser", "  ⨯ build failed after 0s  error=exit status 1", ["verification_failure strong"]],
    ["goreleaser is content", "  • build succeeded after 3s", ["success strong"]],
    ["old compiler without a column", "./cart.go:10: undefined: total", ["verification_failure strong"]],
    ["a test's log line", "    cart_test.go:551: total is 3 now", []],
    ["a search hit", "cart.go:255:\t\treturn nil, ErrEmpty", []],
    ["a search hit with a column", "cart.go:255:12:\treturn nil, ErrEmpty", []],
    ["a frame of a trace", "\t/app/cart.go:64 +0x614", []],
    ["gofmt -l lists files", "cart/cart.go\ncart/total.go", []],
  ])("%s", (_why, text, expected) => {
    expect(said(text)).toEqual(expected);
  });

  it("keeps the linter's message and place", () => {
    expect(observeText([goBuild], "cart.go:9:9: empty branch (SA9003)")[0]?.facts).toEqual({
      framework: "golangci-lint",
      language: "go",
      file: "cart.go",
      line: 9,
      error_type: "SA9003",
      error_message: "empty branch",
    });
  });
});
