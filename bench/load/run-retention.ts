// What it costs to delete a month: `emend erase older-than` on the table as it is, and dropping a partition of a copy:
// `node bench/load/run-retention.ts [records of a month]`.
import pg from "pg";
import { openPostgresStore } from "../../src/drivers/sql/postgres/open-postgres-store.ts";
import { toFeedbackRow } from "../../src/drivers/sql/feedback/feedback-row.ts";
import { scatter } from "../make.ts";
import { mib } from "../measure.ts";
import { makeRecord } from "./make-record.ts";
import { treeCpuSeconds } from "./process-cpu.ts";
import { startDatabase } from "./start-database.ts";

const month = Number(process.argv[2] ?? 200_000);
const MONTHS = ["2026-01", "2026-02", "2026-03"];
const BATCH = 1_000;

const database = await startDatabase();
const store = await openPostgresStore({ url: database.url });
const client = new pg.Client({ connectionString: database.url });
await client.connect();

/** Rows as the store writes them, copied in without roll-ups, since deleting leaves those alone. */
async function fill(): Promise<void> {
  for (let from = 0; from < month * MONTHS.length; from += BATCH) {
    const rows = Array.from({ length: BATCH }, (_, at) => {
      const n = from + at;
      const day = 1 + scatter(n, 28);
      const time = `${MONTHS[Math.floor(n / month)]}-${String(day).padStart(2, "0")}T${String(8 + (n % 10)).padStart(2, "0")}:00:${String(n % 60).padStart(2, "0")}.000Z`;
      return toFeedbackRow(makeRecord(n, time));
    });
    const column = (of: (row: (typeof rows)[number]) => string): string[] => rows.map(of);
    const { rows: made } = await client.query<{ seq: number; id: string }>(
      `insert into feedback (id, event_id, fingerprint, agent, author, time, record)
       select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
       returning seq, id`,
      [
        column(({ id }) => id),
        column(({ event_id }) => event_id),
        column(({ fingerprint }) => fingerprint),
        column(({ agent }) => agent),
        column(({ author }) => author),
        column(({ time }) => time),
        column(({ record }) => record),
      ],
    );
    const seqs = new Map(made.map(({ id, seq }) => [id, seq]));
    const tags = rows.flatMap(({ id, time, tags: own }) =>
      own.map((tag) => ({ tag, time, seq: seqs.get(id) })),
    );
    await client.query(
      "insert into feedback_tag (tag, time, seq) select * from unnest($1::text[], $2::text[], $3::bigint[])",
      [tags.map(({ tag }) => tag), tags.map(({ time }) => time), tags.map(({ seq }) => seq)],
    );
  }
  await client.query("vacuum analyze");
}

/** The same two tables cut by month, with the keys that PostgreSQL allows there. */
const PARTITIONED = `
  create schema cut;
  create table cut.feedback (
    seq bigint generated always as identity,
    id text collate "C" not null, event_id text collate "C" not null, fingerprint text collate "C" not null,
    agent text collate "C" not null, author text collate "C" not null, time text collate "C" not null,
    record text collate "C" not null,
    primary key (seq, time)
  ) partition by range (time);
  create unique index feedback_id on cut.feedback (id, time);
  create unique index feedback_event on cut.feedback (event_id, time);
  create unique index feedback_fingerprint on cut.feedback (fingerprint, time);
  create index feedback_time on cut.feedback (time, seq);
  create index feedback_agent on cut.feedback (agent, time, seq);
  create index feedback_author on cut.feedback (author, seq);
  create table cut.feedback_tag (
    tag text collate "C" not null, time text collate "C" not null, seq bigint not null,
    primary key (tag, time, seq)
  ) partition by range (time);
  create table cut.feedback_rest partition of cut.feedback default;
  create table cut.feedback_tag_rest partition of cut.feedback_tag default;
  ${MONTHS.map((name, at) => {
    const to = MONTHS[at + 1] ?? "2026-04";
    const bounds = `for values from ('${name}-01') to ('${to}-01')`;
    const suffix = name.replace("-", "_");
    return `create table cut.feedback_${suffix} partition of cut.feedback ${bounds};
            create table cut.feedback_tag_${suffix} partition of cut.feedback_tag ${bounds};`;
  }).join("\n")}
  insert into cut.feedback (seq, id, event_id, fingerprint, agent, author, time, record)
    overriding system value select * from public.feedback;
  insert into cut.feedback_tag select * from public.feedback_tag;
`;

const number = async (sql: string): Promise<number> =>
  Number((await client.query<{ n: string }>(sql)).rows[0]!.n);
const wal = (): Promise<number> => number("select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as n");
const size = (): Promise<number> =>
  number("select pg_total_relation_size('feedback') + pg_total_relation_size('feedback_tag') as n");

async function measured(what: string, act: () => Promise<unknown>): Promise<void> {
  const [started, walBefore, ours, theirs] = [
    performance.now(),
    await wal(),
    process.cpuUsage(),
    treeCpuSeconds(database.pid),
  ];
  await act();
  const ms = performance.now() - started;
  const { user, system } = process.cpuUsage(ours);
  console.log(
    `${what.padEnd(44)} ${ms.toFixed(0)} ms (${Math.round((month * 1_000) / ms)} records a second), log ${mib((await wal()) - walBefore)}, processor ${((user + system) / 1e6).toFixed(1)} s ours, ${(treeCpuSeconds(database.pid) - theirs).toFixed(1)} s PostgreSQL's`,
  );
}

await fill();
console.log(`${MONTHS.length} months of ${month} records: ${mib(await size())}`);
await measured("the copy that is cut by month", () => client.query(PARTITIONED));
await client.query("vacuum analyze");
await measured("emend erase older-than, one month", () =>
  store.feedback.deleteOlderThan("2026-02-01T00:00:00.000Z", "bench"),
);
await measured("then: vacuum", () => client.query("vacuum feedback, feedback_tag"));
console.log(`size afterwards ${mib(await size())}`);
await measured("dropping the month's two partitions", () =>
  client.query("drop table cut.feedback_2026_01, cut.feedback_tag_2026_01"),
);

// Reading and writing the two, with what the store itself asks.
for (const schema of ["public", "cut"]) {
  const reading = await openPostgresStore({
    url: `${database.url}?options=${encodeURIComponent(`-c search_path=${schema},public`)}`,
  });
  await measured(`${schema}: 200 pages of an agent`, async () => {
    for (let n = 0; n < 200; n += 1) await reading.feedback.list({ limit: 50, agent: `agent-${n}` });
  });
  await measured(`${schema}: 200 records by id`, async () => {
    for (let n = 0; n < 200; n += 1)
      await reading.feedback.find(makeRecord(2 * month + n, "2026-03-01T00:00:00.000Z").id);
  });
  const again = makeRecord(5_000_000, "2026-03-05T08:00:00.000Z");
  const later = { ...again, time: "2026-03-06T08:00:00.000Z" };
  const states: string[] = [];
  for (const record of [again, again, later])
    states.push((await reading.feedback.record([record]))[0]!.state);
  console.log(`${schema}: once, again, again under another time: ${states.join(", ")}`);
  await reading.close();
}
await client.end();
await store.close();
await database.stop();
