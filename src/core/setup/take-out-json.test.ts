import { describe, expect, it } from "vitest";
import { isEmptyJson, removeJson } from "./take-out-json.ts";

const GROUP = { matcher: "Bash", hooks: [{ type: "command", command: "emend hook claude-code" }] };
const HOOKS = { added: { hooks: { Stop: [GROUP] } }, made: [["hooks"], ["hooks", "Stop"]] };
const OURS = '{"type": "command", "command": "emend hook claude-code"}';
const SERVER = { command: "emend", args: ["mcp"] };
const MCP = { added: { mcpServers: { emend: SERVER } }, made: [["mcpServers"], ["mcpServers", "emend"]] };

describe("takeOutJson", () => {
  it.each([
    {
      why: "everything that was made goes with it",
      text: `{"a": 1, "hooks": {"Stop": [${JSON.stringify(GROUP)}]}}`,
      rest: '{"a": 1}',
    },
    {
      why: "a hook that somebody put beside it stays",
      text: `{"hooks": {"Stop": [{"matcher": "Bash", "hooks": [{"command": "x"}, ${OURS}]}]}}`,
      rest: '{"hooks": {"Stop": [{"matcher": "Bash", "hooks": [{"command": "x"}]}]}}',
    },
    {
      why: "a group whose matcher was changed goes",
      text: `{"hooks": {"Stop": [{"matcher": "*", "hooks": [${OURS}]}]}}`,
      rest: "{}",
    },
    {
      why: "a group whose hook got a timeout goes",
      text: `{"hooks": {"Stop": [{"hooks": [${OURS.replace("}", ', "timeout": 5}')}]}, 1]}}`,
      rest: '{"hooks": {"Stop": [ 1]}}',
    },
    {
      why: "a command that was changed is somebody else's",
      text: '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "emend hook mine"}]}]}}',
      rest: '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "emend hook mine"}]}]}}',
    },
    {
      why: "comments stay, and so does what they are in",
      text: `{\n  // mine\n  "hooks": {\n    "Stop": [\n      // keep\n      ${JSON.stringify(GROUP)}\n    ]\n  }\n}`,
      rest: '{\n  // mine\n  "hooks": {\n    "Stop": [\n      // keep\n    ]\n  }\n}',
    },
    { why: "nothing of ours is there any more", text: '{"hooks": 3}', rest: '{"hooks": 3}' },
  ])("$why", ({ text, rest }) => {
    expect(removeJson(text, HOOKS)).toBe(rest);
  });

  it.each([
    {
      why: "a server that got variables is still ours",
      text: '{"mcpServers": {"emend": {"command": "emend", "args": ["mcp"], "env": {}}, "x": {}}}',
      rest: '{"mcpServers": { "x": {}}}',
    },
    {
      why: "a server that runs something else is not",
      text: '{"mcpServers": {"emend": {"command": "other"}}}',
      rest: '{"mcpServers": {"emend": {"command": "other"}}}',
    },
  ])("$why", ({ text, rest }) => {
    expect(removeJson(text, MCP)).toBe(rest);
  });

  it("a plain value goes when nothing needs it", () => {
    const cursor = {
      added: { version: 1, hooks: { stop: [{ command: "emend hook cursor" }] } },
      made: [["version"], ["hooks"], ["hooks", "stop"]],
    };
    expect(removeJson('{"version": 1, "hooks": {"stop": [{"command": "emend hook cursor"}]}}', cursor)).toBe(
      "{}",
    );
    const others = '{"version": 1, "hooks": {"stop": [{"command": "x"}]}}';
    expect(removeJson(others, cursor)).toBe(others);
  });

  it("says nothing about a text that cannot be read", () => {
    expect(removeJson("{", HOOKS)).toBeUndefined();
  });
});

describe("isEmptyJson", () => {
  it.each([
    { text: "{}", empty: true },
    { text: "\uFEFF{ \r\n}\n", empty: true },
    { text: "{} // mine", empty: false },
    { text: "[]", empty: false },
  ])("$text: $empty", ({ text, empty }) => {
    expect(isEmptyJson(text)).toBe(empty);
  });
});
