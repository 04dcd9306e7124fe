import { z } from "zod";
import { MAX_NAME } from "../rule/rule.ts";
import { utcTimeSchema } from "../time/time.ts";
import { CHECK_PLACES, HIT_VERDICTS, hitId, MAX_HIT_CODE, type CheckHit } from "./check-hit.ts";
import { CHECK_ID } from "./rule-check.ts";

const name = z.string().max(MAX_NAME);
const checkIdField = z.string().regex(CHECK_ID);

/** What checks found on another machine, on its way to the store. */
export const checkReportSchema = z.strictObject({
  /** Whose work it is; empty for a person's. */
  agent: name.default(""),
  checked_in: z.enum(CHECK_PLACES).default("hook"),
  run: name.min(1).optional(),
  time: utcTimeSchema,
  ran: z.array(z.strictObject({ check_id: checkIdField, files: z.int().min(1).max(1_000_000) })).max(2_000),
  hits: z
    .array(
      z.strictObject({
        check_id: checkIdField,
        version: z.int().min(1),
        state: z.enum(["watching", "nudging", "blocking"]),
        path: z.string().min(1).max(4_096),
        line: z.int().min(1),
        code: z.string().max(MAX_HIT_CODE),
        verdict: z.enum(HIT_VERDICTS).extract(["overridden"]).nullable(),
        reason: z.string().max(MAX_HIT_CODE).optional(),
      }),
    )
    .max(1_000),
});
export type SentReport = z.output<typeof checkReportSchema>;

/** The hits of a report as a store keeps them. */
export const sentHits = ({ agent, checked_in, run, time, hits }: SentReport): readonly CheckHit[] =>
  hits.map(({ reason, ...hit }) => ({
    ...hit,
    id: hitId(hit.check_id, { work: run ?? time.slice(0, 10), path: hit.path, code: hit.code }),
    time,
    checked_in,
    agent,
    ...(run === undefined ? {} : { run }),
    ...(reason === undefined ? {} : { reason }),
  }));

/** The hits of a report without what all of them share. */
export const hitsToSend = (hits: readonly CheckHit[]): SentReport["hits"] =>
  hits.slice(0, MOST_SENT).map(({ check_id, version, state, path, line, code, verdict, reason }) => ({
    check_id,
    version,
    state,
    path,
    line,
    code,
    verdict: verdict === "overridden" ? verdict : null,
    ...(reason === undefined ? {} : { reason }),
  }));

const MOST_SENT = 1_000;
