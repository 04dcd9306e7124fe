import { removeEntry } from "../../core/catalogue/parse-entries.ts";
import type { CliContext } from "../cli-context.ts";
import { CliError, notFound } from "../cli-error.ts";
import { EXIT } from "../exit-code.ts";
import { catalogueOf } from "../open/open-emend.ts";
import { safeLine } from "../terminal/safe-text.ts";

/** `emend catalogue remove`. */
export async function runCatalogueRemove(
  id: string,
  _options: object,
  { io, finish }: CliContext,
): Promise<void> {
  const { catalogue, own } = await catalogueOf(io);
  const known = await catalogue.find(id);
  if (known === undefined) throw notFound("entry", id, "emend catalogue list --own");
  if (known.origin !== "own") {
    throw new CliError(
      "entry_not_own",
      `${JSON.stringify(id.slice(0, 80))} is built in and cannot be removed`,
      {
        exitCode: EXIT.problem,
        hint: "to override it, add your own entry with the same id: `emend catalogue add --replace`",
      },
    );
  }
  const before = await own.read();
  await own.write(removeEntry(before ?? "", id), before);
  const builtIn = (await catalogue.find(id)) === undefined ? "" : "; the built-in entry is used again";
  io.stdout.write(`removed ${safeLine(id)} (${safeLine(own.name)})${builtIn}\n`);
  finish(EXIT.success);
}
