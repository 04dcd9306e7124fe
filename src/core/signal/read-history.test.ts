import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { detect } from "./detect-signal.ts";
import { historyOfText, messagesInLines, readHistory } from "./read-history.ts";
import type { EarlierMessage, SignalType } from "./signal.ts";

const user = { role: "user", text: "Make the shop faster." } as const;
const answer = {
  role: "assistant",
  text: "I cached the product list; the shop loads in 80 ms now.",
} as const;

describe("17.2 a new request is no refusal", () => {
  const rows: readonly [
    text: string,
    unknown: SignalType | null,
    first: SignalType | null,
    after: SignalType | null,
  ][] = [
    ["The login page doesn't work on Safari, please fix it.", null, null, "user_rejection"],
    ["Search is broken on phones, can you look into it?", null, null, "user_rejection"],
    ["The invoice total is wrong, please fix.", null, null, "user_rejection"],
    ["The menu doesn't close.", "user_rejection", null, "user_rejection"],
    ["It doesn't work.", "user_rejection", null, "user_rejection"],
    ["make the title bigger", "partial_success", null, "partial_success"],
    ["It still doesn't work, please fix it.", "user_rejection", "user_rejection", "user_rejection"],
    ["Your fix doesn't work.", "user_rejection", "user_rejection", "user_rejection"],
    ["That's not what I asked for.", "user_rejection", "user_rejection", "user_rejection"],
    ["I get an error when I save the form", "runtime_error", "runtime_error", "runtime_error"],
    ["Add a footer to the shop.", null, null, null],
    ["perfect, thanks", null, null, null],
  ];
  it.each(rows)(
    "%j: %s where that is unknown, %s as the first message, %s after an answer",
    (text, ...types) => {
      const heard = [undefined, [], [user, answer]].map(
        (history) =>
          detect(text, { kind: "user_message", ...(history === undefined ? {} : { history }) }).type,
      );
      expect(heard).toEqual(types);
    },
  );

  it.each([
    ["only the person has spoken", [user], null],
    ["a greeting is no work", [{ role: "assistant", text: "Hi! How can I help you today?" }], null],
    ["a question back is no work", [user, { role: "assistant", text: "Which pages are slow?" }], null],
    [
      "work that ends in a question is",
      [user, { ...answer, text: "I fixed both pages. Anything else?" }],
      "user_rejection",
    ],
    ["a call of a tool is work", [user, { role: "assistant", text: "[used Edit]" }], "user_rejection"],
    ["a tool's output is no answer", [user, { role: "tool", text: "ok" }], null],
  ] as const)("%s", (_why, history: readonly EarlierMessage[], type) => {
    const text = "The login page doesn't work on Safari, please fix it.";
    expect(detect(text, { kind: "user_message", history }).type).toBe(type);
  });
});

describe("17.2 a standing instruction is a fact of its own", () => {
  it.each([
    ["Please never commit directly to main.", null, "Never commit directly to main."],
    ["Don't use default exports in this repo.", null, "Do not use default exports in this repo."],
    ["In this project we don't mock the database.", null, "In this project, do not mock the database."],
    ["Remember: don't reformat code you do not change.", null, "Do not reformat code you do not change."],
    ["All new endpoints must have tests.", null, "All new endpoints must have tests."],
    ["No, never commit to main.", "user_rejection", "Never commit to main."],
    ["Please stop using default exports from now on.", "user_rejection", "Stop using default exports."],
    ["Never mind, found it.", null, undefined],
    ["Why do we never commit to main?", null, undefined],
  ])("%j is %s and says %j", (text, type, instruction) => {
    for (const kind of ["user_message", undefined] as const) {
      const heard = detect(text, kind === undefined ? {} : { kind });
      expect([heard.type, heard.facts.standing_instruction]).toEqual([type, instruction]);
    }
  });

  it("a command's output gives none", () => {
    const text = "Never commit directly to main.";
    expect(detect(text, { kind: "tool_output" }).facts).toEqual({});
    expect(detect(text, { exit_code: 1 }).facts).toEqual({ exit_code: 1 });
  });
});

