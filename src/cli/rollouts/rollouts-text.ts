import type { RolloutStanding } from "../../core/rollout/rollout-wire.ts";
import { renderColumns } from "../../core/text/render-columns.ts";
import type { RolloutDecision, VersionReport } from "../../core/rollout/rollout-report.ts";
import type { RolloutRecord, RolloutTransition, VersionPair } from "../../core/rollout/rollout.ts";
import { renderField, formatMinute } from "../terminal/plain-text.ts";
import { safeLine } from "../terminal/safe-text.ts";

export const versionText = ({ schema_version, prompt_version }: VersionPair): string =>
  `${schema_version}/${prompt_version}`;

/** A share in percent, to at most two places. */
export const shareText = (share: number): string => `${Number((share * 100).toFixed(2))} %`;

export function rolloutsTable(rollouts: readonly RolloutRecord[], width: number): string {
  const column = (title: string, leaves: number, cell: (rollout: RolloutRecord) => string) =>
    ({ title, align: "left", leaves, cells: rollouts.map((each) => safeLine(cell(each))) }) as const;
  return lines(
    renderColumns(
      [
        column("ID", 0, ({ id }) => id),
        column("FROM", 0, ({ baseline }) => versionText(baseline)),
        column("TO", 0, ({ candidate }) => versionText(candidate)),
        column("STAGE", 0, ({ stage }) => stage),
        column("SLICE", 0, ({ slice }) => shareText(slice)),
        column("CHANGED", 1, ({ updatedAt }) => formatMinute(updatedAt)),
        column("BY", 2, ({ startedBy, history }) => history.at(-1)?.by ?? startedBy),
      ],
      width,
      "…",
    ),
  );
}

export function standingText({ rollout, report, decision }: RolloutStanding, width: number): string {
  const { id, stage, baseline, candidate, slice } = rollout;
  const versions = `${versionText(baseline)} to ${versionText(candidate)}`;
  return [
    `${safeLine(id)}  ${versions}  ${stage} at ${shareText(slice)}\n`,
    "\n",
    versionsTable(report.versions, width),
    "\n",
    ...report.checks.map(({ name, verdict, reason }) =>
      renderField(verdict, `${name.replace("_", " ")}: ${reason}`, width),
    ),
    "\n",
    renderField("next", nextText(decision), width),
    "\n",
    ...rollout.history.map((step) => `${stepText(step)}\n`),
  ].join("");
}

/** The checks are told above, so that only what keeps it from going on is told again. */
function nextText(decision: RolloutDecision): string {
  if (decision.action === "widen") return `advance to ${shareText(decision.slice)}`;
  if (decision.action === "promote") return "promote";
  const reasons = decision.reasons.map(({ message }) => message).join("; ");
  return `${decision.action.replace("_", " ")}: ${reasons}`;
}

function versionsTable(versions: readonly VersionReport[], width: number): string {
  const right = (title: string, cell: (version: VersionReport) => string | number) =>
    ({ title, align: "right", leaves: 0, cells: versions.map((each) => String(cell(each))) }) as const;
  const columns = [
    { title: "", align: "left", leaves: 0, cells: versions.map(({ role }) => role) } as const,
    right("REVIEWS", ({ reviews }) => reviews),
    right("REJECTED", ({ rates }) => shareText(rates.rejection)),
    right("UNREADABLE", ({ rates }) => shareText(rates.incompatible)),
    right("FINDINGS", ({ findings }) => findings),
    right("DROPPED", ({ rates }) => shareText(rates.drop)),
    right("COERCED", ({ rates }) => shareText(rates.coercion)),
  ];
  return lines(renderColumns(columns, width, "…"));
}

function stepText({ event, at, by, slice, reason, overrides }: RolloutTransition): string {
  const who = by === undefined ? "" : ` by ${safeLine(by)}`;
  const why = reason === undefined ? "" : `: ${safeLine(reason)}`;
  const against = overrides === undefined ? "" : ` (against ${overrides.map(safeLine).join(", ")})`;
  return `${formatMinute(at)}  ${event.replace("_", " ")} to ${shareText(slice)}${who}${against}${why}`;
}

const lines = (rows: readonly string[]): string => rows.map((line) => `${line}\n`).join("");
