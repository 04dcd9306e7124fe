import type { Schemas } from "../api/contract.ts";
import { Mark, type MarkName } from "../components/mark.tsx";
import { Section } from "../components/section.tsx";
import { capitalize } from "../lib/format.ts";
import { VisibleText } from "../components/visible-text.tsx";

type Diagnostic = Schemas["ReviewDiagnostic"];

const KINDS: Readonly<Record<Diagnostic["kind"], { readonly title: string; readonly mark: MarkName }>> = {
  response_rejected: { title: "Why it was rejected", mark: "dele" },
  finding_dropped: { title: "Dropped findings", mark: "dele" },
  repair_applied: { title: "Repairs to the text", mark: "caret" },
  coercion_applied: { title: "Corrected values", mark: "caret" },
  warning: { title: "Worth knowing", mark: "query" },
};

const MAX_SHOWN = 100;

export function Diagnostics({ diagnostics }: { readonly diagnostics: readonly Diagnostic[] }) {
  return (Object.keys(KINDS) as Diagnostic["kind"][]).map((kind) => {
    const these = diagnostics.filter((each) => each.kind === kind);
    if (these.length === 0) return null;
    const { title, mark } = KINDS[kind];
    return (
      <Section key={kind} title={title} end={these.length}>
        <ul className="grid gap-3">
          {these.slice(0, MAX_SHOWN).map((each, at) => (
            <li key={at} className="grid grid-cols-[20px_minmax(0,1fr)] gap-3 text-second">
              <Mark name={mark} />
              <div className="min-w-0">
                <p className="break-words">
                  <VisibleText text={capitalize(each.message)} />.
                </p>
                <p className="flex flex-wrap gap-x-3 text-meta text-ink-3">
                  <span>{each.reason}</span>
                  {each.path === undefined ? null : (
                    <span className="font-mono break-all">
                      <VisibleText text={each.path} />
                    </span>
                  )}
                  {each.from === undefined && each.to === undefined ? null : (
                    <span className="min-w-0 font-mono break-all">
                      {each.from === undefined ? "nothing" : <Value of={each.from} />}
                      {each.to === undefined ? null : (
                        <>
                          {" → "}
                          <Value of={each.to} />
                        </>
                      )}
                    </span>
                  )}
                </p>
              </div>
            </li>
          ))}
        </ul>
        {these.length > MAX_SHOWN ? (
          <p className="mt-2 text-meta text-ink-3">{these.length - MAX_SHOWN} more</p>
        ) : null}
      </Section>
    );
  });
}

function Value({ of }: { readonly of: unknown }) {
  const text = JSON.stringify(of) ?? String(of);
  return <VisibleText text={text.length > 120 ? `${text.slice(0, 120)}…` : text} />;
}
