import { describe, expect, it } from "vitest";
import type { HumanTurn, TranscriptReading } from "../transcript.ts";
import { gemini } from "./gemini.ts";

function readText(text: string): TranscriptReading {
  const reader = gemini.open("/tmp/chats/session-1.json");
  text.split("\n").forEach((line, index) => reader.read(line, index + 1));
  return reader.finish();
}

const SESSION = { sessionId: "s-1", projectHash: "abc", startTime: "2026-01-01T00:00:00.000Z" };
const message = (id: string, type: string, content: unknown, more: object = {}): object => ({
  id,
  timestamp: `2026-01-01T00:00:0${id}.000Z`,
  type,
  content,
  ...more,
});
const whole = (...messages: object[]): TranscriptReading =>
  readText(JSON.stringify({ ...SESSION, messages }, null, 2));
const lines = (...records: object[]): TranscriptReading =>
  readText([SESSION, ...records].map((record) => JSON.stringify(record)).join("\n"));
const turnsOf = ({ conversations }: TranscriptReading): readonly HumanTurn[] =>
  conversations.flatMap(({ turns }) => turns);
const call = (more: object, output?: string): object => ({
  id: "call-1",
  name: "run_shell_command",
  args: { command: "npm test" },
  status: "success",
  timestamp: "2026-01-01T00:00:05.000Z",
  result: [{ functionResponse: { response: { output } } }],
  ...more,
});

