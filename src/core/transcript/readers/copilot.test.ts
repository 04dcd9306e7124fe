import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../json/json.ts";
import type { HumanTurn, TranscriptReading } from "../transcript.ts";
import { copilot } from "./copilot.ts";

type Line = JsonObject | string;

const textOfLine = (line: Line): string => (typeof line === "string" ? line : JSON.stringify(line));

function read(lines: readonly Line[]): TranscriptReading {
  const reader = copilot.open("C:\\Users\\ada\\.copilot\\session-state\\5e55\\events.jsonl");
  for (const [at, line] of lines.entries()) reader.read(textOfLine(line), at + 1);
  return reader.finish();
}

/** The same lines with spaces, which none of the shortcuts knows. */
const spaced = (lines: readonly JsonObject[]): readonly string[] =>
  lines.map((line) => JSON.stringify(line, null, 1).replaceAll("\n", " "));

const turns = (lines: readonly Line[]): readonly HumanTurn[] =>
  read(lines).conversations.flatMap((conversation) => conversation.turns);

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 5, 10, 0, seconds)).toISOString();
const event = (type: string, data: unknown, id = "e0", more: JsonObject = {}): JsonObject => ({
  type,
  data,
  id,
  timestamp: at(1),
  parentId: null,
  ...more,
});
const user = (id: string, content: unknown, more: JsonObject = {}): JsonObject =>
  event("user.message", { content, ...more }, id);
const said = (content: string, ...toolRequests: readonly JsonObject[]): JsonObject =>
  event("assistant.message", { messageId: "m", content, toolRequests });
const request = (toolCallId: string, name: string, args: unknown): JsonObject => ({
  toolCallId,
  name,
  arguments: args,
});
const done = (toolCallId: string, more: JsonObject = {}, id = "d1"): JsonObject =>
  event("tool.execution_complete", { toolCallId, success: true, ...more }, id);
const failed = (toolCallId: string, code: string, id = "f1"): JsonObject =>
  event("tool.execution_complete", { toolCallId, success: false, error: { message: "no", code } }, id);
const denied = (more: JsonObject, id = "p1"): JsonObject =>
  event(
    "permission.completed",
    { requestId: "q1", result: { kind: "denied-interactively-by-user" }, ...more },
    id,
  );

describe("a person's words", () => {
  it.each([
    {
      why: "a message",
      line: user("u1", "sort by price ", { transformedContent: "<now/>sort" }),
      source: "message",
    },
    { why: "a message of a client", line: user("u1", "sort by price", { source: "cli" }), source: "message" },
    {
      why: "a message for the running work",
      line: user("u1", "sort by price", { delivery: "steering" }),
      source: "interjected",
    },
    {
      why: "a message for afterwards",
      line: user("u1", "sort by price", { delivery: "queued" }),
      source: "queued",
    },
    {
      why: "a picture",
      line: user("u1", "sort by price", { attachments: [{ type: "file", path: "/a/b.PNG" }] }),
      source: "message",
      hasImage: true,
    },
  ])("are $why", ({ line, source, hasImage = false }) => {
    expect(turns([line])).toMatchObject([
      { id: "u1", line: 1, source, text: "sort by price", time: at(1), hasImage },
    ]);
  });

  it.each([
    { why: "a skill's", line: user("u1", "sort", { source: "skill-sort" }) },
    { why: "another agent's", line: user("u1", "sort", { parentAgentTaskId: "a1" }) },
    { why: "in a subagent", line: event("user.message", { content: "sort" }, "u1", { agentId: "a1" }) },
    { why: "the client's, to go on", line: user("u1", "go on", { isAutopilotContinuation: true }) },
    { why: "a program's", line: user("u1", "[[ ## user_query ## ]]\nsort") },
    { why: "empty", line: user("u1", "") },
    { why: "a notification", line: event("system.notification", { content: "done" }) },
    { why: "a hook's", line: event("hook.start", { input: { type: "user.message", content: "sort" } }) },
    { why: "a canvas's", line: event("session.canvas.opened", {}) },
    { why: "a plan's, accepted", line: event("exit_plan_mode.completed", { approved: true }) },
    { why: "a plan's, dismissed", line: event("exit_plan_mode.completed", { requestId: "q" }) },
  ])("are not $why", ({ line }) => {
    for (const lines of [[line], spaced([line])]) {
      expect(read(lines)).toMatchObject({ conversations: [], unreadCount: 0 });
    }
  });

  it("are answers to questions", () => {
    const question = said("", request("c1", "ask_user", { question: "Sort?" }));
    expect(turns([question, done("c1", { result: { content: "User responded: by name" } })])).toMatchObject([
      { id: "d1", source: "answer", text: "by name" },
    ]);
    const completed = event(
      "user_input.completed",
      { requestId: "q", answer: "by name", wasFreeform: true },
      "i1",
    );
    expect(turns([question, completed, done("c1", { result: { content: "by name" } })])).toMatchObject([
      { id: "i1", text: "by name" },
    ]);
  });
});

