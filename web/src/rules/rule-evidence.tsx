import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../api/api.ts";
import { Section } from "../components/section.tsx";
import { Ago } from "../components/time.tsx";
import { plural } from "../lib/format.ts";
import { queryKeys } from "../api/query-keys.ts";
import { FromPack } from "./from-pack.tsx";
import type { Schemas } from "../api/contract.ts";

const SHOWN = 5;

export function RuleEvidence({
  cluster,
  version: { evidence, pack },
}: {
  readonly cluster: string | null;
  readonly version: Pick<Schemas["RuleVersion"], "evidence" | "pack">;
}) {
  const { data, isError } = useQuery({
    queryKey: queryKeys.clusters.members(cluster, SHOWN),
    enabled: cluster !== null,
    queryFn: ({ signal }) =>
      api("listClusterMembers", { params: { cluster_id: cluster ?? "" }, query: { limit: SHOWN }, signal }),
  });
  // A rule from a pack has no feedback until its mistake happens here.
  if (cluster === null || (pack !== undefined && isError)) {
    return (
      <Section title="Evidence">
        <p className="text-second text-ink-2">
          <FromPack pack={pack} />{" "}
          {evidence.length === 0
            ? pack === undefined
              ? "Proposed by a person; no corrections attached."
              : "It was not corrected here yet."
            : `${plural(evidence.length, "correction")}, attached by hand.`}
        </p>
      </Section>
    );
  }
  return (
    <Section
      title="Evidence"
      end={
        <Link to="/clusters/$cluster" params={{ cluster }}>
          All feedback
        </Link>
      }
    >
      {pack === undefined ? null : (
        <p className="text-second text-ink-2">
          <FromPack pack={pack} />
        </p>
      )}
      <ul>
        {(data?.items ?? []).map(({ feedback_id, author, agent, time, feedback }) => (
          <li key={feedback_id} className="border-b border-hair py-2 last:border-0">
            <Link
              to="/feedback/$feedback"
              params={{ feedback: feedback_id }}
              className="plain-link serif block py-0.5 text-quote hover:underline"
            >
              {feedback?.comment ?? feedback?.wrong ?? feedback?.text ?? "Deleted."}
            </Link>
            <p className="text-meta text-ink-3">
              {author}
              {agent === null ? "" : ` to ${agent}`}, <Ago time={time} />
              {feedback?.path === null || feedback?.path === undefined ? "" : `, ${feedback.path}`}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
