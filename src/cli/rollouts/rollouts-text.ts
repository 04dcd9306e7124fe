import type { RolloutStatus } from "../../core/rollout/rollout-wire.ts";
import type { RolloutDecision, VersionReport } from "../../core/rollout/rollout-report.ts";
import type { RolloutRecord, RolloutTransition, VersionPair } from "../../core/rollout/rollout.ts";
import { renderField, formatMinute } from "../terminal/plain-text.ts";
import { renderTable } from "../terminal/table.ts";
import { safeLine } from "../terminal/safe-text.ts";

export const versionText = ({ schema_version, prompt_version }: VersionPair): string =>
  `${schema_version}/${prompt_version}`;

/** A share in percent with up to two decimals. */
export const shareText = (share: number): string => `${Number((share * 100).toFixed(2))} %`;

export const rolloutsTable = (rollouts: readonly RolloutRecord[], width: number): string =>
  renderTable(
    rollouts,
    [
      { title: "ID", cell: ({ id }) => id },
      { title: "FROM", cell: ({ baseline }) => versionText(baseline) },
      { title: "TO", cell: ({ candidate }) => versionText(candidate) },
      { title: "STAGE", cell: ({ stage }) => stage },
      { title: "SLICE", cell: ({ slice }) => shareText(slice) },
      { title: "CHANGED", leaves: 1, cell: ({ updatedAt }) => formatMinute(updatedAt) },
      { title: "BY", leaves: 2, cell: ({ startedBy, history }) => history.at(-1)?.by ?? startedBy },
    ],
    width,
  );

export function standingText({ rollout, report, decision }: RolloutStatus, width: number): string {
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

/** The checks are listed above, so only the reasons against going on are repeated. */
function nextText(decision: RolloutDecision): string {
  if (decision.action === "widen") return `advance to ${shareText(decision.slice)}`;
  if (decision.action === "promote") return "promote";
  const reasons = decision.reasons.map(({ message }) => message).join("; ");
  return `${decision.action.replace("_", " ")}: ${reasons}`;
}

const versionsTable = (versions: readonly VersionReport[], width: number): string =>
  renderTable(
    versions,
    [
      { title: "", cell: ({ role }) => role },
      { title: "REVIEWS", align: "right", cell: ({ reviews }) => reviews },
      { title: "REJECTED", align: "right", cell: ({ rates }) => shareText(rates.rejection) },
      { title: "UNREADABLE", align: "right", cell: ({ rates }) => shareText(rates.incompatible) },
      { title: "FINDINGS", align: "right", cell: ({ findings }) => findings },
      { title: "DROPPED", align: "right", cell: ({ rates }) => shareText(rates.drop) },
      { title: "COERCED", align: "right", cell: ({ rates }) => shareText(rates.coercion) },
    ],
    width,
  );

function stepText({ event, at, by, slice, reason, overrides }: RolloutTransition): string {
  const who = by === undefined ? "" : ` by ${safeLine(by)}`;
  const why = reason === undefined ? "" : `: ${safeLine(reason)}`;
  const against = overrides === undefined ? "" : ` (against ${overrides.map(safeLine).join(", ")})`;
  return `${formatMinute(at)}  ${event.replace("_", " ")} to ${shareText(slice)}${who}${against}${why}`;
}