describe("Gemini CLI sessions", () => {
  it.each([
    ["a document", whole],
    ["JSON lines", lines],
  ])("reads the turns and acts of %s", (_, read) => {
    const reading = read(
      message("1", "user", [{ text: "Add a cart" }]),
      message("2", "gemini", "I add it.", {
        model: "large-2",
        toolCalls: [
          call({}, "ok"),
          call({
            name: "replace",
            args: { file_path: "a.ts", old_string: "x", new_string: "" },
            status: "error",
          }),
          call({
            name: "write_file",
            args: { file_path: "b.ts", content: "new" },
            resultDisplay: { originalContent: "old" },
          }),
        ],
      }),
      message("3", "user", [{ text: "No, a list" }, { inlineData: { mimeType: "image/png" } }]),
    );
    expect(reading.unreadCount).toBe(0);
    expect(reading.conversations[0]).toMatchObject({ format: "gemini", session: "s-1", model: "large-2" });
    const [first, second] = turnsOf(reading);
    expect(first).toMatchObject({
      id: "1",
      text: "Add a cart",
      time: "2026-01-01T00:00:01.000Z",
      hasImage: false,
    });
    expect(second).toMatchObject({ id: "3", text: "No, a list", hasImage: true });
    expect(second!.acts).toEqual([
      { kind: "said", text: "I add it." },
      { kind: "call", tool: "run_shell_command", target: "npm test", result: "done" },
      {
        kind: "call",
        tool: "replace",
        target: "a.ts",
        result: "failed",
        edit: { path: "a.ts", before: "x", after: "" },
      },
      {
        kind: "call",
        tool: "write_file",
        target: "b.ts",
        result: "done",
        edit: { path: "b.ts", before: "old", after: "new" },
      },
    ]);
  });

  it("takes the last version of a message, at its first place", () => {
    const reading = lines(
      message("1", "user", "Fi"),
      message("2", "user", "Second"),
      message("1", "user", "First"),
      { $set: { summary: "s" } },
    );
    expect(turnsOf(reading).map((turn) => [turn.text, turn.line])).toEqual([
      ["First", 2],
      ["Second", 3],
    ]);
  });

  it("keeps messages apart whose ids were replaced by the same word", () => {
    const reading = whole(
      { ...message("1", "user", "One"), id: "REDACTED" },
      { ...message("2", "user", "Two"), id: "REDACTED" },
    );
    expect(turnsOf(reading).map((turn) => turn.text)).toEqual(["One", "Two"]);
  });

  it("reads a rewind as an undo, and keeps what was taken back", () => {
    const reading = lines(message("1", "user", "Go"), { $rewindTo: "1" }, message("2", "user", "Go left"));
    expect(turnsOf(reading).map((turn) => [turn.source, turn.text, turn.id])).toEqual([
      ["message", "Go", "1"],
      ["undo", "/rewind", "L3"],
      ["message", "Go left", "2"],
    ]);
  });

  it("makes no turn of a summary in a shortened history", () => {
    const reading = lines(message("1", "user", "Go"), {
      $set: { messages: [message("8", "user", "So far: much"), message("1", "user", "G")] },
    });
    expect(turnsOf(reading).map((turn) => turn.text)).toEqual(["Go"]);
  });

  it.each([
    ["the session's context", "<session_context>\nToday\n</session_context>"],
    ["the context of a hook", [{ text: "<hook_context>x</hook_context>" }]],
    ["the result of a tool", [{ functionResponse: { name: "x" } }]],
    ["a nudge", "System: Please continue."],
    ["a summary", "<state_snapshot>x</state_snapshot>"],
    ["a command without argument", "/clear"],
    ["help", "?"],
    ["nothing", null],
  ])("makes no turn of %s", (_, content) => {
    expect(turnsOf(whole(message("1", "user", content)))).toEqual([]);
  });

  it.each([
    [
      "what is shown",
      message("1", "user", "expanded", { displayContent: [{ text: "typed" }] }),
      "message",
      "typed",
    ],
    [
      "words before named files",
      message("1", "user", [
        { text: "See @a.ts" },
        { text: "\n--- Content from referenced files ---" },
        { text: "secret code" },
        { text: "\n--- End of content ---" },
      ]),
      "message",
      "See @a.ts",
    ],
    ["a command's argument", message("1", "user", "/plan a shop"), "command", "a shop"],
    ["a path", message("1", "user", "/src/a.ts is wrong"), "message", "/src/a.ts is wrong"],
    [
      "steering",
      message("1", "user", [
        { text: "User steering update:\n<user_input>\nuse tabs\n</user_input>\nInternal instruction" },
        { functionResponse: {} },
      ]),
      "interjected",
      "use tabs",
    ],
  ])("reads %s", (_, record, source, text) => {
    expect(turnsOf(whole(record))).toMatchObject([{ source, text }]);
  });

  it.each([
    [
      "a refusal",
      call({ status: "cancelled" }, "[Operation Cancelled] Reason: User denied execution."),
      "refusal",
      "",
    ],
    [
      "a refused plan",
      call(
        { name: "exit_plan_mode" },
        "Plan rejected. User feedback: too long\n\nThe plan is stored at: p.md\nRevise",
      ),
      "refusal",
      "too long",
    ],
    [
      "a question put away",
      call({ name: "ask_user" }, "User dismissed ask_user dialog without answering."),
      "refusal",
      "",
    ],
    ["an answer", call({ name: "ask_user" }, '{"answers":{"0":"Red","1":"Big"}}'), "answer", "Red\nBig"],
  ])("reads %s", (_, toolCall, source, text) => {
    const turns = turnsOf(whole(message("1", "gemini", "", { toolCalls: [toolCall] })));
    expect(turns).toMatchObject([{ id: "call-1", source, text }]);
    expect(turns[0]!.acts.at(-1)).toMatchObject({ result: source === "refusal" ? "refused" : "done" });
  });

  it.each([
    ["the request", message("2", "info", "Request cancelled.")],
    [
      "a call",
      message("2", "gemini", "", {
        toolCalls: [call({ status: "cancelled" }, "User cancelled tool execution.")],
      }),
    ],
  ])("marks the turn after %s was stopped", (_, stopped) => {
    const turns = turnsOf(whole(message("1", "user", "Go"), stopped, message("3", "user", "Wait")));
    expect(turns.map((turn) => turn.afterInterrupt)).toEqual([false, true]);
  });

  it("makes nothing of a subagent's session", () => {
    expect(lines({ $set: { kind: "subagent" } }, message("1", "user", "Look")).conversations).toEqual([]);
  });

  it.each([
    ["a line that is cut", `${JSON.stringify(SESSION)}\n{"id": "1`, "not JSON"],
    [
      "an unknown type",
      JSON.stringify({ ...SESSION, messages: [message("1", "dream", "x")] }),
      "unknown type dream",
    ],
    ["other messages", JSON.stringify({ ...SESSION, messages: 9 }), "unknown version of a Gemini session"],
    ["another document", "[1]", "no Gemini session"],
  ])("counts %s", (_, text, why) => {
    expect(
      readText(text)
        .unread.map((one) => one.why)
        .join(),
    ).toContain(why);
  });
});
