/**
 * Words for one thing, by a name that people understand. A leading `!` marks the contrary of the thing, words that belong
 * together are joined by `-`.
 */
export const TOPICS: Readonly<Record<string, string>> = {
  check:
    "check checks checking checked guard guards guarding guarded validate validates validation validating validated verify verifies verification verified if-check sanity-check !unvalidated !unverified !unguarded",
  "checking in": "check-in checked-in checking-in checks-in",
  "checked exceptions": "checked-exception checked-exceptions !unchecked-exception !unchecked-exceptions",
  "null check": "null-check null-checks nil-check none-check null-guard check-null nullcheck",
  assertion: "assert asserts assertion assertions asserting precondition preconditions",
  log: "log logs logging logged print prints println printing printed log-line log-lines log-statement log-message console.log",
  flag: "flag flags toggle toggles feature-flag feature-flags feature-toggle kill-switch feature-switch",
  mock: "mock mocks mocking mocked stub stubs stubbed stubbing fake fakes faked faking test-double test-doubles !testcontainers !real-database !real-db !real-thing !real-one !actual-database",
  comment: "comment comments commented commenting code-comment inline-comment inline-comments",
  documentation:
    "docstring docstrings javadoc javadocs jsdoc doc docs documented documentation documenting kdoc rustdoc xmldoc !undocumented",
  retry: "retry retries retrying retried resend resending backoff",
  cache:
    "cache caches cached caching memo memos memoize memoise memoized memoised memoization memoisation memoizing memoising usememo usecallback !uncached",
  catch:
    "catch catches catching caught except rescue try-catch try-except try/except try/catch try-block !propagate !propagates !bubble !bubbles !bubble-up !rethrow !uncaught !let-throw",
  throw:
    "throw throws throwing thrown raise raises raising panic panics exception exceptions fail-fast fail-loudly blow-up !return-null !return-none !returning-null !error-code !error-codes !result-type",
  async:
    "async await awaits awaited awaiting asynchronous asynchronously non-blocking !sync !synchronous !synchronously !unawaited !plain-def !blocking-call",
  lock: "lock locks locked locking mutex mutexes synchronized synchronised semaphore !unlocked !lock-free",
  limit:
    "limit limits limited limiting cap caps capped capping bound bounded upper-bound throttle throttling limiter rate-limit rate-limits !unbounded !unlimited !uncapped",
  timeout: "timeout timeouts time-out deadline deadlines",
  "type annotation":
    "annotation annotations annotate annotated type-annotation type-annotations type-hint type-hints typehint explicit-type explicit-types explicit-typing !untyped !inferred !infer !infers !inference !var !auto",
  test: "test tests testing tested spec specs unit-test unit-tests test-case coverage !untested",
  copy: "copy copies copied copying clone clones cloned cloning deepcopy clonedeep defensive-copy",
  sort: "sort sorts sorted sorting order-by alphabetical alphabetically alphabetize alphabetise !unsorted !unordered",
  escape:
    "escape escapes escaped escaping sanitize sanitise sanitized sanitised sanitizing sanitising !unescaped",
  inline:
    "inline inlined inlining inlines !extract !extracted !extracting !pull-out !factor-out !break-out !own-function !own-method !own-helper !separate-function !separate-method !helper-function !helper-method",
  squash:
    "squash squashed squashing squash-merge one-commit single-commit fixup fold combine !split !splitting !splits !separate !separated !separately !separate-commits !separate-commit !individual-commits !own-commit !atomic-commits !split-up",
  rebase: "rebase rebased rebasing linear-history !merge-commit !merge-commits !merge-main !merge-master",
  amend: "amend amended amending force-push force-pushing force-pushes",
  private:
    "private package-private internal hidden encapsulate encapsulated hide !public !expose !exposed !exposing !export !exported !protected",
  mutable:
    "mutable mutate mutates mutated mutating mutation in-place inplace reassign !immutable !readonly !read-only !frozen !freeze !unmodifiable",
  final: "final finals !effectively-final",
  close:
    "close closes closed closing dispose disposes disposed disposing cleanup clean-up unsubscribe unsubscribed !unclosed !keep-open",
  pin: "pin pins pinned pinning exact-version exact-versions lock-version !unpin !caret !loosen !floating !latest !version-range !range !ranges !tilde",
  index: "index indexes indices indexed",
  transaction: "transaction transactions transactional",
  dedupe: "dedupe dedup deduplicate deduplicated deduplication distinct",
  pagination: "paging paginate paginated pagination paginator",
  streaming: "stream streams streaming streamed chunk chunks chunked !whole-file",
  "lazy loading": "lazy lazily lazy-load lazy-loading on-demand !eager !eagerly !up-front !upfront !preload",
  constant:
    "constant constants named-constant named-constants !literal !literals !hardcode !hardcoded !hard-coded !hard-code !magic-number !magic-numbers !magic-string",
  "short name":
    "shorten abbreviate abbreviated abbreviation abbreviations abbrev short-name short-names shorter-name shorter terse concise brief single-letter one-letter !long-name !longer-name !longer !verbose !descriptive !spelled-out !spell-out !full-name !full-word !meaningful-name !more-descriptive !expressive",
  semicolon: "semicolon semicolons semis semi-colon semi-colons",
  "single quotes": "single-quotes single-quote single-quoted !double-quotes !double-quote !double-quoted",
  tabs: "tab tabs hard-tabs !spaces !soft-tabs !two-spaces !four-spaces",
  braces: "brace braces curly curlies curly-braces",
  parentheses: "parens parentheses parenthesis brackets",
  "trailing comma": "trailing-comma trailing-commas dangling-comma comma-dangle",
  "blank line":
    "newline newlines blank-line blank-lines empty-line empty-lines linebreak line-break line-breaks",
  "default value": "default-value default-values fallback fallbacks default-branch default-case",
  configuration:
    "config configuration configurable env-var env-vars environment-variable environment-variables !compile-time",
  dependency: "dependency dependencies library libraries lodash third-party",
  abstraction:
    "interface interfaces abstraction abstractions indirection wrapper wrappers factory generics strategy-pattern !concrete !yagni",
  sharing:
    "share shared sharing reuse reused dry deduplicating common-module !duplicate !duplicated !duplicating !duplication !copy-paste !copy-pasted !repetition",
  inheritance:
    "inherit inheritance inherits subclass subclasses subclassing extends superclass base-class !compose !composition !delegate !delegation !mixin",
  class:
    "class-based dataclass classes !functional-component !function-component !plain-function !free-function !module-level-function !hooks",
  normalizing: "normalize normalise normalized normalised normalizing trim trimming lowercase canonical",
  regex: "regex regexp regexes",
  loop: "loop loops for-loop while-loop plain-loop !recursion !recursive !comprehension !list-comprehension !reduce !functional-style !higher-order",
  ternary:
    "ternary ternaries conditional-expression conditional-operator !if-else !if/else !plain-if !if-statement",
  "early return":
    "early-return early-returns return-early guard-clause guard-clauses bail-out early-exit !single-return !single-exit !one-return",
  strictness:
    "strict strictly stricter strictness strict-mode !lenient !loose !permissive !tolerant !loosely",
  hashing: "hash hashes hashed hashing bcrypt argon2",
  "wildcard import":
    "wildcard wildcards star-import star-imports wildcard-import wildcard-imports import-star glob-import !explicit-import !explicit-imports !named-import !named-imports",
  "default export": "default-export default-exports export-default !named-export !named-exports",
  "absolute import":
    "absolute-import absolute-imports path-alias alias-import absolute-path absolute-paths !relative-import !relative-imports !relative-path !relative-paths",
  enum: "enum enums !string-union !union-type !boolean-flag",
  plural: "plural plurals pluralize !singular",
  "camel case": "camelcase camel-case !snake-case !snakecase !snake_case !kebab-case",
  optional: "optional optionals",
  orm: "orm active-record query-builder !raw-sql !native-query !plain-sql !hand-written-sql",
  batching:
    "batch batches batched batching bulk bulk-insert !one-by-one !row-by-row !one-at-a-time !individually",
  "soft delete": "soft-delete soft-deletes deleted_at archive !hard-delete !real-delete !physically",
  uuid: "uuid uuids ulid !auto-increment !sequential-id !sequential-ids !serial",
  microservice: "microservice microservices separate-service !monolith !monorepo",
  rollback: "rollback down-migration down-migrations downgrade reversible !forward-only !roll-forward",
  automatic: "automatic automatically automate automated !manual !manually !by-hand",
  parallel:
    "parallel parallelize parallelise concurrent concurrently multithreaded !sequential !sequentially !serially !single-threaded",
  nesting: "nested nesting nest !flat !flatten !flattened",
  prefix: "prefix prefixes prefixed prefixing",
  static: "static singleton singletons global globals !inject !injected !injection !instance-method",
  "snapshot test": "snapshot snapshots snapshot-test snapshot-tests",
  "integration test": "integration-test integration-tests e2e end-to-end !unit-level",
  fixture: "fixture fixtures beforeeach setup-method !inline-setup",
  "string interpolation":
    "interpolation interpolate f-string f-strings template-literal template-literals template-string !concatenation !concatenate !concatenating !string-concat",
  explicit: "explicit explicitly !implicit !implicitly",
  utc: "utc !local-time !localtime !wall-time",
  emoji: "emoji emojis",
  "bullet points": "bullet bullets bullet-points bullet-list !prose !full-sentences",
  formality: "formal formally !informal !casual !colloquial",
  "oxford comma": "oxford-comma serial-comma",
  "passive voice": "passive passive-voice !active-voice",
  getter: "getter getters setter setters accessor accessors",
  merge: "merge-now ship ship-it !hold-off !wait-with",
  todo: "todo todos fixme",
  alias: "alias aliases aliased aliasing",
  destructuring: "destructure destructured destructuring",
  "arrow function":
    "arrow-function arrow-functions lambda lambdas !method-reference !method-references !function-declaration !named-function",
  decorator: "decorator decorators",
  event: "event-driven events pub-sub !direct-call !direct-calls",
  polling: "poll polling polls !webhook !webhooks !websocket !push-based",
  compression: "compress compressed compression gzip minify minified",
  warning: "warning warnings",
};

