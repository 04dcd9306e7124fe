import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";
import { createMemoryAdapter } from "oidc-provider/lib/adapters/memory_adapter.js";

export const CLIENT_ID = "emend";
export const CLIENT_SECRET = "the-secret-of-emend-at-the-provider";

/** What the provider says of whoever is at the keyboard, or that they say no. */
type AtKeyboard = Readonly<Record<string, unknown>> | "says no";

export interface OpenIdServer {
  readonly issuer: string;
  /** Paths that were asked for. */
  readonly asked: readonly string[];
  /** Who sits before the browser from now on. */
  readonly sit: (person: AtKeyboard) => void;
  readonly stop: () => Promise<void>;
}

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });

/** A real OpenID provider on this machine; whoever sits at the keyboard is known at once. */
export async function startOpenIdServer({
  redirectUri,
  auth = "client_secret_basic",
}: {
  readonly redirectUri: string;
  readonly auth?: "client_secret_basic" | "client_secret_post" | "none";
}): Promise<OpenIdServer> {
  const asked: string[] = [];
  let person: AtKeyboard = { sub: "nobody" };
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    adapter: createMemoryAdapter(),
    clients: [
      {
        client_id: CLIENT_ID,
        ...(auth === "none" ? {} : { client_secret: CLIENT_SECRET }),
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code"],
        response_types: ["code"],
        token_endpoint_auth_method: auth,
      },
    ],
    clientAuthMethods: [auth],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), alg: "RS256", use: "sig", kid: "one" }] },
    cookies: { keys: ["of the test"] },
    pkce: { required: () => true },
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["preferred_username"],
      emend_role: ["emend_role"],
    },
    features: { devInteractions: { enabled: false }, resourceIndicators: { enabled: false } },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    interactions: { url: () => "/at-the-keyboard" },
    findAccount: (_ctx: unknown, id: string) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...(person === "says no" ? {} : person) }),
    }),
    loadExistingGrant: async (ctx: {
      oidc: { session: { accountId: string }; client: { clientId: string }; params: { scope: string } };
    }) => {
      const { session, client, params } = ctx.oidc;
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
      grant.addOIDCScope(params.scope);
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url !== "/at-the-keyboard") return answer(request, response);
    const result =
      person === "says no"
        ? { error: "access_denied", error_description: "the person said no" }
        : { login: { accountId: String(person["sub"]), remember: false } };
    await provider.interactionFinished(request, response, result);
  };
  server.on("request", (request, response) => {
    asked.push(new URL(request.url!, "http://localhost").pathname);
    handle(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  return {
    issuer,
    asked,
    sit: (next) => {
      person = next;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
