import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonObject } from "../../json/json.ts";
import type { HumanTurn, TranscriptReading } from "../transcript.ts";
import { claudeCode } from "./claude-code.ts";

type Line = JsonObject | string;

function read(lines: readonly Line[]): TranscriptReading {
  const reader = claudeCode.open("/home/ada/.claude/projects/-src-shop/5e55.jsonl");
  for (const [at, line] of lines.entries())
    reader.read(typeof line === "string" ? line : JSON.stringify(line), at + 1);
  return reader.finish();
}

/** The same lines with spaces, which none of the shortcuts knows. */
const spaced = (lines: readonly Line[]): readonly string[] =>
  lines.map((line) =>
    typeof line === "string" ? line : JSON.stringify(line, null, 1).replaceAll("\n", " "),
  );

const turns = (lines: readonly Line[]): readonly HumanTurn[] =>
  read(lines).conversations.flatMap((conversation) => conversation.turns);

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 5, 10, 0, seconds)).toISOString();
const COMMON = {
  parentUuid: null,
  isSidechain: false,
  userType: "external",
  cwd: "/src/shop",
  sessionId: "5e55",
};
const LATER = { version: "2.1.40", gitBranch: "main" };

const user = (uuid: string, content: unknown, more: JsonObject = {}): JsonObject => ({
  ...COMMON,
  ...LATER,
  type: "user",
  message: { role: "user", content },
  uuid,
  timestamp: at(1),
  ...more,
});
const agent = (content: unknown, more: JsonObject = {}): JsonObject => ({
  ...COMMON,
  ...LATER,
  message: {
    model: "claude-x",
    id: "msg_1",
    type: "message",
    role: "assistant",
    content,
    stop_reason: null,
    usage: { input_tokens: 3, service: { tier: "standard" } },
  },
  type: "assistant",
  uuid: "a",
  timestamp: at(1),
  ...more,
});
const said = (text: string): JsonObject => agent([{ type: "text", text }]);
const call = (id: string, name: string, input: JsonObject = {}): JsonObject =>
  agent([{ type: "tool_use", id, name, input }]);
const result = (uuid: string, id: string, content: unknown, more: JsonObject = {}): JsonObject =>
  user(uuid, [{ tool_use_id: id, type: "tool_result", content }], { toolUseResult: { stdout: "" }, ...more });
const failure = (uuid: string, id: string, content: string, more: JsonObject = {}): JsonObject =>
  user(uuid, [{ type: "tool_result", content, is_error: true, tool_use_id: id }], {
    toolUseResult: "Error",
    ...more,
  });
const queue = (operation: string, seconds: number, content?: string): JsonObject => ({
  type: "queue-operation",
  operation,
  timestamp: at(seconds),
  sessionId: "5e55",
  ...(content === undefined ? {} : { content }),
});
const attached = (uuid: string, attachment: JsonObject, more: JsonObject = {}): JsonObject => ({
  ...COMMON,
  attachment,
  type: "attachment",
  uuid,
  timestamp: at(3),
  ...more,
});
const REFUSED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). ";
const BARE = `${REFUSED}STOP what you are doing and wait for the user to tell you how to proceed.`;
const withWords = (words: string): string => `${REFUSED}To tell you how to proceed, the user said:\n${words}`;
const INTERRUPTED = [{ type: "text", text: "[Request interrupted by user]" }];
const IMAGE = { type: "image", source: { type: "base64", data: "" } };

