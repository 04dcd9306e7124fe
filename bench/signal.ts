import { SignalReader } from "../src/core/signal/signal-reader.ts";
import { medians, millis, type Row } from "./measure.ts";
import { variedLog } from "./varied-log.ts";

const PART = 65_536;

/** The twelve expressions that are the obvious way to do it, collecting every match. */
const EXPRESSIONS: readonly RegExp[] = [
  /\b(error|exception|failed|crash|traceback|stacktrace|segfault|panic)\b/gi,
  /\b(exit code [1-9]|non-zero exit|command failed)\b/gi,
  /\b(undefined|null pointer|type error|syntax error)\b/gi,
  /\b(test failed|tests failing|assertion failed|expect.*to|should.*but)\b/gi,
  /\b(validation error|schema mismatch|type check failed)\b/gi,
  /\b(build failed|compile error|lint error)\b/gi,
  /\b(no|wrong|incorrect|not what I|try again|that's not)\b/gi,
  /\b(doesn't work|won't work|not working|still broken)\b/gi,
  /\b(completely wrong|misunderstood|missed the point)\b/gi,
  /\b(almost|close but|except for|mostly|nearly)\b/gi,
  /\b(just need to|one thing|small change|minor issue)\b/gi,
  /\b(good but|works but|fine except)\b/gi,
];

/** What a day of CI and servers prints: mostly harmless, with ids and names that vary, and a failing run now and then. */
function sampleLog(bytes: number): string {
  let state = 2026;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state % below;
  };
  const pick = (words: readonly string[]): string => words[random(words.length)]!;
  const hex = (): string => random(0x7fffffff).toString(16);
  const name = (): string => `${pick(WORDS)}${pick(["", "-", "_", "."])}${pick(WORDS)}`;
  const lines: readonly (() => string)[] = [
    () =>
      `2026-11-15T08:${10 + random(50)}:01.${random(999)}Z INFO  ${name()}: listening on 127.0.0.1:${8000 + random(999)}`,
    () =>
      `2026-11-15T08:${10 + random(50)}:02.004Z DEBUG ${name()}: ${random(9999)} entries, 0 errors, next sweep in 30 s`,
    () => `  ✓ keeps the ${pick(WORDS)} when the ${pick(WORDS)} expires (${random(90)} ms)`,
    () => `tests/test_${name()}.py::test_failed_${pick(WORDS)} PASSED [ ${random(99)}%]`,
    () => `[INFO] Building jar: target/${name()}-1.${random(9)}.${random(9)}.jar`,
    () => `GET /api/v1/${pick(WORDS)}/${hex()}?page=${random(9)} 200 ${random(99)}.331 ms - ${random(9999)}`,
    () => `remote: Compressing objects: ${random(100)}% (42/42), done.`,
    () => `   Compiling ${name()} v0.${random(9)}.${random(9)} (/build/${hex()})`,
    () => `warning: unused variable \`${pick(WORDS)}\` --> src/${name()}.rs:${random(999)}:9`,
    () =>
      `{"level":"info","time":${random(999999)},"trace":"${hex()}${hex()}","msg":"${pick(WORDS)} ${pick(WORDS)} done","ms":${random(99)}}`,
    () => `[${random(99)}/412] CXX obj/${name()}/${pick(WORDS)}.o`,
    () => `part-${random(99999)}.parquet  ${random(99)}.2 MiB  sha256:${hex()}${hex()}${hex()}${hex()}`,
    () =>
      `Nov 15 08:00:0${random(9)} host-${random(9)} systemd[1]: Started ${name()} for user ${pick(WORDS)}.`,
    () =>
      `time="2026-11-15T08:00:00Z" level=info msg="${pick(WORDS)} synced" id=${hex()} attempt=${random(3)}`,
    () => "",
  ];
  const parts: string[] = [];
  for (let size = 0; size < bytes;) {
    const part =
      random(20_000) === 0
        ? "FAILED tests/test_cart.py::test_total - assert 41 == 42"
        : lines[random(lines.length)]!();
    parts.push(part);
    size += part.length + 1;
  }
  return parts.join("\n").slice(0, bytes);
}

const WORDS =
  "cart session user token invoice ledger cache queue worker router parser stream buffer socket vector index shard bucket region tenant order payment mailer report".split(
    " ",
  );

/** Hears a text in parts of 64 KiB, as the command reads a file. */
function hear(text: string): () => unknown {
  const bytes = Buffer.from(text);
  const parts = Array.from({ length: Math.ceil(bytes.length / PART) }, (_, n) =>
    bytes.toString("utf8", n * PART, (n + 1) * PART),
  );
  return () => {
    const reader = new SignalReader();
    for (const part of parts) reader.push(part);
    return reader.end();
  };
}

/** Hearing a log against collecting every match of the plain expressions in it. */
function againstExpressions(what: string, text: string, limit: number): Row {
  const log = Buffer.from(text).toString("utf8");
  const collectAll = (): number => {
    let count = 0;
    for (const expression of EXPRESSIONS) count += [...log.matchAll(expression)].length;
    return count;
  };
  const [ours, theirs] = medians([hear(log), collectAll], { calls: 1, rounds: 9 }) as [number, number];
  return {
    what,
    peer: "the twelve plain expressions",
    ours: millis(ours),
    theirs: millis(theirs),
    ratio: ours / theirs,
    limit,
  };
}

export function benchSignal(): readonly Row[] {
  const rows: Row[] = [
    againstExpressions("detectSignal, 8 MB of failing CI logs, few lines alike", variedLog(8_000_000), 0.67),
    againstExpressions("detectSignal, 10 MB of logs", sampleLog(10_000_000), 0.5),
  ];
  const hostile: readonly [string, (size: number) => string][] = [
    ["expect × n", (size) => "expect ".repeat(size / 7)],
    ["one line", (size) => "error at x: ".repeat(size / 12)],
    ["nested quotes", (size) => `"'`.repeat(size / 2)],
    ["prose", (size) => "no, this is wrong but almost works. ".repeat(size / 36)],
  ];
  for (const [name, make] of hostile) {
    const [twice, once] = medians([hear(make(8_000_000)), hear(make(4_000_000))], {
      calls: 1,
      rounds: 9,
    }) as [number, number];
    rows.push({
      what: `detectSignal, 8 MB of hostile input: ${name}`,
      peer: "itself, half the input",
      ours: millis(twice),
      theirs: millis(once),
      ratio: twice / once,
      limit: 2.3,
    });
  }
  return rows;
}
