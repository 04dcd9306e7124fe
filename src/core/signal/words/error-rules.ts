import { rules, type ActRule } from "./act.ts";

const FAULT =
  "(?:errors?|exceptions?|crash|crashes|traceback|stack ?trace|stacktrace|segfault|panic|timeout|timeouts|failure|ERRORNAME|internal server error|bad request|bad gateway|forbidden|unauthorized|permission denied|access denied|connection refused|module not found|not found|undefined is not|null pointer|nullpointer|cors|oom|out of memory|core dump|blue screen|status code|exit code|error code|timed out|deadlock|race condition error)";
const CHECK =
  "(?:tests?|specs?|jest|vitest|pytest|mocha|cypress|playwright|junit|rspec|phpunit|go test|cargo test|test suite|suite|TESTNAME|builds?|ci|pipelines?|checks?|lint|linter|linting|type ?checks?|type checking|typecheck|compilation|compile|workflow|github actions?|actions|e2e|coverage check|pre ?commit|pre ?commit hooks?|assertions?|unit|integration)";
const CHECKER =
  "(?:tsc|eslint|mypy|ruff|pylint|flake8|clippy|compiler|linter|typescript|type ?checker|ts|prettier|rubocop|pyright|golangci lint|vet|phpstan|javac|rustc|gcc|clang|biome|oxlint|sonar|sonarqube|shellcheck|black|cargo check|cargo build|next build|vite build|npm run build)";
const SEEING =
  "(?:get|gets|got|getting|see|seeing|saw|have|having|had|receive|received|receiving|hit|hitting|encounter|encountered|encountering|ran into|run into|running into|face|facing|met|gives?|gave|giving|throws?|threw|throwing|returns?|returned|returning|shows?|showing|showed|says?|said|saying|reports?|reporting|reported|responds?|responded|displays?|prints?|logs?|raises?|raised|produces?|causes?|caused|outputs?|there is|there are|there was|there were|still|now|same|another|new|different|another|is throwing)";

/** A type or syntax error met while something runs is no compiler's. */
const AT_RUN_TIME =
  "(?: [^ ,]+){0,3}? (?:at run ?time|in the (?:browser|console)|(?:when|while|whenever|every time)(?: i| we| it)? (?!(?:run|runs|running|build|building|compile|compiling|lint|linting) (?:the )?(?:tsc|builds?|mypy|linter|lint|tests?|checks?|compiler|type|ci)|(?:build|building|compile|compiling|lint|linting)(?: |$))[a-z])";

const ERRORS: readonly string[] = [
  `${SEEING}<adv>(?: me| us| back| with)?(?: [^ ,]+){0,4}? ${FAULT}`,
  `${SEEING}<adv>(?: me| an?| the)? ${FAULT}`,
  "(?:get|gets|got|getting|gives?|throws?|returns?|returned|returning|responds?|responded|hit|hitting|receive|received|seeing|fails? with|failed with|comes? back|still|an?|status|http|just)(?: with| me| an?| the| http| status| code)* [45]\\d\\d(?= (?:on|when|for|from|at|if|after|in|every|again|since|error|errors|,|and|response|status|instead|with)|$)",
  "(?:errors?|exceptions?) (?:again|still|now|persists?|remains?|in the console|on (?:line|the|load|start|startup|save|every|submit|page)|when (?:i|it|running|clicking|trying|opening|the|loading)|while|came|says|appears?|occurs?|occurred|happens?|shows?|popped|pops)",
  "(?:it|app|server|page|script|program|game|process|worker|container|tab|browser|kernel|job|service|bot|build|function|request|query|command|simulator|emulator|everything|that|this|which|[^ ,]+)<adv> (?:crash(?:es|ed)|is crashing|keeps? crashing|segfaults?|segfaulted|panics|panicked|hangs|hung|is hanging|freezes|froze|is freezing|errors out|errored out|errored|blew up|blows up|dies|times out|timed out|is timing out|bombs|bombed|explodes|exploded|throws|is throwing|raises)",
  "(?:is|are|in|into|with)(?: in| a| an| the)? ERRORNAME",
  `(?:stopped|stops|ended|ends|aborted|aborts|died|dies|crashed|quit|finished|bailed|terminated) with(?: an?| the| some)?(?: [^ ,]+){0,2}? ${FAULT}`,
  "(?:errors?|exceptions?)(?: messages?)? persists?",
  "(?:it|this|that|still|always|script|job|command)(?: still| now| just| always)? errors",
  "(?:exits?|exited|exiting|terminates?|terminated)<2> with",
  "(?:gets?|got|getting|was|is being|being|keeps getting) (?:oom )?killed|oomkilled|core dumped",
  "(?:fails?|failed|failing|is failing|are failing) (?:with|after|on|at|to (?:start|load|run|connect|install|fetch|open|parse|deploy|import|build|compile|save|upload)|when|immediately|silently|because|due|again|for|in|every|halfway|during|while|always|randomly)",
  "(?:deploy|deployment|install|installation|npm install|pip install|migration|import|export|upload|download|request|requests|call|calls|api|script|command|job|push|release|login|connection|sync|backup|query|it|that|this|step|container|server|seed|launch|payment)(?: script| job| step| call| request)?<adv> (?:fails|failed|is failing|are failing|keeps failing|fail)",
  "(?<!to |it to |can |could |might |may |should |would |will |tests? |ones? |that |which |what )(?:fails|failed|is failing|are failing|keeps failing|keeps crashing|keeps restarting)(?= (?:on|with|at|when|in|for|again|now|,|because|and|after|due)|$)",
  "(?:will|does|do|can|could|did) not<adv> (?:start|boot|launch|connect|install|deploy|even start|come up|even run)",
  "(?:will|does|can) not build",
  "(?:unable|not able) to (?:connect|start|run|install|load|open|import|access|log)",
  "(?:connection|permission|access) (?:refused|denied)|address already in use|quota exceeded|disk (?:is )?full|module not found|command not found|no such file|(?:runs?|ran|running) out of (?:memory|disk|space)|out of memory|CrashLoopBackOff|stack overflow|null pointer|infinite loop|memory leak",
];