describe("a person's words", () => {
  it.each([
    { why: "a text", content: "sort by price ", text: "sort by price" },
    {
      why: "blocks",
      content: [
        { type: "text", text: "sort" },
        { type: "text", text: "by price" },
      ],
      text: "sort\nby price",
    },
    {
      why: "a picture",
      content: [IMAGE, { type: "text", text: "too wide" }],
      text: "too wide",
      hasImage: true,
    },
    { why: "a picture alone", content: [IMAGE], text: "", hasImage: true },
    { why: "a picture's marker", content: "[Image #1] too wide", text: "too wide", hasImage: true },
    { why: "an open file", content: "<ide_opened_file>a.ts is open</ide_opened_file>\n\nsort", text: "sort" },
    {
      why: "a selection in a block of its own",
      content: [
        { type: "text", text: "<ide_selection>x</ide_selection>" },
        { type: "text", text: "sort" },
      ],
      text: "sort",
    },
    {
      why: "reminders",
      content: "<system-reminder>\na\n</system-reminder>\nsort\n<system-reminder>b</system-reminder>",
      text: "sort",
    },
    {
      why: "a quoted tag",
      content: "why <system-reminder>x</system-reminder> here?",
      text: "why <system-reminder>x</system-reminder> here?",
    },
    {
      why: "quoted keys",
      content: 'it printed {"type":"progress"} and "type":"tool_result","toolUseResult":',
      text: 'it printed {"type":"progress"} and "type":"tool_result","toolUseResult":',
    },
    {
      why: "an event of the build",
      content: "<ci-monitor-event>test failed</ci-monitor-event>",
      text: "<ci-monitor-event>test failed</ci-monitor-event>",
    },
    {
      why: "a plan in a new session",
      content: "Implement the following plan:\n\n# Sort",
      text: "Implement the following plan:\n\n# Sort",
    },
    { why: "a lone surrogate", content: "sort \ud800", text: "sort \ud800" },
  ])("reads $why", ({ content, text, hasImage = false }) => {
    expect(turns([user("u1", content)])).toMatchObject([
      { id: "u1", line: 1, source: "message", text, hasImage, time: at(1) },
    ]);
  });

  it("takes the arguments of a command", () => {
    const command = (args: string): string =>
      `<command-message>tidy</command-message>\n<command-name>/tidy</command-name>\n<command-args>${args}</command-args>`;
    expect(turns([user("u1", command("the tests ")), user("u2", command(""))])).toMatchObject([
      { id: "u1", source: "command", text: "/tidy the tests" },
    ]);
  });

  it.each([
    { why: "an expanded command", line: user("u1", "Tidy the code.", { isMeta: true }) },
    {
      why: "a summary",
      line: user("u1", "Sorted by price.", { isCompactSummary: true, isVisibleInTranscriptOnly: true }),
    },
    { why: "a subagent's prompt", line: user("u1", "Find the tests.", { isSidechain: true }) },
    { why: "a task that ended", line: user("u1", "Done.", { origin: { kind: "task-notification" } }) },
    {
      why: "a notification",
      line: user("u1", "<task-notification>\n<task-id>b1</task-id>\n</task-notification>"),
    },
    { why: "a command's output", line: user("u1", "<local-command-stdout>ok</local-command-stdout>") },
    { why: "the person's shell", line: user("u1", "<bash-input>ls</bash-input>") },
    { why: "a hook", line: user("u1", "Stop hook feedback:\nrun the tests") },
    { why: "a reminder alone", line: user("u1", "<system-reminder>be brief</system-reminder>") },
    { why: "a reminder that was cut", line: user("u1", "<system-reminder>be brief") },
    { why: "a result", line: result("u1", "t1", "not a human's words") },
    { why: "a result that quotes an answer", line: result("u1", "t1", "User has answered it: see below") },
    {
      why: "a result with answers of its own",
      line: result("u1", "t1", "ok", { toolUseResult: { answers: { a: "b" } } }),
    },
    { why: "progress", line: { ...COMMON, type: "progress", data: { message: user("u1", "Find it.") } } },
    {
      why: "a snapshot",
      line: { type: "file-history-snapshot", messageId: "m", snapshot: {}, isSnapshotUpdate: false },
    },
    {
      why: "a hook's context",
      line: attached("u1", { type: "hook_additional_context", content: ["be brief"] }),
    },
  ])("makes nothing of $why", ({ line }) => {
    for (const lines of [[line], spaced([line])]) {
      expect(read(lines)).toMatchObject({ conversations: [], unreadCount: 0, lines: 1 });
    }
  });
});

