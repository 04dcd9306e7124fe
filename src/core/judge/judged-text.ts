import { defined } from "../defined.ts";
import type { Feedback } from "../feedback/feedback.ts";
import type { JudgedText } from "./judgement.ts";

/** Below this no judge has ever said `same`, so none is asked. */
export const LEAST_COSINE = 0.3;

/** All of a record that a judge goes by, so that the same two records are judged alike whoever asks. */
export const judgedText = (record: Feedback, vector: Float32Array): JudgedText => ({
  text: record.similarity_text,
  vector,
  tags: record.tags,
  ...defined({ category: record.category }),
  ...(record.target?.path === undefined ? {} : { path: record.target.path }),
  ...(record.correction?.diff === undefined ? {} : { diff: record.correction.diff }),
});
