import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type HookSession, loadHook, startHookSession } from "../../test/hook-session.ts";
import { readTranscript } from "./read-transcript.ts";

let session: HookSession;
let file: string;
beforeAll(loadHook);
beforeEach(() => {
  session = startHookSession();
  file = join(session.folder, "transcript.jsonl");
});
afterEach(() => session.end());

const line = (value: object): string => `${JSON.stringify(value)}\n`;
const asked = line({ type: "user", message: { role: "user", content: "Make the login page responsive." } });
const answered = line({
  type: "assistant",
  message: { role: "assistant", content: [{ type: "tool_use", name: "Edit", input: {} }] },
});
const prompt = "The login page doesn't work on Safari, please fix it.";
const tags = async (more: object): Promise<readonly (readonly string[])[]> => {
  await session.fire({ hook_event_name: "UserPromptSubmit", prompt, ...more });
  await session.deliver();
  return (await session.records()).map((record) => record.tags);
};

describe("17.2 a prompt is read in the light of the messages before it", () => {
  it("the first message of a session refuses nothing", async () => {
    writeFileSync(file, asked);
    expect(await tags({ transcript_path: file })).toEqual([]);
  });

  it("after the agent's work the same words refuse it", async () => {
    writeFileSync(file, asked + answered);
    expect(await tags({ transcript_path: file })).toEqual([["user_rejection"]]);
  });

  it("so do they in Cursor", async () => {
    writeFileSync(file, asked + answered);
    const event = { hook_event_name: "beforeSubmitPrompt", conversation_id: "c-1", transcript_path: file };
    expect(await tags(event)).toEqual([["user_rejection"]]);
  });

  it("a plain refusal needs no transcript", async () => {
    expect(await tags({ prompt: "No, that is wrong. Undo it.", transcript_path: "/nowhere" })).toEqual([
      ["user_rejection"],
    ]);
  });
});

describe("17.2 reading a transcript", () => {
  it("reads the end of a long one, in which a line is cut in two", () => {
    writeFileSync(file, line({ type: "system", text: "x".repeat(400_000) }));
    appendFileSync(file, asked + answered);
    expect(readTranscript(file)).toEqual([
      { role: "user", text: "Make the login page responsive." },
      { role: "assistant", text: "[used Edit]" },
    ]);
  });

  it("does not take silence at the end of a long one for a beginning", () => {
    writeFileSync(file, answered + line({ type: "user", text: "x".repeat(400_000) }));
    expect(readTranscript(file)).toBeUndefined();
  });

  it("knows nothing of what it cannot read at once", () => {
    mkdirSync(join(session.folder, "folder"));
    const pipe = join(session.folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    for (const path of [pipe, join(session.folder, "folder"), join(session.folder, "none")])
      expect(readTranscript(path)).toBeUndefined();
  });

  it("an empty one says that nothing was said", () => {
    writeFileSync(file, "");
    expect(readTranscript(file)).toEqual([]);
  });
});
