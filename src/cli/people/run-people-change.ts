import type { CliContext } from "../cli-context.ts";
import { unwrapResult } from "../cli-error.ts";
import { printFromStore } from "../open/open-emend.ts";
import { actorOf } from "../options/actor.ts";
import { toJson } from "../terminal/json-text.ts";
import { shortId } from "../terminal/plain-text.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { PeopleChangeOptions } from "./people.ts";
import { personText } from "./run-people.ts";

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
