import { defined } from "../../core/defined.ts";
import type { Emend } from "../../compose.ts";
import type { Signer } from "../../core/gate/rejection.ts";
import type { CliContext } from "../cli-context.ts";
import type { CliIo } from "../cli-io.ts";
import { emendOf } from "../open/open-emend.ts";
import type { EventPorts } from "../open/event-ports.ts";
import { EXIT } from "../exit-code.ts";
import { parseGithubAgents } from "../open/github-agents.ts";
import type { ImportContext } from "./import-reading.ts";
import { createImportSession, type ImportSession } from "./import-session.ts";
import { loadPlaces, type ImportPlaces } from "./import-places.ts";
import { openSource, type ImportSource } from "./import-source.ts";
import { renderImportSummary } from "./import-summary.ts";
import type { ImportOptions } from "./import.ts";
import { toJson } from "../terminal/json-text.ts";
import { PROCESS_PORTS } from "../open/open-event-log.ts";
import { chosenStore } from "../open/open-store.ts";
import { isServer, storePlace } from "../../compose/store-place.ts";
import { loadSigner } from "../open/load-signer.ts";
import { painter } from "../terminal/style.ts";

/** What an import needs of the world besides its input and output; tests hand in their own. */
export type ImportPorts = Pick<EventPorts, "onStop">;

export async function runImport(
  files: readonly string[],
  options: ImportOptions,
  context: CliContext,
  ports: ImportPorts = PROCESS_PORTS,
): Promise<void> {
  const { io, finish } = context;
  const agents = parseGithubAgents(options.githubAgent ?? []);
  const stopping = new AbortController();
  const unlisten = ports.onStop(() => stopping.abort());
  try {
    const sources: ImportSource[] = [];
    for (const name of files.length === 0 ? ["-"] : files) {
      sources.push(await openSource(io, name, { format: options.format, stop: stopping.signal }));
    }
    const signer = await loadSigner(options.keyFile, io);
    const target = await openTarget(context, options);
    // A server's rules know no repository, so that the habits of one would bind the agents of all.
    const isOwnStore = !isServer(storePlace(io.cwd, await chosenStore(io, options.store)));
    try {
      const session = createImportSession({
        io,
        options,
        sources,
        context: { ...contextOf(io, options, { signer, isOwnStore }), ...agents },
        stop: stopping.signal,
        ...target,
      });
      await runToEnd(session, io, options, commandOf(files, options));
      if (stopping.signal.aborted) sayHowToGoOn(io, target.places);
      const { skipped, interrupted } = session.tally();
      finish(interrupted ? EXIT.world : skipped.count > 0 ? EXIT.problem : EXIT.fine);
    } finally {
      await target.emend?.close();
    }
  } finally {
    unlisten();
  }
}

interface ImportTarget {
  readonly emend?: Emend;
  readonly places?: ImportPlaces;
}

/** Where records go; nowhere in a dry run, which touches no file. */
async function openTarget(context: CliContext, options: ImportOptions): Promise<ImportTarget> {
  const { io } = context;
  if (options.dryRun === true) return {};
  const emend = await emendOf(context, { file: options.store, create: true });
  const place = storePlace(io.cwd, await chosenStore(io, options.store));
  return {
    emend,
    // A server has no file for places to lie beside; importing again is safe, only slower.
    ...(isServer(place) ? {} : { places: await loadPlaces(`${place}.import.json`) }),
  };
}

/** What was recorded is told even where the rest failed. */
async function runToEnd(
  session: ImportSession,
  io: CliIo,
  options: ImportOptions,
  command: readonly string[],
): Promise<void> {
  try {
    await session.run();
  } finally {
    const tally = session.tally();
    io.stdout.write(options.json === true ? toJson(tally) : renderImportSummary(tally, painter(io), command));
  }
}

/** The same import again, for advice that adds an option to it. */
const commandOf = (files: readonly string[], { format, agent, store }: ImportOptions): readonly string[] => [
  "emend",
  "import",
  ...files,
  ...(format === undefined ? [] : ["--format", format]),
  ...(agent === undefined ? [] : ["--agent", agent]),
  ...(store === undefined ? [] : ["--store", store]),
];

function sayHowToGoOn(io: CliIo, places: ImportPlaces | undefined): void {
  const how =
    places === undefined
      ? "run the same command again to import the rest"
      : "what was read is stored; run the same command again to continue";
  io.stderr.write(`emend: stopped: ${how} [interrupted]\n`);
}

function contextOf(
  io: CliIo,
  { agent, run, task, gate, trust, conventions, format }: ImportOptions,
  { signer, isOwnStore }: { readonly signer: Signer | undefined; readonly isOwnStore: boolean },
): ImportContext {
  return {
    now: io.now().toISOString(),
    ...defined({ agent, run, task, gate }),
    ...(trust === undefined ? {} : { author: { id: "unknown", trust } }),
    ...defined({ signer }),
    ...(conventions === true ? { peopleWork: "conventions" } : {}),
    ...(conventions === undefined && format === "github" && isOwnStore ? { keepsListings: true } : {}),
  };
}
