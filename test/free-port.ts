import { createServer } from "node:net";

/**
 * Below the range from which systems choose ports for outgoing connections, with a part for each process: otherwise a connection
 * or another test may take a free port before its server does.
 */
const FIRST = 10_240;
const PER_PROCESS = 64;
const PARTS = 320;

let asked = 0;

/** A port of this machine that nobody listens on now. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < PER_PROCESS; tried += 1) {
    const port = FIRST + (process.pid % PARTS) * PER_PROCESS + (asked % PER_PROCESS);
    asked += 1;
    if (await isFree(port)) return port;
  }
  throw new Error("all ports for the tests of this process are in use");
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
