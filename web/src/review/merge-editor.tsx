import { useEffect, useRef } from "react";
import { createMergeEditor, type MergeEditorOptions } from "./create-merge-editor.ts";

export function MergeEditor(options: MergeEditorOptions) {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const { isWide } = options;
  useEffect(() => {
    if (host.current === null) return;
    return createMergeEditor(host.current, {
      ...latest.current,
      isWide,
      changed: (text, isOriginal) => latest.current.changed(text, isOriginal),
      done: () => latest.current.done(),
      send: () => latest.current.send(),
    });
  }, [isWide]);
  return <div ref={host} />;
}
