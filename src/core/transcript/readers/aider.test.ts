import { describe, expect, it } from "vitest";
import type { HumanTurn, TranscriptReading } from "../transcript.ts";
import { aider } from "./aider.ts";

function read(...lines: readonly string[]): TranscriptReading {
  const reader = aider.open("/work/shop/.aider.chat.history.md");
  lines.forEach((line, index) => reader.read(line, index + 1));
  return reader.finish();
}
const turnsOf = (...lines: readonly string[]): readonly HumanTurn[] =>
  read(...lines).conversations.flatMap(({ turns }) => turns);

const START = "# aider chat started at 2025-03-04 10:11:12";

describe("aider's history", () => {
  it("reads the sessions of a file as conversations", () => {
    const reading = read(
      "",
      START,
      "",
      "> Aider v0.86.1  ",
      "> Main model: large-5 with diff edit format  ",
      "",
      "#### add a cart  ",
      "#### and   ",
      "####   ",
      "#### a total  ",
      "",
      "I add both.",
      "",
      "#### A heading of the model",
      "",
      "> Tokens: 3k sent  ",
      "",
      "#### no, a list  \r",
      "",
      "# aider chat started at 2025-03-05 10:11:12",
      "",
      "# aider chat started at 2025-03-06 10:11:12",
      "#### again  ",
    );
    expect(reading.unreadCount).toBe(0);
    expect(reading.lines).toBe(23);
    expect(reading.conversations.map(({ session, turns }) => [session, turns.length])).toEqual([
      [".aider.chat.history 2025-03-04 10:11:12", 2],
      [".aider.chat.history 2025-03-06 10:11:12", 1],
    ]);
    expect(reading.conversations[0]).toMatchObject({ format: "aider", model: "large-5", version: "0.86.1" });
    const [first, second] = reading.conversations[0]!.turns;
    expect(first).toEqual({
      id: "L7",
      aliases: [],
      line: 7,
      source: "message",
      text: "add a cart\nand \n\na total",
      afterInterrupt: false,
      hasImage: false,
      acts: [],
    });
    expect(second).toMatchObject({ id: "L18", text: "no, a list" });
    expect(second!.acts).toEqual([{ kind: "said", text: "I add both.\n\n#### A heading of the model" }]);
  });

  it("counts the argument of a command once", () => {
    expect(
      turnsOf(
        START,
        "#### /ask why a map?  ",
        "",
        "#### why a map?  ",
        "",
        "Because.",
        "",
        "#### why a map?  ",
      ),
    ).toMatchObject([
      { id: "L2", source: "command", text: "why a map?", aliases: ["L4"] },
      { id: "L8", source: "message", text: "why a map?" },
    ]);
  });

  it.each([
    ["#### /undo  ", "undo", "/undo"],
    ["#### /git reset --hard HEAD~1  ", "undo", "/git reset --hard HEAD~1"],
    ["#### /git revert HEAD  ", "undo", "/git revert HEAD"],
    ["#### /usr/lib is wrong  ", "message", "/usr/lib is wrong"],
  ])("reads %j as a turn", (line, source, text) => {
    expect(turnsOf(START, line)).toMatchObject([{ source, text }]);
  });

  it.each([
    "#### /add a.ts  ",
    "#### /git status  ",
    "#### /ask  ",
    "#### !ls  ",
    "#### <blank>  ",
    "####   ",
    "#### A heading",
    "##### Deeper  ",
    "#### Add file to the chat? (Y)es/(N)o [Yes]: y  ",
  ])("makes no turn of %j", (line) => {
    expect(turnsOf(START, line)).toEqual([]);
  });

  it.each([
    ["n", "> Run shell command? (Y)es/(N)o/(D)on't ask again [Yes]: n  "],
    ["skip", "> Run shell command? (Y)es/(N)o/(S)kip all [Yes]: s  "],
    ["don't ask again", "> Run shell command? (Y)es/(N)o/(D)on't ask again [Yes]: d  "],
    ["the form of before August 2024", "> Run shell command? n  "],
  ])("reads a refusal: %s", (_, question) => {
    expect(turnsOf(START, "#### go  ", "", "> npm test  ", question)).toMatchObject([
      { text: "go" },
      {
        id: "L5",
        source: "refusal",
        text: "",
        acts: [{ kind: "call", tool: "Run shell command?", target: "npm test", result: "refused" }],
      },
    ]);
  });

  it.each([
    ["an approval", ["> Run shell command? (Y)es/(N)o [Yes]: y  "]],
    ["a question of aider itself", ["> Add .aider* to .gitignore (recommended)? (Y)es/(N)o [Yes]: n  "]],
    [
      "an answer that aider gave",
      [
        "#### Create new file? (Y)es/(N)o/(S)kip all [Yes]: skip  ",
        "> Create new file? (Y)es/(N)o/(S)kip all [Yes]: s  ",
      ],
    ],
  ])("makes no turn of %s", (_, lines) => {
    expect(turnsOf(START, ...lines)).toEqual([]);
  });

  it("marks the turn after an interrupt", () => {
    const turns = turnsOf(START, "#### go  ", "", "Half an", "> ^C KeyboardInterrupt  ", "", "#### wait  ");
    expect(turns.map((turn) => turn.afterInterrupt)).toEqual([false, true]);
  });

  it("reads edits and commands", () => {
    const [turn] = turnsOf(
      START,
      "Here it is:",
      "",
      "src/a.ts",
      "```typescript",
      "<<<<<<< SEARCH",
      "old",
      "=======",
      "new",
      ">>>>>>> REPLACE",
      "```",
      "",
      "> Applied edit to src/a.ts  ",
      "> Applied edit to src/b.ts  ",
      "> Running npm test  ",
      "> # 1 SEARCH/REPLACE block failed to match!  ",
      "#### hm  ",
    );
    expect(turn!.acts.slice(1)).toEqual([
      {
        kind: "call",
        tool: "edit",
        target: "src/a.ts",
        result: "done",
        edit: { path: "src/a.ts", before: "old", after: "new" },
      },
      { kind: "call", tool: "edit", target: "src/b.ts", result: "done" },
      { kind: "call", tool: "run", target: "npm test", result: "done" },
      { kind: "call", tool: "edit", result: "failed" },
    ]);
  });

  it("keeps prompts apart that were sent twice", () => {
    expect(turnsOf(START, "#### go  ", "", "Error", "", "#### go  ").map((turn) => turn.id)).toEqual([
      "L2",
      "L6",
    ]);
  });
});
