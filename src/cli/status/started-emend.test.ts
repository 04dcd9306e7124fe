import { expect, it } from "vitest";
import { startedIn } from "./started-emend.ts";

const started = (settings: unknown) => startedIn("rio", "a.json", JSON.stringify(settings));
const hook = (command: string) => [{ hooks: [{ type: "command", command }] }];

it.each<{ why: string; settings: unknown; found: readonly object[] }>([
  {
    why: "hooks of several events, with their tools",
    settings: {
      hooks: {
        Stop: hook("emend hook claude-code"),
        PreToolUse: [{ matcher: "Edit", ...hook("emend hook x")[0] }],
      },
    },
    found: [
      { kind: "hooks", event: "Stop", command: "emend hook claude-code" },
      { kind: "hooks", event: "PreToolUse", matcher: "Edit", command: "emend hook x" },
    ],
  },
  { why: "somebody else's hooks", settings: { hooks: { Stop: hook("lint --all") } }, found: [] },
  {
    why: "a program with arguments",
    settings: { servers: { emend: { command: "emend", args: ["mcp"] } } },
    found: [{ kind: "mcp", command: ["emend", "mcp"] }],
  },
  {
    why: "a command in one list",
    settings: { mcp: { emend: { type: "local", command: ["emend", "mcp"] } } },
    found: [{ kind: "mcp", command: ["emend", "mcp"] }],
  },
  {
    why: "a server at an address",
    settings: { mcpServers: { emend: { url: "https://emend.example/mcp" } } },
    found: [{ kind: "mcp", command: [] }],
  },
  { why: "values of other shapes", settings: { hooks: [1], mcpServers: { emend: 3 }, mcp: null }, found: [] },
])("$why", ({ settings, found }) => {
  expect(started(settings)).toEqual(found.map((each) => ({ agent: "rio", path: "a.json", ...each })));
});

it("text that is no JSON", () => expect(startedIn("rio", "a.toml", "[mcp_servers.emend]")).toEqual([]));
