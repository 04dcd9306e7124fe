import { describe, expect, it } from "vitest";
import type { HumanTurn, TranscriptReading } from "../transcript.ts";
import { cline } from "./cline.ts";

function read(value: unknown, name = "ui_messages.json"): TranscriptReading {
  const reader = cline.open(`/storage/tasks/1760000000000/${name}`);
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  text.split("\n").forEach((line, index) => reader.read(line, index + 1));
  return reader.finish();
}
const turnsOf = ({ conversations }: TranscriptReading): readonly HumanTurn[] =>
  conversations.flatMap(({ turns }) => turns);

const TIME = 1_760_000_000_000;
const say = (at: number, kind: string, text: string, more: object = {}): object => ({
  ts: TIME + at,
  type: "say",
  say: kind,
  text,
  ...more,
});
const ask = (at: number, kind: string, text: string): object => ({
  ts: TIME + at,
  type: "ask",
  ask: kind,
  text,
});
const request = (at: number, words: string): object =>
  say(at, "api_req_started", JSON.stringify({ request: `[tool] Result:\n${words}` }));
const EDIT = JSON.stringify({
  tool: "editedExistingFile",
  path: "a.ts",
  content: "------- SEARCH\nold\n=======\nnew\n+++++++ REPLACE\n",
});

describe("ui_messages.json of Cline and Roo", () => {
  it("reads the turns with what the agent did before them", () => {
    const reading = read([
      say(1, "task", "Add a cart", { modelInfo: { modelId: "large-3" } }),
      say(2, "api_req_started", "{}"),
      say(3, "reasoning", "hm"),
      say(4, "text", "I add it."),
      ask(5, "tool", EDIT),
      ask(6, "command", "npm testREQ_APP"),
      say(7, "tool", JSON.stringify({ tool: "newFileCreated", path: "b.ts", content: "whole" })),
      say(8, "tool", JSON.stringify({ tool: "readFile", path: "c.ts", content: "/work/c.ts" })),
      ask(9, "use_mcp_server", JSON.stringify({ serverName: "wiki", toolName: "find" })),
      say(10, "completion_result", "DoneHAS_CHANGES"),
      ask(11, "completion_result", ""),
      say(12, "user_feedback", "No, a list", { images: ["data:image/png;base64,AA"] }),
    ]);
    expect(reading.unreadCount).toBe(0);
    expect(reading.conversations[0]).toMatchObject({
      format: "cline",
      session: "1760000000000",
      model: "large-3",
    });
    const [first, second] = turnsOf(reading);
    expect(first).toMatchObject({
      id: "1760000000001",
      text: "Add a cart",
      time: "2025-10-09T08:53:20.001Z",
      line: 3,
    });
    expect(second).toMatchObject({ source: "message", text: "No, a list", hasImage: true });
    expect(second!.acts).toEqual([
      { kind: "said", text: "I add it." },
      {
        kind: "call",
        tool: "editedExistingFile",
        target: "a.ts",
        result: "done",
        edit: { path: "a.ts", before: "old", after: "new" },
      },
      { kind: "call", tool: "command", target: "npm test", result: "done" },
      {
        kind: "call",
        tool: "newFileCreated",
        target: "b.ts",
        result: "done",
        edit: { path: "b.ts", after: "whole" },
      },
      { kind: "call", tool: "readFile", target: "c.ts", result: "done" },
      { kind: "call", tool: "wiki.find", result: "done" },
      { kind: "said", text: "Done" },
    ]);
  });

  it.each([
    ["without words", [request(3, "The user denied this operation.")], { id: "1760000000002", text: "" }],
    [
      "with words",
      [say(3, "user_feedback", "use npm ci"), request(4, "The user denied this operation.\n<feedback>")],
      { id: "1760000000003", text: "use npm ci" },
    ],
    [
      "by Roo",
      [say(3, "user_feedback", "not now"), request(4, '{"status":"denied","feedback":"not now"}')],
      { id: "1760000000003", text: "not now" },
    ],
  ])("reads a refusal %s", (_, after, turn) => {
    const turns = turnsOf(read([say(1, "text", "Go"), ask(2, "command", "npm i"), ...after]));
    expect(turns).toHaveLength(2);
    expect(turns[1]).toMatchObject({ source: "refusal", ...turn });
    expect(turns[1]!.acts).toEqual([{ kind: "call", tool: "command", target: "npm i", result: "refused" }]);
  });

  it.each([
    [
      "approval with words",
      [ask(2, "tool", EDIT), say(3, "user_feedback", "fine"), request(4, "saved")],
      "message",
      "fine",
    ],
    [
      "an answer",
      [ask(2, "followup", '{"question":"Red?"}'), say(3, "user_feedback", "Blue")],
      "answer",
      "Blue",
    ],
    ["a chosen option", [ask(2, "followup", '{"question":"Red?","selected":"Yes"}')], "answer", "Yes"],
    [
      "a reply to a plan",
      [ask(2, "plan_mode_respond", '{"response":"P"}'), say(3, "user_feedback", "ok")],
      "message",
      "ok",
    ],
    ["a changed edit", [say(3, "user_feedback_diff", '{"tool":"x","diff":"-a\\n+b"}')], "message", "-a\n+b"],
  ])("reads %s", (_, messages, source, text) => {
    expect(turnsOf(read([say(1, "text", "Go"), ...messages]))[1]).toMatchObject({ source, text });
  });

  it("marks failed calls, and the turn after a cancelled request", () => {
    const [, turn] = turnsOf(
      read([
        say(1, "text", "Go"),
        say(2, "api_req_started", '{"cancelReason":"user_cancelled"}'),
        say(3, "tool", EDIT),
        say(4, "diff_error", "no match"),
        say(5, "user_feedback", "Wait"),
      ]),
    );
    expect(turn).toMatchObject({
      afterInterrupt: true,
      acts: [{ tool: "editedExistingFile", result: "failed" }],
    });
  });
});

