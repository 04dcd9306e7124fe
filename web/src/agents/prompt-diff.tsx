import { diffLines, diffWords, type DiffStep } from "../review/diff.ts";

const INS = "bg-green-wash text-green decoration-1 underline-offset-3";
const DEL = "bg-sunk text-ink-3";

interface Change {
  readonly kind: DiffStep["kind"] | "changed";
  readonly before: string;
  readonly after: string;
}

/** Lines of a prompt, with the words that changed since the one before. */
export function PromptDiff({ before, after }: { readonly before: string; readonly after: string }) {
  return changedLines(before, after).map(({ kind, before: was, after: is }, at) => (
    <p key={at} className={lineStyle(kind === "removed" ? was : is)}>
      {kind === "same" ? (
        is
      ) : kind === "added" ? (
        <ins className={INS}>{is}</ins>
      ) : kind === "removed" ? (
        <del className={DEL}>{was}</del>
      ) : (
        diffWords(was, is).map((step, index) => (
          <span key={index}>
            {index === 0 ? null : " "}
            {step.kind === "removed" ? (
              <del className={DEL}>{step.text}</del>
            ) : step.kind === "added" ? (
              <ins className={INS}>{step.text}</ins>
            ) : (
              step.text
            )}
          </span>
        ))
      )}
    </p>
  ));
}

const lineStyle = (line: string): string =>
  `${line.startsWith("- ") ? "pl-[2ch] -indent-[2ch]" : "text-ink-3"} ${line === "" ? "h-2" : ""}`;

/** A removed line and an added one at the same place are one line that changed. */
export function changedLines(before: string, after: string): readonly Change[] {
  const lines = (text: string): readonly string[] => (text === "" ? [] : text.trimEnd().split("\n"));
  const changes: Change[] = [];
  let removed: string[] = [];
  const flush = (): void => {
    for (const was of removed) changes.push({ kind: "removed", before: was, after: "" });
    removed = [];
  };
  for (const { kind, text } of diffLines(lines(before), lines(after))) {
    const was =
      kind === "added" && text.startsWith("- ") ? removed.find((line) => line.startsWith("- ")) : undefined;
    if (kind === "removed") removed.push(text);
    else if (was !== undefined) {
      removed = removed.filter((line) => line !== was);
      changes.push({ kind: "changed", before: was, after: text });
    } else {
      flush();
      changes.push({ kind, before: text, after: text });
    }
  }
  flush();
  return changes;
}
