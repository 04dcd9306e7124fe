import { readReviews } from "../../app/learn/read-reviews.ts";
import { correctionsFromCommits } from "../../core/correction/corrections-from-commits.ts";
import { correctionsFromEdits } from "../../core/correction/corrections-from-edits.ts";
import { feedbackOfCorrection } from "../../core/correction/to-feedback.ts";
import { defined } from "../../core/defined.ts";
import type { AgentsByLogin } from "../../core/feedback/github-agent.ts";
import type { CommitHistory } from "../../ports/commit-history.ts";
import type { ReviewWalkProgress } from "../../ports/review-history.ts";
import type { CliIo } from "../cli-io.ts";
import { openReviewHistory } from "../open/open-review-history.ts";
import { formatCount } from "../terminal/plain-text.ts";
import { emptyHistory, type HistoryElsewhere } from "./history-elsewhere.ts";

interface HistoryOptions {
  /** What is grouped together: the repository's folder. */
  readonly project: string;
  readonly agents: AgentsByLogin | undefined;
}

/** Corrections in the commits of a repository, and what people made of the agent's edits in conversations. */
export async function readGitHistory(
  history: CommitHistory,
  { project: root, agents }: HistoryOptions,
  onProgress: (done: number, of: number) => void,
): Promise<HistoryElsewhere> {
  const { commits, stopped, isShallow } = await history.read({
    root,
    onProgress: ({ commits: done, of }) => onProgress(done, of),
  });
  const options = { project: root, ...defined({ agents }) };
  const corrections = correctionsFromCommits(commits, options);
  return {
    ...emptyHistory(),
    corrections,
    findEdits: (conversations) => correctionsFromEdits(conversations, commits, { ...options, roots: [root] }),
    commits: { sessions: commits.length, remarks: commits.length },
    // Edits without words, and work of people on people's, teach an agent nothing by themselves.
    feedback: ({ now, author }) =>
      corrections
        .filter(({ agent, remark }) => agent !== undefined && remark !== "")
        .map((correction) =>
          feedbackOfCorrection(correction, {
            now,
            author: correction.author === undefined ? author : { id: correction.author, trust: author.trust },
          }),
        ),
    notes: [
      ...(stopped === undefined ? [] : [STOPPED[stopped](commits.length)]),
      ...(isShallow ? ["the clone is shallow; git fetch --unshallow brings the older commits"] : []),
    ],
  };
}

const STOPPED: Readonly<Record<"most" | "size" | "time" | "damaged", (commits: number) => string>> = {
  most: (commits) => `read the newest ${formatCount(commits, "commit")} only`,
  size: (commits) =>
    `read the newest ${formatCount(commits, "commit")} only, because their changes are large`,
  time: (commits) => `read the newest ${formatCount(commits, "commit")} only, because git is slow here`,
  damaged: (commits) => `read ${formatCount(commits, "commit")}; the next one is damaged or missing`,
};

/** Corrections in the reviews of a repository on GitHub. They belong to the repository at hand. */
export async function readGithubHistory(
  repository: string,
  io: CliIo,
  { project, agents }: HistoryOptions,
  onProgress: (progress: ReviewWalkProgress) => void,
): Promise<HistoryElsewhere> {
  const read = await readReviews({ reviews: await openReviewHistory(io) })({
    repository,
    ...defined({ agents }),
    onProgress,
  });
  const fresh = read.pulls - read.fromCache;
  return {
    ...emptyHistory(),
    corrections: read.corrections.map((correction) => ({ ...correction, project })),
    reviews: { sessions: read.pulls, remarks: read.remarks },
    feedback: (context) => read.feedback({ ...context, peopleWork: "conventions" }),
    notes: [
      `${repository}: ${formatCount(fresh, "pull request")} from GitHub, ${read.fromCache} from the cache`,
      ...(read.stopped === undefined ? [] : [read.stopped]),
    ],
  };
}