describe("api_conversation_history.json of Cline and Roo", () => {
  const api = (...messages: object[]): TranscriptReading => read(messages, "api_conversation_history.json");
  const user = (...texts: string[]): object => ({
    role: "user",
    content: texts.map((text) => ({ type: "text", text })),
  });

  it("reads the task, and tools as text and as blocks", () => {
    const reading = api(
      user("<task>\nAdd a cart\n</task>", "<environment_details>\nx\n</environment_details>"),
      {
        role: "assistant",
        content: [
          { type: "text", text: "I look.\n<read_file>\n<path>a.ts</path>\n</read_file>" },
          { type: "tool_use", name: "write_to_file", input: { path: "b.ts", content: "whole" } },
        ],
      },
      user(
        "[attempt_completion] Result:",
        "The user provided the following feedback:\n<feedback>\nNo\n</feedback>",
      ),
    );
    expect(turnsOf(reading)).toMatchObject([
      { id: "message-1", text: "Add a cart", source: "message" },
      {
        id: "message-3",
        text: "No",
        source: "message",
        acts: [
          { kind: "said", text: "I look." },
          { tool: "read_file", target: "a.ts" },
          { tool: "write_to_file", edit: { path: "b.ts", after: "whole" } },
        ],
      },
    ]);
  });

  const call = {
    role: "assistant",
    content: [{ type: "tool_use", name: "execute_command", input: { command: "rm x" } }],
  };

  it.each([
    ["a bare refusal", ["[execute_command] Result:\nThe user denied this operation."], "refusal", ""],
    [
      "a refusal with words",
      [
        "The user denied this operation and provided the following feedback:\n<feedback>\nkeep x\n</feedback>",
      ],
      "refusal",
      "keep x",
    ],
    [
      "a refusal with words in a text of their own",
      [
        "The user denied this operation.",
        "The user provided the following feedback:\n<feedback>\nkeep x\n</feedback>",
      ],
      "refusal",
      "keep x",
    ],
    ["a refusal of Roo", ['{"status":"denied","feedback":"keep x"}'], "refusal", "keep x"],
    ["an approval of Roo", ['{"status":"approved","feedback":"fine"}'], "message", "fine"],
    ["an answer", ["[ask_followup_question for 'x'] Result:\n<answer>\nBlue\n</answer>"], "answer", "Blue"],
    [
      "a message after a pause",
      ["[TASK RESUMPTION] x", "New instructions for task continuation:\n<user_message>\nOn\n</user_message>"],
      "message",
      "On",
    ],
  ])("reads %s", (_, texts, source, text) => {
    const turns = turnsOf(api(call, user(...texts)));
    expect(turns).toMatchObject([{ source, text }]);
    expect(turns[0]!.acts).toMatchObject([
      { target: "rm x", result: source === "refusal" ? "refused" : "done" },
    ]);
  });

  it.each([
    ["the contents of a file", ["[read_file for 'a.html'] Result:\n<html><task>No</task>"]],
    ["a complaint of the client", ["[ERROR] You did not use a tool in your previous response!"]],
  ])("makes no turn of %s", (_, texts) => {
    expect(turnsOf(api(user(...texts)))).toEqual([]);
  });

  it("reads results of tools, times and pictures", () => {
    const denied = { type: "tool_result", content: [{ type: "text", text: '{"status":"denied"}' }] };
    const turns = turnsOf(api(call, { role: "user", content: [denied, { type: "image" }], ts: TIME }));
    expect(turns).toMatchObject([
      { id: String(TIME), source: "refusal", hasImage: true, time: "2025-10-09T08:53:20.000Z" },
    ]);
  });

  it("marks the turn after an interrupt, and makes nothing of a summary", () => {
    const turns = turnsOf(
      api(
        { role: "assistant", content: "Half\n\n[Response interrupted by user]" },
        { ...user("<task>\nold\n</task>"), isSummary: true },
        user("<user_message>\nWait\n</user_message>"),
      ),
    );
    expect(turns).toMatchObject([
      { text: "Wait", afterInterrupt: true, acts: [{ kind: "said", text: "Half" }] },
    ]);
  });

  it.each([
    ["cut", "[{", "not JSON"],
    ["another list", "[1, {}]", "unknown version of a Cline task"],
    ["no list", "{}", "unknown version of a Cline task"],
  ])("counts a document that is %s", (_, text, why) => {
    expect(read(text)).toMatchObject({ conversations: [], unread: [{ why }] });
  });
});
