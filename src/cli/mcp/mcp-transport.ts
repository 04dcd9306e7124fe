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
  /** Takes nothing more in, and closes once what was asked is answered, or when patience ends. */
  finish(): void;
  /** Fulfilled when the connection has ended. */
  readonly ended: Promise<void>;
}

/** Room for 1 MB of arguments in which every character is escaped. */
const MAX_LINE = 8_000_000;
const PATIENCE_MS = 5_000;
/** Answered by its end, so nobody waits for it. */
const LASTING = "subscriptions/listen";

/**
 * One JSON message a line over two streams. Unlike the SDK's own it answers what was asked before the input ended,
 * as in `emend mcp < requests`, and goes on after a line that is too long.
 */
export function createMcpTransport({ stdin, stdout }: Pick<CliIo, "stdin" | "stdout">): McpTransport {
  const unanswered = new Set<RequestId>();
  const parts: Buffer[] = [];
  const end = Promise.withResolvers<void>();
  let state: "open" | "finishing" | "closed" = "open";
  let patience: NodeJS.Timeout | undefined;
  let length = 0;

  const take = (message: JSONRPCMessage): void => {
    if (isJSONRPCRequest(message) && message.method !== LASTING) unanswered.add(message.id);
    if (isJSONRPCNotification(message) && message.method === "notifications/cancelled") {
      const id = message.params?.["requestId"];
      if (typeof id === "string" || typeof id === "number") unanswered.delete(id);
    }
    transport.onmessage?.(message);
  };
  const endLine = (): void => {
    const bytes = Buffer.concat(parts.splice(0));
    const tooLong = length > MAX_LINE;
    length = 0;
    try {
      if (tooLong) throw new Error(`skipped a line of more than ${MAX_LINE} bytes; send smaller messages`);
      const text = bytes.toString("utf8").trim();
      if (text !== "") take(deserializeMessage(text));
    } catch (error) {
      transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const keep = (piece: Buffer): void => {
    length += piece.length;
    // Of a line that is too long nothing is kept but its length.
    if (length <= MAX_LINE) parts.push(piece);
    else parts.length = 0;
  };
  const onData = (chunk: Buffer | string): void => {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    let start = 0;
    for (let at = bytes.indexOf("\n"); at >= 0; at = bytes.indexOf("\n", start)) {
      keep(bytes.subarray(start, at));
      endLine();
      start = at + 1;
    }
    keep(bytes.subarray(start));
  };
  const onEnd = (): void => {
    endLine();
    finish();
  };
  const onError = (error: Error): void => {
    transport.onerror?.(error);
    void transport.close();
  };
  const settle = (): void => {
    if (state === "finishing" && unanswered.size === 0) void transport.close();
  };
  const stopReading = (): void =>
    void stdin.off("data", onData).off("end", onEnd).off("close", finish).pause();
  const finish = (): void => {
    if (state !== "open") return;
    state = "finishing";
    stopReading();
    patience = setTimeout(() => void transport.close(), PATIENCE_MS);
    settle();
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
      settle();
    },
    close: () => {
      if (state === "closed") return Promise.resolve();
      state = "closed";
      stopReading();
      clearTimeout(patience);
      stdin.off("error", onError);
      transport.onclose?.();
      end.resolve();
      return Promise.resolve();
    },
  };
  return transport;
}
