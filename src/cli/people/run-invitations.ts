import type { Invitation } from "../../core/access/invitation.ts";
import { pageAnswer } from "../../core/page.ts";
import { BY_COMMAND } from "../../core/person/known-people.ts";
import { PEOPLES_ROLES } from "../../core/access/permission.ts";
import type { CliContext } from "../cli-context.ts";
import { unwrapResult, usageError } from "../cli-error.ts";
import { printFromStore } from "../open/open-emend.ts";
import { knownServerUrl } from "../open/server-url.ts";
import { actorOf, parseChoice, parseWholeNumber } from "../options/parse-options.ts";
import type { StoreOptions } from "../options/store-option.ts";
import { widthOf } from "../terminal/plain-text.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import { renderTable, type TableColumn } from "../terminal/table.ts";
import type { PeopleChangeOptions, PeopleInviteOptions } from "./people.ts";

const MAX_DAYS = 30;
const HOURS_A_DAY = 24;

export async function runPeopleInvite(
  name: string,
  options: PeopleInviteOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  const by = actorOf(io, options.as);
  const input = {
    name,
    role: parseChoice("--role", options.role, PEOPLES_ROLES),
    expires_in_hours: parseWholeNumber("--days", options.days, { most: MAX_DAYS }) * HOURS_A_DAY,
  };
  const address = await knownServerUrl(io);
  await printFromStore({ ...options, create: true }, context, async ({ invitations }) => {
    const made = await invitations.invite(input, by, BY_COMMAND);
    if (!made.ok) throw usageError(made.error.code, made.error.message);
    const { id, role, expires_at, ...invited } = made.value.invitation;
    const link = `${address}/invite#${made.value.secret}`;
    io.stderr.write(
      `emend: invitation ${id} lets ${safeLine(invited.name)} in as ${role}, once, until ${expires_at}. It won't be shown again.\n`,
    );
    return options.json === true ? toJson({ link, id, name: invited.name, role, expires_at }) : `${link}\n`;
  });
}

export async function runPeopleInvitations(options: StoreOptions, context: CliContext): Promise<void> {
  const { io } = context;
  await printFromStore(options, context, async ({ store }) => {
    const items = (await store.invitations.list()).map(toShown);
    if (items.length === 0)
      io.stderr.write("emend: there are no open invitations; create one with `emend people invite <name>`\n");
    if (options.json === true) return toJson(pageAnswer({ items }));
    return items.length === 0 ? "" : renderTable(items, COLUMNS, widthOf(io));
  });
}

export async function runPeopleWithdraw(
  id: string,
  options: PeopleChangeOptions,
  context: CliContext,
): Promise<void> {
  const by = actorOf(context.io, options.as);
  await printFromStore(options, context, async ({ invitations }) => {
    const withdrawn = toShown(unwrapResult(await invitations.withdraw(id, by)));
    return options.json === true
      ? toJson({ withdrawn })
      : `withdrew invitation ${withdrawn.id} of ${safeLine(withdrawn.name)}\n`;
  });
}

const toShown = ({ issued_with: _issuedWith, ...shown }: Invitation) => shown;

const COLUMNS: readonly TableColumn<ReturnType<typeof toShown>>[] = [
  { title: "ID", cell: ({ id }) => id },
  { title: "NAME", cell: ({ name }) => name },
  { title: "ROLE", cell: ({ role }) => role },
  { title: "UNTIL", cell: ({ expires_at }) => expires_at },
  { title: "BY", leaves: 1, cell: ({ created_by }) => created_by },
];
