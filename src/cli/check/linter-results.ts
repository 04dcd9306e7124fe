import type { CheckedFiles } from "../../app/check/check-files.ts";
import type { ActiveCheck } from "../../core/check/active-check.ts";
import { linterHits, type LintedFile } from "../../core/check/linter-hits.ts";
import { readLinterResults } from "../../core/linter/read-linter-results.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { readTextFile } from "../terminal/input.ts";
import { formatCount } from "../terminal/plain-text.ts";

interface Linted {
  readonly reports: readonly string[];
  readonly checks: readonly ActiveCheck[];
  readonly files: readonly LintedFile[];
  readonly root: string;
}

/** Adds what linters reported in these files to what other checks found. */
export async function addLinterResults(
  checked: CheckedFiles,
  { reports, checks, files, root }: Linted,
  io: CliIo,
): Promise<CheckedFiles> {
  const results = [];
  for (const file of reports) {
    const report = readLinterResults(await readTextFile(io, file, "the linter's report"));
    if (report === undefined)
      throw usageError(
        "invalid_results",
        `${file}: this is no report of a linter that Emend reads`,
        "write it as SARIF or as the linter's own JSON, such as `eslint --format json`",
      );
    results.push(...report.results);
    if (report.leftOut > 0)
      io.stderr.write(`emend: ${formatCount(report.leftOut, "result")} beyond the limit were not read\n`);
  }
  const { hits, ran, passedOver } = linterHits(results, checks, { files, root });
  if (passedOver > 0)
    io.stderr.write(
      `emend: ${formatCount(passedOver, "result")} left out, in files or on lines that were not checked\n`,
    );
  return { ...checked, hits: [...checked.hits, ...hits], ran: [...checked.ran, ...ran] };
}
