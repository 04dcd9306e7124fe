import { hash } from "node:crypto";
import { LOCK_FILE } from "../../core/rule-pack/pack-lock.ts";
import { packSourceText, parsePackSource } from "../../core/rule-pack/pack-source.ts";
import { parseRulePack } from "../../core/rule-pack/parse-rule-pack.ts";
import { packContent, type RulePack } from "../../core/rule-pack/rule-pack.ts";
import { CliError, unwrapResult } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { driversOf } from "../open/drivers-of.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { confirmOrFail } from "../terminal/prompter.ts";

/** A pack that was read and found fit. */
export interface LoadedPack {
  readonly pack: RulePack;
  readonly source: string;
  readonly resolved: string;
  /** The hash of its content, however the file is spelled. */
  readonly integrity: string;
}

/** Reads a pack, or says why not. Paths start in the folder. */
export async function loadPack(io: CliIo, folder: string, source: string): Promise<LoadedPack> {
  const where = unwrapResult(parsePackSource(source));
  if (where.kind !== "path" && io.stderr.isTTY === true)
    io.stderr.write(`emend: reading ${safeLine(source)}\n`);
  const { text, resolved } = await (await (await driversOf(io)).openRulePacks(folder)).fetch(where);
  const read = parseRulePack(text);
  if (!read.ok) {
    for (const { field, message } of read.error)
      io.stderr.write(`emend: ${field === "" ? "" : `${safeLine(field)}: `}${safeLine(message)}\n`);
    const [first] = read.error;
    throw new CliError(first!.code, `the pack ${source} is refused`, {
      exitCode: EXIT.problem,
      hint: "nothing of it was proposed; tell its authors",
    });
  }
  const pack = read.value;
  if (where.kind === "npm" && pack.name !== where.name)
    throw new CliError(
      "pack_name_differs",
      `the package ${where.name} has a pack that calls itself ${pack.name}`,
      {
        exitCode: EXIT.problem,
        hint: "a pack on npm has the name of its package; ask its authors",
      },
    );
  const integrity = `sha512-${hash("sha512", packContent(pack), "base64")}`;
  return { pack, source, resolved: packSourceText(resolved), integrity };
}

/** A lock file may come from a clone, so nothing is read from where it says without the user's consent. */
export async function confirmSources(
  io: CliIo,
  sources: readonly string[],
  { yes = false }: { readonly yes?: boolean },
): Promise<void> {
  if (yes || sources.length === 0) return;
  const listed = [...new Set(sources)].map((source) => `  ${safeLine(source)}\n`).join("");
  const question = `${LOCK_FILE} names ${sources.length === 1 ? "this source" : "these sources"}:\n${listed}Read from ${sources.length === 1 ? "it" : "them"}? [y/N] `;
  if (!(await confirmOrFail(io, question)))
    throw new CliError("not_confirmed", "nothing was read", { exitCode: EXIT.problem });
}
