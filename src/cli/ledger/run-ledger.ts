import { type LedgerSummary, writeLedger } from "../../app/ledger/write-ledger.ts";
import type { CliContext } from "../cli-context.ts";
import { configOf } from "../open/config-of.ts";
import { EXIT } from "../exit-code.ts";
import { createImportProgress } from "../terminal/import-progress.ts";
import type { LedgerRebuildOptions, LedgerVerifyOptions, LedgerWriteOptions } from "./ledger.ts";
import { withLedger } from "../open/open-ledger.ts";
import { compact, formatLargeCount, formatNumber } from "../terminal/plain-text.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import { rebuildLedger, type RebuildSummary } from "../../app/ledger/rebuild-ledger.ts";
import { actorOf } from "../options/parse-options.ts";
import { type Deviation, type LedgerComparison, verifyLedger } from "../../app/ledger/verify-ledger.ts";

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

export async function runLedgerVerify(
  options: LedgerVerifyOptions,
  { io, finish }: CliContext,
): Promise<void> {
  await withLedger(io, options, { store: true, ledger: true }, async ({ store, ledger }) => {
    const comparison = await verifyLedger({ store, ledger })();
    io.stdout.write(options.json === true ? comparisonJson(comparison) : toText(comparison));
    const { missingFromLedger, missingFromStore, differing } = comparison;
    finish(
      missingFromLedger.count + missingFromStore.count + differing.count > 0 ? EXIT.problem : EXIT.success,
    );
  });
}

function comparisonJson({
  records,
  missingFromLedger,
  missingFromStore,
  differing,
}: LedgerComparison): string {
  return toJson({
    records,
    missing_from_ledger: missingFromLedger,
    missing_from_store: missingFromStore,
    differing,
  });
}

function toText({ records, missingFromLedger, missingFromStore, differing }: LedgerComparison): string {
  const lines = [
    ...section("missing from the ledger", missingFromLedger),
    ...section("missing from the store", missingFromStore),
    ...section("differing", differing),
  ];
  const count = formatLargeCount(records, "record");
  return lines.length === 0 ? `the ledger holds what the store holds: ${count}\n` : `${lines.join("\n")}\n`;
}

const section = (title: string, { count, paths }: Deviation): readonly string[] =>
  count === 0
    ? []
    : [
        `${title}: ${formatNumber(count)}`,
        ...paths.map((path) => `  ${safeLine(path)}`),
        ...(count > paths.length ? ["  …"] : []),
      ];
