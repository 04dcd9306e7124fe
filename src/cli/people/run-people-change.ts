import type { CliContext } from "../cli-context.ts";
import { refusal } from "../cli-error.ts";
import { withEmend } from "../open/open-emend.ts";
import { actorOf } from "../options/actor.ts";
import { toJson } from "../terminal/json-text.ts";
import { shortId } from "../terminal/plain-text.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { PeopleChangeOptions } from "./people.ts";
import { personText } from "./run-people.ts";

export async function runPeopleLink(
  asked: { readonly person: string; readonly login: string },
  options: PeopleChangeOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  const by = actorOf(io, options.as);
  await withEmend(options, context, async ({ people }) => {
    const linked = await people.link({ ...asked, how: "administrator", by });
    if (!linked.ok) throw refusal(linked.error);
    const { person, short_of_quorum } = linked.value;
    for (const id of short_of_quorum) {
      io.stderr.write(
        `emend: rule ${shortId(id)} is in force with too few approvals; review it, and retire it if nobody else approves\n`,
      );
    }
    return options.json === true ? toJson({ person, short_of_quorum }) : personText(person);
  });
}

export async function runPeopleUnlink(
  login: string,
  options: PeopleChangeOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  const by = actorOf(io, options.as);
  await withEmend(options, context, async ({ people }) => {
    const done = await people.unlink(login, by);
    if (!done.ok) throw refusal(done.error);
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
  const { io } = context;
  const by = actorOf(io, options.as);
  await withEmend(options, context, async ({ people }) => {
    const done = await people.admit(login, by);
    if (!done.ok) throw refusal(done.error);
    return options.json === true
      ? toJson({ admitted: true, login })
      : `admitted ${safeLine(login)}, who may approve new versions again\n`;
  });
}
