import { z } from "zod";
import { HttpProblem } from "../http-problem.ts";
import type { ShownSetting } from "../http-context.ts";
import { CALLBACK_PATH } from "../provider-pages.ts";
import { answer, defineRoute, type Route } from "../route.ts";

const tag = "settings";

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable();

const setting = z
  .object({
    key: z
      .string()
      .meta({ description: "As in emend.yaml, with its section.", examples: ["rules.approvers"] }),
    variable: z.string().meta({ description: "The environment variable that sets it too." }),
    about: z.string(),
    value: value.meta({ description: "What holds; null where nothing is set, and always for a secret." }),
    usual: value.meta({ description: "What holds where nobody sets it." }),
    is_set: z.boolean().meta({ description: "Whether somebody set it." }),
    is_secret: z.boolean(),
    source: z.string().meta({ description: "Who set it: a line of a file, a variable, an option." }),
  })
  .meta({ id: "Setting" });

const tried = z.object({
  endpoint: z.string().meta({ description: "Its host; the rest may be a secret." }),
  ok: z.boolean(),
  status: z.int().nullable().meta({ description: "Null where nothing came back." }),
  problem: z.string().nullable(),
});

/** What this server was told at its start; it is changed in its file or its environment, not here. */
export const SETTINGS_ROUTES: readonly Route[] = [
  defineRoute({
    id: "getSettings",
    method: "get",
    path: "/settings",
    tag,
    summary: "What holds on this server",
    description:
      "Every key that can be set with what it came to, and whom the server talks to. Of secrets only whether they are set.",
    permission: "read",
    answers: {
      200: z.object({
        version: z.string(),
        public_url: z.string(),
        settings: z.array(setting),
        integrations: z.object({
          webhooks: z.object({
            endpoints: z.array(z.string()).meta({ description: "Their hosts." }),
            types: z.array(z.string()),
          }),
          github: z.object({
            address: z.string().meta({ description: "What GitHub is given as the webhook's address." }),
            takes_in: z.boolean().meta({ description: "Whether a secret is set; nothing counts without." }),
          }),
          oidc: z
            .object({
              name: z.string(),
              callback: z
                .string()
                .meta({ description: "What the provider is given as the place to return to." }),
            })
            .nullable(),
          signed_rejections: z.boolean(),
        }),
      }),
    },
    handle: async (_request, { version, publicUrl, settings, webhooks, github, providerLogin, signer }) =>
      answer(200, {
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
  defineRoute({
    id: "testWebhooks",
    method: "post",
    path: "/settings/webhooks/test",
    tag,
    summary: "Send a signed test to everybody who is told what happens",
    description: "One message of type `emend.test` to each endpoint, and what came back.",
    permission: "administer",
    answers: { 200: z.object({ answers: z.array(tried) }) },
    problems: ["no_webhook_endpoint"],
    handle: async (_request, { webhooks }) => {
      if (webhooks === undefined || webhooks.endpoints.length === 0) {
        throw new HttpProblem("no_webhook_endpoint", "set webhooks.urls and webhooks.secret first");
      }
      const answers = await webhooks.test();
      return answer(200, {
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
