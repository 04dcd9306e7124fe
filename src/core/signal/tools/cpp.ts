import {
  countsErrors,
  countsTests,
  fails,
  provesFailure,
  provesSuccess,
  suggestsSuccess,
  type Tool,
} from "./tool.ts";

/** CTest and GoogleTest. */
export const ctest: Tool = {
  name: "ctest",
  kind: "test",
  facts: { framework: "ctest" },
  rules: [
    provesFailure(/^\d{1,3}% tests passed, [1-9]\d{0,6} tests? failed out of \d{1,7}/),
    provesSuccess(/^100% tests passed, 0 tests failed out of [1-9]/),
    fails(
      /^The following tests FAILED:$/,
      /^\s{1,12}\d{1,7} - (?<test>\S.{0,250}) \((?:Failed|SEGFAULT|Timeout|Not Run|ILLEGAL|Subprocess aborted|OTHER_FAULT|Exit code.{0,40})\)/,
      /^\s{0,8}\d{1,7}\/\d{1,7} Test {1,6}#\d{1,7}: (?<test>\S.{0,200}?) ?\.{2,200} ?\*\*\*(?:Failed|Exception|Timeout|Not Run|Skipped with error)/,
    ),
    suggestsSuccess(/^\s{0,8}\d{1,7}\/\d{1,7} Test {1,6}#\d{1,7}: \S.{0,200}? ?\.{2,200} {0,6}Passed\b/),
    provesFailure(
      /^Errors while running CTest$/,
      /^\[ {2}FAILED {2}\] [1-9]\d{0,6} tests?, listed below:$/,
      /^\s{0,2}[1-9]\d{0,6} FAILED TESTS?$/,
    ),
    fails(/^\[ {2}FAILED {2}\] (?<test>\S{1,300})/),
    provesSuccess(/^\[ {2}PASSED {2}\] [1-9]\d{0,6} tests?\.$/),
    suggestsSuccess(/^\[ {7}OK \] /),
    fails(/^(?<file>[^\s:(]{1,250}\.(?:cc|cpp|cxx|c|h|hpp|mm))(?::|\()(?<line>\d{1,7})\)?: Failure$/),
  ],
  hits: {
    "verification_failure proof": ["80% tests passed, 1 tests failed out of 5"],
    "success proof": ["100% tests passed, 0 tests failed out of 5"],
    "verification_failure strong": [
      " 3/5 Test #3: calc_adds ...............***Failed    0.01 sec",
      "1/1 Test #1: adds are right ...***Failed    0.04 sec",
    ],
    "success weak": [" 3/5 Test #3: calc_fails ..............   Passed    0.01 sec"],
    "verification_failure strong, success weak, verification_failure proof": [
      "[  FAILED  ] Calc.Adds (0 ms)\n[  PASSED  ] 4 tests.\n[  FAILED  ] 1 test, listed below:",
    ],
    "success weak, success proof": ["[       OK ] Calc.Fails (0 ms)\n[  PASSED  ] 5 tests."],
  },
};

const CATCH2_COUNTS = {
  failed: /\b(\d{1,7}) failed(?! as expected)\b/g,
  passed: /\b(\d{1,7}) passed\b/g,
  other: /\b(\d{1,7}) (?:skipped|failed as expected)\b/g,
};

/** Catch2, doctest, Boost.Test and Qt Test. */
export const catch2: Tool = {
  name: "catch2",
  kind: "test",
  facts: { language: "cpp" },
  rules: [
    countsTests(
      CATCH2_COUNTS,
      /^(?:\[doctest\] )?(?:test cases|assertions): {1,10}\d{1,9}(?: {1,10}\| {1,10}\d{1,9} (?:passed|failed as expected|failed|skipped)){1,5}/,
    ),
    provesSuccess(/^All tests passed \(\d{1,9} assertions? in [1-9]\d{0,6} test cases?\)/),
    provesFailure(/^\[doctest\] Status: FAILURE!/),
    provesSuccess(/^\[doctest\] Status: SUCCESS!/),
    fails(
      /^(?<file>[^\s:(]{1,250}\.(?:cc|cpp|cxx|c|h|hpp|mm))(?::|\()(?<line>\d{1,7})\)?: (?:FAILED:?|ERROR: .{1,300}is NOT correct!)$/,
    ),
    provesSuccess(/^\*{3} No errors detected$/),
    provesFailure(/^\*{3} [1-9]\d{0,6} failures? (?:is|are) detected in the test module/),
    fails(
      /^(?<file>[^\s(]{1,250})\((?<line>\d{1,7})\): (?:fatal )?error: in "(?<test>[^"]{1,250})": (?<message>.{1,400})$/,
      /^FAIL! {2}: (?<test>[\w:]{1,250}\([^()]{0,200}\)) ?(?<message>.{0,300})$/,
    ),
    countsTests(CATCH2_COUNTS, /^Totals: \d{1,7} passed, \d{1,7} failed, \d{1,7} skipped/),
  ],
  hits: {
    "verification_failure proof": [
      "test cases:  5 |  4 passed | 1 failed",
      '*** 1 failure is detected in the test module "calc"',
      "Totals: 3 passed, 1 failed, 0 skipped, 0 blacklisted, 2ms",
    ],
    "success proof": [
      "All tests passed (9 assertions in 5 test cases)",
      "test cases: 5 | 4 passed | 1 failed as expected",
      "[doctest] test cases: 5 | 5 passed | 0 failed | 0 skipped\n[doctest] Status: SUCCESS!",
      "*** No errors detected",
      "Totals: 3 passed, 0 failed, 0 skipped, 0 blacklisted, 2ms",
    ],
  },
};

/** C and C++ compilers, their linkers and their linters: gcc, clang, MSVC, nvcc, ld, lld, cppcheck, cpplint. */
export const gccClang: Tool = {
  name: "gcc-clang",
  kind: "check",
  rules: [
    fails(
      /^(?<file>(?:[A-Za-z]:)?[^\s:()'"]{1,250}\.(?:c|cc|cpp|cxx|c\+\+|h|hh|hpp|hxx|inl|ipp|m|mm|cu|cuh|ino|s|S|asm|f|f90|F90|pyx)):(?<line>\d{1,7})(?::\d{1,6})?: (?:fatal )?[Ee]rror: (?<message>.+)$/,
      /^(?<file>(?:[A-Za-z]:)?[^\s:()'"]{1,250}\.(?:c|cc|cpp|cxx|h|hpp|cu|cuh))\((?<line>\d{1,7})\): (?:catastrophic )?error(?: ?#\d{1,5})?: {1,2}(?<message>.+)$/,
    ),
    fails(
      "msvc",
      /^(?:\s{0,4}\d{1,4}>)?(?<file>(?:[A-Za-z]:)?[^\s:()'"][^:()'"]{0,250})\((?<line>\d{1,7})(?:,\d{1,6})?\) ?: (?:fatal )?error (?<type>C\d{4}): (?<message>.+)$/,
      /^(?:\s{0,4}\d{1,4}>)?[^\s:'"][^:'"]{0,250} ?: (?:fatal )?error (?<type>(?:LNK|C|D|RC)\d{4}): (?<message>.+)$/,
    ),
    fails(
      /^(?:\S{0,200}\/)?(?:[\w-]{1,40}-)?(?:gcc|g\+\+|clang|clang\+\+|clang-tidy|cc1|cc1plus|cc|c\+\+|emcc|nvcc)(?:-\d{1,3})?(?:\.exe)?: (?:fatal )?error: (?<message>.+)$/,
      /^(?:\S{0,200}\/)?cc1(?:plus)?: (?:all|some) warnings being treated as errors/,
      /^\d{1,6} warnings? treated as errors?$/,
    ),
    provesFailure("linker", /^collect2: (?:fatal )?error: ld /),
    fails(
      "linker",
      /(?:^|[:)] )undefined reference to [`'‘"](?<message>.{1,300}?)['’"]/,
      /^Undefined symbols for architecture (?<message>\w{1,20}):/,
      /^(?:\S{0,200}\/)?(?:[\w-]{1,40}-)?ld(?:\.\w{1,10})?(?:\.exe)?: (?:error: |fatal error: |fatal: )(?<message>.+)$/,
      /^(?:\S{0,200}\/)?(?:[\w-]{1,40}-)?ld(?:\.\w{1,10})?(?:\.exe)?: (?<message>(?:symbol\(s\) not found|library not found|library '.{1,100}' not found|framework not found|cannot find |duplicate symbol|can't open|cannot open|unrecognized |final link failed|.{1,300}: multiple definition of |.{1,300}: undefined reference).*)$/,
      /^(?:lld-link|rust-lld|wasm-ld|mold): error: (?<message>.+)$/,
      /: multiple definition of [`'‘](?<message>.{1,300}?)['’]; /,
    ),
    fails(/^compilation terminated\.$/),
    fails("arduino", /^Compilation error: (?<message>.+)$/),
    countsErrors(
      /^(?:\d{1,7} warnings? and )?(?<count>\d{1,7}) errors? generated(?: when compiling .{0,100})?\.$/,
      /^(?<count>\d{1,7}) errors? detected in the compilation of /,
    ),
    countsErrors("cpplint", /^Total errors found: (?<count>\d{1,7})$/),
    fails(
      "cpplint",
      /^(?<file>[^\s:]{1,250}):(?<line>\d{1,7}): {2}(?<message>\S.{0,400}) {2}\[(?<type>[a-z_+]{2,40}\/[\w+]{1,40})\] \[[12345]\]$/,
    ),
    fails(
      "cppcheck",
      /^\[(?<file>[^\s:\]]{1,250}):(?<line>\d{1,7})\](?: -> \[[^\]]{1,250}\]){0,4}: \(error\) (?<message>.+)$/,
    ),
    fails(
      { framework: "nagfor", language: "fortran" },
      /^(?:Fatal )?Error: (?<file>[^\s:,]{1,250}\.(?:f|F|for|f90|F90|f95|f03|f08))(?:, line (?<line>\d{1,7}))?: (?<message>.+)$/,
    ),
    fails(
      { framework: "gfortran", language: "fortran" },
      /^(?:Fatal )?Error: (?<message>.{1,400} at \(1\).*)$/,
    ),
  ],
  hits: {
    "verification_failure strong": [
      "src/cart.c:12:5: error: 'total' undeclared (first use in this function)",
      "src/cart.cpp:1:10: fatal error: cart.hpp: No such file or directory\ncompilation terminated.",
      "clang: error: linker command failed with exit code 1 (use -v to see invocation)",
      "arm-none-eabi-gcc: fatal error: no input files",
      'Undefined symbols for architecture arm64:\n  "_total", referenced from:\nld: symbol(s) not found for architecture arm64',
      "/usr/bin/ld: cannot find -lcart: No such file or directory",
      "ld.lld: error: undefined symbol: total()",
      "cart.cpp(12): error C2065: 'total': undeclared identifier",
      "2>C:\\work\\cart.cpp(12,5): error C2065: 'total': undeclared identifier",
      "cart.obj : error LNK2019: unresolved external symbol total",
      'kernel.cu(8): error: identifier "total" is undefined',
      "cc1plus: all warnings being treated as errors",
      "[src/cart.cpp:12]: (error) Null pointer dereference",
      "src/cart.cc:12:  Missing space before {  [whitespace/braces] [5]",
      "Error: Symbol 'x' at (1) has no IMPLICIT type",
    ],
    "verification_failure proof": ["1 warning and 2 errors generated."],
    "verification_failure strong, verification_failure proof": [
      "/usr/bin/ld: cart.o: in function `main':\ncart.c:(.text+0x5): undefined reference to `total'\ncollect2: error: ld returned 1 exit status",
    ],
    "success proof": ["Total errors found: 0"],
  },
  misses: [
    "src/cart.c:12:5: warning: unused variable 'x' [-Wunused-variable]\n1 warning generated.",
    "[src/cart.cpp:12]: (style) Variable 'x' is assigned a value that is never used.",
    '#error "unsupported platform"',
    'src/cart.c:12:    fprintf(stderr, "error: %s", why);',
  ],
};
