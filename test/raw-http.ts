import { connect, type Socket } from "node:net";

export interface RawAnswer {
  /** Everything that came back, byte for byte. */
  readonly text: string;
  /** Whether the other side ended the connection in time. */
  readonly closed: boolean;
  readonly ms: number;
}

export interface RawSending {
  readonly withinMs?: number;
  /** Goes on sending once the first part is sent, until the connection ends. */
  readonly onOpen?: (socket: Socket) => void;
  /** Closes our half of the connection after what is sent. */
  readonly halfClose?: boolean;
}

/** Sends bytes as they are and hears what comes back until the connection ends. */
export function sendRaw(port: number, bytes: string, sending: RawSending = {}): Promise<RawAnswer> {
  const { withinMs = 5_000, onOpen, halfClose = false } = sending;
  const started = performance.now();
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    const heard: Buffer[] = [];
    const finish = (closed: boolean): void => {
      clearTimeout(late);
      socket.destroy();
      const text = Buffer.concat(heard).toString("latin1");
      resolve({ text, closed, ms: performance.now() - started });
    };
    const late = setTimeout(() => finish(false), withinMs);
    socket.on("data", (chunk: Buffer) => heard.push(chunk));
    socket.on("end", () => finish(true));
    socket.on("close", () => finish(true));
    socket.on("error", () => finish(true));
    socket.on("connect", () => {
      socket.write(Buffer.from(bytes, "latin1"));
      if (halfClose) socket.end();
      onOpen?.(socket);
    });
  });
}

export const statusesIn = (text: string): readonly number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((found) => Number(found[1]));

export function headersIn(text: string): ReadonlyMap<string, string> {
  const lines = text.split("\r\n\r\n")[0]!.split("\r\n").slice(1);
  return new Map(
    lines.map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
}

/** The JSON of the first answer. */
export const bodyIn = (text: string): unknown => JSON.parse(/\r\n\r\n[^{]*(\{[^]*\})/.exec(text)![1]!);