describe("decisions", () => {
  const shell = said("", request("c1", "bash", { command: "rm -r ." }));

  it("are refusals, once for each call", () => {
    const asked = event("permission.requested", {
      requestId: "q1",
      permissionRequest: { kind: "shell", toolCallId: "c1" },
    });
    const words = { result: { kind: "denied-interactively-by-user", feedback: "keep it" } };
    expect(turns([shell, asked, denied(words), failed("c1", "denied")])).toMatchObject([
      { id: "p1", source: "refusal", text: "keep it", acts: [{ target: "rm -r .", result: "refused" }] },
    ]);
    expect(turns([shell, denied({ toolCallId: "c1" })])).toMatchObject([
      { id: "p1", text: "", acts: [{ result: "refused" }] },
    ]);
    expect(turns([shell, failed("c1", "rejected")])).toMatchObject([{ id: "f1", source: "refusal" }]);
  });

  it("are not what a rule denied", () => {
    const lines = [
      shell,
      denied({ result: { kind: "denied-by-rules" } }),
      failed("c1", "failure"),
      user("u1", "go"),
    ];
    expect(turns(lines)).toMatchObject([{ id: "u1", acts: [{ result: "failed" }] }]);
  });

  it("are wishes about a plan", () => {
    expect(
      turns([event("exit_plan_mode.completed", { approved: false, feedback: "by name" }, "x1")]),
    ).toMatchObject([{ id: "x1", source: "refusal", text: "by name" }]);
  });

  it("are a step back", () => {
    expect(turns([event("session.snapshot_rewind", { upToEventId: "u1" }, "w1")])).toMatchObject([
      { id: "w1", source: "undo", text: "" },
    ]);
  });

  it("are an interruption", () => {
    const lines = [
      said("one"),
      event("abort", { reason: "user_initiated" }),
      user("u1", "stop"),
      event("abort", { reason: "remote_command" }),
      user("u2", "go"),
    ];
    expect(turns(lines).map(({ afterInterrupt }) => afterInterrupt)).toEqual([true, false]);
  });
});

describe("what the agent did", () => {
  it("belongs to the next turn", () => {
    const lines = [
      said(
        "First.",
        request("c1", "bash", { command: "npm test" }),
        request("c2", "edit", { path: "a.ts", old_str: "a", new_str: "b" }),
        request("c3", "create", { path: "b.ts", file_text: "b" }),
        request("c4", "apply_patch", "*** Begin Patch\n*** Update File: c.ts\n-1\n+2\n*** End Patch"),
        request("c5", "view", '{"path":"d.ts"}'),
      ),
      event("tool.execution_start", {
        toolCallId: "c1",
        toolName: "bash",
        arguments: { command: "npm test" },
      }),
      failed("c1", "failure"),
      done("c2", { model: "m", result: { content: "ok" } }),
      event("tool.execution_start", { toolCallId: "c6", toolName: "grep", arguments: { pattern: "sort" } }),
      event("assistant.message", { content: "Inside.", parentToolCallId: "c9" }),
      user("u1", "and now?"),
      said("Later."),
    ];
    for (const given of [lines, spaced(lines)]) {
      const [conversation] = read(given).conversations;
      expect(conversation?.turns[0]?.acts).toEqual([
        { kind: "said", text: "First." },
        { kind: "call", tool: "bash", target: "npm test", result: "failed" },
        {
          kind: "call",
          tool: "edit",
          target: "a.ts",
          result: "done",
          edit: { path: "a.ts", before: "a", after: "b" },
        },
        { kind: "call", tool: "create", target: "b.ts", result: "done", edit: { path: "b.ts", after: "b" } },
        {
          kind: "call",
          tool: "apply_patch",
          target: "c.ts",
          result: "done",
          edit: { path: "c.ts", before: "1", after: "2" },
        },
        { kind: "call", tool: "view", target: "d.ts", result: "done" },
        { kind: "call", tool: "grep", target: "sort", result: "done" },
      ]);
      expect(conversation?.lastActs).toEqual([{ kind: "said", text: "Later." }]);
    }
  });

  it("says where and with what", () => {
    const start = event("session.start", {
      sessionId: "5e55",
      copilotVersion: "1.0.4",
      selectedModel: "gpt-a",
      context: { cwd: "/src/shop" },
    });
    const lines = [start, user("u1", "sort"), event("session.model_change", { newModel: "gpt-b" })];
    expect(read(lines).conversations).toMatchObject([
      { format: "copilot", session: "5e55", folder: "/src/shop", model: "gpt-b", version: "1.0.4" },
    ]);
    expect(read([user("u1", "sort")]).conversations).toMatchObject([{ session: "events" }]);
  });
});