describe("what was typed while the agent worked", () => {
  it("is the message that it leads to", () => {
    const lines = [
      queue("enqueue", 1, "also  by name"),
      queue("dequeue", 5),
      user("u1", "also by name", { timestamp: at(5) }),
    ];
    expect(turns(lines)).toMatchObject([{ id: "u1", aliases: [`Q:${at(1)}`], source: "message", line: 3 }]);
  });

  it("is the command that it leads to", () => {
    const command = "<command-name>/tidy</command-name>\n<command-args>the tests</command-args>";
    const lines = [queue("enqueue", 1, "/tidy  the tests"), queue("dequeue", 1), user("u1", command)];
    expect(turns(lines)).toMatchObject([{ id: "u1", aliases: [`Q:${at(1)}`], source: "command" }]);
  });

  it("is the attachment that it leads to, where it was typed", () => {
    const lines = [
      said("one"),
      queue("enqueue", 3, "also by name"),
      said("two"),
      attached("u1", {
        type: "queued_command",
        prompt: "also by name",
        commandMode: "prompt",
        origin: { kind: "human" },
      }),
      queue("remove", 4, "also by name"),
    ];
    expect(turns(lines)).toMatchObject([
      { id: "u1", aliases: [`Q:${at(3)}`], source: "queued", acts: [{ kind: "said", text: "one" }] },
    ]);
    expect(read(lines).conversations[0]?.lastActs).toEqual([{ kind: "said", text: "two" }]);
  });

  it("stands alone if it leads to nothing", () => {
    const lines = [
      said("one"),
      queue("enqueue", 1, "stop"),
      queue("remove", 2),
      said("two"),
      user("u1", "stop", { timestamp: at(900) }),
    ];
    expect(turns(lines)).toMatchObject([
      { id: `Q:${at(1)}`, source: "interjected", text: "stop", line: 2, acts: [{ text: "one" }] },
      { id: "u1", source: "message", aliases: [], acts: [{ text: "two" }] },
    ]);
  });

  it.each([
    "<task-notification>x</task-notification>",
    '{"task_id":"b1","task_type":"local_bash"}',
    "/model",
  ])("is not %s", (content) => {
    expect(turns([queue("enqueue", 1, content)])).toEqual([]);
  });

  it("is gone if it was taken back", () => {
    const lines = [said("one"), queue("enqueue", 1, "sort"), queue("popAll", 2), user("u1", "sort by price")];
    expect(turns(lines)).toMatchObject([{ id: "u1", acts: [{ text: "one" }] }]);
  });

  it("is not the notification that was delivered as an attachment", () => {
    const attachment = { type: "queued_command", prompt: "It ended.", commandMode: "task-notification" };
    expect(turns([attached("u1", attachment)])).toEqual([]);
  });
});

describe("refusals", () => {
  const edit = call("t1", "Edit", { file_path: "a.ts", old_string: "a", new_string: "b" });

  it.each([
    { why: "without words", content: BARE, text: "" },
    { why: "with words", content: withWords("use tabs"), text: "use tabs" },
    {
      why: "of older versions",
      content: "The user doesn't want to take this action right now. STOP what you are doing",
      text: "",
    },
    {
      why: "with the client's advice",
      content: withWords("use tabs\n\nNote: The user's next message may contain a correction or preference."),
      text: "use tabs",
    },
    {
      why: "with the client's words",
      content: withWords("The user wants to clarify these questions.\n  Start by asking"),
      text: "",
    },
  ])("are read $why", ({ content, text }) => {
    expect(turns([edit, failure("u1", "t1", content)])).toMatchObject([
      { id: "u1", source: "refusal", text, acts: [{ tool: "Edit", result: "refused" }] },
    ]);
  });

  it("of parallel calls are one turn", () => {
    const lines = [
      edit,
      call("t2", "Bash", { command: "ls" }),
      failure("u1", "t1", BARE),
      failure("u2", "t2", withWords("use tabs")),
    ];
    expect(turns(lines)).toMatchObject([
      {
        id: "u1",
        aliases: ["u2"],
        text: "use tabs",
        acts: [{ result: "refused" }, { target: "ls", result: "refused" }],
      },
    ]);
  });

  it.each([
    { why: "apart in time", more: { timestamp: at(30) }, words: "" },
    { why: "with other words", more: {}, words: withWords("no") },
  ])("are two turns $why", ({ more, words }) => {
    const lines = [
      edit,
      failure("u1", "t1", withWords("use tabs")),
      failure("u2", "t2", words || BARE, more),
    ];
    expect(turns(lines).map(({ id }) => id)).toEqual(["u1", "u2"]);
  });

  it("of a plan count with words only", () => {
    const plan = call("t1", "ExitPlanMode", { plan: "Sort" });
    expect(turns([plan, failure("u1", "t1", BARE)])).toEqual([]);
    expect(turns([plan, failure("u1", "t1", withWords("by name"))])).toMatchObject([
      { source: "refusal", text: "by name" },
    ]);
  });

  it("are not what the program denied", () => {
    const lines = [
      edit,
      failure("u1", "t1", BARE, { toolDenialKind: "automode-unavailable" }),
      user("u2", "go on"),
    ];
    expect(turns(lines)).toMatchObject([{ id: "u2", acts: [{ result: "failed" }] }]);
  });
});

