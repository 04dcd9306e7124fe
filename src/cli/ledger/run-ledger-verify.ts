import { verifyLedger, type Deviation, type LedgerComparison } from "../../app/ledger/verify-ledger.ts";
import type { CliContext } from "../cli-context.ts";
import { EXIT } from "../exit-code.ts";
import { toJson } from "../terminal/json-text.ts";
import type { LedgerVerifyOptions } from "./ledger.ts";
import { withLedger } from "../open/open-ledger.ts";
import { formatLargeCount, formatNumber } from "../terminal/plain-text.ts";
import { safeLine } from "../terminal/safe-text.ts";

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
