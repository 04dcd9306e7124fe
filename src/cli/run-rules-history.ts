import type { Rule, RuleVersion } from "../core/rule/rule.ts";
import type { CliContext } from "./cli-context.ts";
import { findRule } from "./find-by-prefix.ts";
import type { StoreOptions } from "./rules-options.ts";
import type { RulesPorts } from "./rules-ports.ts";
import { inRulesStore, toJson } from "./rules-session.ts";
import { indented, minuteOf, scopeText, widthOf } from "./rules-text.ts";
import { safeLine } from "./safe-text.ts";
import { type Paint, painter } from "./style.ts";

export async function runRulesHistory(
  id: string,
  options: StoreOptions,
  context: CliContext,
  ports: RulesPorts,
): Promise<void> {
  const { io } = context;
  await inRulesStore(options, context, ports, async ({ store }) => {
    const rule = await findRule(store.rules, id);
    if (options.json === true)
      return toJson({ rule_id: rule.id, status: rule.status, versions: rule.versions });
    const versions = rule.versions.map((version) => renderVersion(rule, version, widthOf(io), painter(io)));
    return `${painter(io)("bold", safeLine(rule.id))}  ${rule.status}\n\n${versions.join("\n")}`;
  });
}

function renderVersion(rule: Rule, version: RuleVersion, width: number, paint: Paint): string {
  const acts = actsOf(rule, version).toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return [
    `${paint("bold", `version ${version.version}`)}  ${version.status.replace("_", " ")}, for ${scopeText(version.scope)}\n`,
    indented(version.text, width),
    ...acts.map(({ at, said }) => indented(`${minuteOf(at)}  ${said}`, width, 4)),
  ].join("");
}

interface Act {
  readonly at: string;
  readonly said: string;
}

const ORIGINS = {
  proposed: "proposed",
  proposed_again: "proposed again",
  modified: "modified",
  rolled_back: "rolled back",
} as const;

/** What happened to a version, as the rule itself tells it. */
function actsOf(rule: Rule, version: RuleVersion): readonly Act[] {
  const { origin, restores, note, proposed_by, proposed_at, decided_at, quorum, rejection, retirement } =
    version;
  const to = restores === null ? "" : ` to version ${restores}`;
  const why = (reason: string | null): string => (reason === null || reason === "" ? "" : `: ${reason}`);
  const flag = rule.flag?.version === version.version ? rule.flag : null;
  return [
    { at: proposed_at, said: `${ORIGINS[origin]}${to} by ${proposed_by.id}${why(note)}` },
    ...version.approvals.map(({ by, at }) => ({ at, said: `approved by ${by}` })),
    ...version.deferrals.map(({ by, at, reason, until }) => ({
      at,
      said: `put off until ${minuteOf(until)} by ${by}${why(reason)}`,
    })),
    ...(quorum === null || decided_at === null ? [] : [{ at: decided_at, said: "came into force" }]),
    ...(version.status === "expired" && decided_at !== null ? [{ at: decided_at, said: "expired" }] : []),
    ...(rejection === null
      ? []
      : [{ at: rejection.at, said: `rejected by ${rejection.by}${why(rejection.reason)}` }]),
    ...(flag === null
      ? []
      : [{ at: flag.at, said: `flagged ${flag.verdict} by ${flag.by}${why(flag.reason)}` }]),
    ...(retirement === null
      ? []
      : [{ at: retirement.at, said: `retired by ${retirement.by}${why(retirement.reason)}` }]),
  ];
}
