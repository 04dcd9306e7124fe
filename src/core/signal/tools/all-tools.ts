import { assertion } from "./assertion.ts";
import { buildTools, ciSteps } from "./builds.ts";
import { configLint } from "./config-lint.ts";
import { containers } from "./containers.ts";
import { catch2, ctest, gccClang } from "./cpp.ts";
import { dotnetTest, dotnetTrace } from "./dotnet.ts";
import { exceptionLine, failureHeadings } from "./exceptions.ts";
import { goBuild, goPanic, goTest } from "./go.ts";
import { httpErrors } from "./http-errors.ts";
import { jest, mocha, playwright, vitest } from "./javascript-tests.ts";
import { gradleTest, junit, scalatest } from "./jvm-tests.ts";
import { javac, javaTrace } from "./jvm.ts";
import { lintLines } from "./lint-lines.ts";
import { logLevels } from "./log-levels.ts";
import { nativeCrash } from "./native-crash.ts";
import { nodeTest, tap } from "./node-test.ts";
import { nodeTrace } from "./node-trace.ts";
import { otherCompilers } from "./other-compilers.ts";
import { agentTools, devices, otherLanguages } from "./other-languages.ts";
import { bazelTest, coverage, cucumber, exunit, otherRunners, robot, xctest } from "./other-tests.ts";
import { packageManagers } from "./package-managers.ts";
import { pythonLint } from "./python-lint.ts";
import { pytest, pythonTrace, unittest } from "./python.ts";
import { cargoTest, rustc, rustPanic } from "./rust.ts";
import { scriptLint } from "./script-lint.ts";
import { shell } from "./shell.ts";
import { testMarks } from "./test-marks.ts";
import {
  type Tool,
  fails,
  provesFailure,
  countsTests,
  passes,
  provesSuccess,
  suggestsFailure,
  suggestsSuccess,
  endsRun,
  follows,
  ignores,
  opens,
  outside,
  within,
} from "./tool.ts";
import { bundlers, eslint, tsc } from "./web.ts";

