import type { HookRequest } from "./handle-request.ts";

// Not imported, as in attendant-socket.ts.
const { connect } = process.getBuiltinModule("node:net");

/** Longer answers are none of ours. */
const MOST_BYTES = 1024 * 1024;

/**
 * Has the attendant answer; nothing where there is none, or none in time. A request is one line of JSON about it and the
 * event as it came; an answer says how long it is, so that half of one is not taken for the whole.
 */
export function askAttendant(
  socket: string,
  { text, ...about }: HookRequest,
  withinMs: number,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const connection = connect({ path: socket });
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (answer: string | undefined): void => {
      clearTimeout(timer);
      connection.destroy();
      resolve(answer);
    };
    const timer = setTimeout(() => end(undefined), withinMs);
    connection.on("error", () => end(undefined));
    connection.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > MOST_BYTES) end(undefined);
      else chunks.push(chunk);
    });
    connection.on("end", () => end(readAnswer(Buffer.concat(chunks))));
    connection.on("close", () => end(undefined));
    connection.end(`${JSON.stringify(about)}\n${text}`);
  });
}

export const frameAnswer = (answer: string): string => `ok ${Buffer.byteLength(answer)}\n${answer}`;

function readAnswer(bytes: Buffer): string | undefined {
  const feed = bytes.indexOf("\n");
  const head = /^ok (\d{1,9})$/.exec(bytes.subarray(0, Math.max(0, feed)).toString("latin1"));
  const body = bytes.subarray(feed + 1);
  return head !== null && Number(head[1]) === body.length ? body.toString("utf8") : undefined;
}
