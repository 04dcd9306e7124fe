import { isJsonObject, type JsonObject, parseJson } from "../../core/json/json.ts";
import { openCode } from "../../core/transcript/readers/opencode.ts";
import type { ReadTranscript } from "../../ports/transcripts.ts";
import { ReaderFeed } from "./reader-feed.ts";

/** A message and its parts, each the text of a JSON object, or undefined if it is none. */
export interface StoredMessage {
  readonly info: string | undefined;
  readonly parts: readonly (string | undefined)[];
}

/**
 * Gives the reader a document such as `opencode export` writes, with one message on each line. Joins texts, because
 * values that are nested too deeply can be parsed but not written again.
 */
export async function readOpenCode(
  path: string,
  info: string | undefined,
  messages: AsyncIterable<StoredMessage>,
): Promise<ReadTranscript> {
  if (info === undefined) return { format: undefined };
  const feed = new ReaderFeed(openCode.open(path));
  feed.line(`{"info":${info},`);
  feed.line('"messages":[');
  let separator = "";
  for await (const message of messages) {
    if (message.info === undefined) feed.lose("a message that is not JSON");
    else {
      const parts = message.parts.filter((part) => part !== undefined);
      feed.line(`${separator}{"info":${message.info},"parts":[${parts.join(",")}]}`);
      separator = ",";
      for (const _ of message.parts.slice(parts.length)) feed.lose("a part of a message that is not JSON");
    }
  }
  feed.line("]}");
  return { format: "opencode", reading: feed.finish() };
}

/** The text of a JSON object on one line. Fields that are not stored with it come first. */
export function objectText(text: string | undefined, fields: JsonObject = {}): string | undefined {
  if (text === undefined || !isJsonObject(parseJson(text))) return undefined;
  // Within a JSON text, line ends are only between values.
  const line = text.trim().replaceAll(/[\r\n]+/g, " ");
  const start = JSON.stringify(fields).slice(0, -1);
  if (start === "{") return line;
  const rest = line.slice(1).trimStart();
  return rest === "}" ? `${start}}` : `${start},${rest}`;
}
