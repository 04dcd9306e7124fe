import { pageAnswer } from "../../core/page.ts";
import { defined } from "../../core/defined.ts";
import { ROLES } from "../../core/access/permission.ts";
import { BY_COMMAND } from "../../core/person/known-people.ts";
import { checkToken, type Token, parseTokenText } from "../../core/access/token.ts";
import { renderColumns } from "../../core/text/render-columns.ts";
import { actorOf } from "../options/actor.ts";
import type { CliContext } from "../cli-context.ts";
import { refusal, usageError } from "../cli-error.ts";
import { toJson } from "../terminal/json-text.ts";
import { withEmend } from "../open/open-emend.ts";
import { parseWholeNumber } from "../options/parse-whole-number.ts";
import { parseChoice } from "../options/parse-choice.ts";
import { widthOf } from "../terminal/plain-text.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { TokensCreateOptions, TokensListOptions, TokensRevokeOptions } from "./tokens.ts";

const MAX_DAYS = 730;
const HOURS_A_DAY = 24;

export async function runTokensList(options: TokensListOptions, context: CliContext): Promise<void> {
  const { io } = context;
  const limit = parseWholeNumber("--limit", options.limit, { most: 500 });
  const after = options.after === undefined ? {} : { after: options.after };
  await withEmend(options, context, async ({ store: { tokens } }) => {
    const page = await tokens.list({ limit, ...after });
    const { items, next } = page;
    const now = io.now().toISOString();
    const listed = items.map((token) => ({ ...token, state: checkToken(token, now).state }));
    if (items.length === 0)
      io.stderr.write("emend: there are no tokens; create one with `emend tokens create`\n");
    if (next !== undefined) io.stderr.write(`emend: for more: \`emend tokens list --after ${next}\`\n`);
    if (options.json === true) return toJson(pageAnswer({ ...page, items: listed }));
    return items.length === 0 ? "" : toTable(listed, widthOf(io));
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
  await withEmend({ ...options, create: true }, context, async ({ tokens }) => {
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
  given: string,
  options: TokensRevokeOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  const by = actorOf(io, options.as);
  // Whoever found a leaked token has its text and not its id.
  const id = parseTokenText(given)?.id ?? given;
  await withEmend(options, context, async (emend) => {
    const revoked = await emend.tokens.revoke(id, by);
    if (!revoked.ok) throw refusal(revoked.error);
    const { changed, token } = revoked.value;
    if (options.json === true) return toJson({ changed, token });
    return changed
      ? `revoked ${token.id} of ${safeLine(token.name)}\n`
      : `${token.id} of ${safeLine(token.name)} was already revoked at ${token.revoked_at}\n`;
  });
}

type ListedToken = Token & { readonly state: string };

function toTable(tokens: readonly ListedToken[], width: number): string {
  const column = (title: string, leaves: number, cell: (token: ListedToken) => string) =>
    ({ title, align: "left", leaves, cells: tokens.map((token) => safeLine(cell(token))) }) as const;
  const day = (time: string | undefined): string => time?.slice(0, 10) ?? "never";
  const columns = [
    column("ID", 0, ({ id }) => id),
    column("NAME", 0, ({ name }) => name),
    column("ROLE", 0, ({ role, agent }) => (agent === undefined ? role : `${role} of ${agent}`)),
    column("STATE", 0, ({ state }) => state),
    column("UNTIL", 1, ({ expires_at, revoked_at }) => day(revoked_at ?? expires_at)),
    column("LAST USED", 2, ({ last_used_at }) => day(last_used_at)),
    column("BY", 3, ({ created_by }) => created_by),
  ];
  return renderColumns(columns, width, "…")
    .map((line) => `${line}\n`)
    .join("");
}