describe("answers", () => {
  const question = call("t1", "AskUserQuestion", { questions: [{ question: "Sort?" }] });

  it.each([
    {
      why: "as fields",
      content: 'User has answered your questions: "Sort?"="By price".',
      toolUseResult: { answers: { "Sort?": "By price", "Tabs?": "yes" } },
      text: "By price\nyes",
    },
    {
      why: "with notes",
      content: "Your questions have been answered",
      toolUseResult: { answers: { "Sort?": "By price" }, annotations: { "Sort?": { notes: "falling" } } },
      text: "By price\nfalling",
    },
    {
      why: "as a text",
      content: 'User has answered your questions: "Sort?"="By price", "Tabs?"="yes". You',
      toolUseResult: "ok",
      text: "By price\nyes",
    },
  ])("are read $why", ({ content, toolUseResult, text }) => {
    expect(turns([question, result("u1", "t1", content, { toolUseResult })])).toMatchObject([
      { id: "u1", source: "answer", text },
    ]);
  });

  it("are read when the question is not in the file", () => {
    const lines = [
      result("u1", "t9", "User has answered your questions: x", { toolUseResult: { answers: { x: "y" } } }),
    ];
    expect(turns(lines)).toMatchObject([{ source: "answer", text: "y" }]);
  });
});

describe("what the agent did", () => {
  it("is told with the next turn", () => {
    const lines = [
      said("First."),
      agent([{ type: "thinking", thinking: "hm", signature: "s" }]),
      agent([
        { type: "text", text: "Now." },
        { type: "tool_use", id: "t1", name: "Bash", input: { command: "npm test" } },
      ]),
      failure("r1", "t1", "Exit code 1"),
      call("t2", "Edit", { file_path: "a.ts", old_string: "a", new_string: "" }),
      result("r2", "t2", "done"),
      call("t3", "Write", { file_path: "b.ts", content: "b" }),
      call("t4", "MultiEdit", {
        file_path: "c.ts",
        edits: [
          { old_string: "1", new_string: "2" },
          { old_string: "3", new_string: "4" },
        ],
      }),
      call("t5", "Task", { prompt: "look" }),
      agent([{ type: "text", text: "Inside." }], { isSidechain: true }),
      agent([{ type: "text", text: "API Error" }], {
        message: { model: "<synthetic>", content: [{ type: "text", text: "API Error" }] },
      }),
      user("u1", "and now?"),
      said("Later."),
    ];
    for (const given of [lines, spaced(lines)]) {
      const [conversation] = read(given).conversations;
      expect(conversation?.turns[0]?.acts).toEqual([
        { kind: "said", text: "First." },
        { kind: "said", text: "Now." },
        { kind: "call", tool: "Bash", target: "npm test", result: "failed" },
        {
          kind: "call",
          tool: "Edit",
          target: "a.ts",
          result: "done",
          edit: { path: "a.ts", before: "a", after: "" },
        },
        { kind: "call", tool: "Write", target: "b.ts", result: "done", edit: { path: "b.ts", after: "b" } },
        {
          kind: "call",
          tool: "MultiEdit",
          target: "c.ts",
          result: "done",
          edit: { path: "c.ts", before: "1", after: "2" },
        },
        {
          kind: "call",
          tool: "MultiEdit",
          target: "c.ts",
          result: "done",
          edit: { path: "c.ts", before: "3", after: "4" },
        },
        { kind: "call", tool: "Task", result: "done" },
      ]);
      expect(conversation?.lastActs).toEqual([{ kind: "said", text: "Later." }]);
    }
  });

  it("was stopped just before a turn", () => {
    const lines = [
      said("one"),
      user("i1", INTERRUPTED),
      queue("enqueue", 1, "no"),
      queue("dequeue", 1),
      user("u1", "no"),
      user("u2", "yes"),
    ];
    expect(turns(lines).map(({ afterInterrupt }) => afterInterrupt)).toEqual([true, false]);
  });

  it("was not stopped just before if it went on", () => {
    const lines = [
      call("t1", "Agent"),
      failure("r1", "t1", "[Request interrupted by user for tool use]"),
      said("What now?"),
      user("u1", "go on"),
    ];
    expect(turns(lines)).toMatchObject([
      { afterInterrupt: false, acts: [{ result: "failed" }, { text: "What now?" }] },
    ]);
  });

  it("says where and with what", () => {
    const lines = [
      user("u1", "sort"),
      said("one"),
      user("u2", "more", { cwd: "/src/shop/web", version: "2.1.41" }),
    ];
    expect(read(lines).conversations[0]).toMatchObject({
      format: "claude-code",
      session: "5e55",
      folder: "/src/shop",
      model: "claude-x",
      version: "2.1.41",
    });
  });
});

