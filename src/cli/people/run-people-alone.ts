import type { CliContext } from "../cli-context.ts";
import { refusal } from "../cli-error.ts";
import { withEmend } from "../open/open-emend.ts";
import { actorOf } from "../options/actor.ts";
import { toJson } from "../terminal/json-text.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { PeopleChangeOptions } from "./people.ts";

/** What it means, in the words of `emend people alone` and `emend init`. */
export const aloneText = (name: string): string =>
  `${safeLine(name)} works alone here: one approval by ${safeLine(name)} is enough until somebody else joins`;

export async function runPeopleAlone(options: PeopleChangeOptions, context: CliContext): Promise<void> {
  const { io } = context;
  const name = actorOf(io, options.as);
  await withEmend({ ...options, create: true }, context, async ({ people }) => {
    const done = await people.workAlone(name, name);
    if (!done.ok) throw refusal(done.error);
    return options.json === true ? toJson({ alone: true, name }) : `${aloneText(name)}\n`;
  });
}

export async function runPeopleTeam(options: PeopleChangeOptions, context: CliContext): Promise<void> {
  const { io } = context;
  const by = actorOf(io, options.as);
  await withEmend(options, context, async ({ people }) => {
    const done = await people.workAsTeam(by);
    if (!done.ok) throw refusal(done.error);
    return options.json === true
      ? toJson({ alone: false, name: null })
      : "this is a team: rules need the approvals in the settings\n";
  });
}
