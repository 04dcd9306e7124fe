import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { type StoreOptions, withStore } from "../options/store-option.ts";
import { lazyAction } from "../options/lazy-action.ts";

export interface TokensListOptions extends StoreOptions {
  readonly limit: string;
  readonly after?: string;
}

export interface TokensCreateOptions extends StoreOptions {
  readonly name: string;
  readonly role: string;
  readonly agent?: string;
  readonly days: string;
  readonly as?: string;
}

export interface TokensRevokeOptions extends StoreOptions {
  readonly as?: string;
}

export interface TokensLinkOptions extends StoreOptions {
  readonly id?: string;
}

const LIST_EXAMPLES = `
Examples:
  emend tokens list
  emend tokens list --json | jq '.items[] | select(.state == "active")'

Newest first. --json prints {items: [{id, name, role, agent, state, created_at, created_by, expires_at,
revoked_at, revoked_by, last_used_at}], next}; pass next to --after for the next page.`;

const CREATE_EXAMPLES = `
Examples:
  emend tokens create --name "rio's hooks" --role agent --agent rio
  emend tokens create --name ana --role approver --days 30

Roles; each can also do everything the previous one can:
  agent     reads the rules of its own agent, and records feedback about it
  reviewer  reads everything, and decides submissions
  approver  approves rules, and reads the audit log
  admin     issues and revokes tokens, and changes settings

The token is printed once, on standard output, so store it safely; Emend only stores a hash of it. The
holder's actions are recorded under the name. --json prints {token, id, name, role, agent, expires_at}.`;

const REVOKE_EXAMPLES = `
Example:
  emend tokens revoke tk_1a2b3c4d5e6f7a8b

Running servers notice within 5 seconds; logins made with the token end at once.`;

const LINK_EXAMPLES = `
Examples:
  emend tokens link
  emend tokens link --id tk_1a2b3c4d5e6f7a8b

If you have the store but cannot log in to the web app: the link logs one browser in, once, within 10 minutes, as the
holder of the token. The default is the newest valid administrator's token. The address is server.public_url, or the
host and port in the settings. --json prints {link, id, name, role, expires_at}.`;

export function addTokens(program: Command, context: CliContext): void {
  const tokens = program
    .command("tokens")
    .description("access to the server: list, create and revoke tokens, create login links");
  withStore(tokens.command("list"), "tokens are")
    .description("list tokens with their holders and expiry")
    .option("-n, --limit <count>", "how many to show, 1 to 500", "50")
    .option("--after <next>", "continue after the previous page: its `next`")
    .addHelpText("after", LIST_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-tokens.ts")).runTokensList));
  withStore(tokens.command("create"), "tokens are")
    .description("create a token and print it once")
    .requiredOption("--name <name>", "the holder: a person or a program")
    .requiredOption("--role <role>", "agent, reviewer, approver or admin")
    .option("-a, --agent <name>", "the agent, for the role agent")
    .option("--days <count>", "days until it expires, 1 to 730", "90")
    .option("--as <name>", "who creates it (default: your user name)")
    .addHelpText("after", CREATE_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-tokens.ts")).runTokensCreate));
  withStore(tokens.command("revoke"), "tokens are")
    .description("revoke a token and end the logins made with it")
    .argument("<id>", "a token's id, as shown by `list`, or the token itself")
    .option("--as <name>", "who revokes it (default: your user name)")
    .addHelpText("after", REVOKE_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-tokens.ts")).runTokensRevoke));
  withStore(tokens.command("link"), "tokens are")
    .description("print a link that logs one browser in, once")
    .option("--id <id>", "as the holder of this token (default: the newest administrator's)")
    .addHelpText("after", LINK_EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-tokens.ts")).runTokensLink));
}
