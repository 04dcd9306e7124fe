import { describe, expect, it } from "vitest";
import { commandFor, LOCAL_COMMAND, parseSetupCommand, shellLine } from "./setup-command.ts";

describe("parseSetupCommand", () => {
  it.each([
    {
      text: " npx  --no -- emend ",
      words: ["npx", "--no", "--", "emend"],
      line: "npx --no -- emend",
    },
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

describe("shellLine", () => {
  it("lets no path act on the shell", () => {
    expect(shellLine(['/opt/$(x) `y` "z"/emend'])).toBe('"/opt/\\$(x) \\`y\\` \\"z\\"/emend"');
  });
});

describe("commandFor", () => {
  const program = ["/opt/node", "/opt/emend/dist/bin.js"] as const;
  const ours = { command: LOCAL_COMMAND, isForeignPackage: false };
  const running = { command: program, isForeignPackage: false };
  it.each([
    { why: "no manifest", manifest: null, is: running },
    { why: "a tarball", manifest: '{"devDependencies": {"emend": "file:../emend-0.1.0.tgz"}}', is: ours },
    { why: "an address", manifest: '{"dependencies": {"emend": "https://a.example/e.tgz"}}', is: ours },
    {
      why: "the registry's package of that name",
      manifest: '{"devDependencies": {"emend": "^1.0.0"}}',
      is: { command: program, isForeignPackage: true },
    },
    { why: "no dependency", manifest: '{"dependencies": {"other": "1"}}', is: running },
    { why: "a broken manifest", manifest: "{", is: running },
    { why: "a manifest that is none", manifest: '{"dependencies": null}', is: running },
  ])("$why", ({ manifest, is }) => {
    expect(commandFor(manifest, { program, publishedAs: null })).toEqual(is);
  });

  it("once it is published, a dependency under that name is ours", () => {
    const manifest = '{"devDependencies": {"@team/emend": "^1.0.0"}}';
    expect(commandFor(manifest, { program, publishedAs: "@team/emend" })).toEqual(ours);
  });
});
