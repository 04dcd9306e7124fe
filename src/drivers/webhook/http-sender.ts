import { defined } from "../../core/defined.ts";
import { lookup as lookUp, type LookupAddress, type LookupAllOptions } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { readRetryAfter } from "../../core/webhook/webhook-pause.ts";
import type { WebhookPost, WebhookReply, WebhookSender } from "../../ports/webhook.ts";
import { ExternalError } from "../../ports/errors.ts";
import { isRefusedAddress } from "./refused-address.ts";

/** Of an answer's body nothing is needed; so much is read, for the other side to finish in peace. */
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
 * Posts by node's own client rather than by fetch, whose address is resolved out of sight: here the address that is
 * checked is the one that is connected to, so a name that changes its mind in between gets nowhere.
 */
export function createHttpSender({ userAgent, resolve = lookUp }: SenderOptions): WebhookSender {
  const lookup = checkedLookup(resolve);
  return { send: (post) => send(post, { userAgent, lookup }) };
}

interface SenderOptions {
  readonly userAgent: string;
  /** Finds all addresses of a name; that of the system when left out. */
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
    const said = (error as NodeJS.ErrnoException).code ?? "connection failed";
    throw failure(
      "webhook_unreachable",
      `${shown} could not be reached (${said}); check that it is running`,
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
        // One message now and then is no reason to keep a connection open.
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
        // The status is the answer, whatever becomes of what follows it.
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

/** All addresses of a name are checked, since any of them may be tried. */
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
