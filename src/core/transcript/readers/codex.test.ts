import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../json/json.ts";
import type { HumanTurn, TranscriptReading } from "../transcript.ts";
import { codex } from "./codex.ts";

type Line = JsonObject | string;

const textOfLine = (line: Line): string => (typeof line === "string" ? line : JSON.stringify(line));

function read(lines: readonly Line[]): TranscriptReading {
  const reader = codex.open("rollout-2026-01-05-5e55.jsonl");
  for (const [at, line] of lines.entries()) reader.read(textOfLine(line), at + 1);
  return reader.finish();
}

/** The same lines with spaces, which none of the shortcuts knows. */
const spaced = (lines: readonly Line[]): readonly string[] =>
  lines.map((line) =>
    JSON.stringify(typeof line === "string" ? JSON.parse(line) : line, null, 1).replaceAll("\n", " "),
  );

const turns = (lines: readonly Line[]): readonly HumanTurn[] =>
  read(lines).conversations.flatMap((conversation) => conversation.turns);

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 5, 10, 0, seconds)).toISOString();
const line = (type: string, payload: unknown, seconds = 1): JsonObject => ({
  timestamp: at(seconds),
  type,
  payload,
});
const meta = (more: JsonObject = {}): JsonObject =>
  line("session_meta", { id: "5e55", cwd: "/src/shop", cli_version: "0.142.2", source: "cli", ...more });
const event = (type: string, more: JsonObject = {}, seconds = 1): JsonObject =>
  line("event_msg", { type, ...more }, seconds);
const item = (type: string, more: JsonObject = {}, seconds = 1): JsonObject =>
  line("response_item", { type, ...more }, seconds);
const user = (message: unknown, seconds = 1, more: JsonObject = {}): JsonObject =>
  event("user_message", { message, images: [], local_images: [], ...more }, seconds);
const said = (message: string): JsonObject => event("agent_message", { message });
const call = (id: string, name: string, args: JsonObject): JsonObject =>
  item("function_call", { name, arguments: JSON.stringify(args), call_id: id });
const output = (id: string, text: unknown, seconds = 1): JsonObject =>
  item("function_call_output", { call_id: id, output: text }, seconds);

describe("a person's words", () => {
  it.each([
    { why: "a message", line: user("sort by price\n"), text: "sort by price" },
    {
      why: "a picture",
      line: user("too wide", 1, { local_images: ["a.png"] }),
      text: "too wide",
      hasImage: true,
    },
    { why: "a picture alone", line: user("", 1, { images: ["data:image/png"] }), text: "", hasImage: true },
    {
      why: "what follows the open files",
      line: user("# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n## My request for Codex:\nsort"),
      text: "sort",
    },
    {
      why: "a plan that was accepted",
      line: user("PLEASE IMPLEMENT THIS PLAN:\n# Sort"),
      text: "PLEASE IMPLEMENT THIS PLAN:\n# Sort",
    },
    {
      why: "a review that was asked for",
      line: user("## Code review guidelines:\n- be kind"),
      text: "## Code review guidelines:\n- be kind",
    },
  ])("are $why", ({ line: given, text, hasImage = false }) => {
    expect(turns([meta(), given])).toMatchObject([
      { id: "L1", line: 2, source: "message", text, hasImage, time: at(1) },
    ]);
  });

  it.each([
    {
      why: "of a reviewer",
      lines: [meta({ source: { subagent: { other: "guardian" } } }), user("sort"), said("one")],
    },
    {
      why: "that a reviewer is given",
      lines: [user("The following is the Codex agent history whose request …")],
    },
    { why: "that start a delegated thread", lines: [meta({ thread_source: "subagent" }), user("sort")] },
    { why: "of a delegation", lines: [user("<codex_delegation>\n<input>sort</input>")] },
    { why: "of the client", lines: [user("<environment_context>x</environment_context>")] },
    { why: "of older instructions", lines: [user("be brief", 1, { kind: "user_instructions" })] },
    { why: "that are empty", lines: [user(" ")] },
    {
      why: "that are sent to the model",
      lines: [item("message", { role: "user", content: [{ type: "input_text", text: "sort" }] })],
    },
    { why: "in a compaction", lines: [line("compacted", { message: "Sorted." })] },
    { why: "that the client counts", lines: [event("token_count", { info: { user_message: "sort" } })] },
  ])("are not those $why", ({ lines }) => {
    for (const given of [lines, spaced(lines)]) {
      expect(read(given)).toMatchObject({ conversations: [], unreadCount: 0, lines: lines.length });
    }
  });

  it("follow in a delegated thread", () => {
    const lines = [meta({ thread_source: "subagent" }), user("sort"), said("Sorted."), user("by name")];
    expect(turns(lines)).toMatchObject([{ id: "L3", text: "by name", acts: [{ text: "Sorted." }] }]);
  });

  it("follow an interruption", () => {
    const lines = [
      user("sort"),
      event("turn_aborted", { reason: "interrupted" }),
      user("stop", 2),
      event("turn_aborted", { reason: "replaced" }),
      user("go", 3),
    ];
    expect(turns(lines).map(({ afterInterrupt }) => afterInterrupt)).toEqual([false, true, false]);
  });
});

