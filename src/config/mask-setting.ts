import type { ConfigValue } from "./config-keys.ts";
import type { Setting } from "./read-config.ts";

const MASK = "••••";

/** A value fit to be shown to anybody. */
export function maskSetting({ key, value }: Setting): ConfigValue | undefined {
  if (key.secret === undefined) return value;
  const mask = key.secret === "whole" ? maskSecret : maskAddress;
  if (Array.isArray(value)) return value.map((each: string) => mask(each));
  return typeof value === "string" ? mask(value) : value;
}

/** The end of a long secret tells two apart and gives nothing away. */
function maskSecret(secret: string): string {
  if (secret === "") return "";
  const characters = Array.from(secret);
  return characters.length > 12 ? `${MASK}${characters.slice(-2).join("")}` : MASK;
}

/** Such as an address that lacks a slash; `git@host:path` holds no password. */
const looksSigned = (text: string): boolean =>
  text.includes(":") && text.lastIndexOf("@") > text.indexOf(":");

/** Keeps scheme, user, host and path; a path of this machine stays as it is. */
function maskAddress(address: string): string {
  if (!address.includes("://")) return looksSigned(address) ? MASK : address;
  // A slash or an at sign in a password makes it look like another part of the address.
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#\\]*)/i.exec(address)?.[1] ?? "";
  const rest = address.slice(address.indexOf("://") + 3 + authority.length);
  if (!URL.canParse(address) || rest.includes("@") || authority.split("@").length > 2) return MASK;
  const { protocol, username, password, host, pathname, search, hash } = new URL(address);
  // A name without a password is often a token.
  const user = password !== "" ? `${username}:${MASK}@` : username !== "" ? `${MASK}@` : "";
  const asked = search !== "" || hash !== "" ? `?${MASK}` : "";
  return `${protocol}//${user}${host}${pathname}${asked}`;
}
