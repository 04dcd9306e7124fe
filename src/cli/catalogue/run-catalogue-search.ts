import { pageAnswer } from "../../core/page.ts";
import type { NearEntry } from "../../core/catalogue/catalogue-entry.ts";
import type { Catalogue } from "../../ports/catalogue.ts";
import type { CatalogueSearchOptions } from "./catalogue.ts";
import { originText } from "./catalogue-text.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { toJson, toJsonLine } from "../terminal/json-text.ts";
import { lineError, mapJsonl } from "../terminal/jsonl.ts";
import { catalogueOf } from "../open/open-emend.ts";
import { parseWholeNumber } from "../options/parse-whole-number.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { painter } from "../terminal/style.ts";

/** The start of a text says what it is about. */
const MAX_LENGTH = 4_000;
const MAX_LIMIT = 50;

/** `emend catalogue search`. */
export async function runCatalogueSearch(
  words: readonly string[],
  options: CatalogueSearchOptions,
  { io, finish }: CliContext,
): Promise<void> {
  const limit = parseWholeNumber("--limit", options.limit, { most: MAX_LIMIT });
  const query = words.join(" ").trim().slice(0, MAX_LENGTH);
  if (query === "" && options.jsonl !== true) {
    throw usageError(
      "words_missing",
      "expected a text to search for",
      'for example: emend catalogue search "the failure is hidden here"',
    );
  }
  const { catalogue } = await catalogueOf(io);
  if (query === "") {
    const bad = await mapJsonl(io, (line) => answerLine(line["text"], catalogue, limit));
    return finish(bad > 0 ? EXIT.usage : EXIT.success);
  }
  const found = await catalogue.search(query, limit);
  if (options.json === true) io.stdout.write(toJson(pageAnswer({ items: found.map(toMatch) })));
  else if (options.jsonl === true) for (const each of found) io.stdout.write(toJsonLine(toMatch(each)));
  else writeText(found, io);
  finish(EXIT.success);
}

async function answerLine(
  text: unknown,
  catalogue: Catalogue,
  limit: number,
): Promise<Record<string, unknown>> {
  if (typeof text !== "string") return lineError("invalid_text", "text must be a string");
  return { entries: (await catalogue.search(text.slice(0, MAX_LENGTH), limit)).map(toMatch) };
}

const toMatch = ({ entry: { id, rule }, origin, near, by }: NearEntry) => ({ id, near, by, origin, rule });

function writeText(found: readonly NearEntry[], io: CliIo): void {
  const paint = painter(io);
  for (const { entry, origin, near } of found) {
    const own = origin === "own" ? `  ${originText({ origin })}` : "";
    io.stdout.write(
      `${near.toFixed(2)}  ${paint("bold", safeLine(entry.id))}${own}\n      ${safeLine(entry.rule)}\n`,
    );
  }
  if (found.length === 0) io.stderr.write("emend: the catalogue has no entries\n");
}
