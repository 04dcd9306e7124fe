import { type EditKind, fewer, more, swap, countOf, oppositeKinds } from "../edit-kind.ts";

const SQL_WORDS =
  "select|from|where|join|left|right|inner|outer|group by|order by|insert into|update|set|delete|values|and|or|on|limit|having|as|is|not|null|in|create table|distinct";
const UPPER_SQL = new RegExp(`\\b(?:${SQL_WORDS.toUpperCase()})\\b`, "g");
const LOWER_SQL = new RegExp(`\\b(?:${SQL_WORDS})\\b`, "g");
const isSql = (text: string): boolean =>
  /\b(?:select|insert into|update|delete from|create table|alter table)\b/i.test(text);
const INTERPOLATED =
  /\b(?:where|values|set|from|and|in|like|into)\b[^\n{+%]{0,60}(?:\$\{|\{\w|["'] ?\+|["'] ?%|%s["'] ?%|\{\}["']\.format)/gi;
const PARAMETER = /(?:=|\(|,|in|like) ?(?:\?|\$\d+|:\w+|%s|@\w+)/gi;
const SHELL_VARIABLE = /\$\{?\w+\}?|\$\([^)]*\)/g;
/** Variables outside double quotes. */
const unquoted = (text: string): number => countOf(SHELL_VARIABLE)(text.replaceAll(/"[^"\n]*"/g, '""'));
const PIN = countOf(
  /:\d+(?:\.\d+)*[\w.-]*|@sha256:|@v?\d+(?:\.\d+)*|@[0-9a-f]{7,40}\b|[=~^]=? ?\d+(?:\.\d+)+|["'\s]\d+\.\d+\.\d+/g,
);
const LOOSE = countOf(
  /:latest\b|["'][\^~*][\d.]*["']|>=|@(?:latest|main|master)\b|["']latest["']|:\s?["']?\*["']?$/gm,
);
const LONG_FLAG = countOf(/(?:^|\s)--[a-z][\w-]+/g);
const SHORT_FLAG = countOf(/(?:^|\s)-[a-zA-Z]{1,3}\b/g);

export const OPERATIONS_KINDS: readonly EditKind[] = [
  ...swap(
    { field: "any", rank: 5, named: /env|upper|case|variable/, canonical: (text) => text.toLowerCase() },
    [
      "upper-environment",
      "Name environment variables in upper case.",
      countOf(/^(?:export )?[A-Z][A-Z0-9_]*=/gm),
    ],
    ["lower-environment", "Name variables in lower case.", countOf(/^(?:export )?[a-z][a-z0-9_]*=/gm)],
  ),
  ...oppositeKinds(
    { field: "any", rank: 3, named: /quot|string/, canonical: (text) => text.replaceAll(/["']/g, "") },
    ["quoted-values", "Put quotes around string values."],
    ["unquoted-values", "Leave out quotes that are not needed."],
    (before, after) =>
      after.replaceAll(/["']/g, "") === before.replaceAll(/["']/g, "") &&
      countOf(/["']/g)(after) > countOf(/["']/g)(before),
  ),
  ...oppositeKinds(
    { field: "any", rank: 5, named: /plural|singular|resource|endpoint|route|rest/ },
    ["plural-paths", "Use plural nouns for resources in paths (/users/42)."],
    ["singular-paths", "Use singular nouns for resources in paths (/user/42)."],
    (before, after) => {
      const has = new Set(after.match(/\/[a-z][a-z-]+/g));
      return (before.match(/\/[a-z][a-z-]+/g) ?? []).some(
        (part) =>
          !has.has(part) &&
          (has.has(`${part}s`) || has.has(`${part}es`) || has.has(part.replace(/y$/, "ies"))),
      );
    },
  ),
  ...oppositeKinds(
    { field: "any", rank: 5, named: /keyword|upper|caps|case|sql/, canonical: (text) => text.toLowerCase() },
    ["sql-upper", "Write SQL keywords in upper case."],
    ["sql-lower", "Write SQL keywords in lower case."],
    (before, after) =>
      isSql(before) &&
      countOf(UPPER_SQL)(after) > countOf(UPPER_SQL)(before) &&
      countOf(LOWER_SQL)(before) > countOf(LOWER_SQL)(after),
  ),
  ...oppositeKinds(
    { field: "any", rank: 5, named: /select|star|column|\*/ },
    ["select-columns", "Name the columns in queries instead of using `SELECT *`."],
    ["select-star", "Use `SELECT *` instead of naming the columns."],
    (before, after) =>
      countOf(/\bselect (?:\w+\.)?\*/gi)(before) > countOf(/\bselect (?:\w+\.)?\*/gi)(after) &&
      /select/i.test(after),
  ),
  ...swap(
    { field: "code", rank: 5, named: /inject|param|prepared|sql|placeholder|bind/ },
    ["sql-parameters", "Use parameterised queries instead of building SQL from strings.", countOf(PARAMETER)],
    ["sql-strings", undefined, countOf(INTERPOLATED)],
  ),
  ...more(
    { field: "any", rank: 4, named: /limit|where|paginat/ },
    "query-limit",
    "Limit the number of rows a query returns.",
    countOf(/\blimit \d+|\btop \d+|\bfetch first\b|\.limit\(|\.take\(|\bLIMIT\b/gi),
  ),
  ...oppositeKinds(
    { field: "any", rank: 5, named: /where|delete|update/ },
    ["where-clause", "Give every UPDATE and DELETE a WHERE clause."],
    ["no-where-clause", undefined],
    (before, after) =>
      /\b(?:update|delete)\b/i.test(before) && !/\bwhere\b/i.test(before) && /\bwhere\b/i.test(after),
  ),
  ...oppositeKinds(
    { field: "any", rank: 5, named: /join/ },
    ["explicit-joins", "Write explicit JOINs instead of listing tables with commas."],
    ["comma-joins", undefined],
    (before, after) =>
      countOf(/\bjoin\b/gi)(after) > countOf(/\bjoin\b/gi)(before) &&
      /\bfrom \w+(?: \w+)?, ?\w+/i.test(before),
  ),
  ...more(
    { field: "any", rank: 4, named: /migrat|exist|idempot/ },
    "if-exists",
    "Make migrations and scripts repeatable with IF EXISTS or IF NOT EXISTS.",
    countOf(/\bif (?:not )?exists\b/gi),
  ),
  ...oppositeKinds(
    {
      field: "code",
      rank: 5,
      named: /quot|split|shell|space/,
      canonical: (text) => text.replaceAll('"', ""),
    },
    ["quote-variables", 'Put double quotes around variable expansions in shell scripts ("$name").'],
    ["no-quoted-variables", "Do not put quotes around variables."],
    (before, after, { path }) =>
      unquoted(before) > unquoted(after) &&
      countOf(SHELL_VARIABLE)(after) >= countOf(SHELL_VARIABLE)(before) &&
      !/`|=>|\bconst\b/.test(after) &&
      !/\.(?:[jt]sx?|php|pl|scss)$/.test(path ?? ""),
  ),
  ...more(
    { field: "any", rank: 5, named: /set -|pipefail|strict|error/ },
    "strict-shell",
    "Start shell scripts with `set -euo pipefail`.",
    countOf(/\bset -[eux]+(?: -?o pipefail|o pipefail)?/g),
  ),
  ...swap(
    { field: "any", rank: 4, named: /flag|option|long|short/ },
    ["long-flags", "Use long options (`--verbose`) instead of short ones in scripts and docs.", LONG_FLAG],
    ["short-flags", "Use short options instead of long ones.", SHORT_FLAG],
  ),
  ...swap(
    { field: "code", rank: 5, named: /backtick|subst|\$\(/ },
    ["dollar-substitution", "Use `$(…)` for command substitution instead of backticks.", countOf(/\$\(/g)],
    ["backtick-substitution", undefined, countOf(/`[^`\n]+`/g)],
  ),
  ...swap(
    { field: "code", rank: 5, named: /bracket|test|\[\[/ },
    ["double-brackets", "Use `[[ … ]]` instead of `[ … ]` for tests in Bash.", countOf(/\[\[ /g)],
    ["single-brackets", "Use `[ … ]` instead of `[[ … ]]` for portable tests.", countOf(/(?<!\[)\[ /g)],
  ),
  ...swap(
    { field: "any", rank: 5, named: /pin|latest|version|tag|digest|reproduc/ },
    [
      "pin-versions",
      "Pin images, actions and dependencies to an exact version instead of `latest` or a range.",
      PIN,
    ],
    ["loose-versions", "Allow version ranges instead of pinning exact versions.", LOOSE],
  ),
  ...oppositeKinds(
    {
      field: "any",
      rank: 4,
      named: /pin|version|exact|range|caret/,
      canonical: (text) => text.replaceAll(/[\^~](?=\d)/g, ""),
    },
    ["exact-versions", "Pin dependencies to an exact version, not to a range."],
    ["version-ranges", "Give dependencies a version range instead of an exact version."],
    (before, after) =>
      countOf(/[\^~]\d|[><]=? ?\d/g)(before) > countOf(/[\^~]\d|[><]=? ?\d/g)(after) &&
      PIN(after) >= PIN(before),
  ),
  ...oppositeKinds(
    { field: "any", rank: 3, named: /pin|version/ },
    ["versions-given", "Pin every dependency to a version."],
    ["versions-left-out", undefined],
    (before, after) =>
      PIN(after) > PIN(before) &&
      /\b(?:image|FROM|install|uses|add|requires|dependencies|pip|npm|apk|apt-get|require)\b|^[\w-]+$/m.test(
        before,
      ),
  ),
  ...fewer(
    { field: "any", rank: 5, named: /777|permission|chmod/ },
    "chmod-777",
    "Do not give files 777 permissions; grant only what is needed.",
    countOf(/\b0?777\b|\ba\+rwx\b/g),
  ),
  ...more(
    { field: "code", rank: 5, named: /root|user/ },
    "container-user",
    "Run containers as a non-root user.",
    countOf(/^\s*USER (?!root)|runAsNonRoot: true|^\s*user: /gm),
  ),
  ...swap(
    { field: "any", rank: 5, named: /boolean|true|yes|yaml/ },
    [
      "yaml-booleans",
      "Write booleans as `true` and `false`, not as yes, no, on or off.",
      countOf(/\b(?:true|false)\b/g),
    ],
    ["yaml-yes-no", undefined, countOf(/[:=] ?["']?(?:yes|no|on|off)["']?\b/gi)],
  ),
  ...more(
    { field: "code", rank: 4, named: /timeout|hang/ },
    "timeouts",
    "Set a timeout on every network call and job.",
    countOf(/time-?_?out|deadline|AbortSignal|--max-time|WithTimeout/gi),
  ),
  ...more(
    { field: "code", rank: 4, named: /retr|backoff|flaky/ },
    "retries",
    "Retry calls that can fail for a moment, with backoff.",
    countOf(/\bretr(?:y|ies)|backoff|--retry/gi),
  ),
  ...more(
    { field: "code", rank: 4, named: /limit|resource|memory|cpu/ },
    "resource-limits",
    "Set resource requests and limits for every container.",
    countOf(/\b(?:limits|requests|resources|mem_limit|cpus|memory):/g),
  ),
  ...more(
    { field: "any", rank: 5, named: /slim|alpine|small|size|image/ },
    "slim-images",
    "Use slim base images.",
    countOf(/-slim|-alpine|:alpine|distroless/g),
  ),
  ...more(
    { field: "any", rank: 5, named: /ci\b|lock|install|reproduc/ },
    "npm-ci",
    "Install from the lockfile (`npm ci`, `--frozen-lockfile`) instead of resolving versions anew.",
    countOf(/\bnpm ci\b|--frozen-lockfile|--locked|--immutable|--require-hashes/g),
  ),
  ...oppositeKinds(
    { field: "any", rank: 5, named: /conventional|prefix|commit|type/ },
    [
      "conventional-commits",
      'Write commit messages in the Conventional Commits form ("fix: …", "feat(scope): …").',
    ],
    ["no-commit-prefix", 'Leave out prefixes such as "feat:" and "fix:" in commit messages.'],
    (before, after) => CONVENTIONAL.test(after) && !CONVENTIONAL.test(before),
  ),
  ...oppositeKinds(
    { field: "any", rank: 5, named: /ticket|issue|jira|reference|number/ },
    ["ticket-number", "Give the ticket number in the message or title."],
    ["no-ticket-number", "Leave out ticket numbers."],
    (before, after) => TICKET.test(after) && !TICKET.test(before),
  ),
];

const CONVENTIONAL =
  /^\s*(?:feat|fix|chore|docs|refactor|test|tests|ci|build|perf|style|revert)(?:\([\w./-]+\))?!?: /;
const TICKET = /(?:^|[\s[(])(?:[A-Z][A-Z0-9]{1,9}-\d+|#\d+|GH-\d+)/;
