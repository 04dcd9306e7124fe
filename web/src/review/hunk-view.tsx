import { Mark } from "../components/mark.tsx";
import { countChangedLines } from "./diff.ts";
import { DiffRow } from "./diff-row.tsx";
import type { Place } from "./draft.ts";
import { resultOf } from "./edit-diff.ts";
import type { Hunk } from "./parse-diff.ts";
import { EditSection } from "./edit-section.tsx";
import type { Editing } from "./use-editing.ts";
import { EditedLines } from "./edited-lines.tsx";
import { VisibleText } from "../components/visible-text.tsx";

export function HunkView({
  hunk,
  path,
  skipped,
  limit,
  isResult,
  editing,
}: {
  readonly hunk: Hunk;
  readonly path: string;
  readonly skipped: number;
  readonly limit: number;
  readonly isResult: boolean;
  readonly editing: Editing;
}) {
  const { index, afterStart, section } = hunk;
  const original = resultOf(hunk);
  const edited = editing.edits[index];
  const isOpen = editing.open === index;
  const lines = isResult ? hunk.lines.filter(({ kind }) => kind !== "removed") : hunk.lines;
  return (
    <section data-part={index} aria-label={`${path}, line ${afterStart}`}>
      <div className="group flex min-h-8 items-center gap-3 pt-1 pr-4 pl-5 text-meta text-ink-3 md:pl-[68px]">
        {skipped === 0 ? null : (
          <span className="shrink-0">
            {skipped === 1 ? "1 unchanged line" : `${skipped} unchanged lines`}
          </span>
        )}
        <code className="mono truncate">{section === "" ? `line ${afterStart}` : section}</code>
        {edited === undefined || isOpen ? null : (
          <span className="flex items-center gap-1 text-ink-2">
            <Mark name="caret" tone="red" size={14} />
            {formatLines(countChangedLines(original, edited))} changed by you
          </span>
        )}
        {isOpen || !editing.isAllowed ? null : (
          <button
            type="button"
            className="quiet ml-auto min-h-6 opacity-0 group-hover:opacity-100 focus-visible:opacity-100 max-lg:opacity-100"
            aria-label={`Edit from line ${afterStart}`}
            onClick={() => editing.start(index)}
          >
            Edit
          </button>
        )}
      </div>
      {isOpen ? (
        <EditSection
          agent={editing.agent}
          original={original}
          text={edited ?? original}
          firstLine={afterStart}
          change={(text) => editing.change(index, text)}
          done={editing.done}
          send={editing.send}
        />
      ) : edited === undefined ? (
        lines.slice(0, limit).map(({ kind, text, before, after }, at) => (
          <DiffRow
            key={at}
            kind={isResult ? "same" : kind}
            before={before}
            after={after}
            isChosen={isWithin(editing.place, path, after)}
            choose={
              editing.choose === undefined || after === null
                ? undefined
                : (isRange) => editing.choose?.(path, after, isRange)
            }
          >
            {kind === "removed" ? <VisibleText text={text} /> : <HighlightedCode text={text} />}
          </DiffRow>
        ))
      ) : (
        <EditedLines original={original} text={edited} firstLine={afterStart} />
      )}
    </section>
  );
}

const isWithin = (place: Place | null, path: string, line: number | null): boolean =>
  place !== null && line !== null && place.path === path && line >= place.line && line <= place.end_line;

const formatLines = (lines: number): string => (lines === 1 ? "1 line" : `${lines} lines`);

/** A rough highlighter for most languages. */
const TOKENS =
  /(?<comment>\/\/.*|(?<=^|\s)#(?![0-9a-f]{3,8}\b|!?\[|include\b).*|^\s*\*.*|\/\*.*)|(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`)|(?<keyword>\b(?:abstract|as|async|await|break|case|catch|class|const|continue|def|default|del|do|elif|else|enum|export|extends|finally|fn|for|from|func|function|if|impl|implements|import|in|interface|let|match|mod|module|mut|namespace|new|package|pass|private|protected|pub|public|raise|readonly|return|static|struct|super|switch|throw|trait|try|type|use|var|while|with|yield)\b)/g;

/** Longer lines are not highlighted. */
const MAX = 500;

function HighlightedCode({ text }: { readonly text: string }) {
  if (text.length > MAX) return <VisibleText text={text} />;
  const nodes = [];
  let at = 0;
  for (const { 0: token, index, groups } of text.matchAll(TOKENS)) {
    if (index > at) nodes.push(<VisibleText key={at} text={text.slice(at, index)} />);
    const className =
      groups?.["comment"] !== undefined
        ? "text-ink-2 italic"
        : groups?.["string"] !== undefined
          ? "text-green"
          : "font-semibold";
    nodes.push(
      <span key={`${index} token`} className={className}>
        <VisibleText text={token} />
      </span>,
    );
    at = index + token.length;
  }
  if (at < text.length) nodes.push(<VisibleText key={at} text={text.slice(at)} />);
  return nodes;
}