describe("decisions", () => {
  it.each(["exec command rejected by user", "patch rejected by user"])("are refusals: %s", (text) => {
    expect(
      turns([call("c1", "shell", { command: ["bash", "-lc", "rm -r ."] }), output("c1", text)]),
    ).toMatchObject([
      { id: "L1", source: "refusal", text: "", acts: [{ target: "rm -r .", result: "refused" }] },
    ]);
  });

  const question = call("c1", "request_user_input", {
    questions: [{ id: "q", options: [{ label: 'By "price"' }] }],
  });
  const answer = (...answers: readonly string[]): JsonObject =>
    output("c1", JSON.stringify({ answers: { q: { answers } } }));

  it("are answers in a person's own words", () => {
    expect(turns([question, answer('By "price"', "falling")])).toMatchObject([
      { id: "L1", source: "answer", text: 'By "price"\nfalling' },
    ]);
  });

  it.each([['By "price"'], ["Another one (Recommended)"]])(
    "are not the option %s, which may be a default",
    (option) => {
      expect(turns([question, answer(option)])).toEqual([]);
    },
  );
});

describe("what the agent did", () => {
  it("belongs to the next turn", () => {
    const patch =
      "*** Begin Patch\n*** Add File: b.ts\n+b\n+c\n*** Update File: a.ts\n@@\n x\n-a\n+b\n*** Delete File: c.ts\n*** End Patch";
    const lines = [
      meta(),
      said("First."),
      item("message", { role: "assistant", content: [{ type: "output_text", text: "First." }] }),
      item("reasoning", { summary: [] }),
      line("response_item", { id: "rs_1", summary: [], type: "reasoning" }),
      call("c1", "exec_command", { cmd: "npm test" }),
      output(
        "c1",
        "Chunk ID: 1a\nWall time: 0.1 seconds\nProcess exited with code 1\nOutput: Process exited with code 0\n",
      ),
      call("c2", "exec_command", { cmd: "ls" }),
      output(
        "c2",
        "Chunk ID: 1b\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput: Exit code: 1\n",
      ),
      call("c3", "shell", { command: ["ls", "-a"] }),
      output("c3", JSON.stringify({ output: 'said "exit_code":3', metadata: { exit_code: 0 } })),
      call("c4", "shell", { command: ["ls", "-b"] }),
      output("c4", JSON.stringify({ output: "", metadata: { exit_code: 2 } })),
      item("custom_tool_call", { call_id: "c5", name: "apply_patch", input: patch }),
      event("patch_apply_end", {
        call_id: "c5",
        success: true,
        changes: { "a.ts": { type: "update", unified_diff: "" } },
      }),
      item("custom_tool_call_output", { call_id: "c5", output: "Exit code: 0\nOutput:\nok" }),
      event("patch_apply_end", {
        call_id: "exec-1",
        success: false,
        changes: {
          "d.ts": { type: "update", unified_diff: "@@ -1 +1 @@\n x\n-a\n+b\n" },
          "e.ts": { type: "delete", content: "e" },
        },
      }),
      item("web_search_call", { action: { type: "search", query: "sorting" } }),
      item("local_shell_call", { call_id: "c6", action: { type: "exec", command: ["bash", "-lc", "pwd"] } }),
      item("function_call", { call_id: "c7", name: "odd", arguments: "{cut" }),
      event("item_completed", { item: { type: "Plan", text: "# Plan" } }),
      user("and now?", 2),
      said("Later."),
    ];
    for (const given of [lines, spaced(lines)]) {
      const [conversation] = read(given).conversations;
      expect(conversation?.turns[0]?.acts).toEqual([
        { kind: "said", text: "First." },
        { kind: "call", tool: "exec_command", target: "npm test", result: "failed" },
        { kind: "call", tool: "exec_command", target: "ls", result: "done" },
        { kind: "call", tool: "shell", target: "ls -a", result: "done" },
        { kind: "call", tool: "shell", target: "ls -b", result: "failed" },
        {
          kind: "call",
          tool: "apply_patch",
          target: "b.ts",
          result: "done",
          edit: { path: "b.ts", after: "b\nc" },
        },
        {
          kind: "call",
          tool: "apply_patch",
          target: "a.ts",
          result: "done",
          edit: { path: "a.ts", before: "x\na", after: "x\nb" },
        },
        { kind: "call", tool: "apply_patch", target: "c.ts", result: "done" },
        {
          kind: "call",
          tool: "apply_patch",
          target: "d.ts",
          result: "failed",
          edit: { path: "d.ts", before: "x\na", after: "x\nb" },
        },
        {
          kind: "call",
          tool: "apply_patch",
          target: "e.ts",
          result: "failed",
          edit: { path: "e.ts", before: "e", after: "" },
        },
        { kind: "call", tool: "web_search", target: "sorting", result: "done" },
        { kind: "call", tool: "local_shell", target: "pwd", result: "done" },
        { kind: "call", tool: "odd", target: "{cut", result: "done" },
        { kind: "said", text: "# Plan" },
      ]);
      expect(conversation?.lastActs).toEqual([{ kind: "said", text: "Later." }]);
    }
  });

  it("says where and with what", () => {
    const context = (model: string): JsonObject => line("turn_context", { cwd: "/src", model });
    const lines = [
      meta(),
      context("gpt-a"),
      user("sort"),
      meta({ id: "other" }),
      context("gpt-b"),
      context("gpt-b"),
      user("more", 2),
    ];
    expect(read(lines).conversations).toMatchObject([
      { format: "codex", session: "5e55", folder: "/src/shop", model: "gpt-b", version: "0.142.2" },
    ]);
    expect(read([user("sort")]).conversations).toMatchObject([{ session: "rollout-2026-01-05-5e55" }]);
  });
});

