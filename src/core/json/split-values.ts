/** The JSON values of a text that has several, one after the other, such as one on each line. The last may be cut off. */
export function* splitValues(text: string): Generator<string> {
  let [start, depth] = [-1, 0];
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]!;
    if (char === '"') {
      if (start === -1) start = at;
      at = endOfString(text, at);
      if (depth === 0) {
        yield text.slice(start, at + 1);
        start = -1;
      }
    } else if (char === "{" || char === "[") {
      if (depth === 0) start = at;
      depth += 1;
    } else if ((char === "}" || char === "]") && depth > 0) {
      depth -= 1;
      if (depth === 0) {
        yield text.slice(start, at + 1);
        start = -1;
      }
    } else if (depth === 0 && !/[\s,\uFEFF]/.test(char)) {
      const end = /[\s,{}[\]"]/.exec(text.slice(at + 1, at + 1_001))?.index ?? text.length;
      yield text.slice(at, at + 1 + end);
      at += end;
    }
  }
  if (start !== -1) yield text.slice(start);
}

/** The index of the closing quote, or of the last character. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length - 1;
}
