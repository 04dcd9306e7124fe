import type { CliContext } from "../cli-context.ts";
import { unwrapResult } from "../cli-error.ts";
import { printFromStore } from "../open/open-emend.ts";
import { actorOf } from "../options/actor.ts";
import { toJson } from "../terminal/json-text.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { PeopleChangeOptions } from "./people.ts";

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
