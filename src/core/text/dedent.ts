/** Removes the white space that all lines with content begin with, so that a part of a file parses like a whole one. */
export function dedent(text: string): string {
  const lines = text.split("\n");
  const filled = lines.filter((line) => line.trim() !== "");
  const [first] = filled;
  if (first === undefined) return text;
  let shared = /^[ \t]*/.exec(first)![0];
  for (const line of filled) while (!line.startsWith(shared)) shared = shared.slice(0, -1);
  return shared === ""
    ? text
    : lines.map((line) => (line.startsWith(shared) ? line.slice(shared.length) : line)).join("\n");
}
