import { type JsonObject } from "../src/core/json/json.ts";
import { claudeCode } from "../src/core/transcript/readers/claude-code.ts";
import type { HumanTurn, TranscriptReading } from "../src/core/transcript/transcript.ts";

export type Line = JsonObject | string;

export function read(lines: readonly Line[]): TranscriptReading {
  const reader = claudeCode.open("/home/ada/.claude/projects/-src-shop/5e55.jsonl");
  for (const [at, line] of lines.entries())
    reader.read(typeof line === "string" ? line : JSON.stringify(line), at + 1);
  return reader.finish();
}

/** The same lines with spaces, which none of the shortcuts knows. */
export const spaced = (lines: readonly Line[]): readonly string[] =>
  lines.map((line) =>
    typeof line === "string" ? line : JSON.stringify(line, null, 1).replaceAll("\n", " "),
  );

export const turns = (lines: readonly Line[]): readonly HumanTurn[] =>
  read(lines).conversations.flatMap((conversation) => conversation.turns);

export const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 5, 10, 0, seconds)).toISOString();
export const COMMON = {
  parentUuid: null,
  isSidechain: false,
  userType: "external",
  cwd: "/src/shop",
  sessionId: "5e55",
};
const LATER = { version: "2.1.40", gitBranch: "main" };

export const user = (uuid: string, content: unknown, more: JsonObject = {}): JsonObject => ({
  ...COMMON,
  ...LATER,
  type: "user",
  message: { role: "user", content },
  uuid,
  timestamp: at(1),
  ...more,
});
export const agent = (content: unknown, more: JsonObject = {}): JsonObject => ({
  ...COMMON,
  ...LATER,
  message: {
    model: "claude-x",
    id: "msg_1",
    type: "message",
    role: "assistant",
    content,
    stop_reason: null,
    usage: { input_tokens: 3, service: { tier: "standard" } },
  },
  type: "assistant",
  uuid: "a",
  timestamp: at(1),
  ...more,
});
export const said = (text: string): JsonObject => agent([{ type: "text", text }]);
export const call = (id: string, name: string, input: JsonObject = {}): JsonObject =>
  agent([{ type: "tool_use", id, name, input }]);
export const result = (uuid: string, id: string, content: unknown, more: JsonObject = {}): JsonObject =>
  user(uuid, [{ tool_use_id: id, type: "tool_result", content }], { toolUseResult: { stdout: "" }, ...more });
export const failure = (uuid: string, id: string, content: string, more: JsonObject = {}): JsonObject =>
  user(uuid, [{ type: "tool_result", content, is_error: true, tool_use_id: id }], {
    toolUseResult: "Error",
    ...more,
  });
export const queue = (operation: string, seconds: number, content?: string): JsonObject => ({
  type: "queue-operation",
  operation,
  timestamp: at(seconds),
  sessionId: "5e55",
  ...(content === undefined ? {} : { content }),
});
export const attached = (uuid: string, attachment: JsonObject, more: JsonObject = {}): JsonObject => ({
  ...COMMON,
  attachment,
  type: "attachment",
  uuid,
  timestamp: at(3),
  ...more,
});
const REFUSED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). ";
export const BARE = `${REFUSED}STOP what you are doing and wait for the user to tell you how to proceed.`;
export const withWords = (words: string): string =>
  `${REFUSED}To tell you how to proceed, the user said:\n${words}`;
export const INTERRUPTED = [{ type: "text", text: "[Request interrupted by user]" }];
export const IMAGE = { type: "image", source: { type: "base64", data: "" } };
