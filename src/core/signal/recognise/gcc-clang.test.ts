import { describe, expect, it } from "vitest";
import { gccClang } from "./gcc-clang.ts";
import { observeText } from "../../../../test/observe-text.ts";

const said = (text: string): readonly string[] => [
  ...new Set(observeText([gccClang], text).map(({ says, weight }) => `${says} ${weight}`)),
];

describe("gccClang", () => {
  it.each([
    [
      "gcc",
      "src/cart.c:12:5: error: 'total' undeclared (first use in this function)",
      ["verification_failure strong"],
    ],
    [
      "missing header",
      "src/cart.cpp:1:10: fatal error: cart.hpp: No such file or directory\ncompilation terminated.",
      ["verification_failure strong"],
    ],
    [
      "warnings only",
      "src/cart.c:12:5: warning: unused variable 'x' [-Wunused-variable]\n1 warning generated.",
      [],
    ],
    ["clang's count", "1 warning and 2 errors generated.", ["verification_failure proof"]],
    [
      "driver",
      "clang: error: linker command failed with exit code 1 (use -v to see invocation)",
      ["verification_failure strong"],
    ],
    ["cross compiler", "arm-none-eabi-gcc: fatal error: no input files", ["verification_failure strong"]],
    [
      "missing symbol",
      "/usr/bin/ld: cart.o: in function `main':\ncart.c:(.text+0x5): undefined reference to `total'\ncollect2: error: ld returned 1 exit status",
      ["verification_failure strong", "verification_failure proof"],
    ],
    [
      "macOS linker",
      'Undefined symbols for architecture arm64:\n  "_total", referenced from:\nld: symbol(s) not found for architecture arm64',
      ["verification_failure strong"],
    ],
    [
      "missing library",
      "/usr/bin/ld: cannot find -lcart: No such file or directory",
      ["verification_failure strong"],
    ],
    ["lld", "ld.lld: error: undefined symbol: total()", ["verification_failure strong"]],
    ["MSVC", "cart.cpp(12): error C2065: 'total': undeclared identifier", ["verification_failure strong"]],
    [
      "MSVC in a parallel build",
      "2>C:\\work\\cart.cpp(12,5): error C2065: 'total': undeclared identifier",
      ["verification_failure strong"],
    ],
    [
      "MSVC linker",
      "cart.obj : error LNK2019: unresolved external symbol total",
      ["verification_failure strong"],
    ],
    ["nvcc", 'kernel.cu(8): error: identifier "total" is undefined', ["verification_failure strong"]],
    ["warnings as errors", "cc1plus: all warnings being treated as errors", ["verification_failure strong"]],
    ["cppcheck", "[src/cart.cpp:12]: (error) Null pointer dereference", ["verification_failure strong"]],
    ["cppcheck style", "[src/cart.cpp:12]: (style) Variable 'x' is assigned a value that is never used.", []],
    [
      "cpplint",
      "src/cart.cc:12:  Missing space before {  [whitespace/braces] [5]",
      ["verification_failure strong"],
    ],
    ["cpplint is content", "Total errors found: 0", ["success proof"]],
    ["gfortran", "Error: Symbol 'x' at (1) has no IMPLICIT type", ["verification_failure strong"]],
    ["a preprocessor line in source", '#error "unsupported platform"', []],
    ["a search hit", 'src/cart.c:12:    fprintf(stderr, "error: %s", why);', []],
  ])("%s", (_why, text, expected) => {
    expect(said(text)).toEqual(expected);
  });

  it("keeps place and code", () => {
    expect(
      observeText([gccClang], "cart.cpp(12): error C2065: 'x': undeclared identifier")[0]?.facts,
    ).toEqual({
      framework: "msvc",
      language: "c++",
      file: "cart.cpp",
      line: 12,
      error_type: "C2065",
      error_message: "'x': undeclared identifier",
    });
  });
});
