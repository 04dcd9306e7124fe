import { renderReadiness } from "./import-readiness-text.ts";
import type { ImportTally, RemarkCount } from "./import-tally.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { Paint } from "../terminal/style.ts";

/** What was read, new, known and skipped and why, for a person. */
export function renderImportSummary(tally: ImportTally, paint: Paint, command: readonly string[]): string {
  const { skipped, left_out: leftOut, changed } = tally;
  const isOne = tally.files.length <= 1;
  const lines = [
    row("read", tally.read, ` ${tally.read === 1 ? "entry" : "entries"}`),
    ...(tally.new === null || tally.known === null
      ? [row("would record", tally.records, tally.dry_run ? " (nothing was written)" : "")]
      : [row("new", tally.new), row("known", tally.known)]),
    ...conventionLines(tally),
    ...section("skipped", skipped, isOne, (text) => paint("red", text)),
    ...section("left out", leftOut, isOne, (text) => paint("dim", text)),
    ...section("changed", changed, isOne, (text) => paint("yellow", text)),
    ...tally.files.flatMap(({ file, state, continued_at: at }) =>
      state === "unchanged"
        ? [`${safeLine(file)} was already imported and has not changed; --restart reads it again`]
        : at === undefined
          ? []
          : [`${safeLine(file)} continued at line ${at}, where the last import stopped`],
    ),
    ...renderReadiness(tally, command),
  ];
  return `${lines.join("\n")}\n`;
}

function conventionLines({ conventions: { records, corrections } }: ImportTally): readonly string[] {
  if (records === 0) return [];
  const others = records - corrections;
  const rest = `; the other ${others.toLocaleString("en-US")} are praise, thanks, answers, reports or questions and are not used for rules`;
  return [
    row("conventions", records, ": reviews of people's work, stored as this repository's conventions"),
    `  ${corrections.toLocaleString("en-US")} ask for something${others === 0 ? "" : rest}`,
    "  Did an agent do the work? Import it with --agent <name> instead. To leave it out: --no-conventions",
    "  Next: emend rules propose",
  ];
}

const row = (name: string, count: number, rest = ""): string =>
  `${name.padEnd(12)} ${count.toLocaleString("en-US").padStart(9)}${rest}`;

function section(
  name: string,
  { count, reasons }: RemarkCount,
  isOneFile: boolean,
  colour: (text: string) => string,
): readonly string[] {
  if (count === 0) return name === "skipped" ? [row(name, 0)] : [];
  return [
    colour(row(name, count)),
    ...reasons.flatMap((each) => [
      `  ${each.reason} (${each.count.toLocaleString("en-US")})`,
      ...each.examples.map(
        ({ file, line, message }) =>
          `    ${isOneFile ? "" : `${safeLine(file)} `}line ${line}: ${safeLine(message)}`,
      ),
      ...(each.count > each.examples.length ? ["    …"] : []),
    ]),
  ];
}
