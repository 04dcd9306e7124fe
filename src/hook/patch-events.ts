import { parseAgentPatch, type PatchedFile } from "../core/change/agent-patch.ts";
import { defined } from "../core/defined.ts";
import type { FileEdit } from "./file-edit.ts";
import type { HookEvent } from "./hook-event.ts";

/** Each takes a look at the file and at what is known of it. */
const MAX_FILES = 20;

/** The events of a tool that changes files by a patch: one for each file. */
export function patchEvents(event: HookEvent, patch: string): readonly HookEvent[] {
  const files = parseAgentPatch(patch).slice(0, MAX_FILES);
  if (files.length === 0) return [event];
  return files.map((file) => {
    const edit = editOf(file);
    return event.kind === "after_tool"
      ? { ...event, path: file.to ?? file.path, ...defined({ edit }) }
      : { ...event, kind: "before_edit", path: file.path, ...defined({ edit }) };
  });
}

/** Undefined for a file that is deleted. */
function editOf({ kind, hunks }: PatchedFile): FileEdit | undefined {
  if (kind === "delete") return undefined;
  if (kind === "add") return { text: `${hunks[0]?.after ?? ""}\n`, replacements: [] };
  return {
    replacements: hunks.map(({ before, after }) => ({ before, after, all: false, atEnd: before === "" })),
  };
}