describe("17.2 what was said before, in whatever form", () => {
  it.each([
    ["a list", [user, answer], [user, answer]],
    [
      "other names",
      [
        { role: "Human", content: "a" },
        { author: "agent", body: "b" },
      ],
      [
        { role: "user", text: "a" },
        { role: "assistant", text: "b" },
      ],
    ],
    [
      "parts",
      [{ role: "assistant", content: [{ type: "text", text: "a" }, "b"] }],
      [{ role: "assistant", text: "a\nb" }],
    ],
    ["nothing", [], []],
  ])("%s", (_why, given, read) => {
    expect(readHistory(given)).toEqual({ ok: true, value: read });
  });

  it.each([
    ["no list", {}, "history must be a list of {role, text}, oldest first"],
    [
      "no role",
      [user, { text: "a" }],
      "history[1] must have a role (user, assistant, system, tool) and a text",
    ],
    ["an unknown role", [{ role: "narrator", text: "a" }], "history[0] must have a role"],
    ["no text", [{ role: "user" }], "history[0] must have a role"],
    ["no object", ["a"], "history[0] must have a role"],
  ])("%s is named", (_why, given, error) => {
    expect(readHistory(given)).toEqual({ ok: false, error: expect.stringContaining(error) });
  });

  it.each([
    ["a list as JSON", JSON.stringify([user, answer]), [user, answer]],
    ["a request of an API", JSON.stringify({ messages: [user, answer] }), [user, answer]],
    ["one message a line", `${JSON.stringify(user)}\n\n${JSON.stringify(answer)}\n`, [user, answer]],
    [
      "a transcript of Claude Code",
      `{"type":"summary","summary":"x"}\n{"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":"ok"}]}}\n{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"Done."}]}}`,
      [
        { role: "tool", text: "" },
        { role: "assistant", text: "Done." },
      ],
    ],
    ["the last answer", "I fixed both pages.", [{ role: "assistant", text: "I fixed both pages." }]],
    ["a blank file", " \n", []],
  ])("a file holds %s", (_why, text, read) => {
    expect(historyOfText(text)).toEqual({ ok: true, value: read });
  });

  it("calls of tools in the transcripts of Codex and Gemini CLI are the agent's work", () => {
    const lines = [
      {
        type: "response_item",
        payload: { type: "message", role: "user", content: [{ type: "input_text", text: "Go." }] },
      },
      {
        type: "response_item",
        payload: { type: "custom_tool_call", call_id: "c1", name: "apply_patch", input: "" },
      },
      { type: "response_item", payload: { type: "custom_tool_call_output", call_id: "c1", output: "ok" } },
      { id: "m1", type: "gemini", content: "", toolCalls: [{ id: "t1", name: "replace", args: {} }] },
      { id: "m2", type: "gemini", content: "I changed it." },
    ];
    expect(messagesInLines(lines.map((line) => JSON.stringify(line)).join("\n"))).toEqual([
      { role: "user", text: "Go." },
      { role: "assistant", text: "[used apply_patch]" },
      { role: "assistant", text: "[used replace]" },
      { role: "assistant", text: "I changed it." },
    ]);
  });

  it("JSON without messages is an error, not an answer", () => {
    expect(historyOfText('{"a": 1}').ok).toBe(false);
    expect(historyOfText('[{"role": "user"}]').ok).toBe(false);
  });

  it("reads anything without an exception, bounded", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 200 }), fc.json()), (text) => {
        historyOfText(text);
        messagesInLines(text);
      }),
    );
    const long = JSON.stringify({ role: "user", text: "x".repeat(100_000) });
    expect(messagesInLines(`${long}\n`.repeat(600)).map(({ text }) => text.length)).toEqual(
      Array.from({ length: 500 }, () => 4_000),
    );
  });
});
