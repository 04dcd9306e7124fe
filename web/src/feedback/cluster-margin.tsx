import { Link } from "@tanstack/react-router";
import type { Schemas } from "../api/contract.ts";
import { Section } from "../components/section.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import { ClusterDays } from "./cluster-days.tsx";
import { ClusterRules } from "./cluster-rules.tsx";
import { TallyMarks } from "../components/tally-marks.tsx";
import { TRUSTS } from "./summary.ts";

const MAX_AUTHORS = 12;

export function ClusterMargin({ cluster }: { readonly cluster: Schemas["ClusterDetail"] }) {
  const { authors, days, ties } = cluster;
  return (
    <>
      <ClusterRules cluster={cluster} />
      <Section title="In the last 90 days">
        <ClusterDays days={days} />
      </Section>
      <Section title="Who said it" end={authors.length}>
        <ul className="grid gap-1 text-second">
          {authors.slice(0, MAX_AUTHORS).map(({ author, trust, count }) => (
            <li key={author} className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 break-words">
                <VisibleText text={author} />
                {trust === "person" ? "" : <span className="text-ink-3">, {TRUSTS[trust]}</span>}
              </span>
              <span className="flex items-center gap-2">
                <TallyMarks count={Math.min(count, 10)} />
                {count}
              </span>
            </li>
          ))}
        </ul>
      </Section>
      {ties.merged.length === 0 && ties.apart.length === 0 ? null : (
        <Section title="Manual changes">
          <Ties label="Merged into this one:" ids={ties.merged} />
          <Ties label="Kept apart from:" ids={ties.apart} />
        </Section>
      )}
    </>
  );
}

function Ties({ label, ids }: { readonly label: string; readonly ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <div className="mb-2 text-second text-ink-2">
      {label}{" "}
      {ids.slice(0, 8).map((id, at) => (
        <span key={id}>
          {at === 0 ? "" : ", "}
          <Link to="/clusters/$cluster" params={{ cluster: id }} search={{}}>
            {id.slice(0, 11)}
          </Link>
        </span>
      ))}
      {ids.length > 8 ? ` and ${ids.length - 8} more` : ""}
    </div>
  );
}
