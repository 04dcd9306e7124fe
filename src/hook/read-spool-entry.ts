import { agentModelShape } from "../core/feedback/agent-model.ts";
import { type CommittedEntry, committedEntrySchema } from "./committed-entry.ts";
import { checkReportSchema, type SentReport } from "../core/check/check-report.ts";
import { z } from "zod";
import { MAX_EVENT_ID, type Feedback } from "../core/feedback/feedback.ts";
import { MAX_NAME } from "../core/rule/rule.ts";
import { fromJsonl } from "../core/feedback/from-jsonl.ts";
import { isJsonObject } from "../core/json/json.ts";
import { type Injection, injectionSchema } from "../core/rule/injection.ts";
import { fail, ok, type Result } from "../core/result.ts";

/** A queued entry. It is validated like untrusted input. */
export type SpooledDelivery =
  | { readonly kind: "feedback"; readonly id: string; readonly record: Feedback }
  | { readonly kind: "injection"; readonly id: string; readonly record: Injection }
  | { readonly kind: "fixed"; readonly id: string; readonly record: FixedEvents }
  | { readonly kind: "model"; readonly id: string; readonly record: RunModel }
  | { readonly kind: "commit"; readonly id: string; readonly record: CommittedEntry }
  | { readonly kind: "checked"; readonly id: string; readonly record: SentReport };

/** Events whose failures are fixed, because the command passed since. */
const fixedSchema = z.object({
  agent: z.string().min(1).max(MAX_NAME),
  events: z.array(z.string().min(1).max(MAX_EVENT_ID)).min(1).max(1_000),
  command: z.string().max(1_000),
  at: z.iso.datetime(),
});
type FixedEvents = z.output<typeof fixedSchema>;

const { run, agent } = injectionSchema.shape;
const modelSchema = z.strictObject({ run, agent, ...agentModelShape });
type RunModel = z.output<typeof modelSchema>;

export function readSpoolEntry(text: string | undefined, now: string): Result<SpooledDelivery, string> {
  if (text === undefined) return fail("it is too large or not readable");
  let entry: unknown;
  try {
    entry = JSON.parse(text);
  } catch {
    return fail("it is not valid JSON");
  }
  if (!isJsonObject(entry) || entry["schema"] !== 1) return fail("it is not an entry of schema 1");
  const { id, kind, record } = entry;
  if (typeof id !== "string" || id === "" || id.length > 1_000) return fail("its id is invalid");
  if (kind === "injection") {
    const checked = injectionSchema.safeParse(record);
    return checked.success ? ok({ kind, id, record: checked.data }) : fail("its injection is invalid");
  }
  if (kind === "fixed") {
    const checked = fixedSchema.safeParse(record);
    return checked.success ? ok({ kind, id, record: checked.data }) : fail("it names no fixed events");
  }
  if (kind === "model") {
    const checked = modelSchema.safeParse(record);
    return checked.success ? ok({ kind, id, record: checked.data }) : fail("it names no model of a run");
  }
  if (kind === "commit") {
    const checked = committedEntrySchema.safeParse(record);
    return checked.success ? ok({ kind, id, record: checked.data }) : fail("it names no commits");
  }
  if (kind === "checked") {
    const checked = checkReportSchema.safeParse(record);
    return checked.success ? ok({ kind, id, record: checked.data }) : fail("it is no report of checks");
  }
  if (kind !== "feedback" || !isJsonObject(record) || record["schema"] === undefined) {
    return fail("it contains no record");
  }
  const { feedback, diagnostics } = fromJsonl(record, { now });
  const [only] = feedback;
  return only === undefined
    ? fail(diagnostics[0]?.message ?? "it contains no record")
    : ok({ kind, id, record: only });
}
