import { admitPerson } from "../../app/person/admit-person.ts";
import { linkLogin } from "../../app/person/link-login.ts";
import { unlinkLogin } from "../../app/person/unlink-login.ts";
import type { CliContext } from "../cli-context.ts";
import { refused } from "../cli-error.ts";
import { configOf } from "../open/config-of.ts";
import { inStore } from "../open/in-store.ts";
import { openStore, type OpenStore } from "../open/open-store.ts";
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
  open: OpenStore = openStore,
): Promise<void> {
  const { io } = context;
  const by = actorOf(io, options.as);
  const policy = (await configOf(io)).rules;
  await inStore(options, context, open, async (store) => {
    const { compose } = await import("../../compose.ts");
    const { sha256: hash, randomText: random } = await compose({ cwd: io.cwd }).openTools();
    const link = linkLogin({ ...store, policy, hash, random, now: () => io.now().toISOString() });
    const linked = await link({ ...asked, how: "administrator", by });
    if (!linked.ok) throw refused(linked.error);
    const { person, short_of_quorum } = linked.value;
    for (const id of short_of_quorum) {
      io.stderr.write(
        `emend: rule ${shortId(id)} is in force with fewer people than required; look at it, and retire it if nobody else approves of it\n`,
      );
    }
    return options.json === true ? toJson({ person, short_of_quorum }) : personText(person);
  });
}

export async function runPeopleUnlink(
  login: string,
  options: PeopleChangeOptions,
  context: CliContext,
  open: OpenStore = openStore,
): Promise<void> {
  const { io } = context;
  const by = actorOf(io, options.as);
  await inStore(options, context, open, async ({ people }) => {
    const done = await unlinkLogin({ people, now: () => io.now().toISOString() })(login, by);
    if (!done.ok) throw refused(done.error);
    return options.json === true
      ? toJson({ unlinked: true, login })
      : `unlinked ${safeLine(login)}; it counts by its own name from now on\n`;
  });
}

export async function runPeopleAdmit(
  login: string,
  options: PeopleChangeOptions,
  context: CliContext,
  open: OpenStore = openStore,
): Promise<void> {
  const { io } = context;
  const by = actorOf(io, options.as);
  await inStore(options, context, open, async ({ people }) => {
    const done = await admitPerson({ people, now: () => io.now().toISOString() })(login, by);
    if (!done.ok) throw refused(done.error);
    return options.json === true
      ? toJson({ admitted: true, login })
      : `admitted ${safeLine(login)}, who may approve new versions again\n`;
  });
}
