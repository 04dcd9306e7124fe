import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

/** Stands for the chat tool that the demo's server tells what happens; it keeps nothing. */
export interface DemoEndpoint {
  readonly url: string;
  readonly setAvailable: (isThere: boolean) => void;
  readonly close: () => Promise<void>;
}

const PATH = "/hooks/team-chat";

/** Listens on this machine alone; nothing where another has the port. */
export async function openDemoEndpoint(port: number): Promise<DemoEndpoint | undefined> {
  let isThere = true;
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(isThere ? 204 : 410).end();
  });
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  } catch {
    return undefined;
  }
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}${PATH}`,
    setAvailable: (there) => (isThere = there),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
