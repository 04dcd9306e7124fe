import { describe, expect, it } from "vitest";
import type { HumanTurn, TranscriptReading } from "../transcript.ts";
import { cursor } from "./cursor.ts";

type Row = readonly [key: string, value: unknown];

function readText(text: string): TranscriptReading {
  const reader = cursor.open("state.vscdb");
  text.split("\n").forEach((line, index) => reader.read(line, index + 1));
  return reader.finish();
}
const read = (...rows: readonly Row[]): TranscriptReading =>
  readText(rows.map(([key, value]) => JSON.stringify({ key, value })).join("\n"));
const turnsOf = ({ conversations }: TranscriptReading): readonly HumanTurn[] =>
  conversations.flatMap(({ turns }) => turns);
const bubble = (id: string, value: object): Row => [`bubbleId:c1:${id}`, { _v: 3, ...value }];
const person = (id: string, text: string, more: object = {}): Row => bubble(id, { type: 1, text, ...more });
const agent = (id: string, text: string, call?: object): Row =>
  bubble(id, { type: 2, text, toolFormerData: call });
const composer = (ids: readonly string[], more: object = {}): Row => [
  "composerData:c1",
  { composerId: "c1", fullConversationHeadersOnly: ids.map((bubbleId) => ({ bubbleId })), ...more },
];

describe("rows of Cursor's database", () => {
  it("reads a conversation in the order of its list, whatever the order of the rows", () => {
    const reading = read(
      person("b3", "No, a list", { createdAt: "2026-01-02T00:00:00.000Z", images: [{}] }),
      agent("b2", "I add it.", {
        name: "search_replace",
        status: "completed",
        rawArgs: JSON.stringify({ file_path: "a.ts", old_string: "x", new_string: "y" }),
        params: "{broken",
      }),
      agent("b2b", "", {
        name: "run_terminal_cmd",
        status: "error",
        params: JSON.stringify({ command: "npm test" }),
      }),
      person("b1", "Add a cart"),
      person("gone", "taken back"),
      composer(["b1", "b2", "b2b", "b3"], {
        modelConfig: { modelName: "large-4" },
        workspaceIdentifier: { uri: { fsPath: "/work/shop" } },
      }),
    );
    expect(reading.unreadCount).toBe(0);
    expect(reading.conversations[0]).toMatchObject({
      format: "cursor",
      session: "c1",
      model: "large-4",
      folder: "/work/shop",
    });
    expect(turnsOf(reading)).toMatchObject([
      { id: "b1", text: "Add a cart", line: 4 },
      { id: "b3", text: "No, a list", time: "2026-01-02T00:00:00.000Z", hasImage: true },
    ]);
    expect(turnsOf(reading)[1]!.acts).toEqual([
      { kind: "said", text: "I add it." },
      {
        kind: "call",
        tool: "search_replace",
        target: "a.ts",
        result: "done",
        edit: { path: "a.ts", before: "x", after: "y" },
      },
      { kind: "call", tool: "run_terminal_cmd", target: "npm test", result: "failed" },
    ]);
  });

  it("keeps the order of the rows without a list, and groups by conversation", () => {
    const reading = read(
      person("b1", "One"),
      ["bubbleId:c2:x", { type: 1, text: "Other" }],
      person("b2", "Two"),
    );
    expect(
      reading.conversations.map(({ session, turns }) => [session, turns.map(({ text }) => text)]),
    ).toEqual([
      ["c1", ["One", "Two"]],
      ["c2", ["Other"]],
    ]);
  });

  it("reads messages inside of the conversation, and values that are text", () => {
    const value = JSON.stringify({ conversation: [{ bubbleId: "b1", type: 1, text: "Inside" }] });
    expect(turnsOf(read(["composerData:c1", value]))).toMatchObject([{ id: "b1", text: "Inside" }]);
  });

  it("reads older chats", () => {
    const bubbles = [
      { type: "user", id: "u1", text: "Hello" },
      { type: "ai", rawText: "Hi" },
      { type: "user", rawText: "No" },
    ];
    const reading = read([
      "workbench.panel.aichat.view.aichat.chatdata",
      { tabs: [{ tabId: "t1", bubbles }, 3] },
    ]);
    expect(turnsOf(reading)).toMatchObject([
      { id: "u1", text: "Hello" },
      { id: "t1-3", text: "No", acts: [{ kind: "said", text: "Hi" }] },
    ]);
  });

  it.each([
    ["by decision", { name: "edit_file", status: "cancelled", userDecision: "rejected" }],
    ["by result", { name: "edit_file", status: "completed", result: '{"rejected":true}' }],
  ])("reads a refusal %s", (_, call) => {
    expect(turnsOf(read(agent("b1", "", call)))).toMatchObject([
      { id: "b1", source: "refusal", text: "", acts: [{ tool: "edit_file", result: "refused" }] },
    ]);
  });

  it("marks the turn after a cancelled call", () => {
    const turns = turnsOf(read(agent("b1", "", { name: "x", status: "cancelled" }), person("b2", "Wait")));
    expect(turns).toMatchObject([{ text: "Wait", afterInterrupt: true }]);
  });

  it("makes nothing of a subagent's conversation, nor of deleted messages", () => {
    const subagent = composer(["b1"], { subagentInfo: { parentComposerId: "c0" } });
    expect(read(person("b1", "Look"), subagent).conversations).toEqual([]);
    expect(read(["bubbleId:c1:b1", null])).toMatchObject({ conversations: [], unreadCount: 0 });
  });

  it.each([
    ["cut", '{"key": "composerData:c1", "val', "not JSON"],
    ["without key", "{}", "no key"],
    ["with a number", '{"key": "composerData:c1", "value": 4}', "the value is not an object"],
    ["of another kind", '{"key": "checkpointId:c1", "value": {}}', "unknown key checkpointId"],
    [
      "of an unknown version",
      '{"key": "bubbleId:c1:b1", "value": {"_v": 9}}',
      "unknown version 9 of a Cursor message",
    ],
  ])("counts a row that is %s", (_, text, why) => {
    expect(readText(text).unread).toEqual([{ line: 1, why }]);
  });
});
