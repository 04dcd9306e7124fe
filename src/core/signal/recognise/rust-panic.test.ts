import { describe, expect, it } from "vitest";
import { rustPanic } from "./rust-panic.ts";
import { strongest } from "../../../../test/strongest.ts";

describe("rustPanic", () => {
  it.each([
    [
      "the form since Rust 1.73 puts the message on the next line",
      "thread 'main' panicked at src/main.rs:2:5:\nindex out of bounds\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace",
      "proof runtime_error",
      {
        language: "rust",
        error_type: "panic",
        error_message: "index out of bounds",
        file: "src/main.rs",
        line: 2,
      },
    ],
    [
      "the form before had it all on one line",
      "thread 'worker' panicked at 'no basket', src/cart.rs:40:13",
      "proof runtime_error",
      { language: "rust", error_type: "panic", error_message: "no basket", file: "src/cart.rs", line: 40 },
    ],
    [
      "newer versions add the number of the thread",
      "thread 'main' (4711) panicked at src/main.rs:2:5:\nboom",
      "proof runtime_error",
      { language: "rust", error_type: "panic", error_message: "boom", file: "src/main.rs", line: 2 },
    ],
    [
      "main that returns an error prints it for debugging",
      'Error: Os { code: 2, kind: NotFound, message: "No such file or directory" }',
      "proof runtime_error",
      {
        language: "rust",
        error_type: "Os",
        error_message: 'code: 2, kind: NotFound, message: "No such file or directory"',
      },
    ],
    [
      "the stack may run out",
      "thread 'main' has overflowed its stack",
      "proof runtime_error",
      { language: "rust", error_type: "stack overflow" },
    ],
    ["an attribute of a test that should panic", '#[should_panic(expected = "no basket")]', "nothing", {}],
    ["a macro in source", '    panic!("no basket");', "nothing", {}],
    [
      "a compiler's error is another tool's",
      "error: could not compile `shop` (bin) due to 2 previous errors",
      "nothing",
      {},
    ],
  ])("%s", (_why, text, saw, facts) => {
    expect(strongest([rustPanic], text)).toEqual({ saw, facts });
  });
});
