import { lineRules } from "./runtime-rules.ts";

const SQLITE = { framework: "sqlite" } as const;

/** Database clients and servers, by the forms of their own error lines. */
export const databases = lineRules(
  "databases",
  [
    "error",
    "ora-",
    "fatal:",
    "panic:",
    "msg ",
    "sqlstate",
    "no such table",
    "no such column",
    "psql",
    "(error)",
    "database",
    "wrongtype",
    "noauth",
    "deadlock",
    "syntax error",
  ],
  [
    {
      pattern: /^psql: (?:error: |FATAL: {1,2})(?<message>.{1,300})$/,
      weight: "proof",
      facts: { framework: "postgresql" },
    },
    {
      pattern:
        /^(?:psql:[^\s:]{1,200}:(?<line>\d{1,7}): )?(?<type>ERROR|FATAL|PANIC): {2}(?<message>.{1,400})$/,
      weight: "proof",
      facts: { framework: "postgresql" },
    },
    {
      pattern:
        /^(?:pg_dump|pg_restore|pg_ctl|createdb|dropdb|initdb|pg_basebackup): (?:error|fatal): (?<message>.{1,300})$/,
      weight: "proof",
      facts: { framework: "postgresql" },
    },
    {
      pattern: /^(?:pq|pgx|ERROR): (?<message>.{1,300}?) \(SQLSTATE (?<type>[0-9A-Z]{5})\)$/,
      weight: "proof",
      facts: { framework: "postgresql" },
    },
    { pattern: /^(?:\S{1,40}: )?pq: (?<message>.{1,300})$/, facts: { framework: "postgresql" } },
    { pattern: /\bSQLSTATE\[(?<type>\w{5})\](?: \[\d+\])?:? (?<message>.{1,300})/ },
    {
      pattern:
        /^(?:mysql: |mysqldump: |mysqladmin: )?(?:\[?ERROR\]?) (?<type>\d{4}) \([0-9A-Z]{5}\)(?: at line (?<line>\d{1,7}))?: (?<message>.{1,400})$/,
      weight: "proof",
      facts: { framework: "mysql" },
    },
    {
      pattern: /^(?:mysqldump|mysqladmin|mysqld): (?:Got error: |\[ERROR\] )(?<message>.{1,300})$/,
      weight: "proof",
      facts: { framework: "mysql" },
    },
    {
      pattern: /^(?:Error: )?(?:near line (?<line>\d{1,7}): |in prepare, |stepping, )(?<message>.{1,300})$/,
      weight: "proof",
      facts: SQLITE,
    },
    {
      pattern:
        /^(?:Parse error|Runtime error)(?: near line (?<line>\d{1,7})| in \w{1,20})?:? (?<message>.{0,300}(?:no such|syntax error|constraint failed|locked|readonly).{0,200})$/,
      weight: "proof",
      facts: SQLITE,
    },
    {
      pattern:
        /^(?:SQL error|Error|SqliteError|SQLITE_ERROR|sqlite3\.\w{1,40}): (?:SQLITE_\w{1,30}: )?(?<message>(?:no such (?:table|column|function)|unable to open database|database is locked|near ").{0,200})$/,
      weight: "proof",
      facts: SQLITE,
    },
    {
      pattern:
        /^(?:\s{0,4}|.{0,80}?\s)(?<type>(?:ORA|PLS|TNS|SP2|RMAN|IMP|EXP)-\d{4,5}): (?<message>.{1,300})$/,
      weight: "proof",
      facts: { framework: "oracle" },
    },
    {
      pattern: /^Msg (?<type>\d{1,6}), Level \d{1,2}, State \d{1,3}(?:, .{1,200})?$/,
      weight: "proof",
      facts: { framework: "sqlserver" },
    },
    { pattern: /^Sqlcmd: Error: (?<message>.{1,300})$/, weight: "proof", facts: { framework: "sqlserver" } },
    {
      pattern:
        /^(?:Uncaught:?\s?)?(?<type>Mongo(?:Server|Network|Bulk|Parse|DB|)\w{0,30}Error)(?:\[\w{1,40}\])?: (?<message>.{1,300})$/,
      weight: "proof",
      facts: { framework: "mongodb" },
    },
    {
      pattern: /^\(error\) (?<type>[A-Z]{2,20}) (?<message>.{1,300})$/,
      weight: "proof",
      facts: { framework: "redis" },
    },
    {
      pattern: /^(?:Could not connect to Redis at|Error: Connection reset|\(error\)) ?(?<message>.{0,200})$/,
      facts: { framework: "redis" },
    },
    {
      pattern: /^(?:Code: \d{1,4}\. )?DB::Exception: (?<message>.{1,300})$/,
      weight: "proof",
      facts: { framework: "clickhouse" },
    },
    {
      pattern:
        /^(?:InvalidRequest|SyntaxException|NoHostAvailable|OperationTimedOut): (?:Error from server: )?(?<message>.{1,300})$/,
      weight: "proof",
      facts: { framework: "cassandra" },
    },
    {
      pattern: /^Prisma(?:Client)?\w{0,40}Error: ?(?<message>.{0,300})$/,
      weight: "proof",
      facts: { framework: "prisma" },
    },
    {
      pattern: /^Error: (?<type>P[13]\d{3}):? ?(?<message>.{0,300})$/,
      weight: "proof",
      facts: { framework: "prisma" },
    },
    {
      pattern:
        /^(?:Error|ERROR|error): (?<message>(?:relation|column|table|database|role|schema|function) ["'`]?.{1,120}["'`]? (?:does not exist|already exists))/,
      weight: "proof",
    },
    {
      pattern:
        /^(?:Error: |error: |\w{1,20}: )?(?<message>(?:Unable to open database file|unable to open database file|database disk image is malformed).{0,100})/,
      facts: SQLITE,
    },
  ],
);
