import type { ConfigValue } from "./config-keys.ts";
import type { Setting } from "./read-config.ts";

const MASK = "••••";

/** A value that is safe to show. */
export function maskSetting({ key, value }: Setting): ConfigValue | undefined {
  if (key.secret === undefined) return value;
  const mask = key.secret === "whole" ? maskSecret : maskAddress;
  if (Array.isArray(value)) return value.map((each: string) => mask(each));
  return typeof value === "string" ? mask(value) : value;
}

/** The last characters of a long secret distinguish two secrets without revealing much. */
function maskSecret(secret: string): string {
  if (secret === "") return "";
  const characters = Array.from(secret);
  return characters.length > 12 ? `${MASK}${characters.slice(-2).join("")}` : MASK;
}

/** Matches an address with a missing slash. `git@host:path` contains no password. */
const looksLikeCredentials = (text: string): boolean =>
  text.includes(":") && text.lastIndexOf("@") > text.indexOf(":");

/** Keeps scheme, user, host and path. Leaves local paths as they are. */
function maskAddress(address: string): string {
  if (!address.includes("://")) return looksLikeCredentials(address) ? MASK : address;
  // A slash or an at sign in a password makes it look like another part of the address.
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#\\]*)/i.exec(address)?.[1] ?? "";
  const rest = address.slice(address.indexOf("://") + 3 + authority.length);
  if (!URL.canParse(address) || rest.includes("@") || authority.split("@").length > 2) return MASK;
  const { protocol, username, password, host, pathname, search, hash } = new URL(address);
  // A user name without a password is often a token.
  const user = password !== "" ? `${username}:${MASK}@` : username !== "" ? `${MASK}@` : "";
  const asked = search !== "" || hash !== "" ? `?${MASK}` : "";
  return `${protocol}//${user}${host}${pathname}${asked}`;
}
