import { listPeople } from "../../core/person/person.ts";
import type { Emend } from "../../compose.ts";
import { CliError, refusal, usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { configOf } from "../open/config-of.ts";
import { isServer } from "../../compose/store-place.ts";
import { actorOf } from "../options/parse-options.ts";
import type { Prompter } from "../terminal/prompter.ts";
import { aloneText } from "../people/run-people.ts";
import type { InitOptions } from "./init.ts";
import type { InitPorts } from "./init-ports.ts";

export function parseTeamOption({ alone, team, undo }: InitOptions): "alone" | "team" | undefined {
  if (alone !== true && team !== true) return undefined;
  if (alone === true && team === true) {
    throw usageError("conflicting_options", "expected --alone or --team, not both");
  }
  if (undo === true) {
    throw usageError(
      "conflicting_options",
      "--undo cannot be used with --alone or --team; to stop working alone, run `emend people team`",
    );
  }
  return alone === true ? "alone" : "team";
}

interface TeamContext {
  readonly io: CliIo;
  readonly ports: InitPorts;
  readonly prompter: Prompter;
}

/** Records whether the user works alone, and isInteractive if that is unknown. */
export async function configureTeam(
  wanted: "alone" | "team" | undefined,
  { yes, json }: InitOptions,
  { io, ports, prompter }: TeamContext,
): Promise<void> {
  const isInteractive = wanted === undefined && yes !== true && json !== true && io.stdin.isTTY === true;
  const answer =
    isInteractive && (await mayAskTeam(io, ports))
      ? await prompter.ask("Do you work here alone or in a team? [alone/TEAM] ")
      : undefined;
  const choice = wanted ?? (/^\s*a(?:lone)?\s*$/i.test(answer ?? "") ? "alone" : undefined);
  const line = choice === undefined ? undefined : await recordTeam(choice, io, ports);
  if (line !== undefined) io.stderr.write(`emend: ${line}\n`);
}

/** Only for a local store without any people. */
async function mayAskTeam(io: CliIo, ports: InitPorts): Promise<boolean> {
  const { server, store: location } = await configOf(io);
  if (server.url !== undefined || isServer(location)) return false;
  return withEmendIfAny(io, ports, false, async (emend) => {
    if (emend === undefined) return true;
    const people = await emend.store.people.read();
    return people.known.alone === undefined && listPeople(people).length === 0;
  });
}

/** Returns a line for the user; undefined if nothing changed. */
async function recordTeam(
  wanted: "alone" | "team",
  io: CliIo,
  ports: InitPorts,
): Promise<string | undefined> {
  const { server } = await configOf(io);
  if (server.url !== undefined) {
    if (wanted === "team") return undefined;
    throw usageError(
      "server_decides",
      "--alone: rules are approved on the server in server.url, not here",
      "run `emend people alone` on the machine that has its store",
    );
  }
  const name = actorOf(io, undefined);
  return withEmendIfAny(io, ports, wanted === "alone", async (emend) => {
    if (emend === undefined) return undefined;
    const { people } = emend;
    const done = wanted === "alone" ? await people.workAlone(name, name) : await people.workAsTeam(name);
    if (done.ok) return wanted === "alone" ? aloneText(name) : "this is a team again";
    if (done.error.code === "already_alone" || done.error.code === "not_alone") return undefined;
    throw refusal(done.error);
  });
}

async function withEmendIfAny<T>(
  io: CliIo,
  { openEmend }: InitPorts,
  create: boolean,
  act: (emend: Emend | undefined) => Promise<T>,
): Promise<T> {
  let emend: Emend | undefined;
  try {
    emend = await openEmend(io, { create });
  } catch (cause) {
    if (!(cause instanceof CliError && cause.code === "store_missing")) throw cause;
  }
  try {
    return await act(emend);
  } finally {
    await emend?.close();
  }
}
