import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openTranscripts } from "../src/drivers/transcripts/open-transcripts.ts";
import { scatter } from "./make.ts";
import { median, mib, type Row } from "./measure.ts";

const MEMORY = fileURLToPath(new URL("transcripts-memory.ts", import.meta.url));
const TOTAL_BYTES = 500_000_000;
const FILE_BYTES = 12_500_000;
const ROUNDS = 3;
/** Readers must not hold what they read. In bytes. */
const ALLOWED_RSS = 400_000_000;

/** Code as agents read it, with what JSON has to escape and some letters outside ASCII. */
function code(n: number, bytes: number): string {
  const lines: string[] = [];
  for (let size = 0, line = 1; size < bytes; line += 1) {
    const text = `${line}→\tconst part${scatter(n + line, 900)} = make("worker ${n}", { retries: ${line % 7}, path: "src\\\\part-${line}" });${line % 40 === 0 ? " // prüft" : ""}`;
    lines.push(text);
    size += text.length + 2;
  }
  return lines.join("\n");
}

/** Of one size now and then ten times as large, as files are. */
const sizeOf = (n: number): number => (scatter(n, 10) === 0 ? 40_000 : 4_000);

type MakeLines = (n: number, session: string) => readonly object[];

/** A call with its result, and at times a person's words, a snapshot and the client's notes. */
const claudeCode: MakeLines = (n, session) => {
  const timestamp = new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString();
  const start = { parentUuid: `p-${n}`, isSidechain: false, userType: "external", cwd: "/work/shop" };
  const common = { ...start, sessionId: session, version: "2.1.9", gitBranch: "main" };
  const end = { uuid: `u-${session}-${n}`, timestamp };
  const agent = (block: object): object => ({
    ...common,
    message: {
      model: "large-1",
      id: `msg_${n}`,
      type: "message",
      role: "assistant",
      content: [block],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: n, output_tokens: 7 },
    },
    requestId: `req_${n}`,
    type: "assistant",
    ...end,
  });
  const content = code(n, sizeOf(n));
  const file = `/work/shop/src/part-${n % 90}.ts`;
  const isEdit = n % 5 === 0;
  const input = isEdit
    ? { file_path: file, old_string: content.slice(0, 300), new_string: content.slice(200, 600) }
    : { file_path: file };
  const lines: object[] = [
    agent({ type: "text", text: `I look at part ${n} first. ${"It retries too soon. ".repeat(6)}` }),
    agent({ type: "tool_use", id: `toolu_${n}`, name: isEdit ? "Edit" : "Read", input }),
    {
      ...common,
      type: "user",
      message: { role: "user", content: [{ tool_use_id: `toolu_${n}`, type: "tool_result", content }] },
      ...end,
      toolUseResult: isEdit ? { filePath: file, originalFile: content } : { type: "text", file: { content } },
      sourceToolAssistantUUID: `a-${n}`,
    },
  ];
  if (n % 3 === 0)
    lines.push(agent({ type: "thinking", thinking: "It may be the host. ".repeat(30), signature: "s" }));
  if (n % 4 === 0)
    lines.push({
      type: "file-history-snapshot",
      messageId: `m-${n}`,
      snapshot: { files: { [file]: content.slice(0, 2_000) } },
    });
  if (n % 12 === 0)
    lines.push({
      ...common,
      type: "user",
      message: { role: "user", content: `No, part ${n} must wait longer each time.` },
      ...end,
    });
  return lines;
};

const codex: MakeLines = (n, session) => {
  const timestamp = new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString();
  const line = (type: string, payload: object): object => ({ timestamp, type, payload });
  const call = `call_${session}_${n}`;
  const output = `Chunk ID: ab12\nWall time: 0.1 seconds\nProcess exited with code ${n % 9 === 0 ? 1 : 0}\nOutput:\n${code(n, sizeOf(n))}`;
  const lines: object[] =
    n === 0
      ? [
          line("session_meta", {
            id: session,
            timestamp,
            cwd: "/work/shop",
            originator: "codex-tui",
            cli_version: "0.90.0",
            source: "cli",
          }),
        ]
      : [];
  lines.push(
    line("response_item", { type: "reasoning", summary: [], encrypted_content: "x".repeat(900) }),
    line("response_item", {
      type: "function_call",
      name: "exec_command",
      arguments: JSON.stringify({ cmd: `sed -n 1,90p src/part-${n}.ts` }),
      call_id: call,
    }),
    line("response_item", { type: "function_call_output", call_id: call, output }),
    line("event_msg", { type: "token_count", info: { total: n }, rate_limits: {} }),
  );
  if (n % 4 === 0)
    lines.push(line("event_msg", { type: "agent_message", message: `Part ${n} retries too soon.` }));
  if (n % 12 === 0) {
    const words = `No, part ${n} must wait longer each time.`;
    lines.push(
      line("response_item", {
        type: "message",
        role: "user",
        content: [{ type: "input_text", text: words }],
      }),
      line("event_msg", { type: "user_message", message: words, images: [] }),
    );
  }
  return lines;
};

