import { countsErrors, fails, lineRules, settlesFailure } from "./diagnostic-rules.ts";
import type { Recogniser } from "./recogniser.ts";

const MSVC = { framework: "msvc" };
const LINKER = { framework: "linker" };

/** C and C++ compilers, their linkers and their linters: gcc, clang, MSVC, nvcc, ld, lld, cppcheck, cpplint. */
export const gccClang: Recogniser = lineRules(
  "gcc-clang",
  [
    "error:",
    "error c",
    "error lnk",
    "error generated",
    "errors generated",
    "undefined reference",
    "undefined symbols",
    "ld: ",
    "ld.lld",
    "multiple definition of",
    "compilation terminated",
    "treated as error",
    "(error)",
    "errors found",
    "error detected",
    "errors detected",
    ".cc:",
    ".cpp:",
    ".h:",
    "at (1)",
  ],
  {},
  [
    fails(
      /^(?<file>(?:[A-Za-z]:)?[^\s:()'"]{1,250}\.(?:c|cc|cpp|cxx|c\+\+|h|hh|hpp|hxx|inl|ipp|m|mm|cu|cuh|ino|s|S|asm|f|f90|F90|pyx)):(?<line>\d{1,7})(?::\d{1,6})?: (?:fatal )?[Ee]rror: (?<message>.+)$/,
    ),
    fails(
      /^(?<file>(?:[A-Za-z]:)?[^\s:()'"]{1,250}\.(?:c|cc|cpp|cxx|h|hpp|cu|cuh))\((?<line>\d{1,7})\): (?:catastrophic )?error(?: ?#\d{1,5})?: {1,2}(?<message>.+)$/,
    ),
    fails(
      /^(?:\s{0,4}\d{1,4}>)?(?<file>(?:[A-Za-z]:)?[^\s:()'"][^:()'"]{0,250})\((?<line>\d{1,7})(?:,\d{1,6})?\) ?: (?:fatal )?error (?<code>C\d{4}): (?<message>.+)$/,
      MSVC,
    ),
    fails(
      /^(?:\s{0,4}\d{1,4}>)?[^\s:'"][^:'"]{0,250} ?: (?:fatal )?error (?<code>(?:LNK|C|D|RC)\d{4}): (?<message>.+)$/,
      MSVC,
    ),
    fails(
      /^(?:\S{0,200}\/)?(?:[\w-]{1,40}-)?(?:gcc|g\+\+|clang|clang\+\+|clang-tidy|cc1|cc1plus|cc|c\+\+|emcc|nvcc)(?:-\d{1,3})?(?:\.exe)?: (?:fatal )?error: (?<message>.+)$/,
    ),
    fails(/^(?:\S{0,200}\/)?cc1(?:plus)?: (?:all|some) warnings being treated as errors/),
    fails(/^\d{1,6} warnings? treated as errors?$/),
    settlesFailure(/^collect2: (?:fatal )?error: ld /, LINKER),
    fails(/(?:^|[:)] )undefined reference to [`'‘"](?<message>.{1,300}?)['’"]/, LINKER),
    fails(/^Undefined symbols for architecture (?<message>\w{1,20}):/, LINKER),
    fails(
      /^(?:\S{0,200}\/)?(?:[\w-]{1,40}-)?ld(?:\.\w{1,10})?(?:\.exe)?: (?:error: |fatal error: |fatal: )(?<message>.+)$/,
      LINKER,
    ),
    fails(
      /^(?:\S{0,200}\/)?(?:[\w-]{1,40}-)?ld(?:\.\w{1,10})?(?:\.exe)?: (?<message>(?:symbol\(s\) not found|library not found|library '.{1,100}' not found|framework not found|cannot find |duplicate symbol|can't open|cannot open|unrecognized |final link failed|.{1,300}: multiple definition of |.{1,300}: undefined reference).*)$/,
      LINKER,
    ),
    fails(/^(?:lld-link|rust-lld|wasm-ld|mold): error: (?<message>.+)$/, LINKER),
    fails(/: multiple definition of [`'‘](?<message>.{1,300}?)['’]; /, LINKER),
    fails(/^compilation terminated\.$/),
    fails(/^Compilation error: (?<message>.+)$/, { framework: "arduino" }),
    countsErrors(
      /^(?:\d{1,7} warnings? and )?(?<count>\d{1,7}) errors? generated(?: when compiling .{0,100})?\.$/,
    ),
    countsErrors(/^(?<count>\d{1,7}) errors? detected in the compilation of /),
    countsErrors(/^Total errors found: (?<count>\d{1,7})$/, { framework: "cpplint" }),
    fails(
      /^(?<file>[^\s:]{1,250}):(?<line>\d{1,7}): {2}(?<message>\S.{0,400}) {2}\[(?<code>[a-z_+]{2,40}\/[\w+]{1,40})\] \[\d\]$/,
      { framework: "cpplint" },
    ),
    fails(
      /^\[(?<file>[^\s:\]]{1,250}):(?<line>\d{1,7})\](?: -> \[[^\]]{1,250}\]){0,4}: \(error\) (?<message>.+)$/,
      { framework: "cppcheck" },
    ),
    fails(
      /^(?:Fatal )?Error: (?<file>[^\s:,]{1,250}\.(?:f|F|for|f90|F90|f95|f03|f08))(?:, line (?<line>\d{1,7}))?: (?<message>.+)$/,
      {
        framework: "nagfor",
        language: "fortran",
      },
    ),
    fails(/^(?:Fatal )?Error: (?<message>.{1,400} at \(1\).*)$/, {
      framework: "gfortran",
      language: "fortran",
    }),
  ],
);
