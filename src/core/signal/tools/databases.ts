import { fails, provesFailure, type Tool } from "./tool.ts";

/** Error lines of database clients and servers. */
export const databases: Tool = {
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
