import { resolve } from "node:path";
import type { Config } from "../config/config.ts";

const DECIDING: ReadonlySet<string> = new Set(["store", "server.url", "server.token"]);

/** Whether a setting says where records go. */
export const decidesDestination = (setting: string): boolean => DECIDING.has(setting);

/** Where a project's records go, fit to be shown: an address without user, password and query, or the store's file. */
export function destinationName({ server, store }: Pick<Config, "server" | "store">, root: string): string {
  const place = server.url ?? store;
  if (!place.includes("://")) return resolve(root, place);
  try {
    const { protocol, host, pathname } = new URL(place);
    return `${protocol}//${host}${pathname.replace(/\/$/, "")}`;
  } catch {
    return "an invalid address";
  }
}
