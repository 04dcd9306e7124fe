/** The lines of a text without their ends (LF or CRLF) and without a leading byte order mark. */
export function* textLines(text: string): Generator<string> {
  let start = text.startsWith("\uFEFF") ? 1 : 0;
  while (start < text.length) {
    const found = text.indexOf("\n", start);
    const end = found === -1 ? text.length : found;
    yield text.slice(start, end > start && text[end - 1] === "\r" ? end - 1 : end);
    start = end + 1;
  }
}
