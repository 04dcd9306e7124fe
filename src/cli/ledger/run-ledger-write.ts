import { writeLedger, type LedgerSummary } from "../../app/ledger/write-ledger.ts";
import type { CliContext } from "../cli-context.ts";
import { configOf } from "../open/config-of.ts";
import { EXIT } from "../exit-code.ts";
import { createImportProgress } from "../terminal/import-progress.ts";
import type { LedgerWriteOptions } from "./ledger.ts";
import { withLedger } from "../open/open-ledger.ts";
import { compact, formatLargeCount, formatNumber } from "../terminal/plain-text.ts";
import { safeLine } from "../terminal/safe-text.ts";

const MAX_LISTED = 20;

export async function runLedgerWrite(options: LedgerWriteOptions, { io, finish }: CliContext): Promise<void> {
  const push = options.push ?? (await configOf(io)).ledger.push;
  await withLedger(io, options, { store: true, ledger: false }, async ({ store, ledger, folder }) => {
    const progress = createImportProgress(io, true);
    const write = writeLedger({ store, ledger });
    const summary = await write({
      anew: options.anew === true,
      onProgress: (written, stale) => progress.update({ bytes: written, total: stale, records: written }),
    }).finally(() => progress.clear());
    io.stdout.write(render(summary, folder));
    io.stderr.write(renderRemarks(summary));
    if (push) {
      const pushed = await ledger.push();
      if (pushed === "pushed") io.stdout.write("pushed to origin\n");
      else if (pushed === "no_remote") {
        io.stderr.write(
          `emend: the ledger has no remote named origin, so nothing was pushed; add one with git -C ${safeLine(folder)} remote add origin <address>\n`,
        );
      }
    }
    finish(EXIT.success);
  });
}

function render({ records, written, removed, commits }: LedgerSummary, folder: string): string {
  const { feedback, rules, evaluations, clusters } = records;
  const all = feedback + rules + evaluations + clusters;
  const learned = compact([
    rules > 0 && formatLargeCount(rules, "rule"),
    evaluations > 0 && formatLargeCount(evaluations, "evaluation"),
    clusters > 0 && formatLargeCount(clusters, "cluster"),
  ]);
  const kinds = learned.length === 0 ? "" : `, of them ${learned.join(", ")}`;
  const lines = compact([
    row("in store", all, `${all === 1 ? " record" : " records"}${kinds}`),
    row("written", written),
    removed > 0 && row("removed", removed, removed === 1 ? " file" : " files"),
    row("commits", commits, ` in ${safeLine(folder)}`),
  ]);
  return `${lines.join("\n")}\n`;
}

function renderRemarks({ edited, unbacked, keptBy }: LedgerSummary): string {
  const lines = [
    ...(unbacked === 0
      ? []
      : [
          `emend: ${formatNumber(unbacked)} files belong to records that the store does not have; they were kept, and \`emend ledger rebuild\` restores them`,
        ]),
    ...listed(edited, "emend: not updated, because you have uncommitted edits:"),
    ...listed(
      keptBy,
      "emend: these still refer to the old history; to remove it, delete them and run this again with --anew:",
    ),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

const listed = (paths: readonly string[], title: string): readonly string[] =>
  paths.length === 0
    ? []
    : [
        title,
        ...paths.slice(0, MAX_LISTED).map((path) => `  ${safeLine(path)}`),
        ...(paths.length > MAX_LISTED ? ["  …"] : []),
      ];

const row = (name: string, count: number, rest = ""): string =>
  `${name.padEnd(10)} ${formatNumber(count).padStart(9)}${rest}`;
