import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

/** A stand-in for the team chat that receives the demo's webhooks. It stores nothing. */
export interface DemoEndpoint {
  readonly url: string;
  readonly setAvailable: (isAvailable: boolean) => void;
  readonly close: () => Promise<void>;
}

const PATH = "/hooks/team-chat";

/** Listens on loopback only; undefined if the port is in use. */
export async function openDemoEndpoint(port: number): Promise<DemoEndpoint | undefined> {
  let isAvailable = true;
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(isAvailable ? 204 : 410).end();
  });
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  } catch {
    return undefined;
  }
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${actualPort}${PATH}`,
    setAvailable: (available) => (isAvailable = available),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
