import { describe, expect, it } from "vitest";
import { commandFor, parseSetupCommand, shellLine } from "./setup-command.ts";

describe("parseSetupCommand", () => {
  it.each([
    { text: " npx  -y emend ", words: ["npx", "-y", "emend"], line: "npx -y emend" },
    { text: '"/opt/my tools/emend"', words: ["/opt/my tools/emend"], line: '"/opt/my tools/emend"' },
    { text: "C:\\emend\\emend.cmd", words: ["C:\\emend\\emend.cmd"], line: '"C:\\\\emend\\\\emend.cmd"' },
  ])("takes $text", ({ text, words, line }) => {
    const parsed = parseSetupCommand(text);
    expect(parsed).toEqual({ ok: true, value: words });
    expect(shellLine(words)).toBe(line);
  });

  it.each([
    "",
    '""',
    "emend; rm -rf x",
    "emend && true",
    "$(emend)",
    "emend 'x",
    'emend "x',
    'a"b c"d',
    "emend\nx",
    "x".repeat(401),
  ])("refuses %j", (text) => {
    expect(parseSetupCommand(text)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining("expected") as string },
    });
  });
});

describe("commandFor", () => {
  it.each([
    { why: "no manifest", manifest: null, command: ["emend"] },
    { why: "a dependency", manifest: '{"devDependencies": {"emend": "1"}}', command: ["npx", "emend"] },
    { why: "no dependency", manifest: '{"dependencies": {"other": "1"}}', command: ["emend"] },
    { why: "a broken manifest", manifest: "{", command: ["emend"] },
    { why: "a manifest that is none", manifest: '{"dependencies": null}', command: ["emend"] },
  ])("$why", ({ manifest, command }) => {
    expect(commandFor(manifest)).toEqual(command);
  });
});