const copilot: MakeLines = (n, session) => {
  const timestamp = new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString();
  const line = (type: string, data: object): object => ({
    type,
    data,
    id: `${session}-${type}-${n}`,
    timestamp,
    parentId: null,
  });
  const toolCallId = `call-${n}`;
  const args = { path: `/work/shop/src/part-${n}.ts` };
  const content = code(n, sizeOf(n));
  const lines: object[] =
    n === 0
      ? [line("session.start", { sessionId: session, version: 1, context: { cwd: "/work/shop" } })]
      : [];
  lines.push(
    line("assistant.message", {
      messageId: `m-${n}`,
      content: `I look at part ${n}.`,
      toolRequests: [{ toolCallId, name: "view", arguments: args }],
    }),
    line("tool.execution_start", { toolCallId, toolName: "view", arguments: args }),
    line("tool.execution_complete", {
      toolCallId,
      success: n % 9 !== 0,
      result: { content, detailedContent: content },
    }),
  );
  if (n % 12 === 0)
    lines.push(
      line("user.message", { content: `No, part ${n} must wait longer each time.`, attachments: [] }),
    );
  return lines;
};

const MAKERS: readonly MakeLines[] = [claudeCode, claudeCode, claudeCode, codex, codex, copilot];

/** Invented sessions in which most bytes are what tools returned, as in real ones. */
function makeTranscripts(folder: string, bytes: number): readonly string[] {
  mkdirSync(folder, { recursive: true });
  return Array.from({ length: Math.ceil(bytes / FILE_BYTES) }, (_, at) => {
    const make = MAKERS[at % MAKERS.length]!;
    const path = join(folder, `session-${at}.jsonl`);
    const file = openSync(path, "w");
    for (let n = 0, size = 0; size < FILE_BYTES; n += 1) {
      const text = make(n, `session-${at}`)
        .map((line) => `${JSON.stringify(line)}\n`)
        .join("");
      size += writeSync(file, text);
    }
    closeSync(file);
    return path;
  });
}

/** How long it takes to read all files, in milliseconds. */
async function timed(files: readonly string[], read: (file: string) => unknown): Promise<number> {
  const start = performance.now();
  for (const file of files) await read(file);
  return performance.now() - start;
}

/** The most memory that reading the files takes in a process that does nothing else. */
function mostMemory(files: readonly string[]): number {
  const { stdout, stderr, status } = spawnSync(process.execPath, [MEMORY, ...files], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  const { bytes }: { readonly bytes: number } = JSON.parse(stdout);
  return bytes;
}

function parseLines(path: string): number {
  let parsed = 0;
  for (const line of readFileSync(path, "utf8").split("\n"))
    if (line !== "" && JSON.parse(line) !== null) parsed += 1;
  return parsed;
}

export async function benchTranscripts(bytes = TOTAL_BYTES): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "emend-bench-transcripts-"));
  try {
    const files = makeTranscripts(folder, bytes);
    const transcripts = openTranscripts({ env: {}, home: folder });
    const readOne = async (file: string): Promise<void> => {
      const read = await transcripts.read(file);
      const isUnderstood = read.format !== undefined && read.reading.unreadCount === 0;
      if (!isUnderstood || read.reading.conversations[0]!.turns.length < 10)
        throw new Error(`${file} was not understood`);
    };
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await timed(files, readOne));
      theirs.push(await timed(files, parseLines));
    }
    const rss = mostMemory(files);
    const total = files.length * FILE_BYTES;
    const speed = (ms: number): string => `${(total / 1_000 / ms).toFixed(0)} MB/s`;
    const what = `transcripts, ${Math.round(total / 1_000_000)} MB in ${files.length} files`;
    return [
      {
        what: `${what}, read`,
        peer: "JSON.parse of every line",
        ours: speed(median(ours)),
        theirs: speed(median(theirs)),
        ratio: median(ours) / median(theirs),
        limit: 1.5,
      },
      {
        what: `${what}, most memory`,
        peer: "400 MB",
        ours: mib(rss),
        theirs: mib(ALLOWED_RSS),
        ratio: rss / ALLOWED_RSS,
        limit: 1,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