describe("lines that are not understood", () => {
  it.each([
    { line: "{", why: "not a JSON object" },
    { line: "3", why: "not a JSON object" },
    { line: "null", why: "not a JSON object" },
    { line: '{"type":"progress","data":{"a":', why: "not a JSON object" },
    { line: "{}", why: "no type" },
    { line: '{"type":7}', why: "no type" },
    { line: '{"type":"trimmed","note":"x"}', why: "unknown type trimmed" },
    { line: '{"type":"user"}', why: "user line without content" },
    { line: '{"type":"user","message":{"content":5}}', why: "user line without content" },
    { line: '{"type":"assistant","message":null}', why: "assistant line without content" },
    { line: '{"type":"attachment"}', why: "attachment line without attachment" },
    { line: '{"type":"queue-operation","operation":"enqueue"}', why: "incomplete queue operation" },
  ])("$line is counted", ({ line, why }) => {
    expect(read(["", line, "  "])).toMatchObject({ lines: 3, unreadCount: 1, unread: [{ line: 2, why }] });
  });

  it("do not include a byte order mark", () => {
    expect(turns([`\uFEFF${JSON.stringify(user("u1", "sort"))}`])).toMatchObject([{ id: "u1" }]);
  });

  it("are only those with inherited keys of their own", () => {
    const line =
      '{"__proto__":{"type":"user"},"type":"user","message":{"__proto__":null,"content":[{"__proto__":1,"type":"text","text":"sort"}]}}';
    expect(turns([line])).toMatchObject([{ id: "L1", text: "sort" }]);
  });
});

const SESSION: readonly Line[] = [
  { type: "file-history-snapshot", messageId: "m", snapshot: {}, isSnapshotUpdate: false },
  user("u1", "list the goods – sorted"),
  said("Sorting."),
  call("t1", "Edit", { file_path: "a.ts", old_string: "a", new_string: "b" }),
  result("r1", "t1", "done", { timestamp: at(2) }),
  queue("enqueue", 3, "also by name"),
  call("t2", "Bash", { command: "npm test" }),
  call("t3", "Bash", { command: "npm run lint" }),
  failure("u2", "t2", BARE, { timestamp: at(4) }),
  failure("u3", "t3", BARE, { timestamp: at(4) }),
  user("i1", INTERRUPTED, { timestamp: at(4) }),
  queue("dequeue", 5),
  user("u4", "also by name", { timestamp: at(5) }),
  queue("enqueue", 6, "and quickly"),
  queue("remove", 7),
  call("t4", "AskUserQuestion"),
  result("u5", "t4", 'User has answered your questions: "a"="b"', { timestamp: at(8) }),
  user("u6", "<command-name>/tidy</command-name><command-args>all</command-args>", { timestamp: at(9) }),
  attached("u7", { type: "queued_command", prompt: "good", commandMode: "prompt" }, { timestamp: at(10) }),
  said("Done."),
];
const ids = (found: readonly HumanTurn[]): readonly string[] => found.map(({ id }) => id);

