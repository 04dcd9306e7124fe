import type { AuditHead } from "./audit-entry.ts";

/** A head as people copy it: its number, a colon and its hash. */
export const headText = ({ seq, hash }: AuditHead): string => `${seq}:${hash}`;

export function parseHeadText(text: string): AuditHead | undefined {
  const match = /^(\d{1,15}):([\da-f]{64})$/i.exec(text.trim());
  return match === null ? undefined : { seq: Number(match[1]), hash: match[2]!.toLowerCase() };
}

/** The newest head that a published text names: a file of lines, or the message of a tag. */
export function newestHeadIn(text: string): AuditHead | undefined {
  let newest: AuditHead | undefined;
  for (const [found] of text.matchAll(/(?<![\da-f])\d{1,15}:[\da-f]{64}(?![\da-f])/gi)) {
    const head = parseHeadText(found);
    if (head !== undefined && head.seq >= (newest?.seq ?? 0)) newest = head;
  }
  return newest;
}
