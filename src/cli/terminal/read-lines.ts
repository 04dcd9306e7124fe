import { StringDecoder } from "node:string_decoder";
import type { Readable } from "node:stream";

/**
 * The lines of a stream, split at line feeds alone. `node:readline` also splits at U+2028 and U+2029, which
 * JSON allows raw inside a text, and would tear such a line in two.
 */
export async function* readLines(stream: Readable): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let parts: string[] = [];
  for await (const chunk of stream) {
    const text = typeof chunk === "string" ? chunk : decoder.write(chunk as Buffer);
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      parts.push(text.slice(from, end));
      yield join(parts);
      parts = [];
      from = end + 1;
    }
    if (from < text.length) parts.push(text.slice(from));
  }
  parts.push(decoder.end());
  const last = join(parts);
  if (last !== "") yield last;
}

function join(parts: readonly string[]): string {
  const line = parts.length === 1 ? parts[0]! : parts.join("");
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