describe("lines that are not understood", () => {
  it.each([
    { given: "{", why: "not a JSON object" },
    { given: '{"type":"hook.start","data":{"a":', why: "not a JSON object" },
    { given: '{"data":{}}', why: "no type" },
    { given: '{"type":"trimmed"}', why: "unknown type trimmed" },
    { given: '{"type":"user.message"}', why: "user.message without data" },
    { given: '{"type":"user.message","data":{"content":7}}', why: "user.message without content" },
    { given: '{"type":"assistant.message","data":{}}', why: "assistant.message without content" },
  ])("$given is counted", ({ given, why }) => {
    expect(read(["", given])).toMatchObject({ lines: 2, unreadCount: 1, unread: [{ line: 2, why }] });
  });
});

const SESSION: readonly JsonObject[] = [
  event("session.start", { sessionId: "5e55" }),
  user("u1", "list the goods – sorted"),
  said("Sorting.", request("c1", "bash", { command: "sort" })),
  denied({ toolCallId: "c1" }),
  failed("c1", "denied"),
  event("abort", { reason: "user_initiated" }),
  user("u2", "by name"),
  event("session.snapshot_rewind", {}, "w1"),
  user("u3", "good"),
];

describe("a session", () => {
  it("that was cut off loses the cut line only", () => {
    const bytes = Buffer.from(SESSION.map(textOfLine).join("\n"));
    fc.assert(
      fc.property(fc.nat(bytes.length), (length) => {
        const lines = bytes.subarray(0, length).toString().split("\n");
        const found = turns(lines).filter((turn) => turn.line < lines.length);
        expect(found).toEqual(turns(SESSION).filter((turn) => turn.line < lines.length));
        expect(read(lines).unreadCount).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("that was resumed adds no turns", () => {
    expect(turns(SESSION).map(({ id }) => id)).toEqual(["u1", "p1", "u2", "w1", "u3"]);
    expect(turns([...SESSION, ...SESSION])).toEqual(turns(SESSION));
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
  it.each([
    { why: "a session", head: textOfLine(SESSION[0]!) },
    { why: "a later part", head: textOfLine(SESSION[1]!) },
    { why: "one cut line", head: '{"type":"session.start","data":{"sessionId":"5e' },
  ])("$why", ({ head }) => {
    expect(copilot.recognises(head, "a.txt")).toBe(true);
  });

  it.each([
    { why: "nothing", head: "" },
    {
      why: "Claude Code",
      head: '{"type":"user","uuid":"u1","sessionId":"5e55","message":{"content":"sort"}}',
    },
    { why: "Codex", head: '{"timestamp":"","type":"event_msg","payload":{"type":"user_message"}}' },
    { why: "a quotation", head: JSON.stringify({ text: textOfLine(SESSION[0]!) }) },
  ])("not $why", ({ head }) => {
    expect(copilot.recognises(head, "events.jsonl")).toBe(false);
  });
});
