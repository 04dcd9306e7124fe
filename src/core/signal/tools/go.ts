import type { SignalFacts } from "../signal.ts";
import { factsOf, factText } from "./read-rules.ts";
import {
  countsErrors,
  fails,
  ignores,
  opens,
  passes,
  provesFailure,
  provesSuccess,
  suggestsSuccess,
  within,
  type Tool,
} from "./tool.ts";

/** go test plain, verbose and as JSON, gotestsum, Ginkgo and testify. What a passing test logs is not a failure. */
export const goTest: Tool = {
  name: "go-test",
  kind: "test",
  facts: { framework: "go test", language: "go" },
  rules: [
    provesFailure(
      /^FAIL[\t ]{1,4}(?<file>[\w.~@-]{1,80}(?:\/[\w.~@-]{1,80}){0,20})[\t ]{1,4}(?:\[(?:build|setup) failed\]|\d{1,9}\.\d{1,6}s)/,
      /^FAIL$/,
    ),
    ignores(
      /^ok[\t ]{1,4}[\w.~@/-]{1,300}[\t ]{1,4}(?:\(cached\)|\d{1,9}\.\d{1,6}s)[\t ]{1,4}\[no tests to run\]/,
    ),
    provesSuccess(/^ok[\t ]{1,4}[\w.~@/-]{1,300}[\t ]{1,4}(?:\(cached\)|\d{1,9}\.\d{1,6}s)/, /^PASS$/),
    opens("failing test", fails(/^\s{0,24}--- FAIL: (?<test>\S{1,300})(?: \([\d.]{1,12}s\))?/)),
    opens("passing test", suggestsSuccess(/^\s{0,24}--- (?:PASS|SKIP): /)),
    fails(
      /^=== FAIL: (?:\S{1,250} )?(?<test>(?:Test|Example|Benchmark|Fuzz)\S{0,250})/,
      /^✖ {1,2}[\w.~@-]{1,80}(?:\/[\w.~@-]{1,80}){1,20} \([\d.]{1,12}m?s\)/,
    ),
    provesFailure(
      /^DONE (?:\d{1,7} runs?, )?\d{1,7} tests?(?:, \d{1,7} skipped)?, [1-9]\d{0,6} (?:failures?|errors?)\b/,
    ),
    provesSuccess(/^DONE (?:\d{1,7} runs?, )?[1-9]\d{0,6} tests?(?:, \d{1,7} skipped)? in [\d.]{1,12}s/),
    provesFailure(/^FAIL! -- \d{1,7} Passed \| \d{1,7} (?:Failed|FAILED)/),
    provesSuccess(/^SUCCESS! -- [1-9]\d{0,6} Passed \| 0 Failed/i),
    fails(/^\s{0,4}\[FAIL\] (?<test>\S.{0,300})/, /^• \[FAILED\]/),
    provesFailure(/^OOPS: \d{1,7} passed, [1-9]\d{0,6} FAILED/),
    fails(/^FAIL: (?<file>[^\s:]{1,250}_test\.go):(?<line>\d{1,7}): (?<test>\S{1,200})$/),
    provesFailure(/^panic: (?<message>test timed out after \S{1,20})/),
    fails(
      /^\s{0,24}testing\.go:\d{1,6}: (?<message>race detected during execution of test)/,
      /^\s{0,24}(?<file>[\w./-]{1,200}_test\.go):(?<line>\d{1,7}): (?<message>.{0,200}\bgot:? {0,4}(?<actual>\S.{0,200}?)[,;:]? want(?:ed)?:? (?<expected>\S.{0,200}))$/i,
      /^\s{0,24}(?<file>[\w./-]{1,200}_test\.go):(?<line>\d{1,7}): (?<message>.{0,200}?\) = (?<actual>.{0,200}?)[,;] want:? (?<expected>\S.{0,200}))$/,
      /^\s{0,24}(?<file>[\w./-]{1,200}_test\.go):(?<line>\d{1,7}): (?<message>.{0,200}\b(?:expected|want(?:ed)?):? (?<expected>\S.{0,200}?)[,;]?(?: but)? got:? (?<actual>\S.{0,200}))$/i,
      /^\s{1,24}Error Trace:\s{1,4}(?<file>\S{1,300}\.go):(?<line>\d{1,7})/,
      /^\s{1,24}Test: {1,12}\t(?<test>(?:Test|Example|Fuzz)\S{0,250})$/,
      /^\s{1,24}Error: {1,12}\t(?<message>\S.{0,300})$/,
      /^\{"Time":"[^"]{1,60}","Action":"fail","Package":"[^"]{1,300}","Test":"(?<test>[^"]{1,300})"/,
    ),
    provesFailure(/^\{"Time":"[^"]{1,60}","Action":"fail",/),
    within(
      "failing test",
      fails(/^\s{4,24}(?<file>[\w./-]{1,200}_test\.go):(?<line>\d{1,7}): (?<message>\S.{0,600})$/),
    ),
  ],
  hits: {
    "verification_failure strong, verification_failure proof": [
      "--- FAIL: TestAdd (0.00s)\nFAIL\nFAIL\texample.com/m/calc\t0.012s",
    ],
    "verification_failure proof": [
      "FAIL\texample.com/m/calc [build failed]",
      "panic: test timed out after 10m0s",
      "DONE 12 tests, 2 skipped, 1 failure in 0.512s",
      "FAIL! -- 2 Passed | 1 Failed | 0 Pending | 0 Skipped",
    ],
    "success proof": [
      "ok  \texample.com/m/calc\t0.012s\nok  \texample.com/m/errors\t(cached)",
      "DONE 12 tests, 2 skipped in 0.512s",
      "SUCCESS! -- 3 Passed | 0 Failed | 0 Pending | 0 Skipped",
    ],
    "verification_failure proof, success weak": ["FAIL\texample.com/a\t0.1s\nok  \texample.com/b\t0.1s"],
    "success weak, success proof": [
      "=== RUN   TestFail\n    a_test.go:3: failed as it should\n--- PASS: TestFail (0.00s)\nPASS",
    ],
    "verification_failure strong": ["    testing.go:1490: race detected during execution of test"],
  },
  misses: ["ok  \texample.com/m/calc\t0.012s [no tests to run]", "the word FAIL is printed"],
};

