import { pageAnswer } from "../../core/page.ts";
import { findPerson, listPeople, type Person } from "../../core/person/person.ts";
import type { CliContext } from "../cli-context.ts";
import { refusal } from "../cli-error.ts";
import { printFromStore } from "../open/open-emend.ts";
import { toJson } from "../terminal/json-text.ts";
import { widthOf } from "../terminal/plain-text.ts";
import { renderTable, type TableColumn } from "../terminal/table.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { StoreOptions } from "../options/store-option.ts";

export async function runPeopleList(options: StoreOptions, context: CliContext): Promise<void> {
  const { io } = context;
  await printFromStore(options, context, async ({ store: { people } }) => {
    const found = listPeople(await people.read());
    if (found.length === 0) {
      io.stderr.write("emend: there are no people yet; create a token with `emend tokens create`\n");
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
