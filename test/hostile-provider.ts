import { createHmac, createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Json = Readonly<Record<string, unknown>>;

/** One answer, in place of the usual one. */
export type Answer = (response: ServerResponse, request: IncomingMessage & { readonly sent: string }) => void;

export interface HostileProvider {
  readonly issuer: string;
  readonly asked: readonly string[];
  /** What its key signs; the claims are those that would be right, with what is given changed or taken away. */
  readonly sign: (
    claims: Json,
    more?: { readonly header?: Json; readonly key?: KeyObject | string },
  ) => string;
  /** From now on, what this path answers. */
  readonly answer: (path: string, answer: Answer | Json) => void;
  readonly stop: () => Promise<void>;
}

const ours = generateKeyPairSync("rsa", { modulusLength: 2_048 });

/** A key that the provider does not publish. */
export const STRANGE_KEY: KeyObject = generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey;
/** What the provider publishes, as those write it who sign with a public key as if it were a secret. */
export const PUBLIC_PEM: string = ours.publicKey.export({ format: "pem", type: "spki" }) as string;

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A provider that answers what a test wants it to; left alone it answers what is right. */
export async function startHostileProvider(clientId: string): Promise<HostileProvider> {
  const asked: string[] = [];
  const answers = new Map<string, Answer>();
  const server = createServer((request, response) => {
    const path = new URL(request.url!, "http://localhost").pathname;
    asked.push(`${request.method} ${path}`);
    void request.toArray().then((chunks) => {
      const sent = Buffer.concat(chunks as Buffer[]).toString();
      const answer = answers.get(path) ?? ((missing: ServerResponse) => void missing.writeHead(404).end());
      answer(response, Object.assign(request, { sent }));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const json =
    (body: Json): Answer =>
    (response) =>
      void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  const answer: HostileProvider["answer"] = (path, given) =>
    void answers.set(path, typeof given === "function" ? given : json(given));
  answer("/.well-known/openid-configuration", {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
  });
  answer("/keys", {
    keys: [{ ...ours.publicKey.export({ format: "jwk" }), kid: "one", alg: "RS256", use: "sig" }],
  });
  return {
    issuer,
    asked,
    answer,
    sign: (claims, { header = {}, key = ours.privateKey } = {}) => {
      const now = Math.floor(Date.now() / 1_000);
      const usual = { iss: issuer, aud: clientId, sub: "7", iat: now, exp: now + 300 };
      const head = { alg: "RS256", kid: "one", ...header };
      const body = `${encode(head)}.${encode({ ...usual, ...claims })}`;
      if (head.alg === "none") return `${body}.`;
      const signature =
        typeof key === "string"
          ? createHmac("sha256", key).update(body).digest("base64url")
          : createSign("RSA-SHA256").update(body).sign(key, "base64url");
      return `${body}.${signature}`;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
