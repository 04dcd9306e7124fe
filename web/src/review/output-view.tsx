import { DiffView } from "./diff-view.tsx";
import type { Editing } from "./editing.ts";
import type { Output } from "./output.ts";
import { WholeView } from "./whole-view.tsx";

export function OutputView({ output, editing }: { readonly output: Output; readonly editing: Editing }) {
  return output.kind === "diff" ? (
    <DiffView diff={output.diff} editing={editing} />
  ) : (
    <WholeView output={output.text} isMarkdown={output.isMarkdown} editing={editing} />
  );
}
