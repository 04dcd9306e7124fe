import { formatCount, plural } from "../lib/format.ts";
import type { WholeCheck } from "./check-queries.ts";

export const STATE_SENTENCES: Readonly<Record<WholeCheck["state"], string>> = {
  drafted: "A check is drafted and waits for approval. It does not run yet.",
  watching: "The check watches: it reports what it finds and stops nobody.",
  nudging: "The check tells the agent right after the edit. The rule’s text has left the prompt.",
  blocking: "The check refuses the edit and fails CI. The rule’s text has left the prompt.",
  retired: "The check is retired.",
};

/** What it did so far. */
export function figureSentence({
  files,
  fired,
  right,
  wrong,
  overridden,
  caught,
}: WholeCheck["figures"]): string {
  if (files === 0) return "It has not run yet.";
  const read = `It read ${formatCount(files)} ${files === 1 ? "file" : "files"}`;
  if (fired === 0) return `${read} and found nothing.`;
  const judged = [
    right > 0 ? `${right} right` : "",
    wrong > 0 ? `${wrong} wrong` : "",
    overridden > 0 ? `${overridden} overridden` : "",
  ].filter((part) => part !== "");
  const said = judged.length === 0 ? "nobody has judged them" : judged.join(", ");
  const stopped = caught === 0 ? "" : ` It caught ${plural(caught, "mistake")} before anybody else saw them.`;
  return `${read} and fired ${fired === 1 ? "once" : `${formatCount(fired)} times`}: ${said}.${stopped}`;
}

/** What it was tried on before it was offered: "would have fired", and nothing more. */
export function triedSentence({ before, after, accepted, others, tree }: WholeCheck["trial"]): string {
  const parts = [
    `It would have fired on ${before.hit} of ${plural(before.tried, "correction")} it was made for`,
    `on ${after.hit} of ${after.tried} after they were mended`,
    `on ${accepted.hit} of ${plural(accepted.tried, "piece")} of accepted work`,
    `and on ${others.hit} of ${plural(others.tried, "correction")} of other rules`,
  ];
  const repository =
    tree === null
      ? ""
      : ` In the repository it would fire ${plural(tree.hits, "time")} in ${plural(tree.files, "file")}.`;
  return `${parts.join(", ")}.${repository}`;
}
