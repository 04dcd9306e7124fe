import { describe, expect, it } from "vitest";
import { nativeCrash } from "./native-crash.ts";
import { strongest } from "../../../../test/strongest.ts";

describe("nativeCrash", () => {
  it.each([
    [
      "a shell reports the core dump",
      "./run.sh: line 3:  4711 Segmentation fault      (core dumped) ./shop",
      "proof runtime_error",
    ],
    ["without a core", "Segmentation fault", "proof runtime_error"],
    ["on a Mac with the number", "Segmentation fault: 11", "proof runtime_error"],
    ["zsh names job and command", "zsh: segmentation fault  ./shop", "proof runtime_error"],
    ["abort", "Aborted (core dumped)", "proof runtime_error"],
    [
      "the address sanitizer",
      "==4711==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602",
      "proof runtime_error",
    ],
    [
      "its summary alone",
      "SUMMARY: AddressSanitizer: heap-use-after-free /src/a.c:9 in main",
      "proof runtime_error",
    ],
    [
      "the undefined-behaviour sanitizer",
      "a.c:9:12: runtime error: signed integer overflow",
      "proof runtime_error",
    ],
    ["the thread sanitizer", "WARNING: ThreadSanitizer: data race (pid=12)", "proof runtime_error"],
    [
      "valgrind counts errors",
      "==12== ERROR SUMMARY: 3 errors from 2 contexts (suppressed: 0 from 0)",
      "proof runtime_error",
    ],
    [
      "valgrind finds none",
      "==12== ERROR SUMMARY: 0 errors from 0 contexts (suppressed: 0 from 0)",
      "proof success",
    ],
    [
      "an uncaught C++ exception",
      "terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector::_M_range_check",
      "proof runtime_error",
    ],
    ["a failed assertion", "shop: cart.c:12: main: Assertion `n > 0' failed.", "proof runtime_error"],
    ["glibc finds the heap corrupted", "double free or corruption (fasttop)", "proof runtime_error"],
    [
      "the kernel kills for memory",
      "[ 812.1] Out of memory: Killed process 4711 (shop) total-vm:1kB",
      "proof runtime_error",
    ],
    [
      "the kernel itself",
      "[  812.1] BUG: kernel NULL pointer dereference, address: 0000000000000008",
      "proof runtime_error",
    ],
    [
      "a hung task",
      "[  812.1] INFO: task kworker/0:1 blocked for more than 120 seconds.",
      "proof runtime_error",
    ],
    ["a process killed by a signal", "child process terminated by signal SIGSEGV", "proof runtime_error"],
    ["Windows' access violation", "Process exited with code 0xC0000005", "proof runtime_error"],
    [
      "a library that is not there",
      "./shop: error while loading shared libraries: libssl.so.3: cannot open shared object file",
      "proof runtime_error",
    ],
    ["killed and no more", "Killed", "strong runtime_error"],
    ["gdb", "Program received signal SIGSEGV, Segmentation fault.", "proof runtime_error"],
    ["an interrupted debugger is no crash", "Program received signal SIGINT, Interrupt.", "nothing"],
    ["a commit about crashes", "3f1c2ab Fix segmentation fault when the basket is empty", "nothing"],
    [
      "a test about crashes that passes",
      "TEST-PASS | layout/crashtests/417902.html | (LOAD ONLY)",
      "nothing",
    ],
    ["a handler in source", "signal(SIGSEGV, on_crash);", "nothing"],
    ["a help text", "  --kill     send SIGKILL to the process", "nothing"],
    [
      "a boot log mentions the handler",
      "kernel: rcu: Preemptible hierarchical RCU implementation.",
      "nothing",
    ],
  ])("%s", (_why, text, saw) => {
    expect(strongest([nativeCrash], text).saw).toBe(saw);
  });

  it("keeps the place and message of an assertion", () => {
    expect(strongest([nativeCrash], "shop: cart.c:12: main: Assertion `n > 0' failed.").facts).toEqual({
      error_type: "Assertion",
      error_message: "n > 0",
      file: "cart.c",
      line: 12,
    });
  });
});
