import { Section } from "../parts/section.tsx";
import type { Proposal } from "./proposals-query.ts";
import { forWhom } from "./words.ts";
import { TYPE_WORDS } from "../rules/type-words.ts";

/** Whom and which files the rule reaches. */
export function WhereItGoes({ proposal: { version } }: { readonly proposal: Proposal }) {
  const { scope, type, insertion_point } = version;
  const rows: readonly (readonly [string, string])[] = [
    ["As", TYPE_WORDS[type]],
    ["Reaches", forWhom(scope.agents)],
    ["Place", insertion_point.replaceAll("_", " ")],
  ];
  return (
    <Section title="Where it goes">
      <dl className="grid grid-cols-[72px_minmax(0,1fr)] gap-y-1 text-second">
        {rows.map(([name, words]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="break-words">{words}</dd>
          </div>
        ))}
        <dt className="text-ink-3">Files</dt>
        <dd className="break-words">
          {scope.paths.length === 0
            ? "all"
            : scope.paths.map((path) => (
                <code key={path} className="mono mr-2">
                  {path}
                </code>
              ))}
        </dd>
      </dl>
    </Section>
  );
}
