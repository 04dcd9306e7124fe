import { openAccess } from "../../src/app/access/open-access.ts";
import { createProviderLogin } from "../../src/app/access/provider-login.ts";
import { openWebhooks } from "../../src/cli/open/open-webhooks.ts";
import { webhookTest } from "../../src/cli/serve/run-serve.ts";
import { showSetting } from "../../src/cli/config/show-setting.ts";
import { readConfig } from "../../src/config/read-config.ts";
import { parseRoleGrants } from "../../src/core/access/person-of.ts";
import { randomText } from "../../src/drivers/crypto/random-text.ts";
import { sha256 } from "../../src/drivers/crypto/sha256.ts";
import { createOpenIdProvider } from "../../src/drivers/oidc/openid-provider.ts";
import { CALLBACK_PATH } from "../../src/http/provider-pages.ts";
import { freePort } from "../free-port.ts";
import { CLIENT_ID, CLIENT_SECRET, type OpenIdServer, startOpenIdServer } from "../openid-server.ts";
import { startWebhookServer, TEST_SECRET, type WebhookServer } from "../webhook-server.ts";
import { type Desk, openDesk } from "./open-desk.ts";

export interface SettingsDesk {
  readonly desk: Desk;
  readonly openId: OpenIdServer;
  /** Who is told what happens. */
  readonly chat: WebhookServer;
  readonly close: () => Promise<void>;
}

/** A desk whose server is configured: a provider to log in by, and two endpoints, of which one is gone. */
export async function openSettingsDesk(): Promise<SettingsDesk> {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const redirectUri = `${publicUrl}${CALLBACK_PATH}`;
  const [openId, chat] = await Promise.all([startOpenIdServer({ redirectUri }), startWebhookServer()]);
  const read = await readConfig({
    cwd: "/",
    env: {
      EMEND_WEBHOOKS_SECRET: TEST_SECRET,
      EMEND_WEBHOOKS_URLS: `${chat.url},http://127.0.0.1:1/gone`,
      EMEND_RULES_APPROVERS: "3",
    },
  });
  if (!read.ok) throw new Error(read.error[0]!.message);
  const { config, settings } = read.value;
  const webhooks = webhookTest(await openWebhooks(config.webhooks), () => new Date())!;
  const grants = parseRoleGrants({ claim: "emend_role", entries: [], otherwise: "none" });
  if (!grants.ok) throw new Error(grants.error.message);
  const provider = createOpenIdProvider({
    issuer: openId.issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    redirectUri,
    claim: "emend_role",
  });
  const desk = await openDesk({
    empty: true,
    port,
    parts: (store) => {
      const now = (): string => new Date().toISOString();
      const { openSession, recordLogin } = openAccess({ store, random: randomText, hash: sha256, now });
      return {
        publicUrl,
        webhooks,
        settings: settings.map(showSetting),
        providerLogin: createProviderLogin({
          provider,
          grants: grants.value,
          openSession,
          recordLogin,
          random: randomText,
          hash: sha256,
          now,
        }),
      };
    },
  });
  return {
    desk,
    openId,
    chat,
    close: async () => {
      await desk.close();
      await Promise.all([openId.stop(), chat.stop()]);
    },
  };
}