describe("lines that are not understood", () => {
  it.each([
    { given: "{", why: "not a JSON object" },
    { given: "[]", why: "not a JSON object" },
    { given: `{"timestamp":"","type":"compacted","payload":{"a":`, why: "not a JSON object" },
    { given: '{"payload":{}}', why: "no type" },
    { given: '{"type":"trimmed"}', why: "unknown type trimmed" },
    { given: '{"type":"event_msg","payload":null}', why: "event_msg without payload" },
    {
      given: '{"type":"event_msg","payload":{"type":"user_message","message":7}}',
      why: "user_message without message",
    },
  ])("$given is counted", ({ given, why }) => {
    expect(read(["", given])).toMatchObject({ lines: 2, unreadCount: 1, unread: [{ line: 2, why }] });
  });
});

const SESSION: readonly Line[] = [
  meta(),
  user("list the goods – sorted", 1),
  said("Sorting."),
  call("c1", "exec_command", { cmd: "sort" }),
  output("c1", "exec command rejected by user", 2),
  event("turn_aborted", { reason: "interrupted" }),
  user("by name", 3),
  call("c2", "request_user_input", { questions: [] }),
  output("c2", '{"answers":{"q":{"answers":["falling"]}}}', 4),
  user("good", 5),
];

describe("a session", () => {
  it("has its turns in order", () => {
    expect(turns(SESSION).map(({ id }) => id)).toEqual(["L1", "L4", "L6", "L8", "L9"]);
  });

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
    const [once, twice] = [turns(SESSION), turns([...SESSION, ...SESSION])];
    expect(twice.map((turn) => ({ ...turn, aliases: [] }))).toEqual(once);
    expect(twice[0]?.aliases).toEqual(["L11"]);
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
    { why: "a session", head: textOfLine(meta()) },
    { why: "a later part", head: textOfLine(user("sort")) },
    { why: "one cut line", head: textOfLine(meta({ base_instructions: "x".repeat(900) })).slice(0, 600) },
  ])("$why", ({ head }) => {
    expect(codex.recognises(head, "a.txt")).toBe(true);
  });

  it.each([
    { why: "nothing", head: "" },
    {
      why: "Claude Code",
      head: '{"type":"user","uuid":"u1","sessionId":"5e55","message":{"content":"sort"}}',
    },
    { why: "Copilot", head: '{"type":"user.message","data":{"content":"sort"},"id":"e1"}' },
    { why: "a quotation", head: JSON.stringify({ text: textOfLine(meta()) }) },
  ])("not $why", ({ head }) => {
    expect(codex.recognises(head, "rollout-5e55.jsonl")).toBe(false);
  });
});
