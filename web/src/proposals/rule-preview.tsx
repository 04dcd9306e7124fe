import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { Mark } from "../components/mark.tsx";
import { MarkedText } from "./marked-text.tsx";
import { namesIn, type RuleDraft } from "./rule-draft.ts";
import { WarningList } from "./text-warnings.tsx";
import { useDebounced } from "../hooks/use-debounced.ts";
import { VisibleText } from "../components/visible-text.tsx";
import { plural } from "../lib/format.ts";
import { queryKeys } from "../api/query-keys.ts";
import { defined } from "../lib/defined.ts";

export function RulePreview({
  draft,
  ruleId,
}: {
  readonly draft: RuleDraft;
  readonly ruleId?: string | undefined;
}) {
  const { text, type, agents, paths } = useDebounced(draft, 250);
  const body = {
    text,
    type,
    scope: { agents: namesIn(agents).slice(0, 64), paths: namesIn(paths).slice(0, 32) },
    ...defined({ rule_id: ruleId }),
  };
  const { data, error } = useQuery({
    queryKey: queryKeys.lint.rule(body),
    queryFn: ({ signal }) => api("checkRule", { body, signal }),
    placeholderData: keepPreviousData,
  });
  if (error !== null) {
    return <p className="text-second text-ink-2">Can’t check it right now: {error.message}</p>;
  }
  if (data === undefined || text.trim() === "") {
    return (
      <p className="text-second text-ink-3">The preview shows what agents will read, and any conflicts.</p>
    );
  }
  const changed = data.changes?.some(({ kind }) => kind !== "same") === true ? data.changes : null;
  return (
    <section aria-label="Preview" className="border-y border-hair-2 py-3">
      {changed === null ? null : (
        <p className="serif mb-2 text-note">
          <MarkedText changes={changed} />
        </p>
      )}
      <dl className="grid grid-cols-[92px_minmax(0,1fr)] gap-y-1 text-second">
        <dt className="text-ink-3">Agents read</dt>
        <dd className="mono break-words">{data.rendered}</dd>
        <dt className="text-ink-3">Costs</dt>
        <dd>{plural(data.token_cost, "token")} a run</dd>
      </dl>
      <div className="mt-2" role="status">
        {data.warnings.length === 0 && data.related.length === 0 ? (
          <p className="flex gap-3 text-second text-ink-2">
            <Mark name="stet" tone="green" />
            No warnings, conflicts or duplicates.
          </p>
        ) : (
          <WarningList text={text} warnings={data.warnings} />
        )}
        {data.related.map(({ rule_id, relation, text: other, standing }) => (
          <p key={`${rule_id}-${standing}`} className="flex gap-3 text-second">
            <Mark
              name={relation === "conflict" ? "tr" : "close"}
              tone={relation === "conflict" ? "red" : "ink"}
            />
            <span>
              {relation === "conflict" ? "Contradicts" : "Says the same as"}{" "}
              <span className="serif italic">
                “<VisibleText text={other} isOneLine />”
              </span>
              {standing === "in_force" ? ", in force" : ", also waiting"}
            </span>
          </p>
        ))}
      </div>
    </section>
  );
}
