import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";

export interface WebhooksTestOptions {
  readonly json?: boolean;
}

const TEST_EXAMPLES = `
Examples:
  emend webhooks test
  emend webhooks test https://chat.example/hooks/42

Sends one signed message of type emend.test to every address in webhooks.urls, or to the given one, without
retries. Exit code 1 if one of them does not answer with 2xx.`;

const SECRET_EXAMPLES = `
Examples:
  EMEND_WEBHOOKS_SECRET="$(emend webhooks secret)" emend webhooks test https://chat.example/hooks/42

Give it to the receivers too, so that they can verify messages. To rotate it, set both secrets separated by
a space; every message is then signed with each.`;

export function addWebhooks(program: Command, context: CliContext): void {
  const webhooks = program
    .command("webhooks")
    .description("outgoing webhooks: test an endpoint, create a secret");
  webhooks
    .command("test")
    .description("send a signed test message and show the response")
    .argument("[url]", "an http:// or https:// address (default: webhooks.urls)")
    .option("--json", "print the answers as JSON")
    .addHelpText("after", TEST_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-webhooks.ts")).runWebhooksTest));
  webhooks
    .command("secret")
    .description("print a new secret for webhooks.secret")
    .addHelpText("after", SECRET_EXAMPLES)
    .action(async () => {
      const { runWebhooksSecret } = await import("./run-webhooks.ts");
      runWebhooksSecret(context);
    });
}
