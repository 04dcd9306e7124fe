import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Mark } from "../components/mark.tsx";
import { Section } from "../components/section.tsx";
import { Ago } from "../components/time.tsx";
import type { Member, Proposal } from "./proposal-queries.ts";
import { VisibleText } from "../components/visible-text.tsx";
import { countWord } from "../lib/format.ts";

const FIRST = 3;

export function Corrections({ proposal: { evidence } }: { readonly proposal: Proposal }) {
  const [all, setAll] = useState(false);
  const { members, examples, occurrences } = evidence;
  if (members.length === 0) return null;
  const shown = all ? members : members.slice(0, FIRST);
  return (
    <Section
      title="Corrections"
      end={
        members.length > shown.length ? (
          <button type="button" className="quiet" onClick={() => setAll(true)}>
            {occurrences === members.length
              ? `All ${countWord(occurrences)}`
              : `The newest ${members.length}`}
          </button>
        ) : (
          `${shown.length} of ${occurrences}, latest first`
        )
      }
    >
      {shown.map((member) => (
        <Correction
          key={member.feedback_id}
          member={member}
          example={examples.find(
            ({ feedback_id, before, after }) => feedback_id === member.feedback_id && before + after !== "",
          )}
        />
      ))}
    </Section>
  );
}

const SOURCES: Readonly<Record<Member["source"], string>> = {
  review: "Review finding",
  signal: "Detected failure",
  rejection: "Rejection",
  decision: "Decision",
  actionable: "Feedback document",
  sarif: "Static analysis",
  github_comment: "GitHub review",
  jsonl: "Imported",
};

const OUTCOMES = {
  rejected: ["dele", "Rejected"],
  approved_with_changes: ["caret", "Approved with changes"],
  approved: ["stet", "Approved"],
} as const;

function Correction({
  member,
  example,
}: {
  readonly member: Member;
  readonly example: Proposal["evidence"]["examples"][number] | undefined;
}) {
  const { feedback_id, agent, path, author, trust, time, said, source, ref, outcome } = member;
  const [mark, word] = outcome === null ? (["query", "Remark"] as const) : OUTCOMES[outcome];
  return (
    <article className="grid grid-cols-[20px_minmax(0,1fr)] gap-x-3 border-b border-hair py-3 last:border-0">
      <Mark name={mark} label={word} />
      <div className="min-w-0">
        <p className="flex flex-wrap justify-between gap-x-4 text-second">
          <span className="min-w-0 break-words">
            <span className="font-semibold">{agent ?? "no agent"}</span>
            {path === null ? null : (
              <>
                {" in "}
                <code className="mono">{path}</code>
              </>
            )}
          </span>
          <span className="text-ink-2">
            {author}
            {trust === "person" ? "" : trust === "reviewer_bot" ? " (a review bot)" : " (a tool)"},{" "}
            <Ago time={time} />
          </span>
        </p>
        {example === undefined ? null : (
          <dl className="mono mt-1 grid grid-cols-[56px_minmax(0,1fr)] text-ink-2">
            <dt className="font-sans text-meta leading-5 text-ink-3">wrote</dt>
            <dd className="bg-sunk px-2 break-words">
              <s className="decoration-ink-3">
                <VisibleText text={example.before} />
              </s>
            </dd>
            <dt className="font-sans text-meta leading-5 text-ink-3">wanted</dt>
            <dd className="bg-green-wash px-2 break-words text-ink">
              <VisibleText text={example.after} />
            </dd>
          </dl>
        )}
        {said === "" ? null : (
          <p className="serif mt-1 text-quote break-words">
            <VisibleText text={said} />
          </p>
        )}
        <p className="mt-1 flex flex-wrap gap-x-3 text-meta text-ink-3">
          <span className="min-w-0 break-all">
            {SOURCES[source]}
            {ref === null ? "" : ` ${ref}`}
          </span>
          <Link to="/feedback/$feedback" params={{ feedback: feedback_id }} aria-label={`History: ${said}`}>
            history
          </Link>
        </p>
      </div>
    </article>
  );
}
