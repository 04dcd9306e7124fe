import { describe, expect, it } from "vitest";
import type { HumanTurn, TranscriptReading } from "../transcript.ts";
import { openCode } from "./opencode.ts";

function readText(text: string): TranscriptReading {
  const reader = openCode.open("/exports/one.json");
  text.split("\n").forEach((line, index) => reader.read(line, index + 1));
  return reader.finish();
}

const INFO = { id: "ses_1", directory: "/work/shop", version: "1.18.0", title: "Shop" };
const read = (messages: unknown, info: object = {}, more: object = {}): TranscriptReading =>
  readText(JSON.stringify({ info: { ...INFO, ...info }, messages, ...more }, null, 2));
const turnsOf = (messages: unknown, info: object = {}): readonly HumanTurn[] =>
  read(messages, info).conversations.flatMap(({ turns }) => turns);

const person = (id: string, ...parts: object[]): object => ({
  info: { id, role: "user", time: { created: 1_760_000_000_000 + Number(id.slice(4)) } },
  parts,
});
const agent = (id: string, parts: object[], info: object = {}): object => ({
  info: { id, role: "assistant", modelID: "large-1", path: { cwd: "/work/shop" }, ...info },
  parts,
});
const text = (words: string, more: object = {}): object => ({ type: "text", text: words, ...more });
const tool = (name: string, state: object, callID = "call_1"): object => ({
  type: "tool",
  tool: name,
  callID,
  state,
});
const REJECTED = "The user rejected permission to use this specific tool call";

