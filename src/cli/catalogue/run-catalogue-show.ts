import type { KnownEntry } from "../../core/catalogue/catalogue-entry.ts";
import type { Catalogue } from "../../ports/catalogue.ts";
import type { CatalogueFormOptions } from "./catalogue.ts";
import { originText, toEntryJson } from "./catalogue-text.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import { EXIT } from "../exit-code.ts";
import { toJson, toJsonLine } from "../terminal/json-text.ts";
import { catalogueOf } from "../open/open-emend.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { type Paint, painter } from "../terminal/style.ts";

/** How many comments are shown; `--json` has all. */
const MAX_COMMENTS = 6;

/** `emend catalogue show`. */
export async function runCatalogueShow(
  id: string,
  options: CatalogueFormOptions,
  { io, finish }: CliContext,
): Promise<void> {
  const { catalogue } = await catalogueOf(io);
  const found = await findEntry(catalogue, id);
  if (options.json === true) io.stdout.write(toJson(toEntryJson(found)));
  else if (options.jsonl === true) io.stdout.write(toJsonLine(toEntryJson(found)));
  else io.stdout.write(render(found, painter(io)));
  finish(EXIT.success);
}

/** The entry with this id, or the only one whose id starts with it. */
async function findEntry(catalogue: Catalogue, id: string): Promise<KnownEntry> {
  const found = await catalogue.find(id);
  if (found !== undefined) return found;
  const matches = (await catalogue.entries()).filter(({ entry }) => id.length > 2 && entry.id.startsWith(id));
  if (matches.length === 1) return matches[0]!;
  const named = matches.slice(0, 5).map(({ entry }) => entry.id);
  const others = matches.length === 0 ? "" : `; ${matches.length} ids start with it: ${named.join(", ")}`;
  throw usageError(
    "entry_not_found",
    `there is no entry ${JSON.stringify(id.slice(0, 80))}${others}`,
    "`emend catalogue search` finds entries by meaning",
  );
}

function render({ entry, origin }: KnownEntry, paint: Paint): string {
  const { id, rule, rules, comments, fix, opposite } = entry;
  const list = (title: string, texts: readonly string[]): string =>
    texts.length === 0
      ? ""
      : `\n${paint("bold", title)}\n${texts.map((text) => `  ${safeLine(text)}\n`).join("")}`;
  return [
    `${paint("bold", safeLine(id))}  ${originText({ origin })}\n\n  ${safeLine(rule)}\n`,
    list("In other words", rules),
    list("Reviewers say", comments.slice(0, MAX_COMMENTS)),
    list("To fix it", fix === "" ? [] : [fix]),
    list("The opposite", opposite === null ? [] : [opposite.rule, ...opposite.rules]),
  ].join("");
}
