import { describe, expect, it } from "vitest";
import { addReadEntry, addTomlTable } from "./text-settings.ts";

const VALUES = { command: "/opt/emend dir/emend", args: ["mcp"] };
const TABLE = '[mcp_servers.emend]\ncommand = "/opt/emend dir/emend"\nargs = ["mcp"]\n';

describe("addTomlTable", () => {
  it.each([
    { why: "no file", text: null, added: TABLE },
    { why: "an empty file", text: "", added: TABLE },
    { why: "other settings", text: 'model = "x"\n', added: `\n${TABLE}` },
    { why: "no line ending", text: "[mcp_servers.other]\na = 1", added: `\n\n${TABLE}` },
    { why: "Windows", text: "a = 1\r\n", added: `\r\n${TABLE.replaceAll("\n", "\r\n")}` },
    { why: "already there", text: "[ mcp_servers.emend ]\n", added: "" },
    { why: "already there, quoted", text: '[mcp_servers."emend"]\n', added: "" },
  ])("$why", ({ text, added }) => {
    expect(addTomlTable(text, "mcp_servers.emend", VALUES)).toEqual({ ok: true, value: added });
  });

  it.each([
    "mcp_servers = { other = { command = 'a' } }\n",
    'mcp_servers.emend.command = "a"\n',
    'a = """\nopen\n',
  ])("leaves alone %j", (text) => {
    expect(addTomlTable(text, "mcp_servers.emend", VALUES)).toMatchObject({
      ok: false,
      error: { code: "toml_shape" },
    });
  });
});

describe("addReadEntry", () => {
  it.each([
    { text: null, added: "read:\n  - AGENTS.md\n" },
    { text: "model: x", added: "\nread:\n  - AGENTS.md\n" },
    { text: "# read: no\r\n", added: "read:\r\n  - AGENTS.md\r\n" },
    { text: "read: AGENTS.md\n", added: "" },
    { text: "read: [CONVENTIONS.md, AGENTS.md]\n", added: "" },
    { text: 'read:\n  - "CONVENTIONS.md"\n  - "AGENTS.md"\nmodel: x\n', added: "" },
  ])("$text", ({ text, added }) => {
    expect(addReadEntry(text, "AGENTS.md")).toEqual({ ok: true, value: added });
  });

  it.each([
    "read: CONVENTIONS.md\n",
    "{model: x}\n",
    "---\nmodel: x\n",
    "read:\n  - docs/AGENTS.md.txt\nx: AGENTS.md\n",
  ])("leaves alone %j", (text) => {
    expect(addReadEntry(text, "AGENTS.md")).toMatchObject({ ok: false, error: { code: "yaml_shape" } });
  });
});
