import { Link } from "@tanstack/react-router";
import type { Schemas } from "../api/contract.ts";
import { Tag } from "../components/section.tsx";
import { Ago } from "../components/time.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import { Facts } from "../components/facts.tsx";
import { OUTCOMES } from "./feedback-search.ts";
import { Step } from "./step.tsx";
import { SOURCES, TRUSTS } from "./summary.ts";

type Feedback = Schemas["Feedback"];

const seen = (text: string | undefined) => (text === undefined ? undefined : <VisibleText text={text} />);

export function StepReceived({ record }: { readonly record: Feedback }) {
  const { source, author, original } = record;
  return (
    <Step title="Received" end={<Ago time={record.time} />}>
      <Facts
        rows={[
          ["From", SOURCES[source.kind]],
          ["Tool", seen(source.tool)],
          ["Reference", seen(source.ref)],
          ["Reply to", seen(source.reply_to)],
          [
            "By",
            <span key="author">
              <VisibleText text={author.id} />, {TRUSTS[author.trust]}
            </span>,
          ],
          [
            "Event",
            <span key="event" className="font-mono text-meta">
              {seen(record.event_id)}
            </span>,
          ],
        ]}
      />
      <Original original={original} />
    </Step>
  );
}

const formatOutcomeText = ({ outcome, claimed_outcome }: Feedback): string => {
  if (outcome !== null) return OUTCOMES[outcome];
  return claimed_outcome === undefined ? "a remark" : `claimed by the agent: ${OUTCOMES[claimed_outcome]}`;
};

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
    <Step title="Understood as" end={formatOutcomeText(record)}>
      <Facts
        rows={[
          ["Problem", seen(record.wrong)],
          ["Fix", seen(record.fix)],
          ["Comment", seen(record.comment)],
          ["Where", where],
          ["Severity", record.severity],
          ["Category", record.category],
          ["Run", record.run === undefined ? undefined : <Run key="run" run={record.run} />],
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

const COMMIT = /^[0-9a-f]{40}$/;

/** A run on a pull request is called like its commit. */
function Run({ run }: { readonly run: string }) {
  if (!COMMIT.test(run)) return <VisibleText text={run} />;
  return (
    <>
      <span className="font-mono text-meta">{run.slice(0, 12)}</span>{" "}
      <Link to="/why/$commit" params={{ commit: run }}>
        what the agent had been told
      </Link>
    </>
  );
}

const MAX_LINES = 200;
const KINDS = { "+": "bg-green-wash", "-": "bg-sunk line-through decoration-ink-3" } as const;

function CorrectionDiff({ diff }: { readonly diff: string }) {
  const lines = diff.split("\n");
  return (
    <pre
      className="mono mt-3 max-h-80 overflow-auto border-y border-hair-2 py-2"
      tabIndex={0}
      role="region"
      aria-label="Changes"
    >
      {lines.slice(0, MAX_LINES).map((line, at) => {
        const isHead = line.startsWith("+++") || line.startsWith("---");
        const kind = isHead ? "" : (KINDS[line[0] as keyof typeof KINDS] ?? "");
        return (
          <div key={at} className={`min-h-5 px-3 whitespace-pre ${kind} ${isHead ? "text-ink-3" : ""}`}>
            <VisibleText text={line} />
          </div>
        );
      })}
      {lines.length > MAX_LINES ? (
        <div className="px-3 text-ink-3">{lines.length - MAX_LINES} more</div>
      ) : null}
    </pre>
  );
}

const MAX_SHOWN = 20_000;

function Original({ original }: { readonly original: Schemas["Feedback"]["original"] }) {
  if (original.state === "erased") {
    return <p className="text-second text-ink-2">The original was erased at its author’s request.</p>;
  }
  const text = original.state === "whole" ? pretty(original.json) : original.excerpt;
  return (
    <details className="mt-3 text-second">
      <summary className="quiet min-h-6 cursor-pointer">
        Original{original.state === "truncated" ? `, first part of ${original.size} bytes` : ""}
      </summary>
      <pre
        className="mono mt-2 max-h-96 overflow-auto bg-sunk p-3 break-words whitespace-pre-wrap"
        tabIndex={0}
        role="region"
        aria-label="Original"
      >
        <VisibleText text={text.slice(0, MAX_SHOWN)} />
        {text.length > MAX_SHOWN ? "\n…" : ""}
      </pre>
      <p className="mt-1 text-meta break-all text-ink-3">SHA-256 {original.hash}</p>
    </details>
  );
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
