import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  MAX_UNREAD,
  TRANSCRIPT_FORMATS,
  type TranscriptFormat,
} from "../../src/core/transcript/transcript.ts";
import type { ReadTranscript } from "../../src/ports/transcripts.ts";
import { SAMPLES, useTestHome } from "../contract/transcripts.ts";

const at = useTestHome();
/** Formats in which each line is a record. The others are documents, or Markdown, which may quote anything. */
const BY_LINE = ["claude-code", "codex", "copilot", "cursor"] as const;
const WORDS = "No, use a map – für alle 😀";
const UNKNOWN = { format: undefined };
const sampleOf = (format: TranscriptFormat): string => SAMPLES[format].make(WORDS);

interface Checked {
  readonly read: ReadTranscript;
  /** What does not hold, though it must for any file. */
  readonly wrong: readonly string[];
}

async function readAny(format: TranscriptFormat, content: string | Buffer): Promise<Checked> {
  const bytes = Buffer.from(content);
  const read = await at.open().read(at.write(SAMPLES[format].path.slice(1), bytes));
  if (read.format === undefined) return { read, wrong: [] };
  const { lines, unread, unreadCount, conversations } = read.reading;
  const placed = [...conversations.flatMap(({ turns }) => turns), ...unread];
  const holds: Readonly<Record<string, boolean>> = {
    "all lines are counted": lines === countLines(bytes),
    "the first lines not understood are shown": unread.length === Math.min(unreadCount, MAX_UNREAD),
    "a line is not understood once at most": !isByLine(read.format) || unreadCount <= lines,
    "every line is in the file": placed.every(({ line }) => line >= 1 && line <= lines),
  };
  return { read, wrong: Object.keys(holds).filter((name) => holds[name] !== true) };
}

const isByLine = (format: TranscriptFormat): boolean => BY_LINE.some((one) => one === format);

function countLines(bytes: Buffer): number {
  let lines = bytes.length > 0 && bytes.at(-1) !== 0x0a ? 1 : 0;
  for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, end + 1)) lines += 1;
  return lines;
}

const textsOf = ({ read }: Checked): readonly string[] =>
  read.format === undefined
    ? []
    : read.reading.conversations.flatMap(({ turns }) => turns.map(({ text }) => text));

