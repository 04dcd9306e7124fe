import {
  countsTests,
  endsRun,
  fails,
  follows,
  ignores,
  opens,
  outside,
  provesFailure,
  within,
  type Tool,
} from "./tool.ts";

/** RSpec. The example count is proof; failures listed as pending are expected. */
export const rspec: Tool = {
  name: "rspec",
  kind: "test",
  facts: { framework: "rspec", language: "ruby" },
  rules: [
    endsRun(
      countsTests(
        { failed: /\b(\d{1,7}) (?:failures?|errors? occurred)/g, passed: /^\s{0,12}(\d{1,7}) examples?/g },
        /^\s{0,12}\d{1,7} examples?, \d{1,7} failures?(?:, \d{1,7} pending)?(?:, \d{1,7} errors? occurred outside of examples)?/,
      ),
    ),
    fails(
      /^rspec (?<file>'?\.?[\w./-]{1,250}_spec\.rb)(?::(?<line>\d{1,7})|\[[\d:,]{1,60}\]'?) # (?<test>\S.{0,300})$/,
      /^\s{0,40}(?<test>\S.{0,250}) \(FAILED - \d{1,6}\)$/,
      /^An error occurred (?:while loading (?<file>\S{1,250}\.rb)|in an? `?\w{1,20}\([^)]{0,60}\)`? hook)/,
    ),
    opens("failures", ignores(/^Failures:$/)),
    opens("pending", ignores(/^Pending: /)),
    outside("pending", fails(/^\s{2,12}Failure\/Error: (?<message>\S.{0,600})$/)),
    within("failures", fails(/^ {2}\d{1,5}\) (?<test>\S.{0,300})$/)),
  ],
  starts: [") "],
  hits: {
    "verification_failure proof": [
      "5 examples, 1 failure, 1 pending",
      "0 examples, 0 failures, 1 error occurred outside of examples",
    ],
    "success proof": [
      "5 examples, 0 failures",
      "Pending: (Failures listed here are expected and do not affect your suite's status)\n\n  1) Calc divides\n     Failure/Error: expect(1).to eq 2\n\n3 examples, 0 failures, 1 pending",
    ],
    "verification_failure strong": ["rspec ./spec/calc_spec.rb:12 # Calc adds", "  adds (FAILED - 1)"],
  },
  misses: ["0 examples, 0 failures"],
};

/** Minitest, Rails' test runner and test-unit. */
export const minitest: Tool = {
  name: "minitest",
  kind: "test",
  facts: { framework: "minitest", language: "ruby" },
  rules: [
    countsTests(
      { failed: /\b(\d{1,7}) (?:failures?|errors?)\b/g, passed: /^\s{0,2}(\d{1,7}) (?:runs?|tests?)/g },
      /^\s{0,2}\d{1,7} (?:runs?|tests?), \d{1,7} assertions?, \d{1,7} failures?, \d{1,7} errors?\b.{0,120}/,
    ),
    follows(1, fails(/^\s{0,4}\d{1,5}\) (?:Failure|Error):$/)),
    fails(
      /^(?<test>[A-Z][\w:]{0,150}#test_\S.{0,200}?) \[(?<file>[^\]\s:]{1,250}\.rb):(?<line>\d{1,7})\]:?$/,
      /^(?<test>[A-Z][\w:]{0,150}#test_[^\s:]{1,200}):$/,
      /^(?:bin\/)?rails test (?<file>\S{1,250}_test\.rb):(?<line>\d{1,7})$/,
      /^(?:Failure|Error): (?<test>test_\w{1,200}\([\w:]{1,150}\))/,
      /^(?<message><(?<expected>.{1,200})> expected but was$)/,
    ),
  ],
  hits: {
    "verification_failure proof": [
      "5 runs, 9 assertions, 1 failures, 0 errors, 0 skips",
      "5 tests, 9 assertions, 0 failures, 1 errors, 0 pendings, 0 omissions, 0 notifications",
    ],
    "success proof": ["5 runs, 9 assertions, 0 failures, 0 errors, 2 skips"],
  },
  misses: ["0 runs, 0 assertions, 0 failures, 0 errors, 0 skips", "Error: could not connect"],
};

/** Ruby traces. The first line has place, message and class; `from` lines confirm it. */
export const rubyTrace: Tool = {
  name: "ruby-trace",
  kind: "runtime",
  facts: { language: "ruby" },
  rules: [
    provesFailure(
      /^(?:\d{1,4}: from )?(?<file>[^\s:][^:]{0,300}|[A-Z]:[^:]{1,300}):(?<line>\d{1,7}):in [`'][^`']{0,200}': (?<message>.{0,1200}) \((?<type>[A-Z][\w:]{1,120})\)$/,
      /^(?<file>[^\s:][^:]{0,300}\.rb|-e|\(irb\)):(?<line>\d{1,7}): (?<message>.{1,600}) \((?<type>SyntaxError|[A-Z][\w:]{0,100}Error)\)$/,
    ),
    provesFailure(
      { error_type: "SyntaxError" },
      /^(?<file>[^\s:][^:]{0,300}\.rb|-e):(?<line>\d{1,7}): (?<message>syntax errors?(?: found|, unexpected).{0,400})$/,
    ),
    fails(
      /^(?<file>[^\s:][^:]{0,300}\.rb|-e):(?<line>\d{1,7}):in [`'][^`']{0,200}': (?<message>unhandled exception|.{1,400})$/,
      /^\s{1,12}(?:\d{1,4}: )?from (?<file>[^\s:][^:]{0,300}\.rb|-e|\(irb\)):(?<line>\d{1,7}):in [`']/,
    ),
    provesFailure("rake", /^rake aborted!$/),
  ],
  hits: {
    "runtime_error proof, runtime_error strong": [
      "cart.rb:3:in `total': undefined method `sum' for nil:NilClass (NoMethodError)\n\tfrom cart.rb:9:in `<main>'",
    ],
    "runtime_error proof": ["cart.rb:3:in 'Cart#total': divided by 0 (ZeroDivisionError)", "rake aborted!"],
    "runtime_error strong": ["\tfrom cart.rb:9:in `<main>'"],
  },
  misses: [
    "cart.rb:3: warning: assigned but unused variable - x",
    'cart.rb:3:  raise NoMethodError, "total"',
    "cart.rb:12:# may raise (NoMethodError)",
  ],
};
