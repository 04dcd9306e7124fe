import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";

interface TokensOptions {
  readonly store?: string;
  readonly json?: boolean;
}

export interface TokensListOptions extends TokensOptions {
  readonly limit: string;
  readonly after?: string;
}

export interface TokensCreateOptions extends TokensOptions {
  readonly name: string;
  readonly role: string;
  readonly agent?: string;
  readonly days: string;
  readonly as?: string;
}

export interface TokensRevokeOptions extends TokensOptions {
  readonly as?: string;
}

export interface TokensLinkOptions extends TokensOptions {
  readonly id?: string;
}

const LIST_EXAMPLES = `
Examples:
  emend tokens list
  emend tokens list --json | jq '.tokens[] | select(.state == "active")'

The newest first. --json prints {tokens: [{id, name, role, agent, state, created_at, created_by, expires_at,
revoked_at, revoked_by, last_used_at}], next}; give next with --after for the page that follows.`;

const CREATE_EXAMPLES = `
Examples:
  emend tokens create --name "rio's hooks" --role agent --agent rio
  emend tokens create --name ana --role approver --days 30

Roles, each with all that the one before may do:
  agent     asks for the rules of its own agent, and records feedback about it
  reviewer  reads everything, and decides what waits for a person
  approver  approves rules, and reads the audit log
  admin     issues and revokes tokens, and changes settings

The token is printed once, on standard output: keep it where secrets are kept. Emend keeps a hash of it.
What its holder does is written down under the name. --json prints {token, id, name, role, agent, expires_at}.`;

const REVOKE_EXAMPLES = `
Example:
  emend tokens revoke tk_1a2b3c4d5e6f7a8b

Servers that run notice within 5 seconds; logins that came from the token end at once.`;

const LINK_EXAMPLES = `
Examples:
  emend tokens link
  emend tokens link --id tk_1a2b3c4d5e6f7a8b

For whoever has the store and lost the way into the pages: the link lets one browser in, once and within 10 minutes,
as the holder of the token. Without --id that is the newest administrator's token that counts. The address is
server.public_url, or the host and port that the server is set to. --json prints {link, id, name, role, expires_at}.`;

const withStore = (command: Command): Command =>
  command
    .option("--store <file>", "where tokens are kept (default: .emend/emend.db)")
    .option("--json", "print the answer as JSON");

export function addTokens(program: Command, context: CliContext): void {
  const tokens = program
    .command("tokens")
    .description("who may use the server: list, create and revoke tokens, make login links");
  withStore(tokens.command("list"))
    .description("tokens with who holds them, and until when")
    .option("-n, --limit <count>", "how many to show, 1 to 500", "50")
    .option("--after <next>", "continue after the previous page: its `next`")
    .addHelpText("after", LIST_EXAMPLES)
    .action(async (options: TokensListOptions) => {
      const { runTokensList } = await import("./run-tokens.ts");
      await runTokensList(options, context);
    });
  withStore(tokens.command("create"))
    .description("make a token, and print it this once")
    .requiredOption("--name <name>", "who or what holds it")
    .requiredOption("--role <role>", "agent, reviewer, approver or admin")
    .option("-a, --agent <name>", "whose token it is, with the role agent")
    .option("--days <count>", "how long it counts, 1 to 730", "90")
    .option("--as <name>", "who creates it (default: your user name)")
    .addHelpText("after", CREATE_EXAMPLES)
    .action(async (options: TokensCreateOptions) => {
      const { runTokensCreate } = await import("./run-tokens.ts");
      await runTokensCreate(options, context);
    });
  withStore(tokens.command("revoke"))
    .description("end a token, and the logins that came from it")
    .argument("<id>", "a token's id, as the list shows it, or the token itself")
    .option("--as <name>", "who revokes it (default: your user name)")
    .addHelpText("after", REVOKE_EXAMPLES)
    .action(async (id: string, options: TokensRevokeOptions) => {
      const { runTokensRevoke } = await import("./run-tokens.ts");
      await runTokensRevoke(id, options, context);
    });
  withStore(tokens.command("link"))
    .description("print a link that logs one browser in, once")
    .option("--id <id>", "as the holder of this token (default: the newest administrator's)")
    .addHelpText("after", LINK_EXAMPLES)
    .action(async (options: TokensLinkOptions) => {
      const { runTokensLink } = await import("./run-tokens-link.ts");
      await runTokensLink(options, context);
    });
}
