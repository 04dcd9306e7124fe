import type { Feedback } from "../../feedback/feedback.ts";
import { UNTOLD } from "../../feedback/from-signal.ts";
import type { DraftRemark } from "./draft.ts";

const untold: ReadonlySet<string> = new Set(Object.values(UNTOLD));

/** What a record says, as a draft needs it: all of its words, and what was changed. */
export function remarkOfFeedback({ comment, wrong, fix, correction, author, target }: Feedback): DraftRemark {
  const said: string[] = [];
  for (const part of [comment, wrong, fix]) {
    if (part === undefined || untold.has(part) || said.some((text) => text.includes(part))) continue;
    said.push(part);
  }
  if (said.length === 0 && correction?.diff === undefined && correction?.summary !== undefined) {
    said.push(correction.summary);
  }
  return {
    text: said.join("\n"),
    author: author.id,
    ...(target?.path === undefined ? {} : { path: target.path }),
    ...(correction?.diff === undefined ? {} : { diff: correction.diff }),
  };
}
