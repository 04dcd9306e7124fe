import { describe, expect, it } from "vitest";
import { observeText } from "../../../../test/observe-text.ts";
import { rustc } from "./rustc.ts";

const said = (text: string): readonly string[] => [
  ...new Set(observeText([rustc], text).map(({ says, weight }) => `${says} ${weight}`)),
];

describe("rustc", () => {
  it.each([
    [
      "error with its place",
      'error[E0308]: mismatched types\n --> src/cart.rs:4:5\n  |\n4 |     "a"\n\nerror: could not compile `shop` (bin "shop") due to 1 previous error\n',
      ["verification_failure strong", "verification_failure proof"],
    ],
    [
      "clippy denies a lint",
      "error: this loop never actually loops\n  --> src/cart.rs:9:1\n",
      ["verification_failure strong"],
    ],
    [
      "warnings and a finished build",
      "warning: unused import: `std::fs`\n --> src/cart.rs:1:5\n\n    Finished `dev` profile [unoptimized + debuginfo] target(s) in 0.42s\n",
      ["success strong"],
    ],
    [
      "warnings alone",
      "warning: unused variable: `x`\n --> src/cart.rs:1:5\n\nwarning: `shop` (bin) generated 1 warning\n",
      [],
    ],
    ["older cargo", "    Finished release [optimized] target(s) in 3.10s", ["success strong"]],
    [
      "rustc alone",
      "error: aborting due to 2 previous errors; 1 warning emitted",
      ["verification_failure proof"],
    ],
    ["older rustc", "error: aborting due to previous error", ["verification_failure proof"]],
    [
      "short messages",
      "src/cart.rs:4:5: error[E0425]: cannot find value `x` in this scope",
      ["verification_failure strong"],
    ],
    ["linker", "error: linking with `cc` failed: exit status: 1", ["verification_failure strong"]],
    [
      "build script",
      "error: failed to run custom build command for `openssl-sys v0.9.1`",
      ["verification_failure strong"],
    ],
    [
      "cargo fmt --check",
      "Diff in /app/src/cart.rs:12:\n-fn a(){}\n+fn a() {}",
      ["verification_failure strong"],
    ],
    ["cargo audit", "error: 2 vulnerabilities found!", ["verification_failure proof"]],
    ["source with an error type", '    Err(Error::Parse(error)) => println!("error: {error}"),', []],
    ["another tool's error", "error: pathspec 'main' did not match any file(s) known to git", []],
  ])("%s", (_why, text, expected) => {
    expect(said(text)).toEqual(expected);
  });

  it("joins heading and place", () => {
    expect(
      observeText([rustc], "error[E0308]: mismatched types\n --> src/cart.rs:4:5\n").at(-1)?.facts,
    ).toEqual({
      framework: "cargo",
      language: "rust",
      error_type: "E0308",
      error_message: "mismatched types",
      file: "src/cart.rs",
      line: 4,
    });
  });
});