describe("OpenCode sessions", () => {
  it("reads the turns with what the agent did before them", () => {
    const reading = read([
      person("msg_1", text("Add a cart")),
      agent("msg_2", [
        text("I add it now."),
        tool("edit", { status: "completed", input: { filePath: "cart.ts", oldString: "a", newString: "b" } }),
        tool("bash", { status: "error", input: { command: "npm test" }, error: "exit 1" }),
        tool("write", { status: "completed", input: { filePath: "new.ts", content: "c" } }),
      ]),
      person("msg_3", text("No, use a map")),
    ]);
    expect(reading.unreadCount).toBe(0);
    expect(reading.conversations).toHaveLength(1);
    const { turns, ...facts } = reading.conversations[0]!;
    expect(facts).toEqual({
      format: "opencode",
      session: "ses_1",
      folder: "/work/shop",
      model: "large-1",
      version: "1.18.0",
      lastActs: [],
    });
    expect(turns[0]).toEqual({
      id: "msg_1",
      aliases: [],
      line: 11,
      time: "2025-10-09T08:53:20.001Z",
      source: "message",
      text: "Add a cart",
      afterInterrupt: false,
      hasImage: false,
      acts: [],
    });
    expect(turns[1]!.acts).toEqual([
      { kind: "said", text: "I add it now." },
      {
        kind: "call",
        tool: "edit",
        target: "cart.ts",
        result: "done",
        edit: { path: "cart.ts", before: "a", after: "b" },
      },
      { kind: "call", tool: "bash", target: "npm test", result: "failed" },
      { kind: "call", tool: "write", target: "new.ts", result: "done", edit: { path: "new.ts", after: "c" } },
    ]);
  });

  it.each([
    ["text of the client", [person("msg_1", text("Continue", { synthetic: true }))], []],
    ["text of a plugin", [person("msg_1", text("note", { ignored: true }))], []],
    ["a command for a subagent", [person("msg_1", { type: "subtask", prompt: "Look", command: "look" })], []],
    ["a compaction", [person("msg_1", { type: "compaction", auto: true })], []],
    [
      "words beside a file",
      [person("msg_1", text("See @a.ts"), text("file", { synthetic: true }))],
      ["See @a.ts"],
    ],
  ])("makes turns only of a person's words: %s", (_, messages, texts) => {
    expect(turnsOf(messages).map((turn) => turn.text)).toEqual(texts);
  });

  it.each([
    ["without words", { status: "error", error: `${REJECTED}.` }, ""],
    [
      "with words",
      { status: "error", error: `${REJECTED} with the following feedback: use npm ci` },
      "use npm ci",
    ],
    ["of a question", { status: "error", error: "The user dismissed this question" }, ""],
  ])("reads a refusal %s", (_, state, words) => {
    const [, turn] = turnsOf([person("msg_1", text("Go")), agent("msg_2", [tool("bash", state)])]);
    expect(turn).toMatchObject({ id: "call_1", source: "refusal", text: words });
    expect(turn!.acts).toEqual([{ kind: "call", tool: "bash", result: "refused" }]);
  });

  it("counts one refusal of several calls once", () => {
    const state = { status: "error", error: `${REJECTED}.` };
    const turns = turnsOf([agent("msg_2", [tool("bash", state, "call_1"), tool("edit", state, "call_2")])]);
    expect(turns).toHaveLength(1);
    expect(turns[0]!.aliases).toEqual(["call_2"]);
  });

  it("does not take a rule that denies for a person", () => {
    const error = "The user has specified a rule which prevents you from using this specific tool call.";
    expect(turnsOf([agent("msg_2", [tool("bash", { status: "error", error })])])).toEqual([]);
  });

  it("reads the answers to the agent's questions", () => {
    const state = { status: "completed", input: {}, metadata: { answers: [["Red", "Blue"], ["Yes"]] } };
    expect(turnsOf([agent("msg_2", [tool("question", state)])])).toMatchObject([
      { source: "answer", text: "Red, Blue\nYes" },
    ]);
  });

  it.each([
    ["of a message", agent("msg_2", [], { error: { name: "MessageAbortedError" } })],
    ["of a call", agent("msg_2", [tool("bash", { status: "error", metadata: { interrupted: true } })])],
  ])("marks the turn after an interrupt %s", (_, message) => {
    const turns = turnsOf([person("msg_1", text("Go")), message, person("msg_3", text("Stop that"))]);
    expect(turns.map((turn) => turn.afterInterrupt)).toEqual([false, true]);
  });

  it("notices an image", () => {
    expect(
      turnsOf([person("msg_1", text("Like this"), { type: "file", mime: "image/png" })])[0]!.hasImage,
    ).toBe(true);
  });

  it("counts a message once that is written again after a compaction", () => {
    const turns = turnsOf([
      person("msg_1", text("Big request")),
      person("msg_2", { type: "compaction", auto: true }),
      agent("msg_3", [text("Summary")], { summary: true }),
      person("msg_4", text("Big request")),
    ]);
    expect(turns).toHaveLength(1);
    expect(turns[0]!.aliases).toEqual(["msg_4"]);
  });

  it("keeps messages apart whose ids were replaced by the same word", () => {
    const one = {
      ...person("msg_1", text("One")),
      info: { id: "REDACTED", role: "user", time: { created: 1 } },
    };
    const two = {
      ...person("msg_2", text("Two")),
      info: { id: "REDACTED", role: "user", time: { created: 2 } },
    };
    expect(turnsOf([one, two]).map((turn) => turn.text)).toEqual(["One", "Two"]);
  });

  it("reads an undo as a turn", () => {
    expect(turnsOf([person("msg_1", text("Go"))], { revert: { messageID: "msg_1" } })[1]).toMatchObject({
      id: "undo-msg_1",
      source: "undo",
      text: "/undo",
    });
  });

  it("reads one act for each file of a patch", () => {
    const patchText = [
      "*** Begin Patch",
      "*** Add File: a.ts",
      "+one",
      "*** Update File: b.ts",
      "@@",
      " same",
      "-old",
      "+new",
      "*** Delete File: c.ts",
      "*** End Patch",
    ].join("\n");
    const [turn] = turnsOf([
      agent("msg_1", [tool("apply_patch", { status: "completed", input: { patchText } })]),
      person("msg_2", text("Hm")),
    ]);
    expect(turn!.acts).toMatchObject([
      { target: "a.ts", edit: { after: "one" } },
      { target: "b.ts", edit: { before: "same\nold", after: "same\nnew" } },
      { target: "c.ts" },
    ]);
  });

  it("reads parts that are stored apart, and older messages without info", () => {
    const message = { id: "msg_1", role: "user", metadata: { time: { created: 1_760_000_000_000 } } };
    const reading = read([message], {}, { parts: [{ messageID: "msg_1", ...text("Hello there") }] });
    expect(reading.conversations[0]!.turns).toMatchObject([
      { text: "Hello there", time: "2025-10-09T08:53:20.000Z" },
    ]);
  });

  it("makes nothing of a subagent's session", () => {
    expect(read([person("msg_1", text("Look it up"))], { parentID: "ses_0" }).conversations).toEqual([]);
  });

  it.each([
    ["cut in the middle", '{"info": {"id": "ses_1"}, "messages": [', "not JSON"],
    ["without messages", '{"info": {}}', "no OpenCode session: info or messages is missing"],
    ["with other messages", '{"info": {"version": "9"}, "messages": [{"kind": 1}]}', "unknown version 9"],
  ])("counts a document %s", (_, document, why) => {
    const { conversations, unread } = readText(document);
    expect(conversations).toEqual([]);
    expect(unread.some((one) => one.why.startsWith(why))).toBe(true);
  });

  it("counts the messages of a redacted export", () => {
    const reading = read([person("msg_1", text("[redacted:text:prt_1]"))]);
    expect(reading.unread).toEqual([{ line: 11, why: "the export is redacted" }]);
  });
});
