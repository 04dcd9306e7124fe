import {
  deserializeMessage,
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type RequestId,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/server";
import type { CliIo } from "../cli-io.ts";

export interface McpTransport extends Transport {
  /** Stops reading, and closes once all requests are answered or the timeout ends. */
  finish(): void;
  /** Resolves when the connection is closed. */
  readonly ended: Promise<void>;
}

/** Fits 1 MB of arguments with every character escaped. */
const MAX_LINE = 8_000_000;
const CLOSE_TIMEOUT_MS = 5_000;
/** Never answered before the connection ends, so it is not waited for. */
const SUBSCRIPTION = "subscriptions/listen";

/**
 * One JSON message per line over two streams. Unlike the SDK's own transport, it answers all requests after the input ended,
 * as in `emend mcp < requests`, and continues after a line that is too long.
 */
export function createMcpTransport({ stdin, stdout }: Pick<CliIo, "stdin" | "stdout">): McpTransport {
  const unanswered = new Set<RequestId>();
  const chunks: Buffer[] = [];
  const end = Promise.withResolvers<void>();
  let state: "open" | "finishing" | "closed" = "open";
  let closeTimer: NodeJS.Timeout | undefined;
  let length = 0;

  const receive = (message: JSONRPCMessage): void => {
    if (isJSONRPCRequest(message) && message.method !== SUBSCRIPTION) unanswered.add(message.id);
    if (isJSONRPCNotification(message) && message.method === "notifications/cancelled") {
      const id = message.params?.["requestId"];
      if (typeof id === "string" || typeof id === "number") unanswered.delete(id);
    }
    transport.onmessage?.(message);
  };
  const endLine = (): void => {
    const bytes = Buffer.concat(chunks.splice(0));
    const tooLong = length > MAX_LINE;
    length = 0;
    try {
      if (tooLong) throw new Error(`skipped a line of more than ${MAX_LINE} bytes; send smaller messages`);
      const text = bytes.toString("utf8").trim();
      if (text !== "") receive(deserializeMessage(text));
    } catch (error) {
      transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const buffer = (chunk: Buffer): void => {
    length += chunk.length;
    // A line that is too long is counted but not buffered.
    if (length <= MAX_LINE) chunks.push(chunk);
    else chunks.length = 0;
  };
  const onData = (chunk: Buffer | string): void => {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    let start = 0;
    for (let at = bytes.indexOf("\n"); at >= 0; at = bytes.indexOf("\n", start)) {
      buffer(bytes.subarray(start, at));
      endLine();
      start = at + 1;
    }
    buffer(bytes.subarray(start));
  };
  const onEnd = (): void => {
    endLine();
    finish();
  };
  const onError = (error: Error): void => {
    transport.onerror?.(error);
    void transport.close();
  };
  const closeIfIdle = (): void => {
    if (state === "finishing" && unanswered.size === 0) void transport.close();
  };
  const stopReading = (): void =>
    void stdin.off("data", onData).off("end", onEnd).off("close", finish).pause();
  const finish = (): void => {
    if (state !== "open") return;
    state = "finishing";
    stopReading();
    closeTimer = setTimeout(() => void transport.close(), CLOSE_TIMEOUT_MS);
    closeIfIdle();
  };

  const transport: McpTransport = {
    ended: end.promise,
    finish,
    start: () => {
      stdin.on("data", onData).on("end", onEnd).on("close", finish).on("error", onError);
      stdout.on("error", onError);
      if (stdin.readableEnded || stdin.destroyed) finish();
      return Promise.resolve();
    },
    send: async (message) => {
      if (state === "closed") throw new Error("the connection is closed");
      await new Promise<void>((resolve, reject) => {
        stdout.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()));
      });
      if (!("method" in message) && message.id !== undefined) unanswered.delete(message.id);
      closeIfIdle();
    },
    close: () => {
      if (state === "closed") return Promise.resolve();
      state = "closed";
      stopReading();
      clearTimeout(closeTimer);
      stdin.off("error", onError);
      transport.onclose?.();
      end.resolve();
      return Promise.resolve();
    },
  };
  return transport;
}
