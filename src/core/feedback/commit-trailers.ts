import { textOf } from "../json/read-json.ts";

/** Trailers stand at the end of a text, so no more than its end is looked at. */
const MAX_TAIL = 4_000;

/** What the trailers of one key say, the last first. As git reads them: they are in the last paragraph. */
export function trailersOf(text: unknown, key: string): readonly string[] {
  const found: string[] = [];
  const lines = (textOf(text) ?? "").slice(-MAX_TAIL).trimEnd().split(/\r?\n/);
  const start = `${key.toLowerCase()}:`;
  for (const line of lines.toReversed()) {
    if (line.trim() === "") break;
    if (line.toLowerCase().startsWith(start)) found.push(line.slice(start.length).trim());
  }
  return found;
}
