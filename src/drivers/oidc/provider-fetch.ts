import type { CustomFetch } from "openid-client";
import { isLoopback } from "../../core/access/is-loopback.ts";
import { boundBody } from "../http/bound-body.ts";

/** The longest list of keys has a few kilobytes. */
const MAX_ANSWER_BYTES = 1_048_576;

/** An address that a provider names and that nothing is sent to. */
export class AddressRefused extends Error {
  override readonly name = "AddressRefused";
}

/** Secrets go over TLS, or do not leave this machine. */
export function checkProviderAddress(address: string): void {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname))) return;
  throw new AddressRefused("the provider names an address that is not https://");
}

/** Fetches from a provider, and reads no more of an answer than it may weigh. */
export const providerFetch: CustomFetch = async (address, options) => {
  checkProviderAddress(address);
  return boundBody(await fetch(address, options as RequestInit), MAX_ANSWER_BYTES);
};
