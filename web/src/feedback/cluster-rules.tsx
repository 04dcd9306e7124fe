import { Link } from "@tanstack/react-router";
import type { Schemas } from "../api/contract.ts";
import { Mark, type MarkName } from "../components/mark.tsx";
import { Section } from "../components/section.tsx";
import { PendingChange } from "../rules/pending-change.tsx";
import { ruleText } from "../rules/rule-state.ts";
import { VisibleText } from "../components/visible-text.tsx";

type Status = Schemas["RuleSummary"]["status"];

export const RULE_MARKS: Readonly<Record<Status, readonly [MarkName, "ink" | "green" | "red"]>> = {
  proposed: ["caret", "red"],
  active: ["stet", "green"],
  flagged: ["query", "red"],
  rejected: ["dele", "ink"],
  expired: ["dele", "ink"],
  retired: ["dele", "ink"],
};

export const RULE_WORDS: Readonly<Record<Status, string>> = {
  proposed: "waiting for approval",
  active: "active",
  flagged: "flagged",
  rejected: "rejected",
  expired: "expired without a decision",
  retired: "retired",
};

export function ClusterRules({ cluster }: { readonly cluster: Schemas["ClusterDetail"] }) {
  return (
    <Section title={cluster.rules.length === 1 ? "Its rule" : "Its rules"}>
      {cluster.rules.length === 0 ? (
        <p className="text-second text-ink-2">
          None yet. Emend proposes one after three corrections, or two people who say the same.
        </p>
      ) : (
        <ul className="grid gap-3">
          {cluster.rules.map((rule) => (
            <RuleLine key={rule.id} rule={rule} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function RuleLine({ rule }: { readonly rule: Schemas["RuleSummary"] }) {
  const [name, tone] = RULE_MARKS[rule.status];
  return (
    <li className="flex items-start gap-3">
      <Mark name={name} tone={tone} />
      <div className="min-w-0">
        <RuleLink rule={rule} />
        <p className="text-meta text-ink-3">{RULE_WORDS[rule.status]}</p>
        <PendingChange rule={rule} />
      </div>
    </li>
  );
}

export function RuleLink({
  rule,
}: {
  readonly rule: Pick<Schemas["RuleSummary"], "id" | "status" | "text" | "wants_words">;
}) {
  return (
    <Link
      to={rule.status === "proposed" ? "/proposals/$rule" : "/rules/$rule"}
      params={{ rule: rule.id }}
      search={{}}
      className="serif text-rule break-words"
    >
      <VisibleText text={ruleText(rule)} />
    </Link>
  );
}
