import { fail, ok, type Result } from "../result.ts";
import {
  type WebhookProblem,
  readWebhookTypes,
  type WebhookType,
  type WebhookMessage,
} from "./webhook-message.ts";
import type { Digest } from "../audit/audit-entry.ts";
import type { Mac } from "../github/verify-signature.ts";

const PREFIX = "whsec_";
/** In bytes, as Standard Webhooks asks for. */
const LEAST = 24;
const MOST = 64;
/** While one replaces another there are two. */
const MAX_SECRETS = 8;
const BASE64 = /^[A-Za-z0-9+/]{1,128}={0,2}$/;

/** Reads `whsec_` and base64, or several of them with blanks between; every message is signed with each. */
export function parseWebhookSecrets(
  text: string | undefined,
): Result<readonly Uint8Array<ArrayBuffer>[], WebhookProblem> {
  const words = (text ?? "").split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) {
    const message =
      "webhooks.urls is set but webhooks.secret is not, so endpoints could not verify messages; create one with `emend webhooks secret`";
    return fail({ code: "webhook_secret_missing", message });
  }
  if (words.length > MAX_SECRETS) {
    return invalid(`expected at most ${MAX_SECRETS} secrets, got ${words.length}; remove the old ones`);
  }
  const secrets: Uint8Array<ArrayBuffer>[] = [];
  for (const [at, word] of words.entries()) {
    const bytes = word.startsWith(PREFIX) ? decoded(word.slice(PREFIX.length)) : undefined;
    if (bytes === undefined || bytes.length < LEAST || bytes.length > MOST) {
      return invalid(
        `secret ${at + 1} of webhooks.secret: expected ${PREFIX} and ${LEAST} to ${MOST} bytes in base64; create one with \`emend webhooks secret\``,
      );
    }
    secrets.push(bytes);
  }
  return ok(secrets);
}

/** The text of a secret; `bytes` are random. */
export const webhookSecret = (bytes: Uint8Array): string => PREFIX + encodeBase64(bytes);

export const encodeBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

function decoded(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!BASE64.test(text)) return undefined;
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

const invalid = (message: string): Result<never, WebhookProblem> =>
  fail({ code: "invalid_webhook_secret", message });

const MAX_ENDPOINTS = 20;
const MAX_URL = 2_000;

export interface WebhookEndpoint {
  readonly url: string;
  /** Its address without what may be a secret. */
  readonly shown: string;
  /** The group of the event log that reads for it. */
  readonly group: string;
}

/** Who is told what, checked. */
export interface WebhookSettings {
  /** Empty where nobody is told anything. */
  readonly endpoints: readonly WebhookEndpoint[];
  readonly types: ReadonlySet<WebhookType>;
  /** One for each secret in force. */
  readonly macs: readonly Mac[];
}

export interface WebhookCrypto {
  readonly createMac: (secret: Uint8Array) => Mac;
  readonly hash: Digest;
}

/** Reads the settings `webhooks.*`; the first that is wrong is reported. A secret is needed as soon as there is an endpoint. */
export function readWebhookSettings(
  given: {
    readonly urls?: readonly string[];
    readonly secret?: string;
    readonly events?: readonly string[];
  },
  { createMac, hash }: WebhookCrypto,
): Result<WebhookSettings, WebhookProblem> {
  const types = readWebhookTypes(given.events);
  if (!types.ok) return types;
  const urls = [...new Set(given.urls)];
  if (urls.length === 0) return ok({ endpoints: [], types: types.value, macs: [] });
  if (urls.length > MAX_ENDPOINTS) {
    return invalidUrl(
      `expected webhooks.urls to name at most ${MAX_ENDPOINTS} endpoints, got ${urls.length}`,
    );
  }
  const secrets = parseWebhookSecrets(given.secret);
  if (!secrets.ok) return secrets;
  const endpoints: WebhookEndpoint[] = [];
  for (const [at, url] of urls.entries()) {
    const endpoint = readWebhookUrl(url, hash);
    if (endpoint === undefined) {
      return invalidUrl(
        `webhooks.urls: expected address ${at + 1} as http:// or https:// and a host, of at most ${MAX_URL} characters`,
      );
    }
    endpoints.push(endpoint);
  }
  return ok({ endpoints, types: types.value, macs: secrets.value.map(createMac) });
}

/** Chat tools put their secret into the path, so no more than the host is ever shown. */
function readWebhookUrl(url: string, hash: Digest): WebhookEndpoint | undefined {
  if (url.length > MAX_URL || !URL.canParse(url)) return undefined;
  const { protocol, host, href } = new URL(url);
  if ((protocol !== "http:" && protocol !== "https:") || host === "") return undefined;
  return {
    url: href,
    shown: `${protocol}//${host}/…`,
    group: `${WEBHOOK_GROUP}-${hash(href).slice(0, 16)}`,
  };
}

/** What the groups of all endpoints begin with. */
export const WEBHOOK_GROUP = "emend-webhooks";

const invalidUrl = (message: string): Result<never, WebhookProblem> =>
  fail({ code: "invalid_webhook_url", message });

/** What is posted: the body to the letter, since it is what was signed. */
export interface SignedWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * A message as Standard Webhooks 1.0 writes it, with one signature for each secret in force. `now` is when it is sent,
 * so that an old message played back is known as one.
 */
export function signWebhook(message: WebhookMessage, macs: readonly Mac[], now: Date): SignedWebhook {
  const { id, type, timestamp, data } = message;
  const body = JSON.stringify({ type, timestamp, data });
  const seconds = Math.floor(now.getTime() / 1_000);
  const signed = new TextEncoder().encode(`${id}.${seconds}.${body}`);
  return {
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(seconds),
      "webhook-signature": macs.map((mac) => `v1,${encodeBase64(mac(signed))}`).join(" "),
    },
    body,
  };
}
