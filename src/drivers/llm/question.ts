import type * as z from "zod";

/** What a model is asked, and the form that its answer must have. */
export interface Question<Answer> {
  readonly name: string;
  readonly instructions: string;
  readonly prompt: string;
  /** Without bounds on lengths and numbers, which not every server takes; they are checked afterwards. */
  readonly form: z.ZodType<Answer>;
}
