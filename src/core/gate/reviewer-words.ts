import { splitFences } from "../markdown/split-fences.ts";

/** Stands above a person's note in a comment that `formatRejection` wrote. */
export const NOTE_HEADING = "**Note from the reviewer**";

/** How the half for people begins. */
const HEADLINE = /^\*\*(?:Rejected|Warnings)\*\* — /m;

/**
 * What a person says in a rejection comment, without the block and without the guidance that Emend wrote; undefined if that
 * is nothing.
 */
export function reviewerWords(comment: string | undefined): string | undefined {
  if (comment === undefined) return undefined;
  const shown = withoutHtmlComments(comment);
  const headline = HEADLINE.exec(shown)?.index;
  if (headline === undefined) return filled(shown);
  const note = shown.indexOf(NOTE_HEADING, headline);
  return filled([shown.slice(0, headline), note === -1 ? "" : noteAt(shown.slice(note))].join("\n"));
}

function noteAt(text: string): string {
  const note = splitFences(text.slice(NOTE_HEADING.length)).find(({ kind }) => kind === "code");
  return note?.lines.join("\n") ?? "";
}

function withoutHtmlComments(text: string): string {
  const kept: string[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf("<!--", at);
    const end = start === -1 ? -1 : text.indexOf("-->", start);
    kept.push(text.slice(at, start === -1 ? undefined : start));
    if (end === -1) return kept.join("");
    at = end + 3;
  }
}

const filled = (text: string): string | undefined => (text.trim() === "" ? undefined : text.trim());
