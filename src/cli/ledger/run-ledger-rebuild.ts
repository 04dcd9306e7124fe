import { rebuildLedger, type RebuildSummary } from "../../app/ledger/rebuild-ledger.ts";
import { actorOf } from "../options/actor.ts";
import type { CliContext } from "../cli-context.ts";
import { EXIT } from "../exit-code.ts";
import { createImportProgress } from "../terminal/import-progress.ts";
import type { LedgerRebuildOptions } from "./ledger.ts";
import { withLedger } from "../open/open-ledger.ts";
import { formatNumber } from "../terminal/plain-text.ts";
import { safeLine } from "../terminal/safe-text.ts";

export async function runLedgerRebuild(
  options: LedgerRebuildOptions,
  { io, finish }: CliContext,
): Promise<void> {
  const by = actorOf(io, options.as);
  await withLedger(io, options, { store: false, ledger: true }, async ({ store, ledger }) => {
    const total = (await ledger.holdings()).fingerprints.size;
    const progress = createImportProgress(io, true);
    const rebuild = rebuildLedger({ store, ledger });
    const summary = await rebuild({
      by,
      onProgress: (records) => progress.update({ bytes: records, total, records }),
    }).finally(() => progress.clear());
    io.stderr.write(renderProblems(summary));
    io.stdout.write(
      `${[row("new", summary.new), row("known", summary.known), row("unreadable", summary.unreadable)].join("\n")}\n`,
    );
    finish(summary.unreadable > 0 ? EXIT.problem : EXIT.success);
  });
}

function renderProblems({ unreadable, problems }: RebuildSummary): string {
  const lines = problems.map(({ path, reason }) => `emend: ${safeLine(path)}: ${safeLine(reason)}`);
  const more = unreadable - problems.length;
  if (more > 0) lines.push(`emend: and ${formatNumber(more)} more that cannot be read`);
  return lines.map((line) => `${line}\n`).join("");
}

const row = (name: string, count: number): string => `${name.padEnd(10)} ${formatNumber(count).padStart(9)}`;
