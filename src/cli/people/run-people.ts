import { pageAnswer } from "../../core/page.ts";
import { lonePerson } from "../../core/person/works-alone.ts";
import { findPerson, listPeople, type Person } from "../../core/person/person.ts";
import type { CliContext } from "../cli-context.ts";
import { refusal, unwrapResult } from "../cli-error.ts";
import { printFromStore } from "../open/open-emend.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import { shortId, widthOf } from "../terminal/plain-text.ts";
import { renderTable, type TableColumn } from "../terminal/table.ts";
import type { StoreOptions } from "../options/store-option.ts";
import { actorOf } from "../options/parse-options.ts";
import type { PeopleChangeOptions } from "./people.ts";

export async function runPeopleList(options: StoreOptions, context: CliContext): Promise<void> {
  const { io } = context;
  await printFromStore(options, context, async ({ store: { people } }) => {
    const known = await people.read();
    const found = listPeople(known);
    if (found.length === 0) {
      const { alone } = known.known;
      const line =
        alone === undefined || lonePerson(known) === undefined
          ? "there are no people yet; create a token with `emend tokens create`"
          : aloneText(alone.name);
      io.stderr.write(`emend: ${line}\n`);
    }
    if (options.json === true) return toJson(pageAnswer({ items: found }));
    return found.length === 0 ? "" : renderTable(found, COLUMNS, widthOf(io));
  });
}

export async function runPeopleShow(
  query: string,
  options: StoreOptions,
  context: CliContext,
): Promise<void> {
  await printFromStore(options, context, async ({ store: { people } }) => {
    const found = findPerson(listPeople(await people.read()), query);
    if (found === undefined) {
      const message = `there is no person with the id, name or login ${safeLine(query)}; see \`emend people list\``;
      throw refusal({ code: "person_not_found", message });
    }
    return options.json === true ? toJson(found) : personText(found);
  });
}

/** A person with one line per login. */
export function personText({ id, name, logins }: Person): string {
  const lines = logins.map(({ login, name: as, how, linked_at, linked_by }) => {
    const acts = login === as || login === `name:${as}` ? "" : ` as ${as}`;
    const why =
      linked_at === null
        ? "not linked"
        : how === "provider"
          ? `since the first login on ${linked_at.slice(0, 10)}`
          : `linked by ${linked_by} on ${linked_at.slice(0, 10)}${how === "proof" ? ", who proved it" : ""}`;
    return `  ${safeLine(`${login}${acts}`)}: ${safeLine(why)}\n`;
  });
  return `${safeLine(name)}${id === null ? "" : ` (${id})`}\n${lines.join("")}`;
}

const COLUMNS: readonly TableColumn<Person>[] = [
  { title: "NAME", cell: ({ name }) => name },
  { title: "LOGINS", cell: ({ logins }) => logins.map(({ login }) => login).join(", ") },
  { title: "ID", leaves: 1, cell: ({ id }) => id ?? "" },
];

export async function runPeopleLink(
  person: string,
  login: string,
  options: PeopleChangeOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  const by = actorOf(io, options.as);
  await printFromStore(options, context, async ({ people }) => {
    const linked = unwrapResult(await people.link({ person, login, how: "administrator", by }));
    const { short_of_quorum } = linked;
    for (const id of short_of_quorum) {
      io.stderr.write(
        `emend: rule ${shortId(id)} is in force with too few approvals; review it, and retire it if nobody else approves\n`,
      );
    }
    return options.json === true
      ? toJson({ person: linked.person, short_of_quorum })
      : personText(linked.person);
  });
}

export async function runPeopleUnlink(
  login: string,
  options: PeopleChangeOptions,
  context: CliContext,
): Promise<void> {
  const by = actorOf(context.io, options.as);
  await printFromStore(options, context, async ({ people }) => {
    unwrapResult(await people.unlink(login, by));
    return options.json === true
      ? toJson({ unlinked: true, login })
      : `unlinked ${safeLine(login)}; it has its own vote from now on\n`;
  });
}

export async function runPeopleAdmit(
  login: string,
  options: PeopleChangeOptions,
  context: CliContext,
): Promise<void> {
  const by = actorOf(context.io, options.as);
  await printFromStore(options, context, async ({ people }) => {
    unwrapResult(await people.admit(login, by));
    return options.json === true
      ? toJson({ admitted: true, login })
      : `admitted ${safeLine(login)}, who may approve new versions again\n`;
  });
}

/** Printed by `emend people alone` and `emend init`. */
export const aloneText = (name: string): string =>
  `${safeLine(name)} works alone here: one approval by ${safeLine(name)} is enough until somebody else joins`;

export async function runPeopleAlone(options: PeopleChangeOptions, context: CliContext): Promise<void> {
  const name = actorOf(context.io, options.as);
  await printFromStore({ ...options, create: true }, context, async ({ people }) => {
    unwrapResult(await people.workAlone(name, name));
    return options.json === true ? toJson({ alone: true, name }) : `${aloneText(name)}\n`;
  });
}

export async function runPeopleTeam(options: PeopleChangeOptions, context: CliContext): Promise<void> {
  const by = actorOf(context.io, options.as);
  await printFromStore(options, context, async ({ people }) => {
    unwrapResult(await people.workAsTeam(by));
    return options.json === true
      ? toJson({ alone: false, name: null })
      : "this is a team: rules need the approvals in the settings\n";
  });
}
