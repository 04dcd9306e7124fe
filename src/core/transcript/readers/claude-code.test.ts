import { describe, expect, it } from "vitest";
import {
  read,
  spaced,
  turns,
  at,
  COMMON,
  user,
  said,
  call,
  result,
  failure,
  queue,
  attached,
  BARE,
  withWords,
  IMAGE,
} from "../../../../test/claude-lines.ts";

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
