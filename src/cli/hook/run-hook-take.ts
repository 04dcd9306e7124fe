import { resolve } from "node:path";
import { faultOf } from "../../core/feedback/kind-of-feedback.ts";
import type { HookPaths } from "../../hook/hook-paths.ts";
import { type FoundEntry, readSpoolFolder, importEntries } from "../../hook/import-spool.ts";
import type { CliContext } from "../cli-context.ts";
import { EXIT } from "../exit-code.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { readLines } from "../terminal/read-lines.ts";

const MOST_WORDS = 300;

/** `emend hook --take`: shows what waits in a folder, and takes it over for this project if the user says so. */
export async function runHookTake(
  place: HookPaths,
  given: { readonly folder: string; readonly yes: boolean },
  { io, finish }: CliContext,
): Promise<void> {
  const folder = resolve(io.cwd, given.folder);
  const entries = readSpoolFolder(folder, io.now());
  if (entries.length === 0) {
    io.stdout.write("no entries there\n");
    return finish(EXIT.fine);
  }
  for (const entry of entries) io.stdout.write(`${safeLine(lineOf(entry))}\n`);
  const fit = entries.filter(({ delivery }) => delivery !== undefined).length;
  if (fit === 0) return finish(EXIT.problem);
  const to = place.destination ?? "the destination in the settings, once they can be read";
  io.stderr.write(
    `emend: anyone with write access to that folder may have written these ${fit}. If you import them, they are recorded in your name at ${safeLine(to)}\n`,
  );
  if (!given.yes && !(await agrees(io))) {
    io.stderr.write("emend: nothing was imported; to import them, run it again with --yes\n");
    return finish(EXIT.fine);
  }
  const taken = importEntries(place, folder, entries);
  io.stdout.write(`${taken} imported; run \`emend hook --deliver\` to record them now\n`);
  finish(EXIT.fine);
}

function lineOf({ name, delivery, problem }: FoundEntry): string {
  const heard = new Date(Number(name.slice(0, 13))).toISOString();
  if (delivery === undefined) return `${heard}  not an entry: ${problem ?? "unreadable"}`;
  if (delivery.kind === "injection") return `${heard}  the rules that ${delivery.record.agent} was given`;
  if (delivery.kind === "fixed")
    return `${heard}  what ${delivery.record.agent} failed at before ${delivery.record.command} passed`;
  const { author, agent } = delivery.record;
  return `${heard}  ${author.id} (${author.trust}) on ${agent}: ${faultOf(delivery.record).slice(0, MOST_WORDS)}`;
}

async function agrees(io: CliContext["io"]): Promise<boolean> {
  if (io.stdin.isTTY !== true) return false;
  io.stderr.write("Import them? [y/N] ");
  for await (const answer of readLines(io.stdin)) return /^\s*y(?:es)?\s*$/i.test(answer);
  return false;
}
