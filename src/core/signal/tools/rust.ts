import {
  countsErrors,
  countsTests,
  fails,
  follows,
  ignores,
  joins,
  keeps,
  opens,
  passes,
  provesFailure,
  provesSuccess,
  suggestsSuccess,
  within,
  type Tool,
} from "./tool.ts";

const CARGO_COUNTS = {
  failed: /\b(\d{1,7}) (?:failed|timed out|exec failed)\b/g,
  passed: /\b(\d{1,7}) passed\b/g,
  other: /\b(\d{1,7}) (?:ignored|skipped)\b/g,
};

/** cargo test and nextest. A panic only counts in the output of a failing test. */
export const cargoTest: Tool = {
  name: "cargo-test",
  kind: "test",
  facts: { framework: "cargo test", language: "rust" },
  trims: true,
  rules: [
    countsTests(CARGO_COUNTS, /^test result: (?:ok|FAILED)\. \d{1,7} passed; \d{1,7} failed\b.{0,120}/),
    fails(/^test (?<test>\S.{0,250}?) \.\.\. FAILED\b/),
    suggestsSuccess(/^test \S.{0,250} \.\.\. (?:ok|ignored)\b/),
    fails(
      /^test (?<test>\S.{0,250}) - should panic \.\.\. FAILED$/,
      /^error: (?<message>(?:doc)?test failed, to rerun pass .{0,120})/,
    ),
    countsTests(
      CARGO_COUNTS,
      /^\s{0,10}Summary \[ {0,8}[\d.]{1,12}s\] \d{1,7}(?:\/\d{1,7})? tests? run: .{1,200}/,
    ),
    fails(
      /^\s{0,16}(?:TRY \d{1,3} )?(?:FAIL|SIGABRT|SIGSEGV|TIMEOUT|ABORT|LEAK-FAIL) \[ {0,8}>? {0,4}[\d.]{1,12}s\] (?:\( {0,6}\d{1,7}\/\d{1,7}\) )?(?<test>\S.{0,300})$/,
    ),
    suggestsSuccess(/^\s{0,16}PASS \[ {0,8}[\d.]{1,12}s\] /),
    provesFailure(/^error: (?<message>test run failed)$/),
    opens("test output", fails(/^---- (?<test>\S.{0,250}) stdout ----$/)),
    within(
      "test output",
      follows(
        1,
        fails(
          /^thread '[^']{1,250}' (?:\(\d{1,9}\) )?panicked at (?:'(?<message>.{1,400}?)', )?(?<file>[^\s:]{1,250}\.rs):(?<line>\d{1,7}):\d{1,7}:?$/,
        ),
      ),
      keeps(1, ignores(/^left: `?(?<actual>.{1,300}?)`?,?$/)),
      joins(fails(/^right: `?(?<expected>.{1,300}?)`?,?$/)),
      fails(/^(?<message>(?:assertion |called `|explicit panic).*)$/),
    ),
  ],
  hits: {
    "verification_failure proof": [
      "test result: FAILED. 3 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s",
      "     Summary [   0.123s] 12 tests run: 11 passed, 1 failed, 2 skipped",
    ],
    "success proof": [
      "test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s",
      "     Summary [   0.123s] 12 tests run: 12 passed (1 slow), 0 skipped",
    ],
    "verification_failure strong": [
      "test tests::adds ... FAILED",
      "error: test failed, to rerun pass `--lib`",
      "        FAIL [   0.005s] calc tests::adds",
    ],
    "success weak": ["test tests::fails_on_error ... ok"],
  },
  misses: [
    "test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out",
    "thread 'main' panicked at src/main.rs:2:5:\nboom",
  ],
};

/** rustc, cargo and clippy. The heading of an error is followed by its place. */
export const rustc: Tool = {
  name: "rustc",
  kind: "check",
  facts: { framework: "cargo", language: "rust" },
  rules: [
    provesFailure(
      /^error: could not compile `[^`]{1,120}`/,
      /^error: aborting due to (?:\d{1,6} |one )?previous errors?/,
    ),
    fails(
      /^error: (?<message>(?:linking with `.{1,100}` failed|failed to run custom build command for|unused_).*)$/,
      /^(?<file>[^\s:]{1,250}\.rs):(?<line>\d{1,7}):\d{1,6}: (?:\d{1,7}:\d{1,6} )?error(?:\[(?<type>E\d{4})\])?: (?<message>.+)$/,
    ),
    fails("rustfmt", /^Diff in (?<file>\S[^:]{0,250}\.rs)(?::(?<line>\d{1,7}):| at line \d{1,7}:)/),
    countsErrors("cargo audit", /^error: (?<count>\d{1,6}) vulnerabilit(?:y|ies) found!/),
    provesSuccess("cargo deny", /^advisories ok, bans ok, licenses ok, sources ok$/),
    passes(/^\s{0,8}Finished (?:`[\w-]{1,40}` profile|[\w-]{1,40}) \[[^\]]{3,60}\] target\(s\) in /),
    keeps(3, fails(/^error\[(?<type>E\d{4})\]: (?<message>\S.*)$/)),
    keeps(3, ignores(/^error(?:\[(?<type>[\w:]{2,80})\])?: (?<message>\S.*)$/)),
    joins(fails(/^ {0,8}--> (?<file>[^\s:][^:]{0,250}\.rs):(?<line>\d{1,7}):\d{1,6}$/)),
  ],
  hits: {
    "verification_failure strong, verification_failure proof": [
      'error[E0308]: mismatched types\n --> src/cart.rs:4:5\n  |\n4 |     "a"\n\nerror: could not compile `shop` (bin "shop") due to 1 previous error\n',
    ],
    "verification_failure strong": [
      "error: this loop never actually loops\n  --> src/cart.rs:9:1\n",
      "src/cart.rs:4:5: error[E0425]: cannot find value `x` in this scope",
      "error: linking with `cc` failed: exit status: 1",
      "error: failed to run custom build command for `openssl-sys v0.9.1`",
      "Diff in /app/src/cart.rs:12:\n-fn a(){}\n+fn a() {}",
    ],
    "success strong": [
      "warning: unused import: `std::fs`\n --> src/cart.rs:1:5\n\n    Finished `dev` profile [unoptimized + debuginfo] target(s) in 0.42s\n",
      "    Finished release [optimized] target(s) in 3.10s",
    ],
    "verification_failure proof": [
      "error: aborting due to 2 previous errors; 1 warning emitted",
      "error: aborting due to previous error",
      "error: 2 vulnerabilities found!",
    ],
  },
  misses: [
    "warning: unused variable: `x`\n --> src/cart.rs:1:5\n\nwarning: `shop` (bin) generated 1 warning\n",
    '    Err(Error::Parse(error)) => println!("error: {error}"),',
    "error: pathspec 'main' did not match any file(s) known to git",
  ],
};

const PANIC = { error_type: "panic" };

/** Rust panics with their place, in the form of Rust 1.73 and later and in the older one. */
export const rustPanic: Tool = {
  name: "rust-panic",
  kind: "runtime",
  facts: { language: "rust" },
  rules: [
    joins(provesFailure(/^(?<message>.*)$/)),
    keeps(
      1,
      provesFailure(
        PANIC,
        /^\s{0,4}thread '[^']{0,200}'(?: \(\d{1,9}\))? (?:has )?panicked at (?<file>[^'",:][^'",:]{0,300}|[A-Z]:[^'",:]{1,300}):(?<line>\d{1,7}):\d{1,7}:$/,
      ),
    ),
    provesFailure(
      PANIC,
      /^\s{0,4}thread '[^']{0,200}'(?: \(\d{1,9}\))? (?:has )?panicked at '(?<message>.{0,1200})', (?<file>.{1,300}):(?<line>\d{1,7}):\d{1,7}$/,
    ),
    fails(PANIC, /^\s{0,4}thread '[^']{0,200}'(?: \(\d{1,9}\))? (?:has )?panicked at .{1,1500}$/),
    provesFailure(/^Error: (?<type>Os) \{ (?<message>code: \d+.{0,300}) \}$/),
    fails(/^Error: (?<type>[A-Z]\w{0,60})(?:\(| \{ )(?<message>.{1,400})[)}]$/),
    provesFailure(
      { error_type: "stack overflow" },
      /^\s{0,4}thread '[^']{0,200}'(?: \(\d{1,9}\))? has overflowed its stack$/,
    ),
    provesFailure(
      /^thread panicked while (?:panicking|processing panic)\. aborting\.$/,
      /^thread caused non-unwinding panic\. aborting\.$/,
      /^memory allocation of \d+ bytes failed$/,
    ),
    fails(/^note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\.?$/),
    provesFailure(/^The application panicked \(crashed\)\.$/),
  ],
  hits: {
    "runtime_error proof, runtime_error strong": [
      "thread 'main' panicked at src/main.rs:2:5:\nindex out of bounds\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace",
    ],
    "runtime_error proof": [
      "thread 'worker' panicked at 'no basket', src/cart.rs:40:13",
      "thread 'main' (4711) panicked at src/main.rs:2:5:\nboom",
      'Error: Os { code: 2, kind: NotFound, message: "No such file or directory" }',
      "thread 'main' has overflowed its stack",
    ],
  },
  misses: [
    '#[should_panic(expected = "no basket")]',
    '    panic!("no basket");',
    "error: could not compile `shop` (bin) due to 2 previous errors",
  ],
};
