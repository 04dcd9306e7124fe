import type { Digest } from "../audit/audit-entry.ts";
import type { Mac } from "../github/verify-signature.ts";
import { fail, ok, type Result } from "../result.ts";
import { parseWebhookSecrets } from "./webhook-secrets.ts";
import { readWebhookTypes, type WebhookProblem, type WebhookType } from "./webhook-type.ts";

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