describe.each(TRANSCRIPT_FORMATS)("a file of %s", (format) => {
  it("may be cut anywhere", async () => {
    const bytes = Buffer.from(sampleOf(format));
    // Every third byte: within a record, neighbouring cuts differ in nothing.
    for (let end = 0; end < bytes.length; end += 3)
      expect((await readAny(format, bytes.subarray(0, end))).wrong).toEqual([]);
  });

  it("may have any bytes changed", async () => {
    const bytes = Buffer.from(sampleOf(format));
    const change = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        const changed = Buffer.from(bytes);
        for (const [place, byte] of changes) changed[place] = byte;
        expect((await readAny(format, changed)).wrong).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it("may have anything after its first lines", async () => {
    const json = fc.json({ maxDepth: 4 });
    const own = fc
      .tuple(fc.constantFrom(...sampleOf(format).split("\n")), json)
      .map(([line, value]) =>
        line.replace(/"(?:type|payload|message|data|value|content)":[^,}]*/, `"type":${value}`),
      );
    const line = fc.oneof(json, own, fc.string({ unit: "binary", maxLength: 80 }));
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 12 }), async (added) => {
        expect((await readAny(format, sampleOf(format) + added.join("\n"))).wrong).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});

describe("a file of two formats", () => {
  const pairs = BY_LINE.flatMap((first) =>
    TRANSCRIPT_FORMATS.filter((second) => second !== first).map((second) => [first, second] as const),
  );

  it.each(pairs)("of %s has the lines of %s counted as not understood", async (first, second) => {
    const foreign = sampleOf(second)
      .split("\n")
      .filter((line) => line.trim() !== "");
    const found = await readAny(first, `${sampleOf(first)}${sampleOf(second)}\n${sampleOf(first)}`);
    expect(found).toMatchObject({
      read: { format: first, reading: { unreadCount: foreign.length } },
      wrong: [],
    });
    expect(textsOf(found)).toContain(WORDS);
  });

  // The records of Gemini may be anything, so that it skips what it does not know.
  it.each(["opencode", "cline"] as const)(
    "that starts as a document of %s is not understood",
    async (first) => {
      for (const second of BY_LINE)
        expect(await readAny(first, `${sampleOf(first)}\n${sampleOf(second)}`)).toMatchObject({
          read: { format: first, reading: { conversations: [], unreadCount: 1 } },
          wrong: [],
        });
    },
  );
});

describe("a hostile file", () => {
  const deep = (count: number): string => "[".repeat(count) + "]".repeat(count);
  const MEGABYTE = 1_000_000;
  const LINES: readonly (readonly [name: string, line: string | Buffer])[] = [
    ["NULs", "\0".repeat(10_000)],
    [
      "lone surrogates",
      JSON.stringify({ type: "user", text: "\ud800" }).replace("\\ud800", "\\ud800\\udfff\\udc00"),
    ],
    ["encoded surrogates", Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d])],
    ["deep brackets", deep(MEGABYTE)],
    ["open brackets", "[".repeat(MEGABYTE)],
    ["deep objects", '{"message":'.repeat(MEGABYTE)],
    ["deep content", `{"type":"user","sessionId":"s","message":{"role":"user","content":${deep(MEGABYTE)}}}`],
    ["deep payload", `{"type":"event_msg","payload":{"type":"user_message","message":${deep(100_000)}}}`],
    ["huge numbers", `{"type":1e999999,"ts":${"9".repeat(100_000)},"x":-1e-999999}`],
    ["prototypes", '{"__proto__":{"type":"user"},"constructor":{"prototype":{}},"type":"__proto__"}'],
    ["prototype types", '{"type":"constructor","payload":{"type":"toString"},"data":{"__proto__":1}}'],
    ["10 MB", `{"type":"progress","data":"${"x".repeat(10 * MEGABYTE)}"}`],
    ["10 MB of nothing", " ".repeat(10 * MEGABYTE)],
    ["10 MB of quotes", '"'.repeat(10 * MEGABYTE)],
    ["10 MB of backslashes", `{"type":"${"\\".repeat(10 * MEGABYTE)}`],
    ["40 MB", "x".repeat(40 * MEGABYTE)],
    ["carriage returns", "\r".repeat(MEGABYTE)],
    ["binary", Buffer.from(Array.from({ length: 4_096 }, (_, n) => (n * 7_919) % 256))],
    ["a byte order mark", "\uFEFF{}"],
  ];

  it.each(LINES)("with %s is no transcript", async (_, line) => {
    for (const format of TRANSCRIPT_FORMATS) expect((await readAny(format, line)).read).toEqual(UNKNOWN);
  });

  it.each(LINES)("with %s within a transcript leaves the rest readable", async (_, line) => {
    const before = process.memoryUsage.rss();
    for (const format of TRANSCRIPT_FORMATS) {
      const start = performance.now();
      const text = Buffer.concat([sampleOf(format), "\n", line, "\n"].map((part) => Buffer.from(part)));
      const found = await readAny(format, text);
      expect(found).toMatchObject({ read: { format }, wrong: [] });
      // A document is spoilt as a whole.
      expect(isByLine(format) ? textsOf(found) : [WORDS]).toEqual([WORDS]);
      expect(performance.now() - start).toBeLessThan(20_000);
    }
    expect(process.memoryUsage.rss() - before).toBeLessThan(400 * MEGABYTE);
  });

  it("may be empty, or nothing but line ends", async () => {
    for (const text of ["", "\n", "\r\n\r\n", "\uFEFF", "\n".repeat(MEGABYTE)])
      for (const format of TRANSCRIPT_FORMATS) expect((await readAny(format, text)).read).toEqual(UNKNOWN);
  });

  it("changes no prototype", async () => {
    for (const format of TRANSCRIPT_FORMATS) {
      const text = sampleOf(format).replace(
        "{",
        '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},',
      );
      await readAny(format, text + text);
    }
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});
