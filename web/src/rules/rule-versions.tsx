import type { Schemas } from "../api/contract.ts";
import { Section } from "../components/section.tsx";
import { plural } from "../lib/format.ts";
import { formatDay } from "../lib/format-date.ts";
import { ruleText } from "./rule-state.ts";
import { diffWords } from "../review/diff.ts";

type Version = Schemas["RuleVersion"];

const STATUS: Readonly<Record<Version["status"], string>> = {
  pending: "waiting for approval",
  in_force: "in force",
  superseded: "superseded",
  rejected: "rejected",
  expired: "expired",
  retired: "retired",
};

export function RuleVersions({ versions }: { readonly versions: readonly Version[] }) {
  return (
    <Section title="Versions" end={versions.length === 1 ? "one" : `${versions.length}, newest first`}>
      <ol>
        {versions.toReversed().map((version) => (
          <li key={version.version} className="border-b border-hair py-3 last:border-0">
            <p className="flex flex-wrap items-baseline gap-x-3 text-meta text-ink-3">
              <b className="text-second font-semibold text-ink">Version {version.version}</b>
              <span className={version.status === "in_force" ? "text-green" : ""}>
                {STATUS[version.status]}
              </span>
              <span>
                {formatDay(version.proposed_at)}, by {version.proposed_by.id}
              </span>
              {version.approvals.length === 0 ? null : (
                <span>approved by {version.approvals.map(({ by }) => by).join(" and ")}</span>
              )}
              <span>{plural(version.token_cost, "token")}</span>
            </p>
            <Changed
              version={version}
              before={versions.find((each) => each.version === version.version - 1)}
            />
            {version.note === null || version.note === "" ? null : (
              <p className="mt-1 text-second text-ink-2">
                <q className="serif">{version.note}</q>
              </p>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Changed({ version, before }: { readonly version: Version; readonly before: Version | undefined }) {
  if (before === undefined || before.wants_words !== undefined) {
    return <p className="serif mt-1 text-rule">{ruleText(version)}</p>;
  }
  const scope = (of: Version): string =>
    `${of.scope.agents.join(", ") || "every agent"}${of.scope.paths.length === 0 ? "" : `, in ${of.scope.paths.join(", ")}`}`;
  const [was, is] = [scope(before), scope(version)];
  return (
    <>
      <p className="serif mt-1 text-rule">
        {diffWords(before.text, version.text).map(({ kind, text }, at) => (
          <span key={at}>
            {at === 0 ? null : " "}
            {kind === "removed" ? (
              <del className="bg-sunk text-ink-3">{text}</del>
            ) : kind === "added" ? (
              <ins className="bg-green-wash text-green decoration-1 underline-offset-3">{text}</ins>
            ) : (
              text
            )}
          </span>
        ))}
      </p>
      {was === is ? null : (
        <p className="mt-1 text-second text-ink-2">
          for <del className="text-ink-3">{was}</del> <ins className="text-green">{is}</ins>
        </p>
      )}
    </>
  );
}
