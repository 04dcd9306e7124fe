import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { lazyAction } from "../options/lazy-action.ts";
import { addLogOptions, type LogOptions } from "../options/events-options.ts";

export interface ServeOptions extends LogOptions {
  readonly host?: string;
  readonly port?: string;
  readonly role?: string;
  readonly adminTokenFile?: string;
}

const EXAMPLES = `
Examples:
  emend serve
  emend serve --port 8080 --store team.db
  emend serve --role server --store postgres://emend@db/emend --redis redis://cache:6379
  emend serve --role worker --store postgres://emend@db/emend --redis redis://cache:6379

One process serves the API, the web app and MCP, and learns in the background. The first start on a new store creates
an administrator's token and prints a link that logs a browser in. The token itself is only printed on a terminal,
because other output may be a log; --admin-token-file writes it to a new file that only you can read. Any number of
servers and workers can share one PostgreSQL and one Redis. Ctrl-C finishes current work; a second one stops at once.

  /api/v1        the API          /docs     documentation        /openapi.json  the API's contract
  /mcp           for agents       /metrics  for Prometheus       /healthz, /readyz
  /webhooks/github                GitHub's events, if github.webhook_secret is set`;

export function addServe(program: Command, context: CliContext): void {
  addLogOptions(program.command("serve"))
    .description("run the server: API, web app, MCP and metrics; no setup needed")
    .option("--host <address>", "listen on this address (default: 127.0.0.1)")
    .option("--port <number>", "listen on this port, 0 for a free one (default: 4180)")
    .option("--role <role>", "server answers requests, worker learns, all does both (default: all)")
    .option("--admin-token-file <file>", "write the first administrator's token to this new file")
    .addHelpText("after", EXAMPLES)
    .action(lazyAction(context, async () => (await import("./run-serve.ts")).runServe));
}
