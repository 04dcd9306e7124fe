/** How Emend writes an edit for comparison: `docs/export.md (+1 -1); - old; + new`. */
const EDIT = /^(?<file>\S[^\n]{0,200}?) \(\+\d+ -\d+\); /;

/** A text that people can read as a name: an edit is named after its file instead of quoted as a diff. */
export function readableText(text: string): string {
  const file = EDIT.exec(text)?.groups?.["file"];
  if (file === undefined) return text;
  return file === "output" ? "An edit of the work" : `An edit of ${file}`;
}