const ERROR_OPENINGS: readonly string[] = [
  "(?:still |same |another |new |different |got |getting |the |an? |now |again |this |some |more |yet another )*(?:(?!no |zero |0 |without )[^ ,]+ )?(?:errors?|exception|ERRORNAME)(?: again| now| still| message)?(?: :)?$",
  "(?:still |now |just |i |am |we |are |it |always |again |keep )*(?:gets?|got|getting|receiving|hitting|seeing|gives me) (?:an? |the |same |this |these |some |another |a bunch of |lots of |many |following )*(?:[^ ,]+ ){0,3}?(?:errors?|exception|[45]\\d\\d|ERRORNAME)",
  "(?:it|console|log|terminal|browser|page|app|output)(?: now| still| just)? (?:says|shows|prints) (?:an? |the )?(?:error |message )?ERRORNAME",
  "(?:crashes|crashed|segfaults?|panics|hangs|freezes|timeout|timed out|times out|fails|failed|errors out)(?= |$)",
];

const CHECKS: readonly string[] = [
  `${CHECK}(?: [^ ,]+){0,3}?(?: is| are| was| were| has| have)?<adv> (?:failing|fails?|failed|broken|red|not passing|(?:do|does|did) not pass|not green|(?:do|does) not (?:build|compile|run)|errored|breaks|broke|unhappy|error out)`,
  "(?:do|does|did|will|would|can) not<adv> (?:compile|typecheck|type check|lint|transpile)",
  `${CHECKER}<adv>(?: is| are)?<adv> (?:complain\\w*|reports?|reporting|says|unhappy|not happy|mad|fails?|failing|failed|flags|flagging|errors?|throws|angry|yells|yelling|screaming|whines|red|finds|found|gives)`,
  "(?:lint|linter|linting|typescript|compile|compiler|compilation|build|ts|eslint|mypy|tsc|type check|pylint|ruff) errors?",
  `(?:type|typing|syntax) errors?(?!${AT_RUN_TIME})`,
  "(?:validation errors?|schema mismatch(?:es)?)(?= (?:in|on|for|at|when|again|now|,)|$)",
  "(?:broke|breaks|broken|breaking) (?:the |our |all |all the |some |my |a few |several |two |three |\\d+ )*(?:build|tests?|ci|pipeline|compilation|specs?|unit tests?|types)",
  "(?:fails?|failed|failing|breaks) (?:the |our |all |all the )?(?:type ?check|type check|lint|linter|tests?|build|ci|checks?|pipeline|compilation)",
  "(?:failing|failed|broken|red) (?:tests?|specs?|checks?|builds?|ci)",
  "(?:test|tests|suite) (?:failure|failures)|build failure|assertion (?:error|failed|failure)",
  "(?:coverage|tests?) (?:dropped|went red)",
];

export const ERROR_RULES: readonly ActRule[] = [
  ...rules("error", "strong", "sentence", ERRORS),
  ...rules("error", "strong", "clause", ERROR_OPENINGS),
  ...rules("failed_check", "strong", "sentence", CHECKS),
];
