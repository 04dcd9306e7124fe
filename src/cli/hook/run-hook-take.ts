import { resolve } from "node:path";
import { faultOf } from "../../core/feedback/kind-of-feedback.ts";
import type { HookPaths } from "../../hook/hook-paths.ts";
import { type FoundEntry, readSpoolFolder, importEntries } from "../../hook/import-spool.ts";
import type { CliContext } from "../cli-context.ts";
import { EXIT } from "../exit-code.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { confirm } from "../terminal/prompter.ts";

const MAX_TEXT = 300;

/** `emend hook --take`: shows the entries of another queue, and imports them if the user agrees. */
export async function runHookTake(
  paths: HookPaths,
  request: { readonly folder: string; readonly yes: boolean },
  { io, finish }: CliContext,
): Promise<void> {
  const folder = resolve(io.cwd, request.folder);
  const entries = readSpoolFolder(folder, io.now());
  if (entries.length === 0) {
    io.stdout.write("no entries there\n");
    return finish(EXIT.success);
  }
  for (const entry of entries) io.stdout.write(`${safeLine(renderEntry(entry))}\n`);
  const valid = entries.filter(({ delivery }) => delivery !== undefined).length;
  if (valid === 0) return finish(EXIT.problem);
  const to = paths.destination ?? "the destination in the settings, once they can be read";
  io.stderr.write(
    `emend: anyone with write access to that folder may have written these ${valid}. If you import them, they are recorded in your name at ${safeLine(to)}\n`,
  );
  if (!request.yes && !(await confirm(io, "Import them? [y/N] "))) {
    io.stderr.write("emend: nothing was imported; to import them, run it again with --yes\n");
    return finish(EXIT.success);
  }
  const imported = importEntries(paths, folder, entries);
  io.stdout.write(`${imported} imported; run \`emend hook --deliver\` to record them now\n`);
  finish(EXIT.success);
}

function renderEntry({ name, delivery, problem }: FoundEntry): string {
  const time = new Date(Number(name.slice(0, 13))).toISOString();
  if (delivery === undefined) return `${time}  not an entry: ${problem ?? "unreadable"}`;
  if (delivery.kind === "injection") return `${time}  the rules that ${delivery.record.agent} was given`;
  if (delivery.kind === "fixed")
    return `${time}  what ${delivery.record.agent} failed at before ${delivery.record.command} passed`;
  const { author, agent } = delivery.record;
  return `${time}  ${author.id} (${author.trust}) on ${agent}: ${faultOf(delivery.record).slice(0, MAX_TEXT)}`;
}
