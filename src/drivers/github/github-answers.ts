import { z } from "zod";

/** What of GitHub's answers is used; everything else in them is left unread. */
export const REMARK = z.object({
  id: z.number().int(),
  body: z.string().nullish(),
  html_url: z.string().optional(),
  /** Null where the account is gone. */
  user: z.object({ login: z.string() }).nullish(),
});

export type Remark = z.infer<typeof REMARK>;

export const CHECK_RUN = z.object({
  id: z.number().int(),
  external_id: z.string().nullish(),
  output: z.object({ annotations_count: z.number().int() }),
});

export type CheckRun = z.infer<typeof CHECK_RUN>;

export const CHECK_RUNS = z.object({ check_runs: z.array(CHECK_RUN) });
