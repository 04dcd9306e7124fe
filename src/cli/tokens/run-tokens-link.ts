import { defined } from "../../core/defined.ts";
import { checkToken, principalOf, type Token } from "../../core/access/token.ts";
import type { TokenStore } from "../../ports/access-store.ts";
import type { CliContext } from "../cli-context.ts";
import { CliError, notFound, refusal, usageError } from "../cli-error.ts";
import { configOf } from "../open/config-of.ts";
import { EXIT } from "../exit-code.ts";
import { toJson } from "../terminal/json-text.ts";
import { printFromStore } from "../open/open-emend.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { serverUrl } from "../open/server-url.ts";
import type { TokensLinkOptions } from "./tokens.ts";

const PAGE = 500;

/** `emend tokens link`. Access to the store is enough, because it already allows acting as anyone in it. */
export async function runTokensLink(options: TokensLinkOptions, context: CliContext): Promise<void> {
  const { io } = context;
  const { server } = await configOf(io);
  if (server.publicUrl === undefined && server.port === 0) {
    throw usageError(
      "server_address_unknown",
      "server.port is 0, so the server uses a different port each time",
      "set server.public_url to the address that `emend serve` prints",
    );
  }
  await printFromStore(options, context, async ({ store, tokens }) => {
    const token = await tokenOf(options.id, store.tokens, io.now().toISOString());
    const { secret, expires_at } = await tokens.makeLoginLink(principalOf(token));
    const { id, name, role } = token;
    const link = `${serverUrl(server, server.port)}/login?link=${secret}`;
    io.stderr.write(
      `emend: the link logs one browser in as ${safeLine(name)} (${role}, ${id}), once, until ${expires_at}\n`,
    );
    return options.json === true ? toJson({ link, id, name, role, expires_at }) : `${link}\n`;
  });
}

async function tokenOf(
  id: string | undefined,
  tokens: Pick<TokenStore, "find" | "list">,
  now: string,
): Promise<Token> {
  if (id === undefined) return newestAdmin(tokens, now);
  const token = await tokens.find(id);
  if (token === undefined) throw notFound("token", id, "emend tokens list");
  const checked = checkToken(token, now);
  if (checked.state !== "active") throw refusal(checked.problem);
  return token;
}

async function newestAdmin(tokens: Pick<TokenStore, "list">, now: string): Promise<Token> {
  for (let after: string | undefined; ;) {
    const { items, next } = await tokens.list({ limit: PAGE, ...defined({ after }) });
    const found = items.find((token) => token.role === "admin" && checkToken(token, now).state === "active");
    if (found !== undefined) return found;
    if (next === undefined) break;
    after = next;
  }
  throw new CliError("no_admin", "there is no valid administrator's token", {
    exitCode: EXIT.problem,
    hint: "create one with `emend tokens create --role admin --name <name>`",
  });
}
