import { createServer, connect, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

export interface PostgresProxy {
  /** The given address with the proxy's port. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** `cut` drops the connection before the server sees the bytes, `lose answer` after it has acted on them. */
export type Passage = "pass" | "cut" | "lose answer";

/** A TCP proxy before a real PostgreSQL that decides for each piece a client sends whether it gets through. */
export async function startPostgresProxy(
  target: string,
  decide: (sent: string) => Passage,
): Promise<PostgresProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let losing = false;
    const drop = (): void => {
      client.destroy();
      upstream.destroy();
      open.delete(client);
    };
    open.add(client);
    client.on("data", (bytes) => {
      const passage = decide(bytes.toString("latin1"));
      if (passage === "cut") return drop();
      losing ||= passage === "lose answer";
      upstream.write(bytes);
    });
    upstream.on("data", (bytes) => (losing ? drop() : client.write(bytes)));
    for (const socket of [client, upstream]) socket.on("error", drop).on("close", drop);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
