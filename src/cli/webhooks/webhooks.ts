import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";

export interface WebhooksTestOptions {
  readonly json?: boolean;
}

const TEST_EXAMPLES = `
Examples:
  emend webhooks test
  emend webhooks test https://chat.example/hooks/42

Sends one signed message of the type emend.test to every address of webhooks.urls, or to the one given,
once and without trying again. Exit code 1 where one of them does not answer with 2xx.`;

const SECRET_EXAMPLES = `
Examples:
  EMEND_WEBHOOKS_SECRET="$(emend webhooks secret)" emend webhooks test https://chat.example/hooks/42

Give it to the receivers too: with it they can tell that a message is from here. While one replaces
another, set both with a space between; every message is signed with each.`;

export function addWebhooks(program: Command, context: CliContext): void {
  const webhooks = program
    .command("webhooks")
    .description("outgoing webhooks: try an endpoint, make a secret");
  webhooks
    .command("test")
    .description("send a signed test message and say what came back")
    .argument("[url]", "an http:// or https:// address; those of webhooks.urls when left out")
    .option("--json", "print the answers as JSON")
    .addHelpText("after", TEST_EXAMPLES)
    .action(async (url: string | undefined, options: WebhooksTestOptions) => {
      const { runWebhooksTest } = await import("./run-webhooks.ts");
      await runWebhooksTest(url, options, context);
    });
  webhooks
    .command("secret")
    .description("print a new secret for webhooks.secret")
    .addHelpText("after", SECRET_EXAMPLES)
    .action(async () => {
      const { runWebhooksSecret } = await import("./run-webhooks.ts");
      runWebhooksSecret(context);
    });
}
