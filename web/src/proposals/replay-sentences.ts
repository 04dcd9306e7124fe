import { formatCount, plural } from "../lib/format.ts";
import type { Replay } from "./proposal-queries.ts";

type CheckReplay = Replay["checks"][number];
type HistoryReplay = NonNullable<CheckReplay["history"]>;

const large = (count: number, one: string): string =>
  `${formatCount(count)} ${count === 1 ? one : `${one}s`}`;

/** What a check would have found in what people corrected and accepted. */
export function checkSentence({ corrected, mended, accepted }: CheckReplay): string {
  const own = corrected.own === corrected.hit ? "all" : corrected.own === 0 ? "none" : String(corrected.own);
  const whose = corrected.hit === 0 ? "" : ` (${own} of them this rule’s own)`;
  return `It would have fired on ${formatCount(corrected.hit)} of ${large(corrected.tried, "correction")}${whose}, on ${formatCount(mended.hit)} of ${formatCount(mended.tried)} after they were mended, and on ${formatCount(accepted.hit)} of ${large(accepted.tried, "piece")} of accepted work.`;
}

const STOPPED: Readonly<Record<NonNullable<HistoryReplay["stopped"]>, string>> = {
  commits: "Older commits were not replayed.",
  size: "Older commits were not replayed, because the changes are large.",
  time: "Older commits were not replayed, because the time was over.",
  damaged: "Older commits were not replayed: one of them is damaged or missing.",
};

/** What it would have found in the lines that commits added. */
export function historySentence(history: HistoryReplay): string {
  const { commits, commits_hit, files, lines, hits, stopped, left_out } = history;
  return [
    `It would have fired ${hits === 1 ? "once" : large(hits, "time")} in ${formatCount(commits_hit)} of ${large(commits, "commit")}, which added ${large(lines, "line")} to ${large(files, "file")}.`,
    left_out === 0
      ? ""
      : `${large(left_out, "changed file")} that are generated, binary or very large were left out.`,
    stopped === null ? "" : STOPPED[stopped],
  ]
    .filter((part) => part !== "")
    .join(" ");
}

/** What the judge says about the rule's words. */
export function wordsSentence({ tried, covered, own, against }: NonNullable<Replay["words"]>): string {
  const whose = covered === 0 ? "" : `, ${own} of which it was made from`;
  const found =
    tried === 0
      ? "There is no past remark to compare its words with."
      : `Its words would have covered ${formatCount(covered)} of ${large(tried, "past remark")}${whose}.`;
  return `${found} ${against === 0 ? "No approved work speaks against it." : `${plural(against, "piece")} of approved work ${against === 1 ? "speaks" : "speak"} against it.`}`;
}
