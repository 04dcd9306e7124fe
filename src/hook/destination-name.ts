import { resolve } from "node:path";
import type { Config } from "../config/config.ts";

const DESTINATION_SETTINGS: ReadonlySet<string> = new Set(["store", "server.url", "server.token"]);

/** Whether a setting decides where records go. */
export const decidesDestination = (setting: string): boolean => DESTINATION_SETTINGS.has(setting);

/** A displayable destination: the server's address without user, password and query, or the store's file. */
export function destinationName({ server, store }: Pick<Config, "server" | "store">, root: string): string {
  const address = server.url ?? store;
  if (!address.includes("://")) return resolve(root, address);
  try {
    const { protocol, host, pathname } = new URL(address);
    return `${protocol}//${host}${pathname.replace(/\/$/, "")}`;
  } catch {
    return "an invalid address";
  }
}
