import fc from "fast-check";

const someKey = fc.constantFrom(
  "hooks",
  "mcpServers",
  "version",
  "permissions",
  "x",
  "SessionStart",
  "stop",
  "emend",
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.constantFrom(1, true, null, "text", "// no comment"),
    fc.array(tie("value"), { maxLength: 3 }),
    fc
      .uniqueArray(fc.tuple(someKey, tie("value")), { maxLength: 3, selector: ([key]) => key })
      .map(Object.fromEntries),
  ),
}));

const command = fc.constantFrom("lint.sh", "emend hook claude-code", "npx emend hook cursor");
const hookList = fc.array(
  fc.oneof(
    fc.record({ command }),
    fc.record({
      matcher: fc.constant("Bash"),
      hooks: fc.array(fc.record({ type: fc.constant("command"), command }), { maxLength: 2 }),
    }),
  ),
  { maxLength: 2 },
);
const eventName = fc.constantFrom("SessionStart", "Stop", "PreToolUse", "stop", "sessionStart", "other");

/** Settings as repositories have them, and worse. */
const settings = fc.oneof(
  value,
  fc.record(
    {
      permissions: value,
      hooks: fc.dictionary(eventName, hookList, { maxKeys: 3 }),
      version: fc.constant(1),
      mcpServers: fc.dictionary(fc.constantFrom("other", "emend"), fc.record({ command }), { maxKeys: 2 }),
    },
    { requiredKeys: [] },
  ),
);

/** A file of settings in some layout: indented or not, with comments, trailing commas, CRLF, a byte order mark. */
export const jsoncFile: fc.Arbitrary<string> = fc
  .record({
    settings,
    indent: fc.constantFrom("", "  ", "    ", "\t"),
    newline: fc.constantFrom("\n", "\r\n"),
    comments: fc.boolean(),
    trailing: fc.boolean(),
    mark: fc.boolean(),
    end: fc.constantFrom("", "\n", "\n\n", "  "),
  })
  .map(({ settings: written, indent, newline, comments, trailing, mark, end }) => {
    let text = JSON.stringify(written, null, indent);
    if (trailing && indent !== "") text = text.replace(/(?<=[^{[,\n])(?=\n\s*[}\]])/g, ",");
    if (comments && indent !== "")
      text = text.replace(/(?<=[,{[])(?=\n)/g, " // why").replace(/^\{/, "/* top */ {");
    return (mark ? "\uFEFF" : "") + (text + end).replaceAll("\n", newline);
  });
