import { resolve } from "node:path";

const DEFAULT_STORE = ".emend/emend.db";

/** The store's file as an absolute path; the address of a database server stays as it is. */
export function storePlace(cwd: string, name: string = DEFAULT_STORE): string {
  return isServer(name) ? name : resolve(cwd, name);
}

export const schemeOf = (name: string): string | undefined =>
  /^([a-z][a-z0-9+.-]{0,30}):\/\//i.exec(name)?.[1];

export const isServer = (name: string): boolean => schemeOf(name) !== undefined;
