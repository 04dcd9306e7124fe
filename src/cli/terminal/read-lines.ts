import { StringDecoder } from "node:string_decoder";
import type { Readable } from "node:stream";

/**
 * The lines of a stream, split only at line feeds. `node:readline` also splits at U+2028 and U+2029, which JSON allows
 * unescaped inside a string.
 */
export async function* readLines(stream: Readable): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let pieces: string[] = [];
  for await (const chunk of stream) {
    const text = typeof chunk === "string" ? chunk : decoder.write(chunk as Buffer);
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      pieces.push(text.slice(from, end));
      yield joinLine(pieces);
      pieces = [];
      from = end + 1;
    }
    if (from < text.length) pieces.push(text.slice(from));
  }
  pieces.push(decoder.end());
  const last = joinLine(pieces);
  if (last !== "") yield last;
}

function joinLine(pieces: readonly string[]): string {
  const line = pieces.length === 1 ? pieces[0]! : pieces.join("");
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