/** RSpec. The example count is proof; failures listed as pending are expected. */
const rspec: Tool = {
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
const minitest: Tool = {
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
const rubyTrace: Tool = {
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

/** PHPUnit and Pest. */
const phpunit: Tool = {
  name: "phpunit",
  kind: "test",
  facts: { framework: "phpunit", language: "php" },
  rules: [
    provesSuccess(/^OK \([1-9]\d{0,6} tests?, \d{1,7} assertions?\)/),
    passes(/^OK, but (?:incomplete|there were|some tests)/),
    fails(/^(?:FAILURES|ERRORS)!$/),
    countsTests(
      { failed: /\b(?:Failures|Errors): (\d{1,7})/g, passed: /^Tests: (\d{1,7})/g },
      /^Tests: \d{1,7}, (?:Assertions|Failures|Errors|Warnings|Skipped|Incomplete|Deprecations|Notices|Risky): \d{1,7}.{0,200}/,
    ),
    countsTests(
      {
        failed: /\b(\d{1,7}) (?:failed|errors?)\b/g,
        passed: /\b(\d{1,7}) passed\b/g,
        other: /\b(\d{1,7}) (?:skipped|todo|incomplete|risky)\b/g,
      },
      /^\s{0,4}Tests: {1,6}\d.{0,160}\(\d{1,7} assertions?\)/,
    ),
    fails(
      /^There (?:was 1|were \d{1,7}) (?:failures?|errors?):$/,
      /^\d{1,5}\) (?<test>[A-Za-z_\\][\w\\]{0,200}::[Tt]est\w{0,200}(?: with data set .{1,200})?)$/,
      /^\s{0,6}(?<message>Failed asserting that (?:two (?:strings|arrays|objects|variables) .{1,200}|(?<actual>.{1,200}) (?:matches expected|is identical to|equals|is equal to) (?<expected>.{1,200}))\.)$/,
      /^\s{0,6}(?<message>Failed asserting that .{1,400})$/,
      /^\s{0,4}FAIL {2}(?<test>[A-Z]\w{0,80}(?:\\\w{1,80}){1,10})$/,
    ),
    suggestsSuccess(/^\s{0,4}PASS {2}[A-Z]\w{0,80}(?:\\\w{1,80}){1,10}$/),
    fails(
      /^\s{0,4}FAILED {2}(?<test>[A-Z]\w{0,80}(?:\\\w{1,80}){1,10} > \S.{0,300})$/,
      /^\s{2,6}⨯ (?<test>\S.{0,300}?) {2,200}[\d.]{1,8}s$/,
      /^(?<file>\/\S{1,250}Test\.php):(?<line>\d{1,7})$/,
    ),
  ],
  hits: {
    "success proof": ["OK (5 tests, 9 assertions)", "  Tests:    4 passed (9 assertions)"],
    "verification_failure strong, verification_failure proof": [
      "FAILURES!\nTests: 5, Assertions: 9, Failures: 1.",
    ],
    "success strong, success proof": [
      "OK, but incomplete, skipped, or risky tests!\nTests: 5, Assertions: 9, Skipped: 1.",
    ],
    "verification_failure proof": ["  Tests:    1 failed, 4 passed (9 assertions)"],
    "verification_failure strong": [
      "   FAIL  Tests\\Feature\\LoginTest",
      "  ⨯ it logs in                       0.02s",
    ],
  },
  misses: ["  ⨯ release failed after 0s"],
};

const PLACE = " in (?<file>[^\\s:][^:]{0,300}|[A-Z]:[^:]{1,300})(?: on line |:)(?<line>\\d{1,7})";

/** PHP. Uncaught and fatal errors are proof, warnings and notices are weak. */
const phpError: Tool = {
  name: "php-error",
  kind: "runtime",
  facts: { language: "php" },
  rules: [
    provesFailure(
      new RegExp(
        `^(?:PHP )?(?:Fatal error|Recoverable fatal error): {1,2}Uncaught (?<type>[\\w\\\\]{1,150}): (?<message>.{0,1200})${PLACE}$`,
      ),
      /^(?:PHP )?(?:Fatal error|Recoverable fatal error): {1,2}Uncaught (?<type>[\w\\]{1,150})(?:: (?<message>.{1,1200}))?/,
      new RegExp(
        `^(?:PHP )?(?<type>Fatal error|Parse error|Recoverable fatal error): {1,2}(?<message>.{1,1200})${PLACE}$`,
      ),
      /^PHP (?<type>Fatal error|Parse error): {1,2}(?<message>.{1,600})/,
    ),
    suggestsFailure(
      new RegExp(`^(?:PHP )?(?<type>Warning|Notice|Deprecated): {1,2}(?<message>.{1,1200})${PLACE}$`),
    ),
    fails(
      /^\s{0,4}#\d{1,3} (?<file>\/[^()]{1,300}\.php)\((?<line>\d{1,7})\): /,
      /^\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\] \w{1,30}\.(?:ERROR|CRITICAL|ALERT|EMERGENCY): (?<message>.{1,600})/,
      /^\w{1,30}\.(?:ERROR|CRITICAL|ALERT|EMERGENCY): (?<message>.{1,600})/,
    ),
  ],
  hits: {
    "runtime_error proof": [
      "PHP Fatal error:  Uncaught TypeError: pay(): Argument #1 must be of type int in /app/cart.php:12",
      "Fatal error: Allowed memory size of 134217728 bytes exhausted in /app/cart.php on line 9",
    ],
    "runtime_error weak": ['PHP Warning:  Undefined array key "id" in /app/cart.php on line 3'],
    "runtime_error strong": ["[2026-01-02 10:00:00] production.ERROR: Payment refused by the bank"],
  },
  misses: ["No syntax errors detected in cart.php", "Warning: the file config.php is deprecated"],
};

/** Error lines of database clients and servers. */
const databases: Tool = {
  name: "databases",
  kind: "runtime",
  rules: [
    provesFailure(
      "postgresql",
      /^psql: (?:error: |FATAL: {1,2})(?<message>.{1,300})$/,
      /^(?:psql:[^\s:]{1,200}:(?<line>\d{1,7}): )?(?<type>ERROR|FATAL|PANIC): {2}(?<message>.{1,400})$/,
      /^(?:pg_dump|pg_restore|pg_ctl|createdb|dropdb|initdb|pg_basebackup): (?:error|fatal): (?<message>.{1,300})$/,
      /^(?:pq|pgx|ERROR): (?<message>.{1,300}?) \(SQLSTATE (?<type>[0-9A-Z]{5})\)$/,
    ),
    fails("postgresql", /^(?:\S{1,40}: )?pq: (?<message>.{1,300})$/),
    fails(/\bSQLSTATE\[(?<type>\w{5})\](?: \[\d+\])?:? (?<message>.{1,300})/),
    provesFailure(
      "mysql",
      /^(?:mysql: |mysqldump: |mysqladmin: )?(?:\[?ERROR\]?) (?<type>\d{4}) \([0-9A-Z]{5}\)(?: at line (?<line>\d{1,7}))?: (?<message>.{1,400})$/,
      /^(?:mysqldump|mysqladmin|mysqld): (?:Got error: |\[ERROR\] )(?<message>.{1,300})$/,
    ),
    provesFailure(
      "sqlite",
      /^(?:Error: )?(?:near line (?<line>\d{1,7}): |in prepare, |stepping, )(?<message>.{1,300})$/,
      /^(?:Parse error|Runtime error)(?: near line (?<line>\d{1,7})| in \w{1,20})?:? (?<message>.{0,300}(?:no such|syntax error|constraint failed|locked|readonly).{0,200})$/,
      /^(?:SQL error|Error|SqliteError|SQLITE_ERROR|sqlite3\.\w{1,40}): (?:SQLITE_\w{1,30}: )?(?<message>(?:no such (?:table|column|function)|unable to open database|database is locked|near ").{0,200})$/,
    ),
    provesFailure(
      "oracle",
      /^(?:\s{0,4}|.{0,80}?\s)(?<type>(?:ORA|PLS|TNS|SP2|RMAN|IMP|EXP)-\d{4,5}): (?<message>.{1,300})$/,
    ),
    provesFailure(
      "sqlserver",
      /^Msg (?<type>\d{1,6}), Level \d{1,2}, State \d{1,3}(?:, .{1,200})?$/,
      /^Sqlcmd: Error: (?<message>.{1,300})$/,
    ),
    provesFailure(
      "mongodb",
      /^(?:Uncaught:?\s?)?(?<type>Mongo(?:Server|Network|Bulk|Parse|DB|)\w{0,30}Error)(?:\[\w{1,40}\])?: (?<message>.{1,300})$/,
    ),
    provesFailure("redis", /^\(error\) (?<type>[A-Z]{2,20}) (?<message>.{1,300})$/),
    fails(
      "redis",
      /^(?:Could not connect to Redis at|Error: Connection reset|\(error\)) ?(?<message>.{0,200})$/,
    ),
    provesFailure("clickhouse", /^(?:Code: \d{1,4}\. )?DB::Exception: (?<message>.{1,300})$/),
    provesFailure(
      "cassandra",
      /^(?:InvalidRequest|SyntaxException|NoHostAvailable|OperationTimedOut): (?:Error from server: )?(?<message>.{1,300})$/,
    ),
    provesFailure(
      "prisma",
      /^Prisma(?:Client)?\w{0,40}Error: ?(?<message>.{0,300})$/,
      /^Error: (?<type>P[13]\d{3}):? ?(?<message>.{0,300})$/,
    ),
    provesFailure(
      /^(?:Error|ERROR|error): (?<message>(?:relation|column|table|database|role|schema|function) ["'`]?.{1,120}["'`]? (?:does not exist|already exists))/,
    ),
    fails(
      "sqlite",
      /^(?:Error: |error: |\w{1,20}: )?(?<message>(?:Unable to open database file|unable to open database file|database disk image is malformed).{0,100})/,
    ),
  ],
  hits: {
    "runtime_error proof": [
      'ERROR:  relation "basket" does not exist',
      'psql:up.sql:12: ERROR:  syntax error at or near "FORM"',
      'psql: error: connection to server at "db" failed',
      "ERROR 1064 (42000) at line 3: You have an error in your SQL syntax",
      "Error: in prepare, no such table: basket",
      "ORA-00942: table or view does not exist",
      "Msg 208, Level 16, State 1, Server db, Line 1",
      "MongoServerError: E11000 duplicate key error collection: shop.basket",
      "(error) WRONGTYPE Operation against a key holding the wrong kind of value",
    ],
  },
  misses: [
    " id | error | created_at",
    "CREATE TABLE IF NOT EXISTS error_log (id int, message text);",
    'NOTICE:  relation "basket" already exists, skipping',
    "|--SEARCH errors USING INDEX idx_errors (project=?)",
    'raise DatabaseError("no such table: basket")',
  ],
};

/** Every tool whose output is recognised. If several say the same of a line, the facts of the first win. */
export const TOOLS: readonly Tool[] = [
  [pytest, unittest, jest, vitest, mocha, playwright, nodeTest, tap, goTest, cargoTest, junit, gradleTest],
  [scalatest, rspec, minitest, phpunit, dotnetTest, ctest, catch2, xctest, exunit, bazelTest, robot],
  [cucumber, coverage, assertion, otherRunners, testMarks],
  [tsc, eslint, pythonLint, gccClang, rustc, javac, goBuild, otherCompilers, scriptLint, configLint],
  [buildTools, bundlers, ciSteps, lintLines],
  [pythonTrace, nodeTrace, javaTrace, goPanic, rustPanic, rubyTrace, dotnetTrace, phpError],
  [otherLanguages, nativeCrash, shell, packageManagers, containers, databases, httpErrors, logLevels],
  [agentTools, devices, exceptionLine, failureHeadings],
].flat();
