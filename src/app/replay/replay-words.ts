import type { PastCorrection } from "../../core/correction/past-correction.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { adviceOf, isCorrection, isEvidence, plainRemark } from "../../core/feedback/kind-of-feedback.ts";
import { judgedText, type JudgedText, MIN_COSINE, cosine } from "../../core/judge/judgement.ts";
import {
  type AgainstRule,
  type CoveredRemark,
  MAX_REPLAY_CASES,
  type WordsReplay,
} from "../../core/replay/replay.ts";
import { sanitiseRuleText } from "../../core/rule/sanitise-rule-text.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { Judge } from "../../ports/evaluator.ts";
import type { Embedder, VectorIndex } from "../../ports/vector-index.ts";

export interface ReplayWordsParts {
  readonly feedback: Pick<FeedbackStore, "findAll">;
  readonly embedder: Embedder;
  readonly judge: Judge;
  readonly vectors: Pick<VectorIndex, "get" | "nearest" | "count">;
}

interface WordsQuestion {
  readonly text: string;
  readonly until: string;
  /** The feedback that the rule was made from. */
  readonly evidence: ReadonlySet<string>;
  /** Corrections that are in no feedback, newest first. */
  readonly remarks: readonly PastCorrection[];
  readonly contradictions: readonly AgainstRule[];
}

/** As surely as an instruction in a file is compared with past corrections. */
const MIN_SAME = 0.65;
const MAX_NEAR = 200;
/** Each has to be embedded first. */
const MAX_REMARKS = 500;
const MAX_QUOTE = 200;
const MIN_WORDS = 3;

/** Which past remarks a rule in words would have covered, according to the judge. */
export const replayWords =
  ({ feedback, embedder, judge, vectors }: ReplayWordsParts) =>
  async ({
    text,
    until,
    evidence,
    remarks,
    contradictions,
  }: WordsQuestion): Promise<WordsReplay & { readonly isCut: boolean }> => {
    const [vector] = await embedder.embed([text]);
    const rule: JudgedText = { text, vector: vector! };
    const near = await nearFeedback(vector!);
    const spoken = remarks
      .map((correction) => ({ correction, said: plainRemark(correction.remark) }))
      .filter(({ said }) => said.split(" ").length >= MIN_WORDS);
    const read = spoken.slice(0, MAX_REMARKS);
    const embedded = read.length === 0 ? [] : await embedder.embed(read.map(({ said }) => said));
    const candidates: Candidate[] = [
      ...near.records.map((record) => ({
        judged: judgedText(record, near.vectors.get(record.id)!),
        shown: ofFeedback(record, evidence.has(record.id)),
      })),
      ...read.flatMap(({ correction, said }, at) =>
        cosine(embedded[at]!, vector!) < MIN_COSINE
          ? []
          : [{ judged: { text: said, vector: embedded[at]! }, shown: ofCorrection(correction, said) }],
      ),
    ];
    const judgements = await judge.judge(
      rule,
      candidates.map(({ judged }) => judged),
    );
    const covered = candidates.flatMap(({ shown }, at): readonly CoveredRemark[] => {
      const { relation, score } = judgements[at]!;
      return relation === "same" && score >= MIN_SAME ? [{ ...shown, score }] : [];
    });
    return {
      tried: near.tried + read.length,
      covered: covered.length,
      own: covered.filter(({ own }) => own).length,
      against: contradictions.length,
      remarks: covered
        .toSorted((a, b) => Number(a.own) - Number(b.own) || b.score - a.score)
        .slice(0, MAX_REPLAY_CASES),
      contradictions: contradictions.slice(0, MAX_REPLAY_CASES),
      isCut: spoken.length > read.length,
    };

    async function nearFeedback(own: Float32Array) {
      const found = await vectors.nearest({ vector: own, limit: MAX_NEAR, atLeast: MIN_COSINE });
      const ids = found.map(({ id }) => id);
      const known = await vectors.get(ids);
      const records = (await feedback.findAll(ids)).filter(
        (record) =>
          known.has(record.id) &&
          record.time < until &&
          record.outcome !== "approved" &&
          isEvidence(record) &&
          isCorrection(record),
      );
      return { records, vectors: known, tried: await vectors.count() };
    }
  };

interface Candidate {
  readonly judged: JudgedText;
  readonly shown: Omit<CoveredRemark, "score">;
}

const ofFeedback = (record: Feedback, own: boolean): Candidate["shown"] => ({
  id: record.id,
  feedback_id: record.id,
  own,
  said: sanitiseRuleText(adviceOf(record) ?? record.correction?.summary ?? "", MAX_QUOTE),
  author: record.author.id,
  time: record.time,
});

const ofCorrection = ({ id, author, time }: PastCorrection, said: string): Candidate["shown"] => ({
  id,
  feedback_id: null,
  own: false,
  said: sanitiseRuleText(said, MAX_QUOTE),
  author: author ?? null,
  time: time ?? null,
});
