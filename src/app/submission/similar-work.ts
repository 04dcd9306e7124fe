import type { Feedback } from "../../core/feedback/feedback.ts";
import { judgedText, type Judgement } from "../../core/judge/judgement.ts";
import { parseDiff } from "../../core/diff/parse-diff.ts";
import {
  type Submission,
  submissionHeader,
  type SubmissionHeader,
} from "../../core/submission/submission.ts";
import { DEFAULT_THRESHOLD, type findSimilar } from "../feedback/find-similar.ts";

/** The most earlier records per submission. */
const MAX_SIMILAR = 20;
/** The nearest in meaning, and the agent's newest, among which corrections of the same file are looked for. */
const NEAREST = 100;
const NEWEST = 500;

/** Why an earlier correction is shown: it is about a file of the work, about the same agent, or only means the same. */
export const SIMILAR_BECAUSE = ["same_file", "same_agent", "same_meaning"] as const;

export interface SimilarWork {
  readonly feedback: Feedback;
  readonly judgement: Judgement;
  readonly because: (typeof SIMILAR_BECAUSE)[number];
}

type Work = Pick<SubmissionHeader, "id" | "agent" | "title" | "excerpt" | "files">;

/** The parts of a submission that earlier work is compared with. The files of a diff need not be listed. */
export function toWork(submission: Submission): Work {
  const header = submissionHeader(submission);
  if (header.files !== undefined || submission.format !== "diff") return header;
  return { ...header, files: parseDiff(submission.output).map(({ path }) => path) };
}

/**
 * Earlier rejections and approvals with changes of similar work: first those of the same files, then those of the same agent
 * that say the same, then others that do. What is not about the same file and does not count as the same is left out, and so is
 * the work's own decision.
 */
export function findSimilarWork({
  feedback,
  vectors,
  embedder,
  judge,
}: Parameters<typeof findSimilar>[0]): (work: Work) => Promise<readonly SimilarWork[]> {
  const newestOf = remembered(async (agent: string) => (await feedback.list({ agent, limit: NEWEST })).items);

  return async ({ id, agent, title, excerpt, files = [] }) => {
    const text = `${title}\n${excerpt}`;
    const [vector] = await embedder.embed([text]);
    if (vector === undefined) return [];
    const near = await vectors.nearest({ vector, limit: NEAREST });
    const ofFiles = files.length === 0 ? [] : (await newestOf(agent)).filter((record) => isIn(record, files));
    const nearest = await feedback.findAll(near.map((one) => one.id));
    const records = [
      ...new Map([...ofFiles, ...nearest].map((record) => [record.id, record])).values(),
    ].filter((record) => isCorrectionOf(record, id));
    const known = await vectors.get(records.map((record) => record.id));
    const present = records.filter((record) => known.has(record.id));
    const judgements = await judge.judge(
      { text, vector },
      present.map((record) => judgedText(record, known.get(record.id)!)),
    );
    return present
      .flatMap((record, at): readonly SimilarWork[] => {
        const judgement = judgements[at]!;
        if (isIn(record, files)) return [{ feedback: record, judgement, because: "same_file" }];
        if (judgement.score < DEFAULT_THRESHOLD) return [];
        return [
          { feedback: record, judgement, because: record.agent === agent ? "same_agent" : "same_meaning" },
        ];
      })
      .toSorted(
        (a, b) =>
          SIMILAR_BECAUSE.indexOf(a.because) - SIMILAR_BECAUSE.indexOf(b.because) ||
          b.judgement.score - a.judgement.score ||
          (a.feedback.time < b.feedback.time ? 1 : -1),
      )
      .slice(0, MAX_SIMILAR);
  };
}

const isIn = ({ target }: Feedback, files: readonly string[]): boolean =>
  target?.path !== undefined && files.includes(target.path);

const isCorrectionOf = ({ outcome, source }: Feedback, submission: string): boolean =>
  (outcome === "rejected" || outcome === "approved_with_changes") && source.ref !== submission;

/** A page of submissions often has several of one agent. */
function remembered<Value>(read: (agent: string) => Promise<Value>): (agent: string) => Promise<Value> {
  const known = new Map<string, Promise<Value>>();
  return (agent) => {
    const found = known.get(agent) ?? read(agent);
    known.set(agent, found);
    return found;
  };
}
