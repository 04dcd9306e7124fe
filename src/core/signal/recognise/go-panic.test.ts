import { describe, expect, it } from "vitest";
import { goPanic } from "./go-panic.ts";
import { strongest } from "../../../../test/strongest.ts";

const PANIC = `panic: runtime error: index out of range [5] with length 3

goroutine 1 [running]:
main.pick(...)
\t/usr/local/go/src/runtime/panic.go:88 +0x1d
main.main()
\t/home/dev/shop/main.go:14 +0x1d
exit status 2
`;

describe("goPanic", () => {
  it.each([
    ["a panic with its goroutine", PANIC, "proof runtime_error"],
    ["a panic alone", "panic: basket is empty", "strong runtime_error"],
    [
      "a deadlock",
      "fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan receive]:",
      "proof runtime_error",
    ],
    [
      "a nil dereference names its signal",
      "[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x48]",
      "proof runtime_error",
    ],
    ["the race detector", "WARNING: DATA RACE\nWrite at 0x00c000 by goroutine 7:", "proof runtime_error"],
    [
      "a C header that is missing is a compiler's error",
      "main.c:1:10: fatal error: stdio.h: No such file or directory",
      "nothing",
    ],
    ["source that panics", '\tpanic("basket is empty")', "nothing"],
    ["a test about panics", "--- PASS: TestPanicRecovers (0.00s)", "nothing"],
  ])("%s", (_why, text, saw) => {
    expect(strongest([goPanic], text).saw).toBe(saw);
  });

  it("keeps the message and the first frame outside Go", () => {
    expect(strongest([goPanic], PANIC).facts).toEqual({
      language: "go",
      error_type: "runtime error",
      error_message: "index out of range [5] with length 3",
      file: "/home/dev/shop/main.go",
      line: 14,
    });
  });
});
