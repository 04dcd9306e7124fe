import type { SubmissionStore } from "../../ports/submission-store.ts";
import type { NamedText } from "./find-rivals.ts";

export interface SubmittedQuery {
  readonly gate?: string;
  readonly agent?: string;
  /** The work that is compared itself. */
  readonly except?: string;
}

/** As many of the latest as one may be compared with at once. */
const LATEST = 100;

/** What was handed in lately, under the ids of the submissions. */
export const submittedTexts =
  (submissions: Pick<SubmissionStore, "list" | "find">) =>
  async ({ except, ...query }: SubmittedQuery): Promise<readonly NamedText[]> => {
    const { items } = await submissions.list({ ...query, order: "newest", limit: LATEST });
    const texts: NamedText[] = [];
    for (const { id } of items) {
      const found = id === except ? undefined : await submissions.find(id);
      if (found !== undefined) texts.push({ name: id, text: found.output });
    }
    return texts;
  };
