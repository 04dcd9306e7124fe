import { useState } from "react";
import { Mark } from "../components/mark.tsx";
import { EditSection } from "./edit-section.tsx";
import type { Editing } from "./use-editing.ts";
import { MarkdownView } from "./markdown-view.tsx";
import { EditedLines } from "./edited-lines.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import { ShowMore } from "./show-more.tsx";
import { DiffView } from "./diff-view.tsx";
import type { Output } from "./output.ts";

/** Longer Markdown is shown as source. */
const MAX_MARKDOWN = 200_000;
const FIRST = 1_500;
const MORE = 10_000;

function WholeView({
  output,
  isMarkdown,
  editing,
}: {
  readonly output: string;
  readonly isMarkdown: boolean;
  readonly editing: Editing;
}) {
  const canBeSet = isMarkdown && output.length <= MAX_MARKDOWN;
  const [isSource, setSource] = useState(!canBeSet);
  const edited = editing.edits[0];
  const text = output.replaceAll("\r\n", "\n");
  if (editing.open === 0) {
    return (
      <EditSection
        agent={editing.agent}
        original={text}
        text={edited ?? text}
        firstLine={1}
        change={(changed) => editing.change(0, changed)}
        done={editing.done}
        send={editing.send}
      />
    );
  }
  return (
    <section data-part={0} aria-label={`What ${editing.agent} wrote`} className="border-t border-hair-2">
      <div className="flex min-h-9 items-center gap-4 pr-5 pl-5 text-second text-ink-2 md:pl-[68px]">
        {edited === undefined ? null : (
          <span className="flex items-center gap-1">
            <Mark name="caret" tone="red" size={14} />
            Changed by you
          </span>
        )}
        {isMarkdown && edited === undefined ? (
          <button
            type="button"
            className="quiet min-h-6"
            disabled={!canBeSet}
            onClick={() => setSource(!isSource)}
          >
            {isSource ? "Rendered" : "Source"}
          </button>
        ) : null}
        {canBeSet || !isMarkdown ? null : "Too long to render as Markdown."}
        {editing.isAllowed ? (
          <button type="button" className="quiet ml-auto min-h-6" onClick={() => editing.start(0)}>
            Edit
          </button>
        ) : null}
      </div>
      {edited !== undefined ? (
        <EditedLines original={text} text={edited} firstLine={1} />
      ) : canBeSet && !isSource ? (
        <MarkdownView text={text} written={<PlainText text={text} />} />
      ) : (
        <PlainText text={text} />
      )}
    </section>
  );
}

function PlainText({ text }: { readonly text: string }) {
  const [limit, setLimit] = useState(FIRST);
  const lines = text.split("\n");
  const shown = lines.length <= limit ? text : lines.slice(0, limit).join("\n");
  return (
    <>
      <div className="max-w-[84ch] px-5 pt-1 pb-10 text-row leading-[23px] break-words whitespace-pre-wrap [font-variant-ligatures:none] [tab-size:4] md:pr-8 md:pl-[68px]">
        <VisibleText text={shown} />
      </div>
      <ShowMore shown={limit} all={lines.length} step={MORE} more={setLimit} />
    </>
  );
}

export function OutputView({
  output,
  editing,
  seen,
  setSeen,
}: {
  readonly output: Output;
  readonly editing: Editing;
  readonly seen: readonly number[];
  readonly setSeen: (seen: readonly number[]) => void;
}) {
  return output.kind === "diff" ? (
    <DiffView diff={output.diff} editing={editing} seen={seen} setSeen={setSeen} />
  ) : (
    <WholeView output={output.text} isMarkdown={output.isMarkdown} editing={editing} />
  );
}
