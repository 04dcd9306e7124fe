import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { shell } from "./shell.ts";

/** Where connections are ended. */
interface Place {
  readonly host: string;
  readonly port: number;
}

/** Resets every connection to a place on the side of who connected; none of them is told why. */
export const dropConnections = async ({ host, port }: Place): Promise<void> => {
  // Where one of the address families is missing, `ss` complains and still does the other.
  await shell("ss", "-K", "dst", host, "dport", "=", String(port)).catch(() => undefined);
};

/** Whether this machine's `ss` and kernel can do that; the place must listen. */
export async function canDropConnections(place: Place): Promise<boolean> {
  const socket = connect(place.port, place.host);
  socket.on("error", () => {});
  try {
    await new Promise((resolve) => void socket.once("connect", resolve).once("close", resolve));
    await dropConnections(place);
    await setTimeout(300);
    return socket.destroyed;
  } finally {
    socket.destroy();
  }
}
