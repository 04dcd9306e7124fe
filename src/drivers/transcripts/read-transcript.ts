import { recogniseTranscript } from "../../core/transcript/all-readers.ts";
import type { ReadTranscript } from "../../ports/transcripts.ts";
import { ReaderFeed } from "./reader-feed.ts";
import { LineSplitter } from "./split-lines.ts";

/** What readers recognise a format from. */
export const HEAD_BYTES = 64 * 1024;

/** Reads a transcript whose bytes come in parts. The path names conversations that have no id of their own. */
export async function readTranscriptStream(
  parts: AsyncIterable<Buffer>,
  path: string,
): Promise<ReadTranscript> {
  const head: Buffer[] = [];
  let headBytes = 0;
  let opened: OpenTranscript | undefined;
  for await (const part of parts) {
    if (opened !== undefined) {
      opened.splitter.push(part);
      continue;
    }
    head.push(Buffer.from(part));
    headBytes += part.length;
    if (headBytes < HEAD_BYTES) continue;
    opened = openTranscript(Buffer.concat(head), path);
    if (opened === undefined) return { format: undefined };
  }
  opened ??= openTranscript(Buffer.concat(head), path);
  if (opened === undefined) return { format: undefined };
  opened.splitter.end();
  return { format: opened.format, reading: opened.feed.finish() };
}

type OpenTranscript = NonNullable<ReturnType<typeof openTranscript>>;

function openTranscript(start: Buffer, path: string) {
  const reader = recogniseTranscript(start.toString("utf8", 0, HEAD_BYTES), path);
  if (reader === undefined) return undefined;
  const feed = new ReaderFeed(reader.open(path));
  const splitter = new LineSplitter(feed);
  splitter.push(start);
  return { format: reader.format, feed, splitter };
}
