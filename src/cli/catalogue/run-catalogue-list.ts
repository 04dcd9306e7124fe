import { pageAnswer } from "../../core/page.ts";
import type { CatalogueListOptions } from "./catalogue.ts";
import { originText, problemText, toEntryJson } from "./catalogue-text.ts";
import type { CliContext } from "../cli-context.ts";
import { EXIT } from "../exit-code.ts";
import { toJson, toJsonLine } from "../terminal/json-text.ts";
import { catalogueOf } from "../open/open-emend.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { painter } from "../terminal/style.ts";

/** `emend catalogue list`. */
export async function runCatalogueList(
  options: CatalogueListOptions,
  { io, finish }: CliContext,
): Promise<void> {
  const { catalogue, own } = await catalogueOf(io, { onFault: () => undefined });
  const entries = (await catalogue.entries()).filter(
    ({ origin }) => options.own !== true || origin === "own",
  );
  const paint = painter(io);
  if (options.json === true) io.stdout.write(toJson(pageAnswer({ items: entries.map(toEntryJson) })));
  else {
    for (const known of entries) {
      const { entry, origin } = known;
      const label = origin === "own" && options.own !== true ? `  ${originText({ origin })}` : "";
      io.stdout.write(
        options.jsonl === true
          ? toJsonLine(toEntryJson(known))
          : `${paint("bold", safeLine(entry.id))}${label}\n  ${safeLine(entry.rule)}\n`,
      );
    }
  }
  for (const problem of await catalogue.problems()) {
    io.stderr.write(`emend: ${problemText(own.name, problem)}\n`);
  }
  if (entries.length === 0 && options.own === true) {
    io.stderr.write(
      `emend: ${safeLine(own.name)} has no entries yet; \`emend catalogue add --help\` shows how\n`,
    );
  }
  finish(EXIT.success);
}
