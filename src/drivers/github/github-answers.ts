import { z } from "zod";

/** The fields of GitHub's responses that are used. All others are ignored. */
export const REMARK = z.object({
  id: z.number().int(),
  body: z.string().nullish(),
  html_url: z.string().optional(),
  /** Null if the account was deleted. */
  user: z.object({ login: z.string() }).nullish(),
});

export type RemarkAnswer = z.infer<typeof REMARK>;

export const CHECK_RUN = z.object({
  id: z.number().int(),
  external_id: z.string().nullish(),
  output: z.object({ annotations_count: z.number().int() }),
});

export type CheckRun = z.infer<typeof CHECK_RUN>;

export const CHECK_RUNS = z.object({ check_runs: z.array(CHECK_RUN) });
