import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../api/api.ts";
import type { Schemas } from "../api/contract.ts";
import { useDebounced } from "../hooks/use-debounced.ts";
import { Section, Tag } from "../components/section.tsx";
import { Failed, Skeleton } from "../components/states.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import { plural } from "../lib/format.ts";
import { Diagnostics } from "./diagnostics.tsx";
import { RecordForm } from "./record-form.tsx";
import { ResultHead, ResultSheet } from "./result-head.tsx";
import type { TryDraft } from "./try-page.tsx";
import { queryKeys } from "../api/query-keys.ts";
import { defined } from "../lib/defined.ts";

export function ReviewResult({ text, files, change, mark }: TryDraft) {
  const settled = useDebounced(files);
  const changed_files = settled
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const body = {
    raw: text,
    ...defined({ changed_files: changed_files.length === 0 ? undefined : changed_files }),
  };
  const { data, error, isPending, refetch } = useQuery({
    queryKey: queryKeys.try.review(body),
    // Trials must not affect the reviewer's statistics.
    queryFn: ({ signal }) => api("checkReview", { body: { ...body, count: false }, signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  });
  useEffect(() => {
    mark(text, []);
  }, [mark, text]);
  if (error !== null) return <Failed error={error} retry={() => void refetch()} />;
  if (isPending) return <Skeleton rows={2} />;
  const findings = data.result?.findings ?? [];
  const dropped = data.diagnostics.filter(({ kind }) => kind === "finding_dropped").length;
  return (
    <ResultSheet>
      {data.status === "accepted" ? (
        <ResultHead
          mark="stet"
          tone="green"
          end={dropped === 0 ? undefined : `${plural(dropped, "finding")} dropped`}
        >
          {findings.length === 0
            ? "Accepted: a clean review."
            : `Accepted, with ${plural(findings.length, "finding")}.`}
        </ResultHead>
      ) : (
        <ResultHead mark="dele" tone="ink">
          Rejected: nothing usable.
        </ResultHead>
      )}
      <Diagnostics diagnostics={data.diagnostics} />
      {findings.length === 0 ? null : (
        <Section title="Accepted findings" end={findings.length}>
          <ul className="grid gap-4">
            {findings.map((finding) => (
              <FindingLine key={finding.id} finding={finding} />
            ))}
          </ul>
        </Section>
      )}
      <Section title="Changed files" end="one per line">
        <textarea
          className="field mono"
          rows={3}
          value={files}
          aria-label="Changed files, one per line"
          placeholder="Optional. Findings outside these files are dropped"
          onChange={(event) => change({ files: event.target.value })}
        />
      </Section>
      {findings.length === 0 ? null : (
        <RecordForm
          what={plural(findings.length, "finding")}
          record={async (agent) => {
            const { recorded } = await api("checkReview", {
              body: { ...body, count: false, record: { agent } },
            });
            return recorded?.items.map(({ feedback_id }) => feedback_id) ?? [];
          }}
        />
      )}
    </ResultSheet>
  );
}

function FindingLine({ finding }: { readonly finding: Schemas["Finding"] }) {
  const { title, message, suggestion, file, line, end_line, severity, category } = finding;
  return (
    <li>
      <p className="serif text-rule break-words">
        <VisibleText text={title} />
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-meta text-ink-3">
        <span className="font-mono break-all">
          <VisibleText text={file} />:{line}
          {end_line === undefined ? "" : `–${end_line}`}
        </span>
        <Tag>{severity}</Tag>
        <Tag>{category}</Tag>
      </p>
      <p className="mt-1 max-w-[70ch] text-second break-words text-ink-2">
        <VisibleText text={message} />
      </p>
      {suggestion === undefined ? null : (
        <p className="mt-1 max-w-[70ch] border-l-2 border-hair-2 pl-3 text-second break-words">
          <VisibleText text={suggestion} />
        </p>
      )}
    </li>
  );
}
