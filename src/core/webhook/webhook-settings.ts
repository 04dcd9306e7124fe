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
/** In bytes, as Standard Webhooks requires. */
const MIN_BYTES = 24;
const MAX_BYTES = 64;
/** Two are enough for a rotation. */
const MAX_SECRETS = 8;
const BASE64 = /^[A-Za-z0-9+/]{1,128}={0,2}$/;

/** Parses one or more space-separated secrets, `whsec_` and base64; every message is signed with each. */
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
    if (bytes === undefined || bytes.length < MIN_BYTES || bytes.length > MAX_BYTES) {
      return invalid(
        `secret ${at + 1} of webhooks.secret: expected ${PREFIX} and ${MIN_BYTES} to ${MAX_BYTES} bytes in base64; create one with \`emend webhooks secret\``,
      );
    }
    secrets.push(bytes);
  }
  return ok(secrets);
}

/** Formats random bytes as a secret. */
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
  /** The URL without parts that may be secret. */
  readonly shown: string;
  /** Its consumer group in the event log. */
  readonly group: string;
}

/** Validated webhook settings. */
export interface WebhookSettings {
  /** Empty if there are no endpoints. */
  readonly endpoints: readonly WebhookEndpoint[];
  readonly types: ReadonlySet<WebhookType>;
  /** One per secret. */
  readonly macs: readonly Mac[];
}

export interface WebhookCrypto {
  readonly createMac: (secret: Uint8Array) => Mac;
  readonly hash: Digest;
}

/** Reads the settings `webhooks.*` and reports the first problem. A secret is required if there is an endpoint. */
export function readWebhookSettings(
  settings: {
    readonly urls?: readonly string[];
    readonly secret?: string;
    readonly events?: readonly string[];
  },
  { createMac, hash }: WebhookCrypto,
): Result<WebhookSettings, WebhookProblem> {
  const types = readWebhookTypes(settings.events);
  if (!types.ok) return types;
  const urls = [...new Set(settings.urls)];
  if (urls.length === 0) return ok({ endpoints: [], types: types.value, macs: [] });
  if (urls.length > MAX_ENDPOINTS) {
    return invalidUrl(
      `expected webhooks.urls to name at most ${MAX_ENDPOINTS} endpoints, got ${urls.length}`,
    );
  }
  const secrets = parseWebhookSecrets(settings.secret);
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

/** Chat tools put secrets into the path, so only the host is ever shown. */
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

/** The prefix of all endpoints' groups. */
export const WEBHOOK_GROUP = "emend-webhooks";

const invalidUrl = (message: string): Result<never, WebhookProblem> =>
  fail({ code: "invalid_webhook_url", message });

/** The request; the body must be sent exactly as signed. */
export interface SignedWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * A message as in Standard Webhooks 1.0, with one signature per secret. `now` is the time of sending, so that
 * replays can be recognised.
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
