import { pageAnswer } from "../../core/page.ts";
import { defined } from "../../core/defined.ts";
import { ROLES } from "../../core/access/permission.ts";
import { BY_COMMAND } from "../../core/person/known-people.ts";
import { checkToken, parseTokenText, principalOf, type Token } from "../../core/access/token.ts";
import { actorOf, parseChoice, parseWholeNumber } from "../options/parse-options.ts";
import type { CliContext } from "../cli-context.ts";
import { CliError, notFound, refusal, unwrapResult, usageError } from "../cli-error.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import { printFromStore } from "../open/open-emend.ts";
import { widthOf } from "../terminal/plain-text.ts";
import { renderTable, type TableColumn } from "../terminal/table.ts";
import type {
  TokensCreateOptions,
  TokensLinkOptions,
  TokensListOptions,
  TokensRevokeOptions,
} from "./tokens.ts";
import type { TokenStore } from "../../ports/access-store.ts";
import { EXIT } from "../exit-code.ts";
import { knownServerUrl } from "../open/server-url.ts";

const MAX_DAYS = 730;
const HOURS_A_DAY = 24;

export async function runTokensList(options: TokensListOptions, context: CliContext): Promise<void> {
  const { io } = context;
  const limit = parseWholeNumber("--limit", options.limit, { most: 500 });
  const after = defined({ after: options.after });
  await printFromStore(options, context, async ({ store: { tokens } }) => {
    const page = await tokens.list({ limit, ...after });
    const { items, next } = page;
    const now = io.now().toISOString();
    const listed = items.map((token) => ({ ...token, state: checkToken(token, now).state }));
    if (items.length === 0)
      io.stderr.write("emend: there are no tokens; create one with `emend tokens create`\n");
    if (next !== undefined) io.stderr.write(`emend: for more: \`emend tokens list --after ${next}\`\n`);
    if (options.json === true) return toJson(pageAnswer({ ...page, items: listed }));
    return items.length === 0 ? "" : renderTable(listed, COLUMNS, widthOf(io));
  });
}

export async function runTokensCreate(options: TokensCreateOptions, context: CliContext): Promise<void> {
  const { io } = context;
  const by = actorOf(io, options.as);
  const input = {
    name: options.name,
    role: parseChoice("--role", options.role, ROLES),
    ...defined({ agent: options.agent }),
    expires_in_hours: parseWholeNumber("--days", options.days, { most: MAX_DAYS }) * HOURS_A_DAY,
  };
  await printFromStore({ ...options, create: true }, context, async ({ tokens }) => {
    const made = await tokens.issue(input, by, BY_COMMAND);
    if (!made.ok) {
      const [first] = made.error.fields;
      throw usageError(
        made.error.code,
        `--${first?.field ?? "name"}: ${first?.message ?? made.error.message}`,
      );
    }
    const { token, text } = made.value;
    const { id, name, role, agent, expires_at } = token;
    io.stderr.write(
      `emend: token ${id} for ${safeLine(name)} is valid until ${expires_at}. It won't be shown again, so store it safely.\n`,
    );
    return options.json === true ? toJson({ token: text, id, name, role, agent, expires_at }) : `${text}\n`;
  });
}

export async function runTokensRevoke(
  token: string,
  options: TokensRevokeOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  const by = actorOf(io, options.as);
  // Somebody who finds a leaked token has its text, not its id.
  const id = parseTokenText(token)?.id ?? token;
  await printFromStore(options, context, async (emend) => {
    const revoked = unwrapResult(await emend.tokens.revoke(id, by));
    const { name, revoked_at } = revoked.token;
    if (options.json === true) return toJson({ changed: revoked.changed, token: revoked.token });
    return revoked.changed
      ? `revoked ${revoked.token.id} of ${safeLine(name)}\n`
      : `${revoked.token.id} of ${safeLine(name)} was already revoked at ${revoked_at}\n`;
  });
}

type ListedToken = Token & { readonly state: string };

const dayOrNever = (time: string | undefined): string => time?.slice(0, 10) ?? "never";

const COLUMNS: readonly TableColumn<ListedToken>[] = [
  { title: "ID", cell: ({ id }) => id },
  { title: "NAME", cell: ({ name }) => name },
  { title: "ROLE", cell: ({ role, agent }) => (agent === undefined ? role : `${role} of ${agent}`) },
  { title: "STATE", cell: ({ state }) => state },
  { title: "UNTIL", leaves: 1, cell: ({ expires_at, revoked_at }) => dayOrNever(revoked_at ?? expires_at) },
  { title: "LAST USED", leaves: 2, cell: ({ last_used_at }) => dayOrNever(last_used_at) },
  { title: "BY", leaves: 3, cell: ({ created_by }) => created_by },
];

const PAGE = 500;

/** `emend tokens link`. Access to the store is enough, because it already allows acting as anyone in it. */
export async function runTokensLink(options: TokensLinkOptions, context: CliContext): Promise<void> {
  const { io } = context;
  const address = await knownServerUrl(io);
  await printFromStore(options, context, async ({ store, tokens }) => {
    const token = await tokenOf(options.id, store.tokens, io.now().toISOString());
    const { secret, expires_at } = await tokens.makeLoginLink(principalOf(token));
    const { id, name, role } = token;
    const link = `${address}/login?link=${secret}`;
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
