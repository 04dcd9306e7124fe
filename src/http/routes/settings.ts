import { z } from "zod";
import { HttpProblem } from "../http-problem.ts";
import type { ShownSetting } from "../http-context.ts";
import { CALLBACK_PATH } from "../provider-pages.ts";
import { respond, routesOf, type Route } from "../route.ts";

const route = routesOf("settings");

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable();

const setting = z
  .object({
    key: z
      .string()
      .meta({ description: "The key in emend.yaml, including its section.", examples: ["rules.approvers"] }),
    variable: z.string().describe("The environment variable that also sets it."),
    about: z.string(),
    value: value.describe("The value in use; null if nothing is set, and always for a secret."),
    usual: value.describe("The default value."),
    is_set: z.boolean().describe("Whether it is set."),
    is_secret: z.boolean(),
    source: z.string().describe("Where it is set: a line of a file, a variable or an option."),
  })
  .meta({ id: "Setting" });

const tried = z.object({
  endpoint: z.string().describe("Its host only, because the rest may be secret."),
  ok: z.boolean(),
  status: z.int().nullable().describe("Null if there was no response."),
  problem: z.string().nullable(),
});

/** The settings at the server's start. They can only be changed in its file or environment. */
export const SETTINGS_ROUTES: readonly Route[] = [
  route("GET /settings", {
    id: "getSettings",
    summary: "Get the settings of this server",
    description:
      "Every setting with its value, and the services this server connects to. Secrets are never shown, only whether they are set.",
    permission: "read",
    responses: {
      200: z.object({
        version: z.string(),
        public_url: z.string(),
        settings: z.array(setting),
        integrations: z.object({
          webhooks: z.object({
            endpoints: z.array(z.string()).describe("Their hosts."),
            types: z.array(z.string()),
          }),
          github: z.object({
            address: z.string().describe("The webhook's address to enter at GitHub."),
            takes_in: z.boolean().describe("Whether a secret is set; without one, webhooks are refused."),
          }),
          oidc: z
            .object({
              name: z.string(),
              callback: z.string().describe("The redirect address to enter at the provider."),
            })
            .nullable(),
          signed_rejections: z.boolean(),
        }),
      }),
    },
    handle: async (_request, { version, publicUrl, settings, webhooks, github, providerLogin, signer }) =>
      respond(200, {
        version,
        public_url: publicUrl,
        settings: settings.map(toSetting),
        integrations: {
          webhooks: {
            endpoints: (webhooks?.endpoints ?? []).map(({ shown }) => shown),
            types: webhooks?.types ?? [],
          },
          github: { address: `${publicUrl}/webhooks/github`, takes_in: github !== undefined },
          oidc:
            providerLogin === undefined
              ? null
              : { name: providerLogin.name, callback: `${publicUrl}${CALLBACK_PATH}` },
          signed_rejections: signer !== undefined,
        },
      }),
  }),
  route("POST /settings/webhooks/test", {
    id: "testWebhooks",
    summary: "Send a signed test message to every webhook endpoint",
    description: "Sends one message of type `emend.test` to each endpoint and returns the responses.",
    permission: "administer",
    responses: { 200: z.object({ answers: z.array(tried) }) },
    problems: ["no_webhook_endpoint"],
    handle: async (_request, { webhooks }) => {
      if (webhooks === undefined || webhooks.endpoints.length === 0) {
        throw new HttpProblem("no_webhook_endpoint", "set webhooks.urls and webhooks.secret first");
      }
      const answers = await webhooks.test();
      return respond(200, {
        answers: answers.map(({ endpoint, ok, status = null, problem = null }) => ({
          endpoint,
          ok,
          status,
          problem,
        })),
      });
    },
  }),
];

const toSetting = ({ isSet, isSecret, ...rest }: ShownSetting) => ({
  ...rest,
  is_set: isSet,
  is_secret: isSecret,
});
