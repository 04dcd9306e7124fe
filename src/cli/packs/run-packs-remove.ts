import { BY_COMMAND } from "../../core/person/known-people.ts";
import type { RemovedPack } from "../../app/rule-pack/remove-pack.ts";
import type { CliContext } from "../cli-context.ts";
import { CliError } from "../cli-error.ts";
import { EXIT } from "../exit-code.ts";
import { withEmend } from "../open/open-emend.ts";
import { actorOf } from "../options/parse-options.ts";
import { formatCount, shortId } from "../terminal/plain-text.ts";
import { confirmOrFail } from "../terminal/prompter.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import { lockedPacks, openPackLock } from "./pack-lock-file.ts";
import type { PacksRemoveOptions } from "./packs.ts";

/** `emend packs remove`. */
export async function runPacksRemove(
  name: string,
  options: PacksRemoveOptions,
  context: CliContext,
): Promise<void> {
  const { io, finish } = context;
  const lock = await openPackLock(io);
  lockedPacks(lock.packs, name);
  const retire = options.retire === true;
  const by = { id: actorOf(io, options.as), trust: "person", login: BY_COMMAND } as const;
  if (retire && options.yes !== true) {
    const question = `Retire all rules of ${safeLine(name)} that are in force? Agents no longer get them. [y/N] `;
    if (!(await confirmOrFail(io, question)))
      throw new CliError("not_confirmed", "nothing was removed", { exitCode: EXIT.problem });
  }
  const removed = await withEmend({ ...options, create: true }, context, ({ packs }) =>
    packs.remove({ name, by, retire }),
  );
  const { [name]: _removed, ...rest } = lock.packs;
  await lock.write(rest);
  io.stdout.write(options.json === true ? toJson({ name, ...removed }) : removedText(name, removed));
  finish(EXIT.success);
}

function removedText(name: string, { withdrawn, retired, kept }: RemovedPack): string {
  return [
    `removed ${safeLine(name)}: withdrew ${formatCount(withdrawn.length, "proposal")}, retired ${formatCount(retired.length, "rule")}\n`,
    kept.length === 0
      ? ""
      : `${formatCount(kept.length, "rule")} ${kept.length === 1 ? "stays" : "stay"} in force: ${kept.map(shortId).join(", ")}. To end one: emend rules retire <id> --reason "…"\n`,
  ].join("");
}