/** Words that name no thing a remark could be about. */
export const FAINT =
  "a an the this that these those it its it's that's is are be been being was were am to of in on at for and or not no nor do does did done don't doesn't didn't isn't aren't wasn't we you i he she they them us me my our your his her their there here if then than as by from with so but have has had can can't could couldn't should shouldn't would wouldn't will won't may might must just need needs needed please pls all any some one ones two three why what how when which who whom where only more most less least too very much many out up down off over under into onto about after before again ever never always also still now yet even each every both either same other another such own like get gets got go goes going make makes made making let lets let's want wants way thing things something anything nothing everything someone somebody anyone nobody everybody everyone people really actually maybe perhaps because since while until though although otherwise else instead rather without within via per same whole full half first last next new old good better best bad worse nice fine ok okay enough sure right wrong nit case cases bit lot few i'd i'm i've i'll we'd we're we've you'd you're you've they're there's what's here's let's gt lt etc code line lines file files value values place point reason look looks seems seem see know think say says tell tells work works give gives come comes take takes put call calls called use uses used using user users time times day days change changes changed read write set run runs left back part kind part name number false true return returns null0 x y n e s t d re ve ll m suggestion issue blocking minor potential yes hmm hm imo iirc btw add remove drop keep leave missing".split(
    " ",
  );

/** Things that many remarks name in passing: by themselves they set no two remarks against each other. */
export const COMMON =
  "error errors fix type types message messages version versions list text header column columns argument arguments import imports field fields query queries object string strings method methods function functions data request requests response api test tests parameter parameters param params variable variables id ids key keys fail fails failure result results state row rows table module modules service client server caller branch commit commits page build script step config option options default name names naming view text html json property properties item items table content end start open item begin accept move order input output instance local memory note section word words entry single second minute hour process project repo version number count size length comparison compare block component state status rule rules format top body model handler hook load store save instead extra own exact common empty large small big long short".split(
    " ",
  );