/** The Go compiler, vet and linters. A search hit has no space after the position, and a test's log line no column. */
export const goBuild: Tool = {
  name: "go-build",
  kind: "check",
  facts: { framework: "go", language: "go" },
  rules: [
    fails(
      "golangci-lint",
      /^(?:vet: )?(?<file>(?:[A-Za-z]:)?[^\s:'"]{1,250}\.go):(?<line>\d{1,7}):\d{1,6}: (?<type>[A-Z]{1,3}\d{4}): (?<message>\S.{0,600}) \([a-z]{2,30}\)$/,
      /^(?<file>(?:[A-Za-z]:)?[^\s:'"]{1,250}\.go):(?<line>\d{1,7}):\d{1,6}: (?<message>\S.{0,600}) \((?<type>[a-z]{2,30}|[A-Z]{1,3}\d{4})\)$/,
    ),
    ignores(/^[^\s:]{1,250}\.go:\d{1,7}:\d{1,6}: (?:warning|note|info)\b/i),
    fails(
      /^(?:vet: )?(?<file>(?:[A-Za-z]:)?[^\s:'"]{1,250}\.go):(?<line>\d{1,7}):\d{1,6}: (?<message>[^\s*/}{)].*)$/,
      /^(?<file>[^\s:'"]{1,250}\.go):(?<line>\d{1,7}): (?<message>(?:undefined: |imported and not used|"[^"]{1,200}" imported and not used|\S{1,80} declared (?:and|but) not used|cannot use |syntax error: |missing return|not enough arguments|too many arguments|: # ).*)$/,
    ),
    provesFailure(/^FAIL\s{1,4}(?<message>\S{1,250} \[(?:build|setup) failed\])$/),
    fails(/^\s{0,4}(?:package|imports) \S{1,250}: (?<message>import cycle not allowed.*)$/),
    fails("golangci-lint", /^level=error msg="(?<message>.{0,100}typechecking error.{0,400})/),
    countsErrors("golangci-lint", /^(?<count>\d{1,7}) issues[.:]$/),
    fails(
      /^too many errors$/,
      /^(?:can't load package: )?package \S{1,250}: (?<message>(?:no (?:buildable )?Go (?:source )?files|build constraints exclude all Go files|cannot find package).*)$/,
    ),
    fails("goreleaser", /^\s{0,6}⨯ (?<message>\S.*)$/),
    passes("goreleaser", /^\s{0,6}• (?:build|release|check)\w{0,10} succeeded after /),
    provesFailure("govulncheck", /^Your code is affected by [1-9]\d{0,5} vulnerabilit/),
    provesSuccess("govulncheck", /^No vulnerabilities found\.$/),
  ],
  hits: {
    "verification_failure strong": [
      "# example.com/shop\n./cart.go:10:2: undefined: total",
      './cart.go:4:2: "os" imported and not used',
      "vet: ./cart.go:10:2: undefined: total",
      "cart.go:9:9: empty branch (SA9003)",
      "package example.com/shop\n\timports example.com/shop/cart: import cycle not allowed",
      "  ⨯ build failed after 0s  error=exit status 1",
      "./cart.go:10: undefined: total",
    ],
    "verification_failure strong, verification_failure proof": [
      "cart/cart.go:42:21: Error return value of `f.Close` is not checked (errcheck)\n1 issues:\n* errcheck: 1",
    ],
    "success proof": ["0 issues."],
    "verification_failure proof": ["FAIL\texample.com/shop/cart [build failed]"],
    "success strong": ["  • build succeeded after 3s"],
  },
  misses: [
    "    cart_test.go:551: total is 3 now",
    "cart.go:255:\t\treturn nil, ErrEmpty",
    "cart.go:255:12:\treturn nil, ErrEmpty",
    "\t/app/cart.go:64 +0x614",
    "cart/cart.go\ncart/total.go",
  ],
};

const PANIC =
  /^(?:http: )?panic(?: serving [\w.:[\]]{1,60})?: (?:\[recovered\] )?(?:(?<type>runtime error|interface conversion): )?(?<message>.{1,800})$/;
const FATAL =
  /^fatal error: (?<message>all goroutines are asleep - deadlock!|concurrent map .{1,40}|stack overflow|runtime: .{1,200}|out of memory|unexpected signal.{0,100}|sync: .{1,80}|index out of range.{0,80}|found (?:bad|pointer).{0,100}|invalid .{1,100}|newproc.{0,80}|malloc.{0,80}|schedule.{0,60}|too many .{0,60}|checkdead.{0,60}|.{0,60}garbage collect.{0,60})$/;
const GOROUTINE =
  /^goroutine \d{1,9}(?: gp=\S{1,40})?(?: m=\S{1,20})?(?: mp=\S{1,40})? \[[\w ,().+-]{1,80}\]:$/;
const GO_PANIC_FRAME = /^\t([^\s:][^:]{0,400}\.go|[A-Z]:[^:]{1,400}\.go):(\d{1,7})(?: \+0x[0-9a-f]{1,16})?$/;
const GO_PANIC_LIBRARY =
  /(?:\/go\/src\/|\/usr\/(?:local|lib)\/go|[\\/]pkg[\\/]mod[\\/]|\/libexec\/src\/|[\\/]src[\\/]runtime[\\/]|[\\/]vendor[\\/])/;
const FRAMES_READ = 40;

/** Go panics, proven by the goroutine dump below. The first frame outside Go itself is kept. */
export const goPanic: Tool = {
  name: "go-panic",
  kind: "runtime",
  facts: { language: "go" },
  rules: [
    provesFailure(/^\[signal SIG\w{2,8}: (?<message>.{1,200})\]$/),
    fails(/^runtime: (?:goroutine stack exceeds|out of memory)(?<message>.{0,200})/),
    provesFailure({ error_type: "DATA RACE" }, /^WARNING: DATA RACE$/, /^Found \d+ data race\(s\)$/),
  ],
  starts: [PANIC, FATAL, GOROUTINE],
  createReader: (rules) => {
    let facts: SignalFacts | undefined;
    let inDump = false;
    let left = 0;
    return {
      readLine: ({ text }, report) => {
        const panic = PANIC.exec(text) ?? FATAL.exec(text);
        if (panic !== null) {
          facts ??= { language: "go", ...factsOf(panic.groups) };
          report.see({ says: "runtime_error", weight: "strong", facts });
          report.follow(6);
          return;
        }
        if (GOROUTINE.test(text)) {
          report.see({ says: "runtime_error", weight: "proof", facts: facts ?? { language: "go" } });
          inDump = facts !== undefined;
          left = inDump ? FRAMES_READ : 0;
          report.follow(left);
          return;
        }
        const frame = inDump ? GO_PANIC_FRAME.exec(text) : null;
        if (frame !== null && !GO_PANIC_LIBRARY.test(frame[1]!)) {
          report.see({
            says: "runtime_error",
            weight: "proof",
            facts: { ...facts, file: factText(frame[1])!, line: Number(frame[2]) },
          });
          inDump = false;
          report.follow(0);
          return;
        }
        rules.match(text, report);
      },
    };
  },
  hits: {
    "runtime_error strong, runtime_error proof": [
      "panic: runtime error: index out of range [5] with length 3\n\ngoroutine 1 [running]:\nmain.pick(...)\n\t/usr/local/go/src/runtime/panic.go:88 +0x1d\nmain.main()\n\t/home/dev/shop/main.go:14 +0x1d\nexit status 2\n",
      "fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan receive]:",
    ],
    "runtime_error strong": ["panic: basket is empty"],
    "runtime_error proof": [
      "[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x48]",
      "WARNING: DATA RACE\nWrite at 0x00c000 by goroutine 7:",
    ],
  },
  misses: [
    "main.c:1:10: fatal error: stdio.h: No such file or directory",
    '\tpanic("basket is empty")',
    "--- PASS: TestPanicRecovers (0.00s)",
  ],
};
