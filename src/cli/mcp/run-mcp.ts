import { defined } from "../../core/defined.ts";
import { randomUUID } from "node:crypto";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { FeedbackAuthor } from "../../core/feedback/feedback.ts";
import { ownerOf } from "../../core/feedback/own-event.ts";
import { MAX_NAME } from "../../core/rule/rule.ts";
import { projectRoot } from "../../hook/hook-paths.ts";
import { ownNames } from "../../hook/person-name.ts";
import { createMcpServer } from "../../mcp/create-mcp-server.ts";
import type { McpContext, EmendAccess } from "../../mcp/mcp-context.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError, CliError } from "../cli-error.ts";
import { configOf } from "../open/config-of.ts";
import { EXIT } from "../exit-code.ts";
import type { McpOptions } from "./mcp.ts";
import { createMcpTransport } from "./mcp-transport.ts";
import { openUserEmend, type OpenEmend } from "../open/open-emend.ts";
import { driversOf } from "../open/drivers-of.ts";
import { portsOf } from "../open/event-ports.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { VERSION } from "../version.ts";
import type { Emend } from "../../compose.ts";
import { ExternalError } from "../../ports/errors.ts";
import type { CliIo } from "../cli-io.ts";

/** `emend mcp`: serves until standard input ends or the process is asked to end. */
export async function runMcp(options: McpOptions, cli: CliContext): Promise<void> {
  const { io, finish } = cli;
  const author = parseAuthor(options);
  const config = await configOf(io);
  const agent = parseName("--agent", options.agent) ?? parseName("agent", config.agent);
  const report = (line: string): void => void io.stderr.write(`emend: ${safeLine(line.slice(0, 4_000))}\n`);
  if (io.stdin.isTTY === true) {
    report(
      "waiting for an MCP client on standard input; see `emend mcp --help` for how to add this server to one",
    );
  }
  if (config.server.url !== undefined && options.store === undefined) {
    report(
      "server.url is only used by hooks, and this opens a local store; to use that server, add its /mcp to the MCP client",
    );
  }
  const emend = createEmendAccess(io, options.store, cli.openEmend ?? openUserEmend);
  const transport = createMcpTransport(io);
  const context: McpContext = {
    version: VERSION,
    emend,
    author,
    owner: ownerOf("mcp", author.id),
    ...defined({ agent }),
    session: randomUUID(),
    root: io.cwd,
    readFile: async (path) => {
      const files = await (await driversOf(io)).openSourceFiles();
      const [found, ...more] = await files.list([path]);
      const file = found === undefined || more.length > 0 ? undefined : files.read(found);
      return file !== undefined && "text" in file ? file : undefined;
    },
    reminders: () =>
      Promise.resolve({ source: config.reminders, own: ownNames(projectRoot(io.cwd), io.env) }),
    now: () => io.now().toISOString(),
    report,
  };
  const unlisten = portsOf(cli).onStop(() => transport.finish());
  try {
    serveStdio(() => createMcpServer(context), { transport, onerror: ({ message }) => report(message) });
    await transport.ended;
  } finally {
    unlisten();
    await emend.close();
  }
  finish(EXIT.success);
}

function parseAuthor({ as, trust }: McpOptions): FeedbackAuthor {
  if (trust === "person" && as === undefined) {
    throw usageError("actor_missing", "--trust person: expected a person's name", "name them with --as");
  }
  return { id: parseName("--as", as) ?? "mcp", trust };
}

function parseName(option: string, name: string | undefined): string | undefined {
  const trimmed = name?.trim();
  if (trimmed === undefined || (trimmed !== "" && trimmed.length <= MAX_NAME)) return trimmed;
  throw usageError("invalid_name", `${option}: expected a name of 1 to ${MAX_NAME} characters`);
}

interface ClosableAccess extends EmendAccess {
  close(): Promise<void>;
}

/** Opens the store for the first call that needs it and keeps it open. A failure is retried at the next call. */
export function createEmendAccess(io: CliIo, file: string | undefined, openStore: OpenEmend): ClosableAccess {
  let opened: Promise<Emend | undefined> | undefined;
  // One at a time, so that concurrent calls share one store.
  const open = (create: boolean): Promise<Emend | undefined> => {
    const next = (opened ?? Promise.resolve(undefined))
      .catch(() => undefined)
      .then((emend) => emend ?? openStore(io, { file, create }).catch(explain));
    opened = next;
    return next;
  };
  return {
    find: () => open(false),
    create: async () => {
      const emend = await open(true);
      if (emend !== undefined) return emend;
      throw new ExternalError("store_missing", "the store was removed while it was being created; try again");
    },
    close: async () => {
      const emend = await opened?.catch(() => undefined);
      await emend?.close();
    },
  };
}

/** A missing store is a valid answer; any other error is an external failure. */
function explain(error: unknown): undefined {
  if (!(error instanceof CliError)) throw error;
  if (error.code === "store_missing") return undefined;
  const hint = error.hint === undefined ? "" : `; ${error.hint}`;
  throw new ExternalError(error.code, `${error.message}${hint}`, error);
}