describe("a session", () => {
  it("has its turns in order", () => {
    expect(ids(turns(SESSION))).toEqual(["u1", "u2", "u4", `Q:${at(6)}`, "u5", "u6", "u7"]);
  });

  it("is read alike with and without shortcuts", () => {
    expect(read(SESSION)).toEqual(read(spaced(SESSION)));
  });

  it("that was cut off loses the cut line only", () => {
    const bytes = Buffer.from(SESSION.map((line) => JSON.stringify(line)).join("\n"));
    const whole = turns(SESSION);
    const known = new Set(whole.flatMap(({ id, aliases }) => [id, ...aliases]));
    fc.assert(
      fc.property(fc.nat(bytes.length), (length) => {
        const lines = bytes.subarray(0, length).toString().split("\n");
        const reading = read(lines);
        const found = reading.conversations.flatMap((conversation) => conversation.turns);
        expect(reading.unreadCount).toBeLessThanOrEqual(1);
        expect(ids(found).filter((id) => !known.has(id))).toEqual([]);
        expect(ids(found)).toEqual(
          expect.arrayContaining([...ids(whole.filter(({ line }) => line < lines.length))]),
        );
      }),
    );
  });

  it.each([
    { why: "with the same ids", copy: SESSION },
    {
      why: "with new ids",
      copy: SESSION.map((line) =>
        typeof line === "object" && "uuid" in line ? { ...line, uuid: `${String(line.uuid)}-copy` } : line,
      ),
    },
  ])("that was resumed adds no turns $why", ({ copy }) => {
    const [once, twice] = [turns(SESSION), turns([...SESSION, ...copy])];
    expect(twice.map((turn) => ({ ...turn, aliases: [] }))).toEqual(
      once.map((turn) => ({ ...turn, aliases: [] })),
    );
  });

  it("that was resumed tells what the agent did once", () => {
    const latest = turns([...SESSION, ...SESSION, said("New."), user("u9", "next")]).at(-1);
    expect(latest).toMatchObject({ id: "u9", acts: [{ text: "Done." }, { text: "New." }] });
  });
});

it("reads whatever comes", () => {
  const text = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    text,
    fc.constantFrom({ toString: 1 }, [{ toString: null }], [[]], { ["__proto__"]: { type: 3 } }, -0),
  );
  const broken = fc.tuple(fc.constantFrom(...SESSION), fc.nat(40), odd).map(([one, nth, value]) => {
    let visited = 0;
    return JSON.stringify(one, (_, old: unknown) => (visited++ === nth ? value : old));
  });
  fc.assert(
    fc.property(fc.array(fc.oneof(broken, text), { maxLength: 30 }), (lines) => {
      expect(read(lines).lines).toBe(lines.length);
    }),
    { numRuns: 300 },
  );
});

describe("recognises", () => {
  const head = (lines: readonly Line[]): string =>
    lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");

  it.each([
    { why: "a message", lines: [user("u1", "sort")] },
    { why: "a queue", lines: [queue("enqueue", 1, "sort")] },
    { why: "a snapshot and a cut line", lines: [SESSION[0]!, '{"parentUuid":null,"type":"us'] },
    { why: "one cut line", lines: [JSON.stringify(user("u1", "x".repeat(900))).slice(0, 500)] },
  ])("$why", ({ lines }) => {
    expect(claudeCode.recognises(head(lines), "a.txt")).toBe(true);
  });

  it.each([
    { why: "nothing", lines: [""] },
    { why: "Codex", lines: [{ timestamp: at(1), type: "session_meta", payload: { id: "5e55" } }] },
    { why: "Copilot", lines: [{ type: "user.message", data: { content: "sort" }, id: "e1" }] },
    { why: "Gemini", lines: [{ sessionId: "5e55", type: "user", id: "m1", content: "sort" }] },
    { why: "a quotation", lines: [{ text: JSON.stringify(user("u1", "sort")) }] },
  ])("not $why", ({ lines }) => {
    expect(claudeCode.recognises(head(lines), "5e55.jsonl")).toBe(false);
  });
});
