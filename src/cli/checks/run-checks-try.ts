import type { TriedOnFiles } from "../../app/check/try-on-files.ts";
import { defined } from "../../core/defined.ts";
import { MAX_CHECK_VERSIONS } from "../../core/check/rule-check.ts";
import type { CliContext } from "../cli-context.ts";
import { refusal } from "../cli-error.ts";
import { printFromStore } from "../open/open-emend.ts";
import { parseWholeNumber } from "../options/parse-options.ts";
import { formatCount, shortId, widthOf } from "../terminal/plain-text.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import { renderTable } from "../terminal/table.ts";
import { HIT_COLUMNS } from "./checks-text.ts";
import type { ChecksTryOptions } from "./checks.ts";
import { findCheckByPrefix } from "./find-check.ts";
import { repositoryFiles } from "./repository-files.ts";

export async function runChecksTry(
  id: string,
  paths: readonly string[],
  options: ChecksTryOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  await printFromStore(options, context, async (emend) => {
    const check = await findCheckByPrefix(emend, id);
    const version =
      options.version === undefined
        ? undefined
        : parseWholeNumber("--version", options.version, { most: MAX_CHECK_VERSIONS });
    if (version !== undefined && version > check.versions.length)
      throw refusal({
        code: "no_such_check_version",
        message: `it has versions 1 to ${check.versions.length}; read it, then try`,
      });
    const tried = await emend.checks.tryOn(check, {
      files: repositoryFiles(io, paths),
      checkedIn: "command",
      ...defined({ version }),
    });
    for (const { path, message } of tried.notices)
      io.stderr.write(`emend: ${safeLine(path)}: ${safeLine(message)}\n`);
    return options.json === true ? toJson(tried) : render(check.id, tried, widthOf(io));
  });
}

function render(
  id: string,
  { version, files, lines, hits, per_thousand_lines, items }: TriedOnFiles,
  width: number,
): string {
  const rate = per_thousand_lines === null ? "" : `, ${per_thousand_lines} per 1,000 lines`;
  const sum = `version ${version} of ${shortId(id)}: ${formatCount(hits, "hit")} in ${formatCount(files, "file")} with ${formatCount(lines, "line")}${rate}\n`;
  if (items.length === 0) return sum;
  return `${sum}\n${renderTable(items, SHOWN, width)}\nNext: emend checks judge <id> right, or wrong --reason "…"\n`;
}

/** All of them have the same time and check. */
const SHOWN = HIT_COLUMNS.filter(({ title }) => title !== "TIME" && title !== "CHECK");
