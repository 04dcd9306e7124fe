import type { Digest } from "../audit/audit-entry.ts";
import { replaceBlock } from "../inject/managed-block.ts";
import { isManagedFile } from "../inject/targets.ts";
import { removeIgnoreLine } from "./ignore-line.ts";
import { removeInsertions } from "./insertions.ts";
import type { SetupChange } from "./setup-record.ts";
import { isEmptyJson, removeJson } from "./take-out-json.ts";

/** The file after the undo (null for no file), or why it is left as it is. */
export type Undone =
  | { readonly ok: true; readonly text: string | null }
  | { readonly ok: false; readonly code: "changed_since" | "record_wrong"; readonly message: string };

/** An unchanged file is restored to the byte; one that somebody edited only loses our additions. */
export function undoChange(change: SetupChange, text: string | null, digest: Digest): Undone {
  if (text === null) return { ok: true, text };
  const hash = digest(text);
  if (hash === change.after) return restore(change, text, digest);
  if (hash === change.before) return { ok: true, text };
  switch (change.kind) {
    case "json":
      return undoJson(change, text);
    case "block": {
      const without = replaceBlock(text, "");
      return without.ok ? { ok: true, text: without.value } : changedSince(without.error.message);
    }
    case "lines": {
      const rest = removeIgnoreLine(text);
      return { ok: true, text: rest === "" && change.before === null ? null : rest };
    }
    case "text":
      return undoText(change, text);
    case "whole": {
      // A checkout may have changed the line endings, and `emend inject` the rules.
      const isOurs = digest(text.replaceAll("\r\n", "\n")) === change.after || isManagedFile(text);
      return isOurs
        ? { ok: true, text: null }
        : changedSince("it was changed since; delete it by hand if you do not need it");
    }
  }
}

const changedSince = (message: string): Undone => ({ ok: false, code: "changed_since", message });

function restore(change: SetupChange, text: string, digest: Digest): Undone {
  if (change.before === null) return { ok: true, text: null };
  const before = removeInsertions(text, change.insertions);
  if (before !== undefined && digest(before) === change.before) return { ok: true, text: before };
  return {
    ok: false,
    code: "record_wrong",
    message: "the record does not match it; remove Emend's entries by hand",
  };
}

function undoJson({ added, made, before }: SetupChange, text: string): Undone {
  const rest = removeJson(text, { added, made });
  if (rest === undefined) {
    return changedSince("it was changed since and is no longer valid JSON; remove Emend's entries by hand");
  }
  return { ok: true, text: before === null && isEmptyJson(rest) ? null : rest };
}

/** Removes the added text, wherever it is by now, if it is there exactly once. */
function undoText({ insertions, before }: SetupChange, text: string): Undone {
  let rest = text;
  for (const { text: added } of insertions) {
    const own = added.trim();
    const parts = rest.replaceAll("\r\n", "\n").split(own.replaceAll("\r\n", "\n"));
    if (own === "" || parts.length !== 2)
      return changedSince("its lines from Emend were changed; remove them by hand");
    rest = `${parts[0]!.trimEnd()}\n${parts[1]!.trimStart()}`;
  }
  return { ok: true, text: before === null && rest.trim() === "" ? null : rest };
}
