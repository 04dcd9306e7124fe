import type { Schemas } from "../api/contract.ts";
import { Tag } from "../parts/section.tsx";
import { Ago } from "../parts/time.tsx";
import { VisibleText } from "../parts/visible-text.tsx";
import { CorrectionDiff } from "./correction-diff.tsx";
import { Facts } from "./facts.tsx";
import { OUTCOMES } from "./feedback-search.ts";
import { Original } from "./original.tsx";
import { Step } from "./step.tsx";
import { SOURCES, TRUSTS } from "./words-of.ts";

type Feedback = Schemas["Feedback"];

const seen = (text: string | undefined) => (text === undefined ? undefined : <VisibleText text={text} />);

/** What came in, from where, and how far it is trusted. */
export function StepGiven({ record }: { readonly record: Feedback }) {
  const { source, author, original } = record;
  return (
    <Step title="It came in" end={<Ago time={record.time} />}>
      <Facts
        rows={[
          ["From", SOURCES[source.kind]],
          ["Tool", seen(source.tool)],
          ["Known there as", seen(source.ref)],
          ["In answer to", seen(source.reply_to)],
          [
            "By",
            <>
              <VisibleText text={author.id} />, {TRUSTS[author.trust]}
            </>,
          ],
          ["Event", <span className="font-mono text-meta">{seen(record.event_id)}</span>],
        ]}
      />
      <Original original={original} />
    </Step>
  );
}

const readAs = ({ outcome, claimed_outcome }: Feedback): string => {
  if (outcome !== null) return OUTCOMES[outcome];
  return claimed_outcome === undefined ? "a remark" : `claimed by the agent: ${OUTCOMES[claimed_outcome]}`;
};

/** What was understood of it: the one neutral record. */
export function StepRead({ record }: { readonly record: Feedback }) {
  const { correction, target } = record;
  const location = target?.location;
  const where =
    target?.path === undefined && location === undefined ? undefined : (
      <span className="font-mono text-meta">
        <VisibleText text={target?.path ?? ""} />
        {location === undefined
          ? ""
          : location.type === "lines"
            ? `:${location.line}${location.end_line === location.line ? "" : `–${location.end_line}`}`
            : ` ${location.type} ${location.reference}`}
      </span>
    );
  return (
    <Step title="It was read as" end={readAs(record)}>
      <Facts
        rows={[
          ["What is wrong", seen(record.wrong)],
          ["What to do", seen(record.fix)],
          ["Comment", seen(record.comment)],
          ["Where", where],
          ["How bad", record.severity],
          ["About", record.category],
          ["Run", seen(record.run)],
          ["Task", seen(record.task)],
          ["Gate", seen(record.gate)],
        ]}
      />
      {record.tags.length === 0 ? null : (
        <p className="mt-2 flex flex-wrap gap-2">
          {record.tags.map((tag) => (
            <Tag key={tag}>
              <VisibleText text={tag} />
            </Tag>
          ))}
        </p>
      )}
      {correction?.diff === undefined ? null : <CorrectionDiff diff={correction.diff} />}
    </Step>
  );
}
