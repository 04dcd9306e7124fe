import type * as z from "zod";

/** A question to a model and the form of its answer. */
export interface Question<Answer> {
  readonly name: string;
  readonly instructions: string;
  readonly prompt: string;
  /** Without limits on lengths and numbers, because not every server supports them. They are checked afterwards. */
  readonly form: z.ZodType<Answer>;
}
