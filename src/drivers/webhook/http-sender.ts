import { defined } from "../../core/defined.ts";
import { lookup as lookUp, type LookupAddress, type LookupAllOptions } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { readRetryAfter } from "../../core/webhook/webhook-pause.ts";
import type { WebhookPost, WebhookReply, WebhookSender } from "../../ports/webhook.ts";
import { ExternalError } from "../../ports/errors.ts";
import { isRefusedAddress } from "./refused-address.ts";

/** The response body is not needed. This much is read, so that the other side can finish normally. */
const MAX_ANSWER_BYTES = 1_024;

type WebhookErrorCode =
  | "webhook_unreachable"
  | "webhook_timeout"
  | "webhook_address_refused"
  | "invalid_webhook_url";

class AddressRefused extends Error {
  override readonly name = "AddressRefused";
}

/**
 * Uses Node's own client instead of fetch, which resolves names internally: here the checked address is the one
 * connected to, so a name cannot change its address in between.
 */
export function createHttpSender({ userAgent, resolve = lookUp }: SenderOptions): WebhookSender {
  const lookup = checkedLookup(resolve);
  return { send: (post) => send(post, { userAgent, lookup }) };
}

interface SenderOptions {
  readonly userAgent: string;
  /** Resolves all addresses of a name. Left out, the system's resolver. */
  readonly resolve?: (
    hostname: string,
    options: LookupAllOptions,
    done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
  ) => void;
}

interface Client {
  readonly userAgent: string;
  readonly lookup: LookupFunction;
}

async function send(post: WebhookPost, client: Client): Promise<WebhookReply> {
  const url = URL.canParse(post.url) ? new URL(post.url) : undefined;
  if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw failure(
      "invalid_webhook_url",
      "expected the address of a webhook as http:// or https:// and a host",
    );
  }
  const shown = `${url.protocol}//${url.host}/…`;
  const timeout = AbortSignal.timeout(post.timeoutMs);
  try {
    const host = url.hostname.replace(/^\[|\]$/g, "");
    if (isIP(host) !== 0) checkAddress(host);
    return await exchange(url, post, client, timeout);
  } catch (error) {
    if (error instanceof AddressRefused) {
      throw failure("webhook_address_refused", `${shown}: ${error.message}; choose another endpoint`, error);
    }
    if (timeout.aborted) {
      const message = `${shown} did not answer within ${post.timeoutMs} ms; check whether it is overloaded`;
      throw failure("webhook_timeout", message, error);
    }
    const reason = (error as NodeJS.ErrnoException).code ?? "connection failed";
    throw failure(
      "webhook_unreachable",
      `${shown} could not be reached (${reason}); check that it is running`,
      error,
    );
  }
}

function exchange(
  url: URL,
  post: WebhookPost,
  { userAgent, lookup }: Client,
  signal: AbortSignal,
): Promise<WebhookReply> {
  const body = Buffer.from(post.body, "utf8");
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method: "POST",
        // Messages are rare, so connections are not kept open.
        agent: false,
        lookup,
        signal,
        headers: { ...post.headers, "user-agent": userAgent, "content-length": body.length },
      },
      (incoming) => {
        const { statusCode: status = 0, headers } = incoming;
        const asked = readRetryAfter(headers["retry-after"], Date.now());
        const reply = { status, ...defined({ retryAfterSeconds: asked }) };
        let read = 0;
        // The status is all that matters, whatever happens to the body.
        const end = (): void => {
          incoming.destroy();
          resolve(reply);
        };
        incoming.on("data", (chunk: Buffer) => {
          read += chunk.length;
          if (read > MAX_ANSWER_BYTES) end();
        });
        incoming.on("end", end);
        incoming.on("error", end);
        incoming.on("close", end);
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** Checks all addresses of a name, because any of them may be used. */
const checkedLookup =
  (resolve: NonNullable<SenderOptions["resolve"]>): LookupFunction =>
  (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, "", 0);
      try {
        for (const { address } of addresses) checkAddress(address);
      } catch (refused) {
        return done(refused as NodeJS.ErrnoException, "", 0);
      }
      const [first] = addresses;
      if (options.all === true) done(null, addresses);
      else done(null, first?.address ?? "", first?.family ?? 0);
    });
  };

function checkAddress(address: string): void {
  if (isRefusedAddress(address)) {
    throw new AddressRefused("Emend never sends to link-local and metadata addresses");
  }
}

const failure = (code: WebhookErrorCode, message: string, cause?: unknown): ExternalError<WebhookErrorCode> =>
  new ExternalError(code, message, cause);
