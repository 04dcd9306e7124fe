import { pageAnswer } from "../../core/page.ts";
import { findPerson, listPeople, type Person } from "../../core/person/person.ts";
import { renderColumns } from "../../core/text/render-columns.ts";
import type { CliContext } from "../cli-context.ts";
import { refusal } from "../cli-error.ts";
import { withEmend } from "../open/open-emend.ts";
import { toJson } from "../terminal/json-text.ts";
import { widthOf } from "../terminal/plain-text.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { PeopleOptions } from "./people.ts";

export async function runPeopleList(options: PeopleOptions, context: CliContext): Promise<void> {
  const { io } = context;
  await withEmend(options, context, async ({ store: { people } }) => {
    const found = listPeople(await people.read());
    if (found.length === 0) {
      io.stderr.write("emend: there are no people yet; create a token with `emend tokens create`\n");
    }
    if (options.json === true) return toJson(pageAnswer({ items: found }));
    return found.length === 0 ? "" : toTable(found, widthOf(io));
  });
}

export async function runPeopleShow(
  asked: string,
  options: PeopleOptions,
  context: CliContext,
): Promise<void> {
  await withEmend(options, context, async ({ store: { people } }) => {
    const found = findPerson(listPeople(await people.read()), asked);
    if (found === undefined) {
      const message = `there is no person with the id, name or login ${safeLine(asked)}; see \`emend people list\``;
      throw refusal({ code: "person_not_found", message });
    }
    return options.json === true ? toJson(found) : personText(found);
  });
}

/** One person, a line for each login. */
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

function toTable(people: readonly Person[], width: number): string {
  const column = (title: string, leaves: number, cell: (person: Person) => string) =>
    ({ title, align: "left", leaves, cells: people.map((person) => safeLine(cell(person))) }) as const;
  const columns = [
    column("NAME", 0, ({ name }) => name),
    column("LOGINS", 0, ({ logins }) => logins.map(({ login }) => login).join(", ")),
    column("ID", 1, ({ id }) => id ?? ""),
  ];
  return renderColumns(columns, width, "…")
    .map((line) => `${line}\n`)
    .join("");
}
