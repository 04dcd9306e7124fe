import type { HookRequest } from "./handle-request.ts";

// Loaded without an import for speed, as in attendant-socket.ts.
const { connect } = process.getBuiltinModule("node:net");

/** Responses above this size are not from our attendant. */
const MAX_BYTES = 1024 * 1024;

/**
 * Asks the attendant; undefined if none is running or it does not answer in time. A request is one line of JSON followed by
 * the raw event. An answer starts with its length, so that a truncated one is detected.
 */
export function askAttendant(
  socket: string,
  { text, ...about }: HookRequest,
  timeoutMs: number,
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
    const timer = setTimeout(() => end(undefined), timeoutMs);
    connection.on("error", () => end(undefined));
    connection.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BYTES) end(undefined);
      else chunks.push(chunk);
    });
    connection.on("end", () => end(decodeAnswer(Buffer.concat(chunks))));
    connection.on("close", () => end(undefined));
    connection.end(`${JSON.stringify(about)}\n${text}`);
  });
}

export const encodeAnswer = (answer: string): string => `ok ${Buffer.byteLength(answer)}\n${answer}`;

function decodeAnswer(bytes: Buffer): string | undefined {
  const feed = bytes.indexOf("\n");
  const head = /^ok (\d{1,9})$/.exec(bytes.subarray(0, Math.max(0, feed)).toString("latin1"));
  const body = bytes.subarray(feed + 1);
  return head !== null && Number(head[1]) === body.length ? body.toString("utf8") : undefined;
}
